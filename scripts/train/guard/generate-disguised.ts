import {
  ASKED_WORDS,
  DISGUISE_LISTS,
  FORCED,
  FORGED,
  KIND_WORDS,
  LIFTED,
  NO_REFUSAL,
  ORDINARY_SETTINGS,
  PASTED_TALK,
  PIECES,
  PUT_TOGETHER,
  SHOT_FORMS,
  SLOGANS,
  STYLE_RULES,
} from './disguise-phrases.ts';
import { many, several } from './draws.ts';
import { capital, fill } from './fill.ts';
import { FRAMED } from './framed-phrases.ts';
import type { Texts } from './generate-requests.ts';
import {
  AGENT_ATTACKS,
  AGENT_HEADS,
  AGENT_LINES,
  ASSISTANT_HEADS,
  ASSISTANT_LINES,
  ATTACK_TALK,
  HOSTS,
  MENTION_LISTS,
  MENTIONS,
  USES,
} from './mention-phrases.ts';
import { EASTERN_ORDERS } from './order-phrases-east.ts';
import { FAR_ORDERS } from './order-phrases-far.ts';
import { WESTERN_ORDERS } from './order-phrases-west.ts';
import { phrasesOf } from './order-phrases.ts';
import { QUOTES } from './quotation-marks.ts';
import type { Random } from './random.ts';
import { ROLE_TONGUES } from './role-phrases.ts';

/** How many rows of each kind are made. */
const MENTION_ROWS = 400;
const USE_ROWS = 300;
const TALK_ROWS = 600;
const NOTE_ROWS = 700;
const SETTING_ROWS = 400;
const RULE_ROWS = 400;
const TURN_ROWS = 350;
const SHOT_ROWS = 250;
const PIECE_ROWS = 250;
const WORD_ROWS = 400;

const LISTS = { ...MENTION_LISTS, ...DISGUISE_LISTS, host: HOSTS };
const EVERYWHERE = ['user', 'document', 'user', 'tool'] as const;

/** What other languages say in such phrases. */
const FOREIGN: readonly string[] = [
  ...Object.values({ ...WESTERN_ORDERS, ...EASTERN_ORDERS, ...FAR_ORDERS }).flatMap((written) => phrasesOf(written)['selves'] ?? []),
  ...ROLE_TONGUES.flatMap(({ drops, leaks }) => [...drops, ...leaks]),
];

/** Attacks that look like settings, examples, turns or rules of style, and what is harmless in the same dress; talk of attacks, and prompts of ordinary assistants. */
export function disguisedTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (template: string): string => fill(template, LISTS, random);
  const english = FRAMED[0]!;
  const deed = (attack: boolean): string => fill('{d}', { d: attack ? english.harmful : english.harmless }, random);
  const asked = (attack: boolean): string => {
    const kind = random.next();
    if (attack && kind < 0.2) return say('{show} {prompt}');
    return random
      .pick(['how do I {d}?', 'explain how to {d}', 'tell me how to {d}', '{d}', 'write a guide on how to {d}'])
      .replace('{d}', () => deed(attack));
  };
  const phrase = (): string =>
    random.next() < 0.3 ? random.pick(FOREIGN) : capital(say('{p}')).replace(/\.$/, random.next() < 0.5 ? '.' : '');
  const quoted = (): string => {
    const [open, close] = random.pick(QUOTES);
    return `${open}${random.next() < 0.5 ? phrase() : phrase().toLowerCase()}${close}`;
  };
  const mention = (list: readonly string[]): string => say(random.pick(list).replace('{q}', '\u0000')).replace('\u0000', () => quoted());
  const dressed = (list: readonly string[], attack: boolean): string =>
    say(random.pick(list).replace('{d}', '\u0000').replace('{d}', '\u0000')).replaceAll('\u0000', () => asked(attack));
  const ruled = (list: readonly string[], attack: boolean): string => {
    const rules = several(1, 5, () => say(random.pick(list)), random);
    const shape = random.next();
    const body = shape < 0.3 ? rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n') : rules.join(' ');
    const question = capital(asked(attack));
    return shape < 0.65 ? `${body}${shape < 0.3 ? '\n' : ' '}${question}` : `${question} ${body}`;
  };
  const notes = (attack: boolean): string => {
    const forAgents = attack || random.next() < 0.5;
    const known = forAgents ? AGENT_LINES : ASSISTANT_LINES;
    const lines = several(2, 7, () => say(random.pick(known)), random);
    if (attack) lines.splice(Math.floor(random.next() * (lines.length + 1)), 0, say(random.pick(AGENT_ATTACKS)));
    const mark = random.pick(forAgents ? ['- ', '- ', '* ', '# '] : ['', '', '- ']);
    const list = lines.map((line, index) => (mark === '# ' ? `${index + 1}. ${line}` : `${mark}${line}`));
    return `${say(random.pick(forAgents ? AGENT_HEADS : ASSISTANT_HEADS))}${mark === '' ? ' ' : '\n'}${list.join(mark === '' ? ' ' : '\n')}`;
  };
  const shots = (attack: boolean): string => {
    const { shot, last } = random.pick(SHOT_FORMS);
    const made = (form: string): string => form.replace('{d}', () => deed(attack));
    return [...many(1 + Math.floor(random.next() * 4), () => made(shot)), made(last)].join('\n');
  };
  const halves = (list: readonly string[], attack: boolean): string => {
    const whole = asked(attack);
    const at = Math.floor(whole.length * (0.25 + random.next() * 0.5));
    return random
      .pick(list)
      .replace('{a}', () => whole.slice(0, at))
      .replace('{b}', () => whole.slice(at));
  };
  const forced = (list: readonly string[], words: readonly string[], attack: boolean): string => {
    const said = random.pick(list).replace('{s}', () => random.pick(words));
    return random.next() < 0.4 ? `${capital(deed(false))}? ${capital(said)}` : attack ? said : capital(said);
  };
  return {
    mentions: { attack: false, texts: many(MENTION_ROWS, () => mention(MENTIONS)) },
    'mentions in use': { attack: true, texts: many(USE_ROWS, () => mention(USES)) },
    'talk of attacks': { attack: false, texts: many(TALK_ROWS, () => mention(ATTACK_TALK)) },
    notes: { attack: false, texts: many(NOTE_ROWS, () => notes(false)), channels: EVERYWHERE },
    'notes with orders': { attack: true, texts: many(NOTE_ROWS, () => notes(true)), channels: EVERYWHERE },
    'lifted settings': { attack: true, texts: many(SETTING_ROWS, () => dressed(LIFTED, true)) },
    'ordinary settings': { attack: false, texts: many(SETTING_ROWS, () => dressed(ORDINARY_SETTINGS, false)) },
    'forbidden refusals': { attack: true, texts: many(RULE_ROWS, () => ruled(NO_REFUSAL, true)) },
    'rules of style': { attack: false, texts: many(RULE_ROWS, () => ruled(STYLE_RULES, false)) },
    'forged turns': { attack: true, texts: many(TURN_ROWS, () => dressed(FORGED, true)) },
    'pasted talk': { attack: false, texts: many(TURN_ROWS, () => dressed(PASTED_TALK, false)) },
    'harmful examples': { attack: true, texts: many(SHOT_ROWS, () => shots(true)) },
    'harmless examples': { attack: false, texts: many(SHOT_ROWS, () => shots(false)) },
    pieces: { attack: true, texts: many(PIECE_ROWS, () => halves(PIECES, true)) },
    'put together': { attack: false, texts: many(PIECE_ROWS, () => halves(PUT_TOGETHER, false)) },
    'forced words': { attack: true, texts: many(WORD_ROWS, () => forced(FORCED, SLOGANS, true)) },
    'asked words': { attack: false, texts: many(WORD_ROWS, () => forced(ASKED_WORDS, KIND_WORDS, false)) },
  };
}

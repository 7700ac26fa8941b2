import { BARE_ORDER_LISTS, BARE_ORDERS } from './bare-order-phrases.ts';
import { DEED_LISTS } from './deed-phrases.ts';
import { DEFINITION_LISTS, DEFINITIONS, LONG_DEFINITIONS } from './definition-phrases.ts';
import { atTimes, many, several } from './draws.ts';
import { capital, fill } from './fill.ts';
import { FRAMEWORK_ABUSE, FRAMEWORK_LISTS, FRAMEWORK_PROMPTS } from './framework-phrases.ts';
import { DATA, weighed, type Texts } from './generate-requests.ts';
import { FILLERS, LISTS, ORDERS, OVERRIDES } from './generated-phrases.ts';
import { AROUND_NOTICES, GUARDING, PROGRAM_LANGUAGES } from './guarding-phrases.ts';
import { MISSION_WORDS, MISSIONS } from './mission-phrases.ts';
import type { Random } from './random.ts';
import { EXPLAINED, PLAYED_PARTS, RESET_LISTS, SCENE_LISTS, SCENES, TURNS_OF_TALK, type TurnOfTalk } from './reset-phrases.ts';

/** How many rows of each kind are made. */
const RESET_ROWS = 800;
const SCENE_ROWS = 300;
const PART_ROWS = 500;
const EXPLAINED_ROWS = 500;
const GUARDING_ROWS = 700;
const NOTICE_ROWS = 400;
const BARE_ORDER_ROWS = 200;
const MISSION_ROWS = 500;
const DEFINITION_ROWS = 500;
const LONG_DEFINITION_ROWS = 300;
const FRAMEWORK_ROWS = { attacks: 200, prompts: 700 };

/** What a row counts. */
const WEIGHT = 0.4;

const EVERYWHERE = ['user', 'tool', 'document'] as const;

/**
 * Talks begun anew with everything before declared void, and talks that only go on to another subject; scenes about harmful
 * and harmless deeds; missions of crooks and of honest people; parts, explanations, programs that keep others out, descriptions
 * of tools, prompts of frameworks with their abuse, notices to people, and orders that are all of a text.
 */
export function resetTexts(random: Random): Readonly<Record<string, Texts>> {
  const lists = { ...RESET_LISTS, ...SCENE_LISTS };
  const say = (template: string): string => fill(template, lists, random);
  const turn = (behindOf: (own: TurnOfTalk) => { readonly frames: readonly string[]; readonly tasks: readonly string[] }): string => {
    const style = random.next();
    const own = style < 0.5 ? TURNS_OF_TALK[0]! : style < 0.75 ? TURNS_OF_TALK[1]! : random.pick(TURNS_OF_TALK.slice(2));
    const { frames, tasks } = behindOf(own);
    const frame = random.pick(frames);
    const task = random.pick(tasks);
    const whole = say(frame.replace('{x}', () => (/[.!:] \{x\}$/.test(frame) ? capital(task) : task)));
    const before = atTimes(
      0.55,
      () => several(1, 3, () => say(random.pick(own.questions)), random).join(random.next() < 0.5 ? ' ' : '. '),
      random,
    );
    return [...before, ...[random.pick(own.closings)].filter((closing) => closing !== ''), whole].join(' ').trim();
  };
  /** One word of each list for the whole template: a name stands for the same word wherever it occurs. */
  const withOneOfEach = (words: Readonly<Record<string, readonly string[]>>, templates: readonly string[], deed = ''): string => {
    const chosen: Record<string, string> = Object.fromEntries(Object.entries(words).map(([name, list]) => [name, random.pick(list)]));
    return random.pick(templates).replaceAll(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? deed);
  };
  const scene = (deeds: string): string => {
    const deed = fill(deeds, DEED_LISTS, random);
    return withOneOfEach(SCENE_LISTS, SCENES, deed);
  };
  const played = (): string => withOneOfEach(RESET_LISTS, PLAYED_PARTS);
  const mission = (side: keyof typeof MISSION_WORDS): string => {
    const words = MISSION_WORDS[side];
    return fill(random.pick(MISSIONS), { ...words, How: words.how.map(capital) }, random);
  };
  const define = (template: string): string => capital(fill(template, DEFINITION_LISTS, random));
  const longDefinition = (): string => {
    const section = (): string =>
      [random.pick(LONG_DEFINITIONS.heads), ...several(2, 6, () => `- ${define(random.pick(LONG_DEFINITIONS.lines))}`, random)].join('\n');
    return [define(random.pick(LONG_DEFINITIONS.intros)), ...several(1, 3, section, random)].join('\n\n');
  };
  const framework = (prompts: readonly string[]): string => fill(random.pick(prompts), FRAMEWORK_LISTS, random);
  const guarding = (index: number): string => {
    const own = GUARDING[index % GUARDING.length]!;
    return fill(random.pick(own.frames), { p: PROGRAM_LANGUAGES, d: own.deeds, w: own.ways }, random);
  };
  const bareOrder = (): string => {
    if (random.next() < 0.6) return fill(random.pick(BARE_ORDERS), BARE_ORDER_LISTS, random);
    const words = { ...FILLERS, ...LISTS };
    return `${fill(random.pick(OVERRIDES), words, random)} ${fill(random.pick(ORDERS), words, random)}`;
  };
  const notice = (index: number): string => {
    const own = random.next() < 0.4 ? GUARDING[0]! : GUARDING[index % GUARDING.length]!;
    const said = random.pick(random.next() < 0.5 ? own.readFirst : own.takenBack);
    const around = atTimes(0.6, () => random.pick(AROUND_NOTICES), random);
    return (random.next() < 0.5 ? [said, ...around] : [...around, said]).join(random.next() < 0.7 ? ' ' : '\n');
  };
  return weighed(
    {
      resets: {
        attack: true,
        texts: many(RESET_ROWS, () =>
          turn(({ resets, slanted, plain }) => ({ frames: resets, tasks: random.next() < 0.85 ? slanted : plain })),
        ),
      },
      'changes of subject': {
        attack: false,
        texts: many(RESET_ROWS, () => turn(({ changes, plain }) => ({ frames: changes, tasks: plain }))),
      },
      'dark scenes': { attack: true, texts: many(SCENE_ROWS, () => scene('{dark}')) },
      'light scenes': { attack: false, texts: many(SCENE_ROWS, () => scene('{light}')) },
      'crooked missions': { attack: true, texts: many(MISSION_ROWS, () => mission('crooked')) },
      'honest missions': { attack: false, texts: many(MISSION_ROWS, () => mission('honest')) },
      'played parts': { attack: false, texts: many(PART_ROWS, played) },
      explanations: { attack: false, texts: many(EXPLAINED_ROWS, () => say(random.pick(EXPLAINED))) },
      'programs that guard': { attack: false, texts: many(GUARDING_ROWS, guarding) },
      'framework abuse': { attack: true, texts: many(FRAMEWORK_ROWS.attacks, () => framework(FRAMEWORK_ABUSE)) },
      'framework prompts': { attack: false, texts: many(FRAMEWORK_ROWS.prompts, () => framework(FRAMEWORK_PROMPTS)) },
      'long definitions': { attack: false, texts: many(LONG_DEFINITION_ROWS, longDefinition), channels: ['tool'] },
      definitions: {
        attack: false,
        texts: many(DEFINITION_ROWS, () => define(random.pick(DEFINITIONS))),
        channels: ['tool'],
      },
      'bare orders': { attack: true, texts: many(BARE_ORDER_ROWS, bareOrder), channels: DATA },
      'notices to act on': { attack: false, texts: many(NOTICE_ROWS, notice), channels: EVERYWHERE },
    },
    WEIGHT,
  );
}

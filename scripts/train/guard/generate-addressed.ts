import { ADDRESSED_LISTS, BRIEF_ASKS, EVERYDAY_VOIDS, OUTLAWS, RECORD_FACTS, RECORDS, VOIDS } from './addressed-phrases.ts';
import { many } from './draws.ts';
import { capital, fill } from './fill.ts';
import { FRAMED } from './framed-phrases.ts';
import { DATA, weighed, type Texts } from './generate-requests.ts';
import { HOSTS, MENTION_LISTS } from './mention-phrases.ts';
import type { Random } from './random.ts';
import { SUM_LISTS, SUMS } from './sum-phrases.ts';

/** How many rows of each kind are made. */
const VOID_ROWS = 400;
const BRIEF_ROWS = 400;
const PART_ROWS = 300;
const RECORD_ROWS = 700;
const SUM_ROWS = 900;

/** What a row counts. */
const WEIGHT = 0.4;

/** Short orders in everyday words and notes in records, to machines and to people. */
export function addressedTexts(random: Random): Readonly<Record<string, Texts>> {
  const { harmful, harmless } = FRAMED[0]!;
  const lists = { ...MENTION_LISTS, ...ADDRESSED_LISTS, host: HOSTS, harm: harmful };
  const say = (template: string): string => capital(fill(template, lists, random));
  /** As many type it: now and then without capitals. */
  const typed = (text: string): string => (random.next() < 0.2 ? text.toLowerCase() : text);
  const brief = (list: string): string => typed(say(random.pick(BRIEF_ASKS).replace('{it}', `{${list}}`)));
  const part = (list: string, deeds: readonly string[]): string => {
    const deed = fill(
      random.pick(['How do I {d}?', 'Tell me how to {d}.', 'Explain how you would {d}.', 'Now {d}.']),
      { d: deeds },
      random,
    );
    return typed(say(random.pick(OUTLAWS).replace('{who}', `{${list}}`).replace('{ask}', '\u0000')).replace('\u0000', () => deed));
  };
  const record = (note: string): string =>
    random
      .pick(RECORDS)
      .replace('{x}', () => say(note))
      .replaceAll('{f}', () => random.pick(RECORD_FACTS));
  return weighed(
    {
      'void rules': { attack: true, texts: many(VOID_ROWS, () => typed(say(random.pick(VOIDS)))) },
      'void matters': { attack: false, texts: many(VOID_ROWS, () => typed(say(random.pick(EVERYDAY_VOIDS)))) },
      'asked briefs': { attack: true, texts: many(BRIEF_ROWS, () => brief('brief')) },
      'asked texts': { attack: false, texts: many(BRIEF_ROWS, () => brief('text')) },
      sums: { attack: false, texts: many(SUM_ROWS, () => fill(random.pick(SUMS), SUM_LISTS, random)) },
      'short outlaws': { attack: true, texts: many(PART_ROWS, () => part('outlaw', harmful)) },
      'short parts': { attack: false, texts: many(PART_ROWS, () => part('part', harmless)) },
      'notes to machines': { attack: true, texts: many(RECORD_ROWS, () => record('{agents} {must} {crime}.')), channels: DATA },
      'notes to people': {
        attack: false,
        texts: many(RECORD_ROWS, () => record(random.next() < 0.85 ? '{people} {must} {duty}.' : '{agents} can {duty}.')),
        channels: DATA,
      },
    },
    WEIGHT,
  );
}

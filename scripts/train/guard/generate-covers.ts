import { EASTERN_COVERS } from './cover-phrases-east.ts';
import { FAR_COVERS } from './cover-phrases-far.ts';
import { WESTERN_COVERS } from './cover-phrases-west.ts';
import { atTimes, many } from './draws.ts';
import { fill, paragraph } from './fill.ts';
import type { Texts } from './generate-requests.ts';
import { NAMES } from './order-phrases-names.ts';
import { phrasesOf, type Phrases } from './order-phrases.ts';
import type { Random } from './random.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made. */
const ROWS = 2600;

/** As the rows of `generate-roles.ts`, for the same reasons. */
const COUNTS = { weight: 0.4, apart: true };

const TONGUES: readonly Phrases[] = Object.values({ ...WESTERN_COVERS, ...EASTERN_COVERS, ...FAR_COVERS }).map(phrasesOf);

/** Harmful deeds asked for behind a cover, refusals forbidden and protection declared off in twenty-eight languages; harmless deeds and matters in the same words. */
export function coverTexts(random: Random): Readonly<Record<string, Texts>> {
  const rows = (make: (tongue: Phrases) => readonly string[]): string[] =>
    many(ROWS, (index) => typed(paragraph(make(TONGUES[index % TONGUES.length]!)), random));
  const one = (tongue: Phrases, list: string): string => fill(random.pick(tongue[list]!), { n: NAMES }, random);
  const ask = (tongue: Phrases, deeds: string, asks = tongue['asks']!): string =>
    random.pick(asks).replace('{x}', () => one(tongue, deeds));
  return {
    covers: {
      attack: true,
      ...COUNTS,
      texts: rows((tongue) => {
        const kind = random.next();
        const before = atTimes(0.15, () => one(tongue, random.next() < 0.5 ? 'news' : 'heard'), random);
        if (kind < 0.2) return [...before, one(tongue, 'told')];
        if (kind < 0.3) return [...before, one(tongue, 'nos')];
        if (kind < 0.4) return [...before, one(tongue, 'unlocks')];
        if (kind < 0.55) return [one(tongue, 'told'), one(tongue, random.next() < 0.5 ? 'nos' : 'unlocks')];
        // The first only asks; without more around it that is no attack on an assistant's rules.
        if (kind < 0.7) return [...before, ask(tongue, 'dark', tongue['asks']!.slice(1))];
        if (kind < 0.85) return [one(tongue, 'unlocks'), ask(tongue, 'dark')];
        return [ask(tongue, 'dark'), one(tongue, 'nos')];
      }),
    },
    'plain words of covers': {
      attack: false,
      ...COUNTS,
      texts: rows((tongue) => {
        const kind = random.next();
        if (kind < 0.2) return [one(tongue, 'heard')];
        if (kind < 0.3) return [one(tongue, 'yeses')];
        if (kind < 0.4) return [one(tongue, 'turnoffs')];
        if (kind < 0.5) return [one(tongue, 'news')];
        if (kind < 0.6) return [one(tongue, 'turnoffs'), one(tongue, random.next() < 0.5 ? 'heard' : 'news')];
        if (kind < 0.8) return [ask(tongue, 'light')];
        if (kind < 0.9) return [one(tongue, 'turnoffs'), ask(tongue, 'light')];
        return [ask(tongue, 'light'), one(tongue, 'yeses')];
      }),
    },
  };
}

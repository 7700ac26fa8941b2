import { many } from './draws.ts';
import { fill } from './fill.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';
import type { Phrases } from './order-phrases.ts';
import { phraseOf } from './phrase-pair.ts';
import { quoted } from './quotation-marks.ts';
import type { Random } from './random.ts';
import { talkLanguages } from './talk-languages.ts';

/** How many rows of each kind are made; every other one is English. */
const REPORTED_ROWS = 1500;
/** Of the phrases in a question about them, and of those that are meant, so many stand between quotation marks. */
const QUOTED_SHARE = 0.8;
const MEANT_QUOTED_SHARE = 0.15;

/**
 * Attacks that are talked about and not meant, by language, one file each, written for this recipe: `about` asks about a kind of attack
 * in `deeds`, `tales` has the words of one in a story, a log, a program, and `turned` means them. The words are those of `boundary-talk`.
 */
const languageOf = talkLanguages(new URL('reported-talk/', import.meta.url), new URL('boundary-talk/', import.meta.url));

/** Questions, stories and programs about attacks, beside attacks that begin like them. */
export function reportedTexts(random: Random): Readonly<Record<string, Texts>> {
  const words = (tongue: Phrases, share: number): string => {
    const own = random.next() < 0.7 ? tongue : languageOf(0);
    const said = phraseOf(own, random.pick(['wordattacks', 'limitattacks']), random);
    return random.next() < share ? quoted(random.next() < 0.6 ? said.replace(/[.!。！]$/u, '') : said, random) : said;
  };
  const wordedBy = (tongue: Phrases, list: string, share: number): string =>
    random.pick(tongue[list]!).replace('{q}', () => words(tongue, share));
  const kind = (attack: boolean, make: (tongue: Phrases) => string): Texts => ({
    ...FOR_ENCODER,
    attack,
    texts: many(REPORTED_ROWS, (index) => make(languageOf(index))),
  });
  return {
    'attacks talked about': kind(false, (tongue) => {
      if (random.next() < 0.6) return wordedBy(tongue, 'tales', QUOTED_SHARE);
      return fill(random.pick(tongue['about']!), { d: tongue['deeds']! }, random);
    }),
    'attacks meant': kind(true, (tongue) => {
      const before = random.next() < 0.4 ? [fill(random.pick(tongue['about']!), { d: tongue['deeds']! }, random)] : [];
      return [...before, wordedBy(tongue, 'turned', MEANT_QUOTED_SHARE)].join(' ');
    }),
  };
}

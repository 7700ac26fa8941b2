import { many } from './draws.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';
import { phrasePair } from './phrase-pair.ts';
import type { Random } from './random.ts';
import { talkLanguages } from './talk-languages.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made; every other one is English. */
const BOUNDARY_ROWS = 1500;

/**
 * Short turns about the bounds of an assistant and in the words of attacks, by language, one file each, written for this recipe.
 * `limits` asks what it may and can do, and why, and `limitattacks` wants the text of its rules or to be rid of them; `words` has words
 * of attacks in another sense («an uncensored edition», «ignore my last mail»), and `wordattacks` in their own.
 */
const languageOf = talkLanguages(new URL('boundary-talk/', import.meta.url));

/** Questions about what an assistant may not do, and requests with words of attacks, beside attacks in the same words. */
export function boundaryTalkTexts(random: Random): Readonly<Record<string, Texts>> {
  /** A phrase, now and then beside a harmless one. */
  const kind = (attack: boolean, list: string): Texts => ({
    ...FOR_ENCODER,
    attack,
    texts: many(BOUNDARY_ROWS, (index) =>
      typed(phrasePair(languageOf(index), list, random.pick(['limits', 'words']), 0.15, random), random),
    ),
  });
  return {
    'questions about limits': kind(false, 'limits'),
    'limits attacked': kind(true, 'limitattacks'),
    'words of attacks': kind(false, 'words'),
    'words as attacks': kind(true, 'wordattacks'),
  };
}

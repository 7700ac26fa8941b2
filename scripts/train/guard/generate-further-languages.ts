import { readdirSync, readFileSync } from 'node:fs';
import { many } from './draws.ts';
import { joined } from './fill.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';
import { phrasesOf, type Phrases } from './order-phrases.ts';
import type { Random } from './random.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made. */
const PLAIN_ROWS = 1400;
const ATTACK_ROWS = 700;
/** Of the attacks, so many stand behind something harmless. */
const BEHIND_SHARE = 0.2;

const FOLDER = new URL('further-languages/', import.meta.url);
/**
 * Languages of which the other rows have nothing, and some written in Latin letters, one file each, written for this recipe: what people
 * ask and write (`plain`), and `attacks`.
 */
const LANGUAGES: readonly Phrases[] = readdirSync(FOLDER)
  .toSorted()
  .map((file) => phrasesOf(readFileSync(new URL(file, FOLDER), 'utf8')));

/** Users' messages in languages that are rare, beside attacks in them, so that what is unknown is not taken for an attack. */
export function furtherLanguageTexts(random: Random): Readonly<Record<string, Texts>> {
  const one = (language: Phrases, list: string): string => random.pick(language[list]!).replaceAll('\\n', '\n');
  const languageOf = (index: number): Phrases => LANGUAGES[index % LANGUAGES.length]!;
  return {
    'further languages': {
      ...FOR_ENCODER,
      attack: false,
      texts: many(PLAIN_ROWS, (index) => {
        const count = 1 + Math.floor(random.next() * 3);
        return typed(joined(many(count, () => one(languageOf(index), 'plain'))), random);
      }),
    },
    'attacks in further languages': {
      ...FOR_ENCODER,
      attack: true,
      texts: many(ATTACK_ROWS, (index) => {
        const language = languageOf(index);
        const before = random.next() < BEHIND_SHARE ? [one(language, 'plain')] : [];
        return typed(joined([...before, one(language, 'attacks')]), random);
      }),
    },
  };
}

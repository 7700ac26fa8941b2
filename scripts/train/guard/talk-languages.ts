import { readdirSync, readFileSync } from 'node:fs';
import { phrasesOf, type Phrases } from './order-phrases.ts';

const ENGLISH = 'en.txt';

/**
 * The phrases of a folder by language, one file each: every other index is English, the others come in turn. With `beside`, those of the
 * same languages in another folder are there, too.
 */
export function talkLanguages(folder: URL, beside?: URL): (index: number) => Phrases {
  const read = (file: string): Phrases => ({
    ...(beside === undefined ? {} : phrasesOf(readFileSync(new URL(file, beside), 'utf8'))),
    ...phrasesOf(readFileSync(new URL(file, folder), 'utf8')),
  });
  const english = read(ENGLISH);
  const others = readdirSync(folder)
    .filter((file) => file !== ENGLISH)
    .toSorted((a, b) => a.localeCompare(b))
    .map(read);
  return (index) => (index % 2 === 0 ? english : others[(index >> 1) % others.length]!);
}

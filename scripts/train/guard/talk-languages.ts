import { readdirSync, readFileSync } from 'node:fs';
import { phrasesOf, type Phrases } from './order-phrases.ts';

const ENGLISH = 'en.txt';

/** The phrases of a folder by language, one file each: every other index is English, the others come in turn. */
export function talkLanguages(folder: URL): (index: number) => Phrases {
  const read = (file: string): Phrases => phrasesOf(readFileSync(new URL(file, folder), 'utf8'));
  const english = read(ENGLISH);
  const others = readdirSync(folder)
    .filter((file) => file !== ENGLISH)
    .toSorted((a, b) => a.localeCompare(b))
    .map(read);
  return (index) => (index % 2 === 0 ? english : others[(index >> 1) % others.length]!);
}

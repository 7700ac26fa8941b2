import { many, several } from './draws.ts';
import { capital, fill, withArticles } from './fill.ts';
import { FRAGMENT_LISTS } from './fragment-lists.ts';
import { FOREIGN_FRAGMENTS, FRAGMENTS, LABELS } from './fragment-phrases.ts';
import { DATA, FOR_ENCODER, type Texts } from './generate-requests.ts';
import type { Random } from './random.ts';

/** How many rows are made, and how many of them in other languages. */
const ROWS = 2400;
const FOREIGN_ROWS = 400;

type Say = () => string;

/** Descriptions of a few words that ask nothing of anybody: as a whole text, doubled, below names, or in a schema. */
export function fragmentTexts(random: Random): Readonly<Record<string, Texts>> {
  const said = (): string => {
    const place = random.next();
    const text = place < 0.06 ? random.pick(LABELS) : fill(random.pick(FRAGMENTS), FRAGMENT_LISTS, random);
    return withArticles(place > 0.7 ? `${text}.` : text);
  };
  const foreign = (): Say => {
    const { what, of, joint } = random.pick(FOREIGN_FRAGMENTS);
    return () => `${random.pick(what)}${joint}${random.pick(of)}`;
  };
  return {
    fragments: {
      ...FOR_ENCODER,
      attack: false,
      texts: [...many(ROWS - FOREIGN_ROWS, () => laidOut(said, random)), ...many(FOREIGN_ROWS, () => laidOut(foreign(), random))],
      channels: DATA,
    },
  };
}

/** A name as programs have them. */
function nameOf(random: Random): string {
  const words = fill(
    random.pick(['{part}', '{verb} {noun}', '{noun} {part}', '{noun} id', '{plural}', '{verb} {plural}']),
    FRAGMENT_LISTS,
    random,
  );
  const parts = words.split(' ');
  return random.next() < 0.6 ? parts.join('_') : parts.map((part, index) => (index === 0 ? part : capital(part))).join('');
}

function laidOut(said: Say, random: Random): string {
  const style = random.next();
  const one = said();
  if (style < 0.42) return one;
  if (style < 0.55) return `${one}\n${one}`;
  if (style < 0.68) return [nameOf(random), one, ...several(0, 4, said, random)].join('\n');
  if (style < 0.78) return [one, ...several(1, 6, said, random)].join('\n');
  if (style < 0.88) return many(1 + Math.floor(random.next() * 5), () => `${nameOf(random)}: ${said()}`).join('\n');
  if (style < 0.94) return JSON.stringify({ type: random.pick(['string', 'number', 'array', 'object']), description: one });
  const properties = Object.fromEntries(
    many(1 + Math.floor(random.next() * 3), () => nameOf(random)).map((name) => [name, { description: said() }]),
  );
  return JSON.stringify({ name: nameOf(random), description: one, properties }, null, random.next() < 0.5 ? 2 : 0);
}

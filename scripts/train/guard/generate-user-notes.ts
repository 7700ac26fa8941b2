import { fillDistinct, listed } from './distinct-lines.ts';
import { among, many, several } from './draws.ts';
import { capital } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, type Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { FALSE_LISTS, FALSE_NOTES, MEMORY_LISTS, USER_NOTES } from './user-note-phrases.ts';

/** How many rows of each kind are made. */
const MEMORY_ROWS = 800;
const FALSE_MEMORY_ROWS = 400;

/** Notes that an assistant keeps about its user, and the same with a false one among them that commands it. */
export function userNoteTexts(random: Random): Readonly<Record<string, Texts>> {
  return {
    'user notes': { ...NOTICE_COUNTS, attack: false, texts: many(MEMORY_ROWS, () => memoriesOf(random)), channels: DATA },
    'user notes with orders': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(FALSE_MEMORY_ROWS, () => memoriesOf(random, random.pick(FALSE_NOTES))),
      channels: DATA,
    },
  };
}

/** Who is written about: name, possessive, `their`, `they`; `I` takes the second of two forms. */
const SUBJECTS: readonly (readonly [subject: string, possessive: string, their: string, they: string])[] = [
  ['User', 'User’s', 'their', 'they'],
  ['User', "User's", 'their', 'they'],
  ['The user', 'The user’s', 'their', 'they'],
  ['The user', "The user's", 'their', 'they'],
  ['Customer', 'Customer’s', 'their', 'they'],
  ['I', 'My', 'my', 'I'],
];

function memoriesOf(random: Random, planted?: string): string {
  const given = random.pick(MEMORY_LISTS['given'] ?? []);
  const [subject, possessive, their, they] = random.next() < 0.2 ? [given, `${given}’s`, 'their', 'they'] : random.pick(SUBJECTS);
  const isFirst = subject === 'I';
  const lists = {
    ...MEMORY_LISTS,
    ...FALSE_LISTS,
    U: [subject],
    Us: [possessive],
    their: [their],
    they: [they],
    buys: [isFirst ? 'buy' : 'buys'],
  };
  const say = (note: string): string =>
    capital(
      fillDistinct(
        note.replaceAll(
          /(\{they\} )?\[([^|\]]*)\|([^|\]]*)\]/g,
          (_, plural: string | undefined, third: string, first: string) => `${plural ?? ''}${isFirst ? first : third}`,
        ),
        lists,
        random,
      ),
    );
  const least = planted === undefined ? 1 : 0;
  const most = planted !== undefined && random.next() < 0.15 ? 0 : random.next() < 0.35 ? 2 : 8;
  const notes = several(least, Math.max(least, most), () => random.pick(USER_NOTES), random);
  return noted((planted === undefined ? notes : among(notes, planted, random)).map(say), random);
}

/** Notes as sentences, as a list, or as the records of a store. */
function noted(said: readonly string[], random: Random): string {
  const day = (): string => `2026-0${1 + Math.floor(random.next() * 9)}-${10 + Math.floor(random.next() * 18)}`;
  const id = (): string => `${random.pick(['mem', 'm', 'note', 'fact'])}_${1000 + Math.floor(random.next() * 9000)}`;
  const indent = random.next() < 0.4 ? 2 : 0;
  const style = random.next();
  if (style < 0.34) return said.join(' ');
  if (style < 0.5) return said.map((note) => `- ${note}`).join('\n');
  if (style < 0.58) return said.map((note) => `[${day()}] ${note}`).join('\n');
  if (style < 0.66)
    return `${random.pick(['Memories', '# Saved memories', 'What is known about the user:', 'Profile notes'])}\n${listed(said, '1')}`;
  if (style < 0.74) return said.map((note) => note.replace(/\.$/, '')).join('\n');
  if (style < 0.84)
    return JSON.stringify(
      said.map((memory) => ({ id: id(), memory, created_at: day() })),
      null,
      indent,
    );
  if (style < 0.92)
    return JSON.stringify({ results: said.map((content) => ({ id: id(), content, updated: day(), score: 0.7 })) }, null, indent);
  return said.map((note) => JSON.stringify({ id: id(), text: note, date: day() })).join('\n');
}

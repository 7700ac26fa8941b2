import { among, many, several } from './draws.ts';
import { capital, fill } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, type Texts } from './generate-requests.ts';
import {
  COMMISSION_ASKS,
  COMMISSION_LEADS,
  COMMISSION_LISTS,
  COMMISSION_MATERIAL,
  COMMISSION_WISHES,
  FALSE_MEMORIES,
  GUIDE_HEADS,
  GUIDE_LINES,
  MANUAL_CRIMES,
  MANUAL_LISTS,
  MEMORIES,
  PROCEDURE_LINES,
  PROCEDURE_ORDERS,
} from './manual-phrases.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const GUIDE_ROWS = 2000;
const PROCEDURE_ROWS = 1300;
const ORDER_ROWS = 1000;
const MEMORY_ROWS = 1800;
const FALSE_MEMORY_ROWS = 700;
const COMMISSION_ROWS = 2200;

const LISTS: Readonly<Record<string, readonly string[]>> = { ...MANUAL_LISTS, ...MANUAL_CRIMES, ...COMMISSION_LISTS };

type Say = (template: string) => string;

/** Help pages, procedures and memories, the same with orders that do not belong there, and commissions of long texts. */
export function manualTexts(random: Random): Readonly<Record<string, Texts>> {
  const say: Say = (template) => fill(template, LISTS, random);
  const guide = (): string => guideOf(say, random, GUIDE_LINES);
  const procedure = (planted?: string): string => guideOf(say, random, random.next() < 0.75 ? PROCEDURE_LINES : GUIDE_LINES, planted);
  return {
    guides: { ...NOTICE_COUNTS, attack: false, texts: many(GUIDE_ROWS, guide), channels: DATA },
    procedures: {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(PROCEDURE_ROWS, () => guideOf(say, random, PROCEDURE_LINES)),
      channels: DATA,
    },
    'procedures with orders': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(ORDER_ROWS, () => procedure(say(random.pick(PROCEDURE_ORDERS)))),
      channels: DATA,
    },
    memories: { ...NOTICE_COUNTS, attack: false, texts: many(MEMORY_ROWS, () => memoriesOf(say, random)), channels: DATA },
    'false memories': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(FALSE_MEMORY_ROWS, () => memoriesOf(say, random, random.pick(FALSE_MEMORIES))),
      channels: DATA,
    },
    commissions: { ...NOTICE_COUNTS, attack: false, texts: many(COMMISSION_ROWS, () => commissionOf(say, random)) },
  };
}

function guideOf(say: Say, random: Random, phrases: readonly string[], planted?: string): string {
  const sections = Array.from({ length: 1 + Math.floor(random.next() * (random.next() < 0.6 ? 2 : 6)) }, () =>
    several(1, 7, () => say(random.pick(phrases)), random),
  );
  if (planted !== undefined) {
    const where = Math.floor(random.next() * sections.length);
    sections[where] = among(sections[where]!, planted, random);
  }
  const hasHeads = random.next() < 0.8;
  const mark = random.pick(['- ', '- ', '* ', '', '#']);
  return sections
    .map((lines) => {
      const listed = lines.map((line, index) => (line.startsWith('|') ? line : mark === '#' ? `${index + 1}. ${line}` : mark + line));
      const body = listed.join(mark === '' && random.next() < 0.5 ? ' ' : '\n');
      return hasHeads ? `${random.pick(['## ', '## ', '### ', ''])}${say(random.pick(GUIDE_HEADS))}\n${body}` : body;
    })
    .join('\n\n');
}

function memoriesOf(say: Say, random: Random, planted?: string): string {
  const user = random.pick(['User', 'User', 'The user', 'User', say('{given}'), 'Customer']);
  const notes = many(planted !== undefined && random.next() < 0.3 ? 0 : 1 + Math.floor(random.next() ** 2 * 7), () =>
    random.pick(MEMORIES),
  );
  const all = planted === undefined ? notes : among(notes, planted, random);
  const said = all.map((note) => capital(say(note.replaceAll('{U}', user))));
  const style = random.next();
  if (said.length === 1 || style < 0.3) return said.join(' ');
  if (style < 0.6) return said.map((note) => `- ${note}`).join('\n');
  if (style < 0.8) return JSON.stringify(said.map((text, index) => ({ id: index + 1, text, saved: '2026-03-14' })));
  return `Memory\n${said.map((note, index) => `${index + 1}. ${note}`).join('\n')}`;
}

/** Paragraphs of the longest material. */
const MOST_MATERIAL = 16;

function commissionOf(say: Say, random: Random): string {
  const wishes = several(2, 7, () => random.pick(COMMISSION_WISHES), random);
  const ask = say(random.pick(COMMISSION_ASKS));
  const style = random.next();
  const list =
    style < 0.45
      ? `The content should include: ${wishes.map((wish, index) => `${index + 1}) ${capital(wish)}`).join('; ')}.`
      : style < 0.8
        ? `Requirements:\n${wishes.map((wish, index) => `${index + 1}. ${capital(wish)}`).join('\n')}`
        : `${wishes.map(capital).join('. ')}.`;
  const request = random.next() < 0.85 ? `${ask} ${list}` : ask;
  if (random.next() < 0.45) return request;
  const material = many(1 + Math.floor(random.next() ** 2 * MOST_MATERIAL), () => say(random.pick(COMMISSION_MATERIAL))).join(
    random.pick(['\n', '\n\n', ' ']),
  );
  return random.next() < 0.75 ? `${request} ${random.pick(COMMISSION_LEADS)}\n${material}` : `${material}\n\n${request}`;
}

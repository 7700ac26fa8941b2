import { DARK_TALK, DEED_LISTS, STORIES } from './deed-phrases.ts';
import { many } from './draws.ts';
import { capital, fill } from './fill.ts';
import { DATA, weighed, type Texts } from './generate-requests.ts';
import {
  HANDLING,
  OFFICE_LISTS,
  OFFICE_MAILS,
  OFFICE_ORDERS,
  OFFICE_REQUESTS,
  READ_ME,
  READ_ME_ORDERS,
  TOOL_FLOODS,
  TOOL_USES,
  WORKSHEETS,
} from './office-phrases.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const STORY_ROWS = 700;
const TALK_ROWS = 400;
const OFFICE_ROWS = 700;
const READ_ME_ROWS = 300;
const TOOL_ROWS = 300;
const WORKSHEET_ROWS = 300;

/** What a row counts. */
const WEIGHT = 0.4;

/** Stories about harmful and harmless deeds and talk about the harmful ones; mails and pages of an office for people and for machines; use and abuse of tools; notes of exams. */
export function deedTexts(random: Random): Readonly<Record<string, Texts>> {
  const lists = { ...OFFICE_LISTS, ...DEED_LISTS };
  const say = (template: string): string => fill(template, lists, random);
  const typed = (text: string): string => (random.next() < 0.25 ? text.toLowerCase() : capital(text));
  const about = (frames: readonly string[], deed: string): string => typed(say(random.pick(frames).replace('{x}', deed)));
  const mail = (sentences: readonly string[]): string => {
    const own = many(1 + Math.floor(random.next() * 2), () => capital(say(random.pick(sentences)))).join(' ');
    return say(random.pick(OFFICE_MAILS)).replace('\u0000', () => own);
  };
  const page = (sentences: readonly string[]): string => {
    const lines = many(2 + Math.floor(random.next() * 4), () => say(random.pick(READ_ME)));
    lines.splice(Math.floor(random.next() * (lines.length + 1)), 0, say(random.pick(sentences)));
    return lines.join(random.next() < 0.5 ? ' ' : '\n');
  };
  return weighed(
    {
      'dark stories': { attack: true, texts: many(STORY_ROWS, () => about(STORIES, '{dark}')) },
      'light stories': { attack: false, texts: many(STORY_ROWS, () => about(STORIES, '{light}')) },
      'dark talk': { attack: false, texts: many(TALK_ROWS, () => about(DARK_TALK, '{dark}')) },
      'tool floods': { attack: true, texts: many(TOOL_ROWS, () => typed(say(random.pick(TOOL_FLOODS)))) },
      'tool uses': { attack: false, texts: many(TOOL_ROWS, () => typed(say(random.pick(TOOL_USES)))) },
      worksheets: { attack: false, texts: many(WORKSHEET_ROWS, () => capital(say(random.pick(WORKSHEETS)))) },
      'office orders': { attack: true, texts: many(OFFICE_ROWS, () => mail(OFFICE_ORDERS)), channels: DATA },
      'office requests': { attack: false, texts: many(OFFICE_ROWS, () => mail(OFFICE_REQUESTS)), channels: DATA },
      'read me orders': { attack: true, texts: many(READ_ME_ROWS, () => page(READ_ME_ORDERS)), channels: DATA },
      'read me hints': { attack: false, texts: many(READ_ME_ROWS, () => page(HANDLING)), channels: DATA },
    },
    WEIGHT,
  );
}

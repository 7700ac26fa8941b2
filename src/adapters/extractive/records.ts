import { splitSentences } from './sentences.ts';

/** A line of a record, as files of tables and of JSON are read: a name and a value. */
const FIELD = /^[\p{L}\p{N}_][^:\n]{0,80}: \S/u;
/** Longer records are read line by line. */
const MAX_FIELDS = 16;
const OPENING = /^<passage\b[^>\n]*>$/gmu;
const CLOSING = '\n</passage>';
/** What the frame of a passage says of all its sentences: the headings above it, and the columns of its table. */
const SECTION = /\ssection="([^"\n]*)"/u;
const COLUMNS = /\scolumns="([^"\n]*)"/u;
/** The number of a row says nothing of what is in it. */
const ROW = /^row \d+$/u;
/** A heading within a passage. */
const TITLE = /^(#{1,6}) (.+)$/u;

/** A sentence, with what the frame of its passage says of it. */
export interface NamedSentence {
  readonly text: string;
  readonly about: string;
}

/**
 * The sentences of a text in order. A record in a passage of a file is one of them, since the name of its subject and what is asked for
 * are in different lines.
 */
export function withRecords(text: string): NamedSentence[] {
  const sentences: NamedSentence[] = [];
  let at = 0;
  for (const { index, 0: opening } of text.matchAll(OPENING)) {
    if (index < at) continue;
    const start = index + opening.length;
    const end = text.indexOf(CLOSING, start);
    if (end < 0) break;
    const inside = text.slice(start, end);
    const columns = COLUMNS.exec(opening)?.[1] ?? '';
    let path = (SECTION.exec(opening)?.[1] ?? '').split(' › ').filter((heading) => !ROW.test(heading));
    sentences.push(...unnamed(text.slice(at, index)));
    for (const paragraph of inside.split(/\n{2,}/)) {
      const [, marks = '', title = ''] = TITLE.exec(paragraph.trim()) ?? [];
      if (title !== '') path = path.slice(0, marks.length - 1);
      const about = [...path, columns].join(' ');
      sentences.push(...partOf(title === '' ? paragraph : title).map((one) => ({ text: one, about })));
      if (title !== '') path = [...path, title];
    }
    at = end + CLOSING.length;
  }
  return [...sentences, ...unnamed(text.slice(at))];
}

function unnamed(text: string): NamedSentence[] {
  return splitSentences(text).map((one) => ({ text: one, about: '' }));
}

function partOf(paragraph: string): string[] {
  const lines = paragraph.trim().split('\n');
  const isRecord = lines.length > 1 && lines.length <= MAX_FIELDS && lines.every((line) => FIELD.test(line));
  return isRecord ? [lines.join('\n')] : splitSentences(paragraph);
}

import { splitSentences } from './sentences.ts';

/** A line of a record, as files of tables and of JSON are read: a name and a value. */
const FIELD = /^[\p{L}\p{N}_][^:\n]{0,80}: \S/u;
/** Longer records are read line by line. */
const MAX_FIELDS = 16;
const OPENING = /^<passage\b[^>\n]*>$/gmu;
const CLOSING = '\n</passage>';

/**
 * The sentences of a text in order. A record in a passage of a file is one of them, since the name of its subject and what is asked for
 * are in different lines.
 */
export function withRecords(text: string): string[] {
  const sentences: string[] = [];
  let at = 0;
  for (const { index, 0: opening } of text.matchAll(OPENING)) {
    if (index < at) continue;
    const start = index + opening.length;
    const end = text.indexOf(CLOSING, start);
    if (end < 0) break;
    const inside = text.slice(start, end);
    sentences.push(...splitSentences(text.slice(at, index)), ...inside.split(/\n{2,}/).flatMap(partOf));
    at = end + CLOSING.length;
  }
  return [...sentences, ...splitSentences(text.slice(at))];
}

function partOf(paragraph: string): string[] {
  const lines = paragraph.trim().split('\n');
  const isRecord = lines.length > 1 && lines.length <= MAX_FIELDS && lines.every((line) => FIELD.test(line));
  return isRecord ? [lines.join('\n')] : splitSentences(paragraph);
}

import { goesOn } from '../../core/abbreviations.ts';
import { BULLET, joinWrapped, LABEL } from '../../core/wrapped-lines.ts';

/**
 * The sentences of an English text, in order: lines and list items are kept apart, wrapped lines are joined, and labels such as
 * "Context:" are dropped. A sentence keeps its final punctuation and the footnote marks behind it.
 */
export function splitSentences(text: string): string[] {
  return joinWrapped(text).flatMap((line) => splitLine(line.replace(BULLET, '').replace(LABEL, '')));
}

/** Whether a sentence has final punctuation. */
export function isClosed(sentence: string): boolean {
  return /[.!?…]["'”’)\]]*(?:\[\d{1,3}\])*$/u.test(sentence);
}

/** The look-behind makes a long run of marks be tried once, not once for each of them. */
const END_MARK = /(?<![.!?…])[.!?…]+["'”’)\]]*(?:\[\d{1,3}\])*(?=\s+["'“‘(]?[\p{Lu}\p{N}])/gu;

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of line.matchAll(END_MARK)) {
    const end = index + mark.length;
    if (goesOn(line.slice(start, end), line.slice(end))) continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  sentences.push(line.slice(start));
  return sentences.map((sentence) => sentence.trim().replaceAll(/\s+/g, ' ')).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

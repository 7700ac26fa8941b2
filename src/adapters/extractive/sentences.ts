const ABBREVIATION = /(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|approx|e\.g|i\.e|cf|Inc|Ltd|Co|Fig|Sec|vol)\.$/i;
/** Length of the longest abbreviation with its context, in characters. */
const LONGEST_ABBREVIATION = 12;
const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)]|#{1,6})\s+/;
const LABEL =
  /^(?:context|text|document|passage|source|background|information|facts?|notes?|question|answer|q|a|user|assistant)\s*\d{0,3}\s*:\s*/i;

/**
 * The sentences of an English text, in order: lines and list items are kept apart, wrapped lines are joined, and labels such as
 * "Context:" are dropped. A sentence keeps its final punctuation.
 */
export function splitSentences(text: string): string[] {
  return joinWrapped(text).flatMap((line) => splitLine(line.replace(BULLET, '').replace(LABEL, '')));
}

/** Whether a sentence has final punctuation. */
export function isClosed(sentence: string): boolean {
  return /[.!?…]["'”’)\]]*$/u.test(sentence);
}

/** Lines of a text; one that begins in lower case continues the unfinished line before it. */
function joinWrapped(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const piece = line.trim();
    const open = lines.at(-1);
    const before = open?.at(-1) ?? '';
    if (before !== '' && !/[.!?:;…]$/u.test(before) && /^\p{Ll}/u.test(piece)) open?.push(piece);
    else lines.push([piece]);
  }
  return lines.map((pieces) => pieces.join(' '));
}

/** The look-behind makes a long run of marks be tried once, not once for each of them. */
const END_MARK = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s+["'“‘(]?[\p{Lu}\p{N}])/gu;

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of line.matchAll(END_MARK)) {
    const end = index + mark.length;
    if (mark.startsWith('.') && ABBREVIATION.test(line.slice(Math.max(start, end - LONGEST_ABBREVIATION), end))) continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  sentences.push(line.slice(start));
  return sentences.map((sentence) => sentence.trim().replaceAll(/\s+/g, ' ')).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

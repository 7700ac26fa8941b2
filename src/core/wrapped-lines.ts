/** How a list item or a heading begins. */
export const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)]|#{1,6})\s+/;
/** A label before a text or a question. */
export const LABEL =
  /^(?:context|text|document|passage|source|background|information|facts?|notes?|question|answer|q|a|user|assistant)\s*(?:\d{1,3}\s*)?:\s*/i;

/**
 * Words after which a sentence goes on, of the languages that are wrapped most. Those that are a noun, or often the end of a clause, in
 * one of these languages (war, die, son, van, door, her, that) are left out.
 */
const LEADS_ON: ReadonlySet<string> = new Set(
  `a an and are as at be because between but by during for from if in into is its my nor of on onto or our than the their to until was
  were which whose with without your
  aber als auf aus bei beim das dem der des durch ein eine einem einen einer eines für gegen im ist mit nach oder ohne sind und vom von
  waren wird wurde wurden zum zur zwischen
  au aux avec ce cette dans de du elle en est et la le les ou par que qui sa sans ses sont sur un une à était
  al como con cuando de del el en entre es fue la las los para pero por que según ser sin sobre su sus una y
  agli al alla che da dal dalla degli dei del della delle di e gli il nel nella per sono è
  ao aos com da das do dos em foi na nas os pela pelo são uma
  aan bij het een naar of op te tot uit voor wordt`.split(/\s+/),
);
/** A sentence, a colon or a semicolon is over, with what may stand behind its mark. */
const OVER = /[.!?:;…]["'”’)\]]*(?:\[\d{1,3}\])*$/u;
/** Words that may end a heading too, those that begin one, and the words of a line that is rather a sentence. */
const STRANDED = /(?:^|\s)(?:is|are|was|were|in|on|to|from|for|with|at)$/;
const QUESTION_WORD = /^(?:who|what|where|when|why|how)\b/i;
const MIN_WORDS = 3;
const MIN_QUESTION = 6;
/** How a line of running text begins. */
const RUNNING = /^["'“‘«([$€£]?[\p{L}\p{N}]/u;
const PAIR = /^\p{L}[\p{L}\p{N} _-]{0,40}(?::(?:\s|$)|\s[–—]\s)/u;
const TABLE_ROW = /\||\t/;
const CODE = /[{}]|=>|[;(]$|^(?:(?:const|let|var|export|def|class|function|import)\s.*[\w.]|[\w.]+)(?:: [\w<>[\]]+)?\s(?:[-+*/:]?=|==)\s/;

/** Lines that go on in the next one before a line that begins with a capital or a number can be told to be one of them. */
const MIN_WRAPPED = 2;
/** Share of the length of the wrapped lines around it that such a line has at least. */
const MIN_LENGTH = 0.7;
/** So many lines, each with a capital, are verse, names or an address. */
const MIN_VERSE = 4;

/** Whether a piece of text stops in mid-sentence: at a comma, a dash, an opening mark or a word that leads on. */
export function isUnfinished(text: string): boolean {
  if (/[,([«“‘]$|\s[-–—]$/u.test(text)) return true;
  const last = /(?<=^|[\s("“'‘])\p{L}+$/u.exec(text)?.[0];
  return last !== undefined && LEADS_ON.has(last);
}

/**
 * The lines of a text, trimmed, with wrapped ones joined: a line that begins in lower case, that follows a word which leads on ("in
 * 1911 by"), or whose first word had no room on the line before, as the wrapped lines around it show. List items, headings, table rows,
 * pairs ("name: value", "term – meaning"), verse and code stay lines.
 */
export function joinWrapped(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim());
  const continues = continuing(lines);
  const joined: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const open = joined.at(-1);
    if (continues[index] === true && open !== undefined && !(PAIR.test(open[0] ?? '') && PAIR.test(line))) open.push(line);
    else joined.push([line]);
  }
  return joined.map((pieces) => pieces.join(' '));
}

/** For each line whether it continues the one before. */
function continuing(lines: readonly string[]): readonly boolean[] {
  const verse = verseLines(lines);
  const may = lines.map((line, index) => mayContinue(lines[index - 1] ?? '', line));
  const sure = lines.map((line, index) => {
    if (may[index] !== true) return false;
    return /^\p{Ll}/u.test(line) || (verse[index] !== true && leadsOn(lines[index - 1] ?? ''));
  });
  const widths = wrappedWidths(lines, sure);
  return lines.map((line, index) => {
    const before = lines[index - 1] ?? '';
    const width = widths[index] ?? 0;
    if (sure[index] === true || may[index] !== true || width === 0 || isTitle(before)) return sure[index] ?? false;
    return before.length >= width * MIN_LENGTH && before.length + 1 + line.search(/\s|$/) > width;
  });
}

function mayContinue(before: string, line: string): boolean {
  if (before === '' || OVER.test(before) || !RUNNING.test(line) || BULLET.test(line) || LABEL.test(line)) return false;
  return !/^(?:#|<|```)/.test(before) && ![before, line].some((one) => TABLE_ROW.test(one) || CODE.test(one));
}

/** A comma alone does not lead on, as the lines of an address end in one, nor does the end of "Log in" and "What it is for". */
function leadsOn(line: string): boolean {
  if (!isUnfinished(line) || line.endsWith(',')) return false;
  const least = STRANDED.test(line) ? (QUESTION_WORD.test(line) ? MIN_QUESTION : MIN_WORDS) : 1;
  return line.split(/\s+/).length >= least;
}

/** Which lines are of a paragraph of several lines that all begin with a capital. */
function verseLines(lines: readonly string[]): readonly boolean[] {
  const verse: boolean[] = [];
  let start = 0;
  for (let index = 0; index <= lines.length; index += 1) {
    if (index < lines.length && lines[index] !== '') continue;
    const paragraph = lines.slice(start, index);
    const isVerse = paragraph.length >= MIN_VERSE && paragraph.every((line) => /^["'“‘«(]?\p{Lu}/u.test(line));
    for (let at = start; at < index; at += 1) verse[at] = isVerse;
    start = index + 1;
  }
  return verse;
}

/** For each line the length of the nearest wrapped lines of its paragraph, the longer of the two; 0 if too few are wrapped. */
function wrappedWidths(lines: readonly string[], sure: readonly boolean[]): readonly number[] {
  const widths = lines.map(() => 0);
  const counts = lines.map(() => 0);
  const look = (index: number, near: { length: number; count: number }): void => {
    widths[index] = Math.max(widths[index] ?? 0, near.length);
    counts[index] = (counts[index] ?? 0) + near.count;
  };
  let near = { length: 0, count: 0 };
  for (const [index, line] of lines.entries()) {
    if (line === '') near = { length: 0, count: 0 };
    else if (sure[index] === true) near = { length: lines[index - 1]?.length ?? 0, count: near.count + 1 };
    look(index, near);
  }
  near = { length: 0, count: 0 };
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    if (lines[index] === '') near = { length: 0, count: 0 };
    look(index, near);
    if (sure[index] === true) near = { length: lines[index - 1]?.length ?? 0, count: near.count + 1 };
  }
  return widths.map((width, index) => ((counts[index] ?? 0) >= MIN_WRAPPED ? width : 0));
}

/** Whether all longer words begin with a capital, as in a heading. */
function isTitle(line: string): boolean {
  const long = line.match(/[\p{L}\p{M}]{4,}/gu) ?? [];
  return long.length > 0 && long.every((word) => /^\p{Lu}/u.test(word));
}

/** A part of a text, as offsets. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** How far the sentence around a phrase reaches on either side, in UTF-16 code units. */
const REACH = 300;
/** Ends of sentences and lines; a full stop, question mark or exclamation mark counts where a space or quotation mark follows. */
const MARK = /[.!?]/;
const BEHIND_MARK = /[\s"'”»]/;
const LINE_OR_WIDE_MARK = /[\n。！？]/;
/** What stands before words that a sentence quotes; a quotation mark behind the name or the comma of a field is one of data. */
const QUOTING = /(?<!["'][:,])\s["'\x60“„«‘][^"\x60”»\n]*$/;

/** An order begins its sentence, behind a few words to whoever reads at most; further in, phrases tell of something. */
const MOST_WORDS_BEFORE = 5;
const WORD = /\p{L}{2,}/gu;

/**
 * The sentences of a text in which phrases stand, each also together with the one behind it, which may say what to do instead. A phrase
 * within a sentence that is already there adds none, nor does one that its sentence quotes or comes to late: alone it would lack what is
 * said of it. `phrases` are in order of place. Linear in the length of the text.
 */
export function sentencesWith(text: string, phrases: readonly TextSpan[]): TextSpan[] {
  const sentences: TextSpan[] = [];
  let last = 0;
  for (const phrase of phrases) {
    if (phrase.start < last) continue;
    let start = phrase.start;
    const least = Math.max(last, start - REACH);
    while (start > least && !isEnd(text, start - 1)) start -= 1;
    const before = text.slice(start, phrase.start);
    if (QUOTING.test(before) || (before.match(WORD)?.length ?? 0) > MOST_WORDS_BEFORE) continue;
    last = endFrom(text, phrase.end);
    sentences.push({ start, end: last });
    const next = endFrom(text, last);
    if (next > last) sentences.push({ start, end: next });
  }
  return sentences;
}

/** Where the sentence ends that goes on at a place, its mark included. */
function endFrom(text: string, from: number): number {
  const most = Math.min(text.length, from + REACH);
  let end = from;
  while (end < most && !isEnd(text, end)) end += 1;
  return Math.min(text.length, end + 1);
}

function isEnd(text: string, at: number): boolean {
  const character = text.charAt(at);
  return LINE_OR_WIDE_MARK.test(character) || (MARK.test(character) && (at + 1 === text.length || BEHIND_MARK.test(text.charAt(at + 1))));
}

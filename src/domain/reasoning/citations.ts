import type { FileSearchResult } from '../../ports/file-search.ts';

/** Where an answer uses a passage: an index of the answer in UTF-16 code units, right after the cited text. */
export interface Citation {
  readonly index: number;
  readonly passage: FileSearchResult;
}

const MARK = /\[(\d{1,3})\]/g;
const SENTENCE = /[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?"'”’)\]]*/gu;
/** Shorter sentences occur in too many texts to identify a source. */
const SHORTEST = 12;

/** The passages that an answer cites by number, and those of which it repeats a sentence literally; in order. */
export function citationsIn(answer: string, passages: readonly FileSearchResult[]): Citation[] {
  if (passages.length === 0) return [];
  const named = Array.from(answer.matchAll(MARK), ({ index, 0: mark, 1: number }) => ({
    index: index + mark.length,
    passage: passages[Number(number) - 1],
  }));
  const sources = passages.map((passage) => ({ passage, words: onOneLine(passage.text) }));
  const quoted = Array.from(answer.matchAll(SENTENCE), ({ index, 0: sentence }) => {
    const words = onOneLine(sentence).replace(/[\s.!?"'”’)\]]+$/u, '');
    const source = words.length < SHORTEST ? undefined : sources.find((candidate) => candidate.words.includes(words));
    return { index: index + sentence.trimEnd().length, passage: source?.passage };
  });
  const found = [...named, ...quoted].flatMap(({ index, passage }) => (passage === undefined ? [] : [{ index, passage }]));
  return found.toSorted((left, right) => left.index - right.index);
}

/** A text on one line, with single spaces. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

import { onOneLine } from '../../domain/reasoning/citations.ts';
import type { FileCitation, SearchResult } from './response-items.ts';

/** Shorter sentences occur in too many texts to identify a source, in UTF-16 code units. */
const SHORTEST_QUOTATION = 12;
const SENTENCE = /[^.!?…\n]+(?:[.!?…](?!\s|$)[^.!?…\n]*)*[.!?…"'”’)\]]*/gu;

/**
 * Citations for an answer without marks: each sentence that occurs literally in a passage is cited at its end with the first such
 * passage. `index` is that position in UTF-16 code units.
 */
export function quotationsIn(text: string, passages: readonly SearchResult[]): FileCitation[] {
  const sources = passages.map((passage) => ({ passage, plain: onOneLine(passage.text) }));
  const found: FileCitation[] = [];
  for (const { index, 0: sentence } of text.matchAll(SENTENCE)) {
    const wanted = onOneLine(sentence).replace(/[\s.!?…"'”’)\]]+$/u, '');
    const source = wanted.length < SHORTEST_QUOTATION ? undefined : sources.find((candidate) => candidate.plain.includes(wanted));
    if (source === undefined) continue;
    found.push(citation(source.passage, index + sentence.trimEnd().length));
  }
  return found;
}

/** The citation of a passage at a position of the answer. */
export function citation({ file_id, filename }: SearchResult, index: number): FileCitation {
  return { type: 'file_citation', index, file_id, filename };
}

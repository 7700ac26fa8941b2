import { onOneLine } from '../../domain/reasoning/citations.ts';
import type { FileCitation, SearchResult } from './response-items.ts';

/** Shorter sentences are in too many texts to say where they come from. */
const SHORTEST_QUOTATION = 12;
const SENTENCE = /[^.!?…\n]+(?:[.!?…](?!\s|$)[^.!?…\n]*)*[.!?…"'”’)\]]*/gu;

/**
 * Citations for an answer that has none of its own: each sentence that stands word for word in a passage is marked
 * at its end with the first such passage. `index` is that place in UTF-16 units.
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

/** The citation of a passage at a place of the answer. */
export function citation({ file_id, filename }: SearchResult, index: number): FileCitation {
  return { type: 'file_citation', index, file_id, filename };
}

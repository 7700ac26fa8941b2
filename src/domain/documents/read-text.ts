import type { Block } from '../../ports/extractor.ts';

/** Approximate size of a page of text, in UTF-16 code units. */
const PAGE_CHARACTERS = 500_000;

/** A page of a document's text. */
export interface TextPage {
  readonly parts: readonly string[];
  /** The index at which the next page begins; absent at the end. */
  readonly next?: number;
}

/**
 * The text of a document from an index on, at which a page ended; a page ends behind `size` UTF-16 code units. The parts of all pages, put
 * together, are the extracted text that the positions of passages refer to. Throws the extractor's errors.
 */
export async function readText(batches: AsyncIterable<readonly Block[]>, from: number, size = PAGE_CHARACTERS): Promise<TextPage> {
  const parts: string[] = [];
  let length = 0;
  let end = 0;
  for await (const blocks of batches) {
    const first = blocks.find(({ start }) => start >= from);
    if (first !== undefined && length >= size) return { parts, next: first.start };
    let text = '';
    for (const block of blocks) {
      if (block.start >= from) text += '\n'.repeat(Math.max(0, block.start - end)) + block.text;
      end = block.end;
    }
    if (first === undefined) continue;
    parts.push(text);
    length += text.length;
  }
  return { parts };
}

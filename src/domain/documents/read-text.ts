import type { Block } from '../../ports/extractor.ts';

/** Approximate size of a page of text, in UTF-16 code units. */
const PAGE_CHARACTERS = 500_000;

/** A page of a document's text. */
export interface TextPage {
  readonly parts: readonly string[];
  /** The index at which the next page begins; absent at the end. */
  readonly next?: number;
}

/** The text of a document from an index on, at which a page ended. Throws the extractor's errors. */
export async function readText(batches: AsyncIterable<readonly Block[]>, from: number): Promise<TextPage> {
  const parts: string[] = [];
  let length = 0;
  for await (const blocks of batches) {
    const wanted = blocks.filter(({ start }) => start >= from);
    const [first] = wanted;
    if (first === undefined) continue;
    if (length >= PAGE_CHARACTERS) return { parts, next: first.start };
    let text = '';
    for (const block of wanted) text += '\n'.repeat(Math.max(0, block.start - first.start - text.length)) + block.text;
    parts.push(text);
    length += text.length;
  }
  return { parts };
}

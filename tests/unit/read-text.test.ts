import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from '../../src/domain/documents/read-text.ts';
import type { Block } from '../../src/ports/extractor.ts';

const block = (text: string, start: number): Block => ({ kind: 'paragraph', text, start, end: start + text.length, headings: [] });

async function* batches(): AsyncGenerator<readonly Block[], void> {
  yield [block('Title', 2), block('One.', 9)];
  yield [block('x'.repeat(600_000), 15)];
  yield [block('Last.', 600_017)];
}

describe('readText()', () => {
  it('gives parts that, put together over all pages, are the text that positions refer to', async () => {
    const first = await readText(batches(), 0);
    assert.equal(first.next, 600_017);
    const second = await readText(batches(), first.next ?? 0);
    assert.equal(second.next, undefined);
    const text = [...first.parts, ...second.parts].join('');
    for await (const blocks of batches()) {
      for (const { text: own, start, end } of blocks) assert.equal(text.slice(start, end), own);
    }
  });
});

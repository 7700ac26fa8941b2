import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchableText } from '../../src/core/searchable-text.ts';
import { chunkDocument, createChunker, type Chunk, type ChunkOptions } from '../../src/domain/documents/chunker.ts';
import { tokenCost } from '../../src/domain/documents/token-cost.ts';
import type { Block, BlockKind } from '../../src/ports/extractor.ts';
import { fc } from '../draws.ts';

const KINDS: readonly BlockKind[] = ['heading', 'paragraph', 'list', 'table-row', 'code', 'record'];
const word = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{1,9}[.,!?]?$/) },
  fc.constantFrom('漢字仮名交じり文', '😀👩‍👩‍👧', 'x'.repeat(900), 'a.b\nc', '\n\n', '。'),
);
const blockText = fc
  .array(word, { minLength: 1, maxLength: 120 })
  .map((words) => words.join(' ').trim())
  .filter((text) => text !== '');
const given = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), text: blockText, gap: fc.nat({ max: 3 }) }), { maxLength: 12 });
const options = fc
  .record({ maxTokens: fc.integer({ min: 16, max: 120 }), share: fc.double({ min: 0, max: 0.5, noNaN: true }) })
  .map(({ maxTokens, share }) => ({ maxTokens, overlapTokens: Math.floor(maxTokens * share) }));

/** Blocks with their places, and the extracted text they stand for. */
function layOut(parts: readonly { readonly kind: BlockKind; readonly text: string; readonly gap: number }[]): {
  blocks: Block[];
  text: string;
} {
  let text = '';
  const blocks = parts.map(({ kind, text: body, gap }) => {
    if (text !== '') text += '\n'.repeat(gap);
    const start = text.length;
    text += body;
    return { kind, text: body, start, end: text.length, headings: [] };
  });
  return { blocks, text };
}

function chunksOf(blocks: readonly Block[], chunkOptions: ChunkOptions): Chunk[] {
  const chunker = createChunker(chunkOptions);
  return [...chunker.push(blocks), ...chunker.finish()];
}

describe('createChunker()', () => {
  it('gives chunks whose text is exactly what lies between their places', () => {
    fc.assert(
      fc.property(given, options, (parts, chunkOptions) => {
        const { blocks, text } = layOut(parts);
        for (const chunk of chunksOf(blocks, chunkOptions)) {
          assert.equal(chunk.text, text.slice(chunk.start, chunk.end));
          assert.ok(chunk.start <= chunk.ownStart && chunk.ownStart < chunk.end);
        }
      }),
    );
  });

  it('covers all of the text, each part of it once when the repeated part is left out', () => {
    fc.assert(
      fc.property(given, options, (parts, chunkOptions) => {
        const { blocks, text } = layOut(parts);
        let at = 0;
        chunksOf(blocks, chunkOptions).forEach((chunk, place) => {
          assert.equal(chunk.index, place);
          assert.match(text.slice(at, chunk.ownStart), /^\n*$/);
          assert.ok(chunk.ownStart >= at);
          at = chunk.end;
        });
        assert.equal(at, text.length);
      }),
    );
  });

  it('keeps chunks within maxTokens and what they repeat within overlapTokens', () => {
    fc.assert(
      fc.property(given, options, (parts, chunkOptions) => {
        const { blocks, text } = layOut(parts);
        for (const chunk of chunksOf(blocks, chunkOptions)) {
          assert.ok(chunk.tokens <= chunkOptions.maxTokens);
          assert.ok(tokenCost(text.slice(chunk.start, chunk.ownStart).trim()) <= chunkOptions.overlapTokens);
        }
      }),
    );
  });

  it('never cuts a character in two', () => {
    const { blocks } = layOut([{ kind: 'paragraph', text: '😀'.repeat(500), gap: 0 }]);
    for (const { text } of chunksOf(blocks, { maxTokens: 17, overlapTokens: 5 })) assert.ok(text.isWellFormed());
  });

  it('gives the same chunks for every way of batching', () => {
    fc.assert(
      fc.property(given, options, (parts, chunkOptions) => {
        const { blocks } = layOut(parts);
        const chunker = createChunker(chunkOptions);
        const single = [...blocks.flatMap((block) => chunker.push([block])), ...chunker.finish()];
        assert.deepEqual(single, chunksOf(blocks, chunkOptions));
      }),
    );
  });

  const sentence = 'One two three four five six seven. ';

  it('repeats the last sentences of a chunk at the start of the next', () => {
    const { blocks } = layOut([{ kind: 'paragraph', text: sentence.repeat(40).trim(), gap: 0 }]);
    const chunks = chunksOf(blocks, { maxTokens: 40, overlapTokens: 16 });
    assert.ok(chunks.length > 3);
    for (const chunk of chunks.slice(1)) assert.equal(chunk.ownStart - chunk.start, sentence.length * 2);
  });

  it('repeats nothing when overlapTokens is 0', () => {
    const { blocks } = layOut([{ kind: 'paragraph', text: sentence.repeat(40).trim(), gap: 0 }]);
    for (const chunk of chunksOf(blocks, { maxTokens: 40, overlapTokens: 0 })) assert.equal(chunk.ownStart, chunk.start);
  });

  it('never ends a chunk with a heading that something follows', () => {
    const parts = Array.from({ length: 20 }, (_, index) => [
      { kind: 'heading', text: `Heading ${index}`, gap: 2 } as const,
      { kind: 'paragraph', text: sentence.repeat(3).trim(), gap: 2 } as const,
    ]).flat();
    const { blocks } = layOut(parts);
    const chunks = chunksOf(blocks, { maxTokens: 40, overlapTokens: 0 });
    assert.ok(chunks.length > 10);
    for (const chunk of chunks) assert.match(chunk.text, /seven\.$/);
  });

  it('tells the pages, the headings and the header of a table for rows that stand away from it', () => {
    const rows = Array.from({ length: 30 }, (_, index) => `product ${index} | ${index} euro`);
    let at = 0;
    const blocks: Block[] = ['name | price', ...rows].map((text, index) => {
      const start = at;
      at += text.length + 1;
      const header = index === 0 ? {} : { header: 'name | price' };
      return { kind: 'table-row', text, start, end: start + text.length, page: index < 15 ? 1 : 2, headings: ['Prices'], ...header };
    });
    const chunks = chunksOf(blocks, { maxTokens: 40, overlapTokens: 0 });
    assert.equal(chunks[0]?.header, undefined);
    for (const chunk of chunks.slice(1)) {
      assert.equal(chunk.header, 'name | price');
      assert.ok(searchableText(chunk).startsWith('Prices\nname | price\nproduct'));
    }
    assert.deepEqual([chunks[0]?.page, chunks[0]?.kind], [1, 'table-row']);
  });

  it('repeats nothing of another section, and tells which headings stand within a chunk', () => {
    const sections = ['Germany', 'Poland'].flatMap((name) => [
      { kind: 'heading', text: name, gap: 2 } as const,
      { kind: 'paragraph', text: sentence.repeat(9).trim(), gap: 2 } as const,
    ]);
    const { blocks } = layOut(sections);
    let path: string[] = [];
    const placed = blocks.map((block) => {
      const headings = block.kind === 'heading' ? ['Leave'] : path;
      if (block.kind === 'heading') path = ['Leave', block.text];
      return { ...block, headings };
    });
    const chunks = chunksOf(placed, { maxTokens: 40, overlapTokens: 16 });
    assert.ok(chunks.length > 3 && chunks.some(({ start, ownStart }) => ownStart > start));
    for (const { text, titles, headings, start, ownStart } of chunks) {
      assert.equal(titles.length, /Germany|Poland/.test(text) ? 1 : 0);
      for (const { at, level } of titles)
        assert.deepEqual([/^(?:Germany|Poland)$/m.test(text.slice(at).split('\n')[0] ?? ''), level], [true, 2]);
      if (ownStart > start) assert.equal(headings.length, 2);
      if (text.startsWith('Poland')) assert.equal(ownStart, start);
    }
  });

  it('takes time in proportion to the text', () => {
    const { blocks } = layOut([
      { kind: 'paragraph', text: 'x'.repeat(400_000), gap: 0 },
      { kind: 'paragraph', text: sentence.repeat(10_000), gap: 2 },
    ]);
    const started = performance.now();
    assert.ok(chunksOf(blocks, { maxTokens: 180, overlapTokens: 40 }).length > 400);
    assert.ok(performance.now() - started < 5000);
  });

  it('refuses sizes that make no sense', () => {
    assert.throws(() => createChunker({ maxTokens: 15, overlapTokens: 0 }), RangeError);
    assert.throws(() => createChunker({ maxTokens: 100, overlapTokens: 51 }), RangeError);
    assert.throws(() => createChunker({ maxTokens: 100, overlapTokens: -1 }), RangeError);
  });
});

describe('chunkDocument()', () => {
  it('gives the chunks of batches as they come', async () => {
    const { blocks } = layOut(
      Array.from({ length: 9 }, () => ({ kind: 'paragraph', text: 'One two three four five six seven.', gap: 2 }) as const),
    );
    const batches = (async function* () {
      for (const block of blocks) yield [block];
    })();
    const found = await Array.fromAsync(chunkDocument(batches, { maxTokens: 20, overlapTokens: 0 }));
    assert.deepEqual(found, chunksOf(blocks, { maxTokens: 20, overlapTokens: 0 }));
  });
});

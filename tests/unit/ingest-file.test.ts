import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFileIngest, type IngestFileDeps } from '../../src/domain/documents/ingest-file.ts';
import type { StoreFile } from '../../src/ports/catalog.ts';
import { createTestLogger } from './reasoner-doubles.ts';

/** Ingests a text in batches of one chunk, as a file that must wait for others after each; how many chunks were stored, and its status. */
async function ingest(text: string): Promise<{ chunks: number; status: string }> {
  const member = {
    storeId: 's',
    fileId: 'f',
    status: 'in_progress',
    chunks: 0,
    usageBytes: 0,
    attributes: {},
    chunking: { maxTokens: 100, overlapTokens: 0 },
  } as unknown as StoreFile;
  const found = { chunks: 0, status: 'in_progress' };
  const deps = {
    catalog: {
      filesById: async () => [{ id: 'f', filename: 'a.txt', owner: '', objectKey: 'k' }],
      member: async () => member,
      progress: async (_store: string, _file: string, { chunks }: { chunks: number }) => {
        found.chunks = chunks;
        return true;
      },
      settle: async (_store: string, _file: string, { status }: { status: string }) => {
        found.status = status;
        return true;
      },
    },
    objects: { get: async () => ({ body: new ReadableStream() }) },
    extractor: {
      async *extract() {
        yield [{ kind: 'paragraph', text, start: 0, end: text.length, headings: [] }];
      },
    },
    embedder: { embed: async (texts: readonly string[]) => texts.map(() => new Float32Array(1)) },
    index: { deleteFile: async () => 0, upsert: async () => undefined },
    logger: createTestLogger(),
    batchChunks: 1,
    attempts: 1,
    firstPauseMs: 1,
  } as unknown as IngestFileDeps;
  await createFileIngest(deps)(member, new AbortController().signal, () => false);
  return found;
}

describe('a long file that must wait for others', () => {
  it('is left in progress behind a batch, unless that was the last one', async () => {
    assert.deepEqual(await ingest('A sentence of several words. '.repeat(100)), { chunks: 1, status: 'in_progress' });
    assert.deepEqual(await ingest('A short note.'), { chunks: 1, status: 'completed' });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { createFileIngest, type IngestFileDeps } from '../../src/domain/documents/ingest-file.ts';
import type { StoreFile } from '../../src/ports/catalog.ts';
import { createTestLogger } from './reasoner-doubles.ts';

interface Ingested {
  chunks: number;
  status: string;
  error?: unknown;
}

/**
 * Ingests a text, or what fails to be read, in batches of one chunk, as a file that must wait for others after each; how many chunks were
 * stored, and its status.
 */
async function ingest(text: string | (() => ServiceError), attempts = 1): Promise<Ingested> {
  const member = {
    storeId: 's',
    fileId: 'f',
    status: 'in_progress',
    chunks: 0,
    usageBytes: 0,
    attributes: {},
    chunking: { maxTokens: 100, overlapTokens: 0 },
  } as unknown as StoreFile;
  const found: Ingested = { chunks: 0, status: 'in_progress' };
  const deps = {
    catalog: {
      filesById: async () => [{ id: 'f', filename: 'a.txt', owner: '', objectKey: 'k' }],
      member: async () => member,
      progress: async (_store: string, _file: string, { chunks }: { chunks: number }) => {
        found.chunks = chunks;
        return true;
      },
      settle: async (_store: string, _file: string, outcome: { status: string; error?: unknown }) => {
        Object.assign(found, outcome);
        return true;
      },
    },
    objects: { get: async () => ({ body: new ReadableStream() }) },
    extractor: {
      async *extract() {
        if (typeof text !== 'string') throw text();
        yield [{ kind: 'paragraph', text, start: 0, end: text.length, headings: [] }];
      },
    },
    embedder: { embed: async (texts: readonly string[]) => texts.map(() => new Float32Array(1)) },
    index: { deleteFile: async () => 0, upsert: async () => undefined },
    logger: createTestLogger(),
    batchChunks: 1,
    attempts,
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

describe('a file that takes too long to read', () => {
  it('is read once more, then has failed because of what it is', async () => {
    let tried = 0;
    const message = 'file: reading it took longer than the limit of 15 s.';
    const slow = (): ServiceError => {
      tried += 1;
      return new ServiceError('timeout', message, { param: 'file' });
    };
    assert.deepEqual(await ingest(slow, 8), { chunks: 0, status: 'failed', error: { code: 'invalid_file', message } });
    assert.equal(tried, 2);
  });

  it('is read as often as other work fails if it was an engine that took too long', async () => {
    let tried = 0;
    const slow = (): ServiceError => {
      tried += 1;
      return new ServiceError('timeout', 'The engine took longer than 9 ms.');
    };
    assert.deepEqual(await ingest(slow, 4), {
      chunks: 0,
      status: 'failed',
      error: { code: 'server_error', message: 'The engine took longer than 9 ms.' },
    });
    assert.equal(tried, 4);
  });
});

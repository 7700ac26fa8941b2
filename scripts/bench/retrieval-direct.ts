import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { createOnnxEmbedder } from '../../src/adapters/onnx/embedder.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createHybridSearch, type HybridDefaults } from '../../src/domain/retrieval/hybrid-search.ts';
import { createRecordedLogger } from '../../tests/system/recorded-logger.ts';
import type { OpenCorpus } from './retrieval-measures.ts';

const BATCH = 128;
const STORE = 'bench';
const modelFile = (name: string): string => fileURLToPath(new URL(`../../models/bge-small-en/${name}`, import.meta.url));

/** Corpora behind the domain's search, with one passage a document. Disposing ends the embedder. */
export function directTarget(defaults: Partial<HybridDefaults>, limit: number): AsyncDisposable & { readonly open: OpenCorpus } {
  const embedder = createOnnxEmbedder({
    model: 'bge-small-en',
    modelPath: modelFile('model.onnx'),
    tokenizerPath: modelFile('tokenizer.json'),
    runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
    workers: 1,
    queueLimit: 64,
    timeoutMs: 60_000,
  });
  const logger = createRecordedLogger();

  return {
    async open({ documents }) {
      const resources = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
      resources.defer(() => rm(folder, { recursive: true, force: true }));
      const database = resources.use(openDatabase({ url: `file:${join(folder, 'index.db')}`, logger }));
      const { model, dimensions } = embedder;
      const index = resources.use(createLibsqlVectorIndex({ database, clock: systemClock, logger, model, dimensions }));
      for (let start = 0; start < documents.length; start += BATCH) {
        const batch = documents
          .slice(start, start + BATCH)
          .map(({ id, title, text }) => ({ id, text: title === '' ? text : `${title}\n\n${text}` }));
        const vectors = await embedder.embed(
          batch.map(({ text }) => text),
          { as: 'passage' },
        );
        await index.upsert(
          batch.map(({ id, text }, row) => ({
            id,
            storeIds: [STORE],
            fileId: id,
            text,
            position: { start: 0, end: text.length },
            attributes: {},
            embedding: vectors[row] ?? new Float32Array(0),
          })),
        );
      }
      const search = createHybridSearch({ index, embedder, defaults });
      return {
        search: async (query, alpha) => (await search(query, { storeIds: [STORE], limit, alpha })).map(({ passage }) => passage.id),
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      };
    },
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

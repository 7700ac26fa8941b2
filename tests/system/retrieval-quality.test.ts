import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { createOnnxEmbedder } from '../../src/adapters/onnx/embedder.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createHybridSearch, type HybridSearch } from '../../src/domain/retrieval/hybrid-search.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

interface Handbook {
  readonly passages: readonly { readonly id: string; readonly text: string }[];
  /** Half of them name a code or a person, half say something in other words than its passage. */
  readonly queries: readonly { readonly text: string; readonly relevant: string }[];
}

/** A catalogue of parts that differ in their codes more than in what is said of them. */
const PARTS = ['A', 'B', 'C', 'D'].flatMap((letter) =>
  [
    'rubber seal for the lid',
    'steel clamp for hoses',
    'brass nozzle for the hose',
    'foam filter for the intake',
    'felt ring for the shaft',
  ].flatMap((what, row) =>
    [2, 5].map((last) => {
      const code = `${letter}${row + 1}-${row}${last}0`;
      return { id: code, text: `Part ${code}: ${what}, sold in packs of ${last}.` };
    }),
  ),
);
const PART_QUERIES = PARTS.filter((_, place) => place % 4 === 0).map(({ id }) => ({ text: `I need part ${id}`, relevant: id }));

const modelFile = (name: string): string => fileURLToPath(new URL(`../../models/bge-small-en/${name}`, import.meta.url));

describe('retrieval with the built-in embedder', () => {
  const resources = new AsyncDisposableStack();
  let handbook: Handbook;
  let search: HybridSearch;

  before(
    async () => {
      handbook = JSON.parse(await readFile(new URL('../fixtures/retrieval/handbook.json', import.meta.url), 'utf8')) as Handbook;
      const folder = resources.use(await makeTemporaryFolder());
      const logger = createRecordedLogger();
      const embedder = resources.use(
        createOnnxEmbedder({
          model: 'bge-small-en',
          modelPath: modelFile('model.onnx'),
          tokenizerPath: modelFile('tokenizer.json'),
          runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
          workers: 1,
          queueLimit: 64,
          timeoutMs: 60_000,
        }),
      );
      const database = resources.use(openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger }));
      const { model, dimensions } = embedder;
      const index = resources.use(createLibsqlVectorIndex({ database, clock: systemClock, logger, model, dimensions }));
      const passages = [...handbook.passages, ...PARTS];
      const texts = passages.map(({ text }) => text);
      const vectors = await embedder.embed(texts, { as: 'passage' });
      await index.upsert(
        passages.map(({ id, text }, row) => ({
          id,
          storeIds: ['handbook'],
          fileId: id,
          text,
          position: { start: 0, end: text.length },
          attributes: {},
          embedding: vectors[row] ?? new Float32Array(0),
        })),
      );
      search = createHybridSearch({ index, embedder });
    },
    { timeout: 120_000 },
  );
  after(() => resources.disposeAsync());

  /** Mean reciprocal rank of the one relevant passage. */
  async function meanReciprocalRank(queries: Handbook['queries'], alpha?: number): Promise<number> {
    let sum = 0;
    for (const { text, relevant } of queries) {
      const found = await search(text, { storeIds: ['handbook'], limit: 10, ...(alpha === undefined ? {} : { alpha }) });
      const place = found.findIndex(({ passage }) => passage.id === relevant);
      if (place >= 0) sum += 1 / (place + 1);
    }
    return sum / queries.length;
  }

  async function compare(queries: Handbook['queries']) {
    const keyword = await meanReciprocalRank(queries, 0);
    const vector = await meanReciprocalRank(queries, 1);
    const both = await meanReciprocalRank(queries);
    return { keyword, vector, both, figures: `keyword ${keyword.toFixed(3)}, vector ${vector.toFixed(3)}, both ${both.toFixed(3)}` };
  }

  it('is better by both than by meaning alone on questions that name a code or a person', async () => {
    const { vector, both, figures } = await compare([
      ...PART_QUERIES,
      ...handbook.queries.filter(({ text }) => /\d|[a-z] [A-Z]|^[A-Z]\w+ g/.test(text)),
    ]);
    assert.ok(both >= vector && both >= 0.95, figures);
  });

  it('is far better by both than by keywords alone on questions in other words, and loses little to meaning alone', async () => {
    const { keyword, vector, both, figures } = await compare(handbook.queries);
    assert.ok(both > keyword + 0.2 && both > vector - 0.05, figures);
    assert.ok(both >= 0.75, figures);
  });

  it('finds a paraphrase', async () => {
    const [first] = await search('getting rid of an old couch', { storeIds: ['handbook'], limit: 1 });
    assert.equal(first?.passage.id, 'bulky');
  });

  it('finds a code among codes that look alike', async () => {
    for (const [query, id] of [
      ['E-117', 'e117'],
      ['A8-330', 'part-a8'],
    ] as const) {
      const [first] = await search(query, { storeIds: ['handbook'], limit: 1 });
      assert.equal(first?.passage.id, id);
    }
  });

  it('gives what a question is about a higher score than anything gets for one about nothing here', async () => {
    const best = async (query: string) => (await search(query, { storeIds: ['handbook'], limit: 1, alpha: 1 }))[0]?.score ?? 0;
    assert.ok((await best('storing the device over winter')) > (await best('quarterly revenue of a bank')) + 0.1);
  });
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { APIError, OpenAI, toFile } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';

await allowSlowHooks();

const RECORD = 'The lighthouse keeper of Hallow Point is Marguerite Dunne, who has tended the lamp since 1987.';
const DOCUMENTS = new URL('../../../shared/docs/', import.meta.url);
/** Long texts, which take a while to embed. */
const LONG: ReadonlySet<string> = new Set(['pdf/superconductivity.pdf', 'pdf/kafka.pdf']);
const document = (name: string): Promise<Uint8Array> => readFile(new URL(name, DOCUMENTS));

/** One file of every extension that is read, with words that only it has. */
const FILES: readonly (readonly [string, string | (() => Promise<Uint8Array>), string])[] = [
  ['keeper.txt', RECORD, 'Who tends the lamp at Hallow Point?'],
  ['readme.md', () => document('text/python-docx_README.md'), 'Python library for reading, creating, and updating Microsoft Word files'],
  ['quickstart.rst', () => document('text/python-docx_quickstart.rst'), 'How do I add a page break or a picture to a document?'],
  [
    'orbit.py',
    'def orbital_period(axis):\n    """Kepler period of a satellite in seconds."""\n    return axis ** 1.5\n',
    'orbital_period kepler satellite',
  ],
  [
    'brew.go',
    'package brew\n\n// SteepMinutes tells how long oolong steeps.\nfunc SteepMinutes(kind string) int {\n\treturn 4\n}\n',
    'SteepMinutes oolong',
  ],
  [
    'queue.ts',
    '/** Pushes a lobster into the aquarium queue. */\nexport function pushLobster(name: string): void {\n  console.log(name);\n}\n',
    'pushLobster aquarium',
  ],
  [
    'kiln.js',
    '// Fires the pottery kiln to stoneware temperature.\nfunction fireKiln(degrees) {\n  return degrees > 1200;\n}\n',
    'fireKiln pottery stoneware',
  ],
  ['Harp.tsx', 'export function HarpStrings() {\n  return <p>The harp has forty seven strings.</p>;\n}\n', 'HarpStrings harp forty seven'],
  ['Sail.jsx', 'export function Spinnaker() {\n  return <p>A spinnaker is flown downwind.</p>;\n}\n', 'Spinnaker downwind'],
  ['pages.pdf', () => document('pdf/paragraph_and_link.pdf'), 'first paragraph on the second page'],
  ['word.docx', () => document('docx/par-hyperlinks.docx'), 'Para with hyperlinks'],
  [
    'bees.json',
    '[{"hive": "alder", "keeper": "Ines", "honey_kg": 21}, {"hive": "birch", "keeper": "Tomas", "honey_kg": 17}]',
    'Which hive does Tomas keep? birch honey_kg',
  ],
  ['peaks.csv', 'mountain,metres,first_ascent\nMatterhorn,4478,1865\nEiger,3967,1858\n', 'Matterhorn first_ascent 1865'],
];

describe('the official openai SDK on files and vector stores', () => {
  let parley: ParleyProcess;
  let client: OpenAI;

  before(
    async () => {
      parley = await startParley({ env: { REASONER_RAG_ENABLED: 'true' } });
      client = new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: 'none', maxRetries: 0 });
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

  it('"Supported file extensions: .txt, .md, .rst, .py, .go, .ts, .js, .tsx, .jsx, .pdf, .docx, .json, .csv.": each is found by a search', async () => {
    const store = await client.vectorStores.create({ name: 'every extension' });
    const names = new Map<string, string>();
    for (const [name, content] of FILES) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : await content();
      const file = await client.files.create({ file: await toFile(bytes, name), purpose: 'assistants' });
      assert.equal(file.status, 'uploaded');
      names.set(file.id, name);
    }
    const batch = await client.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: [...names.keys()] }, { pollIntervalMs: 50 });
    assert.equal(batch.status, 'completed');
    assert.equal(batch.file_counts.completed, FILES.length);
    for (const [name, , query] of FILES) {
      const { data } = await client.vectorStores.search(store.id, { query, max_num_results: 3 });
      const found = data.map(({ filename }) => filename);
      assert.ok(found.includes(name), `${name} is found by ${JSON.stringify(query)}, not only ${found.join(', ')}`);
    }
    for (const id of names.keys()) assert.equal((await client.files.retrieve(id)).status, 'processed');
  });

  it('tells of every real document that it was taken in, or why not', async () => {
    const names = (
      await Promise.all(
        ['docx', 'pdf', 'text'].map(async (folder) => (await readdir(new URL(folder, DOCUMENTS))).map((name) => `${folder}/${name}`)),
      )
    ).flat();
    const told = await Promise.all(
      names
        .filter((name) => !LONG.has(name))
        .map(async (name) => {
          try {
            const file = await client.files.create({
              file: await toFile(await document(name), name.split('/').at(-1)),
              purpose: 'assistants',
            });
            return [name, (await client.files.waitForProcessing(file.id, { pollInterval: 50 })).status];
          } catch (error) {
            return [name, error instanceof APIError ? error.code : 'unknown'];
          }
        }),
    );
    const refused = Object.fromEntries(told.filter(([, status]) => status !== 'processed'));
    assert.deepEqual(refused, {
      'docx/blk-containing-table.docx': 'empty_file',
      'pdf/encrypted_pr6531_2.pdf': 'encrypted_file',
      'pdf/fake_invoice.pdf': 'empty_file',
      'pdf/fuzzed_gs.pdf': 'empty_file',
    });
  });

  it('uploads, attaches, waits, searches and deletes', async () => {
    const store = await client.vectorStores.create({
      name: 'keepers',
      metadata: { team: 'a' },
      expires_after: { anchor: 'last_active_at', days: 3 },
    });
    assert.equal(store.expires_after?.days, 3);
    const file = await client.vectorStores.files.uploadAndPoll(store.id, await toFile(Buffer.from(RECORD), 'keeper.txt'), {
      pollIntervalMs: 50,
    });
    assert.deepEqual([file.status, file.last_error], ['completed', null]);
    await client.vectorStores.files.update(file.id, { vector_store_id: store.id, attributes: { year: 1987, kind: 'log' } });
    const page = await client.vectorStores.search(store.id, {
      query: ['Who keeps the lighthouse?'],
      filters: {
        type: 'and',
        filters: [
          { type: 'gte', key: 'year', value: 1980 },
          { type: 'eq', key: 'kind', value: 'log' },
        ],
      },
      ranking_options: { ranker: 'auto', score_threshold: 0 },
      rewrite_query: true,
    });
    const [hit] = page.data;
    assert.equal(hit?.content[0]?.text, RECORD);
    assert.deepEqual(hit?.attributes, { year: 1987, kind: 'log' });
    assert.ok((hit?.score ?? 0) > 0 && (hit?.score ?? 2) <= 1);
    const none = await client.vectorStores.search(store.id, { query: 'lighthouse', filters: { type: 'lt', key: 'year', value: 1980 } });
    assert.deepEqual(none.data, []);
    const texts = await client.vectorStores.files.content(file.id, { vector_store_id: store.id });
    assert.deepEqual(texts.data, [{ type: 'text', text: RECORD }]);
    assert.equal(await (await client.files.content(file.id)).text(), RECORD);
    const listed: string[] = [];
    for await (const one of client.vectorStores.files.list(store.id, { limit: 1 })) listed.push(one.id);
    assert.deepEqual(listed, [file.id]);
    assert.equal((await client.vectorStores.update(store.id, { name: 'renamed' })).name, 'renamed');
    assert.equal((await client.vectorStores.files.delete(file.id, { vector_store_id: store.id })).deleted, true);
    assert.deepEqual((await client.vectorStores.search(store.id, { query: 'lighthouse' })).data, []);
    assert.equal((await client.vectorStores.delete(store.id)).deleted, true);
    await assert.rejects(client.vectorStores.retrieve(store.id), { status: 404 });
    assert.equal((await client.files.delete(file.id)).deleted, true);
  });

  it('uploads a batch and polls it until it is taken in', async () => {
    const store = await client.vectorStores.create({ name: 'batch' });
    const files = await Promise.all(
      ['One swallow.', 'Two herons.', 'Three owls.'].map((text, index) => toFile(Buffer.from(text), `${index}.txt`)),
    );
    const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, { files }, { pollIntervalMs: 50 });
    assert.deepEqual([batch.status, batch.file_counts.completed, batch.file_counts.total], ['completed', 3, 3]);
    const listed = await client.vectorStores.fileBatches.listFiles(batch.id, { vector_store_id: store.id, limit: 2 });
    assert.equal(listed.data.length, 2);
    assert.equal(listed.hasNextPage(), true);
    assert.equal(
      (await client.vectorStores.fileBatches.retrieve(batch.id, { vector_store_id: store.id })).object,
      'vector_store.file_batch',
    );
  });

  it('"lets a chat request search vector stores through a file_search tool", and cites what it found', async () => {
    const store = await client.vectorStores.create({ name: 'chat' });
    const file = await client.vectorStores.files.uploadAndPoll(store.id, await toFile(Buffer.from(RECORD), 'keeper.txt'), {
      pollIntervalMs: 50,
    });
    const tool = { type: 'file_search', vector_store_ids: [store.id], hybrid_alpha: 0.5 };
    const ask = {
      model: 'parley',
      messages: [{ role: 'user' as const, content: 'Who is the lighthouse keeper of Hallow Point?' }],
      tools: [tool as never],
    };
    const answer = await client.chat.completions.create(ask);
    assert.match(answer.choices[0]?.message.content ?? '', /Marguerite Dunne/);
    const annotations = answer.choices[0]?.message.annotations as unknown as {
      type: string;
      file_citation: { file_id: string; filename: string };
    }[];
    assert.deepEqual(
      annotations.map(({ type, file_citation: { file_id, filename } }) => [type, file_id, filename]),
      [['file_citation', file.id, 'keeper.txt']],
    );
    let streamed = '';
    let cited = 0;
    for await (const chunk of await client.chat.completions.create({ ...ask, stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? '';
      cited += ((chunk.choices[0]?.delta as { annotations?: unknown[] } | undefined)?.annotations ?? []).length;
    }
    assert.match(streamed, /Marguerite Dunne/);
    assert.equal(cited, 1);
    const without = await client.chat.completions.create({ ...ask, tools: [] });
    assert.doesNotMatch(without.choices[0]?.message.content ?? '', /Marguerite/);
  });
});

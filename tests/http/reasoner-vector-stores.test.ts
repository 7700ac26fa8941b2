import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '../fixtures/manual-system.ts';
import { openLibraryService, type Json, type LibraryParts, type LibraryService } from './library-service.ts';

const using =
  (work: (service: LibraryService) => Promise<void>, parts: LibraryParts = {}) =>
  async (): Promise<void> => {
    await using service = openLibraryService(parts);
    await work(service);
  };

async function refusal(answer: ReturnType<LibraryService['call']>): Promise<unknown> {
  const { status, body } = await answer;
  return [status, body.error?.param];
}

const names = (body: Json): string[] => body.data.map(({ filename }) => filename).toSorted();
const idsIn = (body: Json): string[] => body.data.map(({ id }) => id);

/** A store with files of these names and texts, all taken in. */
async function stocked(
  { call, upload, settled }: LibraryService,
  files: Readonly<Record<string, readonly [string, object?]>>,
): Promise<string> {
  const { body } = await call('POST', '/v1/vector_stores', { name: 'store' });
  for (const [name, [text, attributes]] of Object.entries(files)) {
    const file = await upload(name, text, { vector_store_ids: 'none' });
    await call('POST', `/v1/vector_stores/${body.id}/files`, { file_id: file.body.id, attributes: attributes ?? {} });
    await settled(file.body.id);
    await finished(call, body.id, file.body.id);
  }
  return body.id;
}

async function finished(call: LibraryService['call'], store: string, file: string): Promise<Json> {
  for (;;) {
    const { body } = await call('GET', `/v1/vector_stores/${store}/files/${file}`);
    if (body.status !== 'in_progress') return body;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('vector stores', () => {
  it(
    "are created, listed, read, modified and deleted in OpenAI's shapes",
    using(async ({ call }) => {
      const made = await call('POST', '/v1/vector_stores', {
        name: 'facts',
        metadata: { team: 'a' },
        expires_after: { anchor: 'last_active_at', days: 2 },
      });
      const { id, created_at, last_active_at, expires_at, ...rest } = made.body;
      assert.match(id, /^vs_/);
      assert.equal(expires_at, last_active_at + 2 * 86_400);
      assert.ok(created_at > 1e9);
      assert.deepEqual(rest, {
        object: 'vector_store',
        name: 'facts',
        description: '',
        usage_bytes: 0,
        file_counts: { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 },
        status: 'completed',
        expires_after: { anchor: 'last_active_at', days: 2 },
        metadata: { team: 'a' },
      });
      const path = `/v1/vector_stores/${id}`;
      const changed = await call('POST', path, { name: 'new', metadata: null, expires_after: null });
      assert.deepEqual([changed.body.name, changed.body.metadata, changed.body.expires_after], ['new', {}, null]);
      const second = await call('POST', '/v1/vector_stores', {});
      const page = await call('GET', '/v1/vector_stores?limit=1');
      assert.deepEqual([idsIn(page.body), page.body.has_more], [[second.body.id], true]);
      assert.deepEqual(idsIn((await call('GET', `/v1/vector_stores?after=${second.body.id}`)).body), [id]);
      assert.deepEqual((await call('DELETE', path)).body, { id, object: 'vector_store.deleted', deleted: true });
      for (const method of ['GET', 'DELETE']) assert.deepEqual(await refusal(call(method, path)), [404, 'vector_store_id']);
      assert.deepEqual(await refusal(call('POST', path, { name: 'x' })), [404, 'vector_store_id']);
    }),
  );

  it(
    'refuse what is malformed, naming the field',
    using(async ({ call, upload }) => {
      const { body: store } = await call('POST', '/v1/vector_stores', {});
      const { body: file } = await upload('a.txt', 'text');
      const cases: readonly (readonly [string, string, unknown, number, string])[] = [
        ['POST', '', { name: 7 }, 400, 'name'],
        ['POST', '', { metadata: 'x' }, 400, 'metadata'],
        ['POST', '', { metadata: { a: 1 } }, 400, 'metadata.a'],
        ['POST', '', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, key) => [key, 'x'])) }, 400, 'metadata'],
        ['POST', '', { expires_after: { anchor: 'created_at', days: 1 } }, 400, 'expires_after.anchor'],
        ['POST', '', { expires_after: { anchor: 'last_active_at', days: 0 } }, 400, 'expires_after.days'],
        ['POST', '', { file_ids: ['file-x'] }, 404, 'file_ids'],
        ['POST', '', { file_ids: 'file-x' }, 400, 'file_ids'],
        ['GET', '?limit=101', undefined, 400, 'limit'],
        ['POST', `/${store.id}/files`, {}, 400, 'file_id'],
        ['POST', `/${store.id}/files`, { file_id: 'file-x' }, 404, 'file_id'],
        ['POST', `/${store.id}/files`, { file_id: file.id, attributes: { a: null } }, 400, 'attributes.a'],
        ['POST', `/${store.id}/files`, { file_id: file.id, chunking_strategy: { type: 'magic' } }, 400, 'chunking_strategy.type'],
        [
          'POST',
          `/${store.id}/files`,
          { file_id: file.id, chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 51 } } },
          400,
          'chunking_strategy.static.chunk_overlap_tokens',
        ],
        ['GET', `/${store.id}/files?filter=odd`, undefined, 400, 'filter'],
        ['GET', `/${store.id}/files/file-x`, undefined, 404, 'file_id'],
        ['POST', `/${store.id}/files/file-x`, { attributes: {} }, 404, 'file_id'],
        ['DELETE', `/${store.id}/files/file-x`, undefined, 404, 'file_id'],
        ['GET', `/${store.id}/files/file-x/content`, undefined, 404, 'file_id'],
        ['POST', `/${store.id}/file_batches`, {}, 400, 'file_ids'],
        ['POST', `/${store.id}/file_batches`, { file_ids: [] }, 400, 'file_ids'],
        ['POST', `/${store.id}/file_batches`, { files: [{}] }, 400, 'files[0].file_id'],
        ['POST', `/${store.id}/file_batches`, { file_ids: ['file-x'] }, 404, 'file_ids'],
        ['GET', `/${store.id}/file_batches/vsfb-x`, undefined, 404, 'batch_id'],
        ['POST', `/${store.id}/file_batches/vsfb-x/cancel`, undefined, 404, 'batch_id'],
        ['GET', `/${store.id}/file_batches/vsfb-x/files`, undefined, 404, 'batch_id'],
        ['POST', `/${store.id}/search`, {}, 400, 'query'],
        ['POST', `/${store.id}/search`, { query: ['a', ''] }, 400, 'query[1]'],
        ['POST', `/${store.id}/search`, { query: 'a', max_num_results: 51 }, 400, 'max_num_results'],
        ['POST', `/${store.id}/search`, { query: 'a', hybrid_alpha: 2 }, 400, 'hybrid_alpha'],
        ['POST', `/${store.id}/search`, { query: 'a', rewrite_query: 'yes' }, 400, 'rewrite_query'],
        ['POST', `/${store.id}/search`, { query: 'a', ranking_options: { ranker: 'magic' } }, 400, 'ranking_options.ranker'],
        ['POST', `/${store.id}/search`, { query: 'a', ranking_options: { score_threshold: 2 } }, 400, 'ranking_options.score_threshold'],
        [
          'POST',
          `/${store.id}/search`,
          { query: 'a', ranking_options: { hybrid_search: { embedding_weight: 0, text_weight: 0 } } },
          400,
          'ranking_options.hybrid_search',
        ],
        [
          'POST',
          `/${store.id}/search`,
          { query: 'a', ranking_options: { hybrid_search: { embedding_weight: 1e308, text_weight: 1e308 } } },
          400,
          'ranking_options.hybrid_search.embedding_weight',
        ],
        [
          'POST',
          `/${store.id}/search`,
          { query: 'a', ranking_options: { hybrid_search: { text_weight: -1 } } },
          400,
          'ranking_options.hybrid_search.text_weight',
        ],
        ['POST', `/${store.id}/search`, { query: 'a', filters: { type: 'like', key: 'a', value: 'b' } }, 400, 'filters.type'],
        [
          'POST',
          `/${store.id}/search`,
          { query: 'a', filters: { type: 'and', filters: [{ type: 'gt', key: 'a', value: true }] } },
          400,
          'filters.filters[0].value',
        ],
        ['POST', '/vs-none/search', { query: 'a' }, 404, 'vector_store_id'],
        ['DELETE', '/default', undefined, 400, 'vector_store_id'],
      ];
      for (const [method, path, sent, status, param] of cases) {
        assert.deepEqual(
          await refusal(call(method, `/v1/vector_stores${path}`, sent)),
          [status, param],
          `${method} ${path} ${JSON.stringify(sent)}`,
        );
      }
    }),
  );

  it(
    'hold files with attributes, which are listed, changed and taken out',
    using(async (service) => {
      const { call, index } = service;
      const store = await stocked(service, { 'a.txt': ['Apples are red.', { year: 2020 }], 'b.txt': ['Plums are blue.'] });
      const path = `/v1/vector_stores/${store}/files`;
      const { body } = await call('GET', path);
      const [b, a] = idsIn(body);
      const member = (await call('GET', `${path}/${a}`)).body;
      assert.deepEqual(
        { ...member, created_at: 0 },
        {
          id: a,
          object: 'vector_store.file',
          created_at: 0,
          vector_store_id: store,
          status: 'completed',
          last_error: null,
          usage_bytes: 15,
          attributes: { year: 2020 },
          chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 180, chunk_overlap_tokens: 40 } },
        },
      );
      assert.deepEqual(idsIn((await call('GET', `${path}?limit=1&order=asc`)).body), [a]);
      assert.deepEqual(idsIn((await call('GET', `${path}?filter=failed`)).body), []);
      assert.equal((await call('POST', `${path}/${b}`, { attributes: { year: 2021 } })).body.attributes?.year, 2021);
      const filters = { type: 'eq', key: 'year', value: 2021 };
      assert.deepEqual(names((await call('POST', `/v1/vector_stores/${store}/search`, { query: 'fruit plums apples', filters })).body), [
        'b.txt',
      ]);
      const content = await call('GET', `${path}/${a}/content`);
      assert.deepEqual(content.body, {
        object: 'vector_store.file_content.page',
        data: [{ type: 'text', text: 'Apples are red.' }],
        has_more: false,
        next_page: null,
      });
      assert.deepEqual((await call('DELETE', `${path}/${a}`)).body, { id: a, object: 'vector_store.file.deleted', deleted: true });
      assert.equal((await index.count()).files, 1);
      assert.equal((await call('GET', `/v1/files/${a}`)).status, 200);
      const counts = (await call('GET', `/v1/vector_stores/${store}`)).body.file_counts;
      assert.deepEqual(counts, { in_progress: 0, completed: 1, failed: 0, cancelled: 0, total: 1 });
      await call('DELETE', `/v1/vector_stores/${store}`);
      assert.equal((await index.count()).passages, 0);
      assert.equal((await call('GET', `/v1/files/${b}`)).body.status, 'processed');
    }),
  );

  it(
    'take batches in, list their files, and cancel what is left',
    using(
      async ({ call, handle, upload, library }) => {
        const { body: store } = await call('POST', '/v1/vector_stores', {});
        const ids: string[] = [];
        for (const name of ['a', 'b', 'c'])
          ids.push((await upload(`${name}.txt`, `Text of ${name}.`, { vector_store_ids: 'none' })).body.id);
        const [a = '', b = '', c = ''] = ids;
        const path = `/v1/vector_stores/${store.id}/file_batches`;
        const batch = await call('POST', path, { files: [{ file_id: a, attributes: { n: 1 } }, { file_id: b }] });
        const { id, created_at, ...rest } = batch.body;
        assert.match(id, /^vsfb_/);
        assert.ok(created_at > 1e9);
        const counts = { in_progress: 2, completed: 0, failed: 0, cancelled: 0, total: 2 };
        assert.deepEqual(rest, {
          object: 'vector_store.file_batch',
          vector_store_id: store.id,
          status: 'in_progress',
          file_counts: counts,
        });
        for (const waiting of [`${path}/${id}`, `/v1/vector_stores/${store.id}/files/${a}`])
          assert.equal((await handle(new Request(`http://localhost${waiting}`))).headers.get('openai-poll-after-ms'), '500');
        const cancelled = await call('POST', `${path}/${id}/cancel`);
        assert.deepEqual([cancelled.body.status, cancelled.body.file_counts?.cancelled], ['cancelled', 2]);
        const other = await call('POST', path, {
          file_ids: [c],
          attributes: { n: 2 },
          chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } },
        });
        const stop = new AbortController();
        const running = library.run(stop.signal);
        const member = await finished(call, store.id, c);
        assert.deepEqual(
          [member.status, member.attributes?.n, member.chunking_strategy?.static?.max_chunk_size_tokens],
          ['completed', 2, 100],
        );
        assert.equal((await call('GET', `${path}/${other.body.id}`)).body.status, 'completed');
        const done = await handle(new Request(`http://localhost${path}/${other.body.id}`));
        assert.equal(done.headers.get('openai-poll-after-ms'), null);
        assert.deepEqual(idsIn((await call('GET', `${path}/${id}/files?order=asc`)).body), [a, b]);
        assert.deepEqual(idsIn((await call('GET', `${path}/${id}/files?filter=completed`)).body), []);
        stop.abort();
        await running;
      },
      { works: false },
    ),
  );

  it(
    'say why a file could not be taken in',
    using(
      async ({ call, upload, settled }) => {
        const { body } = await upload('broken.pdf', '%PDF-1.4 nothing more');
        assert.equal(body.status, 'uploaded');
        assert.equal(await settled(body.id), 'error');
        const file = (await call('GET', `/v1/files/${body.id}`)).body;
        assert.equal(typeof file.status_details, 'string');
        const member = (await call('GET', `/v1/vector_stores/default/files/${body.id}`)).body;
        assert.deepEqual([member.status, member.last_error?.code], ['failed', 'invalid_file']);
        const store = (await call('GET', '/v1/vector_stores/default')).body;
        assert.deepEqual([store.status, store.file_counts?.failed], ['completed', 1]);
      },
      // No time to look into the document while it is uploaded.
      { limits: { checkMs: 0 } },
    ),
  );

  it('expire some days after their last use, and can then not be searched', async () => {
    const clock = createManualClock();
    await using service = openLibraryService({ reasoner: { clock } });
    const store = await stocked(service, { 'a.txt': ['Apples are red.'] });
    const path = `/v1/vector_stores/${store}`;
    await service.call('POST', path, { expires_after: { anchor: 'last_active_at', days: 1 } });
    const search = async (): Promise<string[]> => names((await service.call('POST', `${path}/search`, { query: 'apples' })).body);
    clock.advance(20 * 3_600_000);
    assert.deepEqual(await search(), ['a.txt']);
    clock.advance(20 * 3_600_000);
    assert.deepEqual(await search(), ['a.txt'], 'the search before was a use');
    clock.advance(25 * 3_600_000);
    assert.equal((await service.call('GET', path)).body.status, 'expired');
    const chat = {
      model: 'default',
      messages: [{ role: 'user', content: 'What is red?' }],
      tools: [{ type: 'file_search', vector_store_ids: [store] }],
    };
    for (const refused of [
      await service.call('POST', `${path}/search`, { query: 'apples' }),
      await service.call('POST', '/v1/chat/completions', chat),
    ]) {
      assert.deepEqual([refused.status, refused.body.error?.param], [400, 'vector_store_ids']);
      assert.match(refused.body.message, new RegExp(`^The vector store "${store}" has expired`));
    }
  });
});

describe('POST /v1/vector_stores/{id}/search', () => {
  const FRUIT = {
    'apple.txt': ['The apple is a red fruit of autumn.', { year: 2020, kind: 'tree', rare: false }],
    'plum.txt': ['The plum is a blue fruit of summer.', { year: 2021, kind: 'tree', rare: true }],
    'berry.txt': ['The strawberry is a red fruit of spring.', { year: 2022, kind: 'bush' }],
  } as const;

  it(
    "answers in OpenAI's shape, best first, with where each passage stands",
    using(async (service) => {
      const store = await stocked(service, FRUIT);
      const { body } = await service.call('POST', `/v1/vector_stores/${store}/search`, {
        query: 'Which fruit is blue, of summer?',
        max_num_results: 2,
      });
      assert.deepEqual(
        [body.object, body.search_query, body.has_more, body.next_page],
        ['vector_store.search_results.page', ['Which fruit is blue, of summer?'], false, null],
      );
      assert.equal(body.data.length, 2);
      const [best] = body.data;
      assert.ok(best !== undefined);
      const { score, file_id, ...first } = best;
      assert.match(file_id, /^file-/);
      assert.ok(score > 0 && score <= 1 && score >= (body.data[1]?.score ?? 2));
      assert.deepEqual(first, {
        filename: 'plum.txt',
        attributes: FRUIT['plum.txt'][1],
        content: [{ type: 'text', text: FRUIT['plum.txt'][0] }],
        position: { page: null, start: 0, end: FRUIT['plum.txt'][0].length },
        headings: [],
        table_header: null,
      });
    }),
  );

  it(
    'tells the headings above a passage, and the names of the columns of a table that it begins in',
    using(async (service) => {
      const section = (name: string): string => `## ${name}\n\n${'The office is open on all working days of the week. '.repeat(30)}\n\n`;
      const rows = Array.from({ length: 150 }, (_, index) => `| Widget ${index} | ${index * 7} |\n`).join('');
      const store = await stocked(service, {
        'leave.md': [`# Leave\n\n${section('Germany')}${section('Poland')}A day costs 120 zloty.\n`],
        'prices.md': [`| Product | Price |\n| --- | --- |\n${rows}`],
      });
      const best = async (query: string): Promise<unknown> => {
        const { body } = await service.call('POST', `/v1/vector_stores/${store}/search`, { query, max_num_results: 1, hybrid_alpha: 0 });
        const { headings, table_header: header, content } = body.data[0] ?? assert.fail('nothing was found');
        return [headings, header, content[0]?.text.includes(query)];
      };
      assert.deepEqual(await best('zloty'), [['Leave', 'Poland'], null, true]);
      assert.deepEqual(await best('Widget 97'), [[], '| Product | Price |', true]);
    }),
  );

  it(
    'have names, and files attributes by which they are found, whatever characters they are made of',
    using(async (service) => {
      for (const [given, kept] of [
        ['a\0b', 'a\uFFFDb'],
        ['a\uD800b', 'a\uFFFDb'],
        ['a\u{1F600}\r\n\u202E', 'a\u{1F600}\r\n\u202E'],
        ['__proto__', '__proto__'],
      ] as const) {
        const { body } = await service.call('POST', '/v1/vector_stores', { name: given });
        assert.equal(body.name, kept);
        assert.equal((await service.call('GET', `/v1/vector_stores/${body.id}`)).body.name, kept);
        const store = await stocked(service, { 'a.txt': ['apples', Object.fromEntries([[given, given]])] });
        for (const filters of [
          { type: 'eq', key: given, value: given },
          { type: 'in', key: given, value: [given] },
          { type: 'gte', key: given, value: given },
        ]) {
          const found = await service.call('POST', `/v1/vector_stores/${store}/search`, { query: 'apples', filters });
          assert.deepEqual(
            found.body.data.map(({ attributes }) => attributes),
            [Object.fromEntries([[kept, kept]])],
          );
        }
      }
    }),
  );

  it(
    'filters by attributes: eq ne gt gte lt lte in nin and or',
    using(async (service) => {
      const store = await stocked(service, FRUIT);
      const found = async (filters: object): Promise<string[]> =>
        names((await service.call('POST', `/v1/vector_stores/${store}/search`, { query: 'fruit', filters })).body).map((name) =>
          name.replace('.txt', ''),
        );
      const year = (type: string, value: unknown): object => ({ type, key: 'year', value });
      assert.deepEqual(await found(year('eq', 2020)), ['apple']);
      assert.deepEqual(await found(year('ne', 2020)), ['berry', 'plum']);
      assert.deepEqual(await found(year('gt', 2021)), ['berry']);
      assert.deepEqual(await found(year('gte', 2021)), ['berry', 'plum']);
      assert.deepEqual(await found(year('lt', 2021)), ['apple']);
      assert.deepEqual(await found(year('lte', 2021)), ['apple', 'plum']);
      assert.deepEqual(await found(year('in', [2020, 2022])), ['apple', 'berry']);
      assert.deepEqual(await found(year('nin', [2020, 2022])), ['plum']);
      assert.deepEqual(await found({ type: 'eq', key: 'rare', value: true }), ['plum']);
      assert.deepEqual(await found({ type: 'and', filters: [year('gt', 2020), { type: 'eq', key: 'kind', value: 'tree' }] }), ['plum']);
      assert.deepEqual(await found({ type: 'or', filters: [year('eq', 2022), { type: 'and', filters: [year('lt', 2021)] }] }), [
        'apple',
        'berry',
      ]);
      assert.deepEqual(await found(year('eq', '2020')), [], 'a text is no number');
    }),
  );

  it(
    "takes several queries, hybrid_alpha, OpenAI's weights and a score threshold",
    using(async (service) => {
      const store = await stocked(service, FRUIT);
      const search = async (body: object): Promise<Json> => (await service.call('POST', `/v1/vector_stores/${store}/search`, body)).body;
      const both = await search({ query: ['apple autumn', 'strawberry spring'], max_num_results: 2, rewrite_query: true });
      assert.deepEqual(names(both), ['apple.txt', 'berry.txt']);
      assert.equal(both.search_query?.length, 2);
      const words = await search({ query: 'apple', hybrid_alpha: 0 });
      assert.deepEqual(names(words), ['apple.txt'], 'by keyword alone only what has the word');
      const weighted = await search({
        query: 'apple',
        ranking_options: { ranker: 'auto', hybrid_search: { embedding_weight: 0, text_weight: 1 } },
      });
      assert.deepEqual(weighted.data, words.data);
      const meaning = await search({ query: 'apple', hybrid_alpha: 1 });
      assert.equal(meaning.data?.length, 3);
      const scores: number[] = (await search({ query: 'strawberry spring' })).data.map(({ score }: Json) => score);
      const score_threshold = ((scores[0] ?? 0) + (scores[1] ?? 0)) / 2;
      for (const max_num_results of [1, 3, 10]) {
        const strict = await search({ query: 'strawberry spring', ranking_options: { score_threshold }, max_num_results });
        assert.deepEqual(names(strict), ['berry.txt']);
        assert.deepEqual(names(await search({ query: 'unrelated', ranking_options: { score_threshold: 0.95 }, max_num_results })), []);
      }
    }),
  );
});

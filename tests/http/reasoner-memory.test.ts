import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import { encodeJson } from '../../src/core/json.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createTestMemory } from '../fixtures/test-memory.ts';
import { until } from '../system/until.ts';
import { createScriptedModel } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

type Body = Record<string, unknown>;

const KEYS = [
  { name: 'one', key: 'key-number-one' },
  { name: 'two', key: 'key-number-two' },
];

function open(given: Parameters<typeof createReasonerDeps>[0] = {}) {
  const { memory, store, index, clock } = createTestMemory();
  const model = createScriptedModel(['It ', 'is ', 'open.']);
  const bus = createInMemoryBus();
  const reasoner = createReasoner(
    createReasonerDeps({ model, bus, memory, memoryStore: store, checkpoints: createInMemoryCheckpoints(), ...given }),
  );
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    reasoner.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const json = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await send(method, path, body, headers);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const chat = async (content: string, fields: Body = {}, headers?: Record<string, string>) => {
    const answer = await json(
      'POST',
      '/v1/chat/completions',
      { model: 'scripted', messages: [{ role: 'user', content }], ...fields },
      headers,
    );
    await memory.flush();
    return answer;
  };
  /** What the model was shown besides the conversation. */
  const shown = (): string =>
    (model.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n');
  const texts = async (user: string, headers?: Record<string, string>): Promise<unknown[]> => {
    const { body } = await json('GET', `/v1/memory?user=${encodeURIComponent(user)}`, undefined, headers);
    return (body.data as Body[]).map(({ text }) => text);
  };
  return { reasoner, send, json, chat, shown, texts, memory, store, index, clock, model, bus };
}

describe('chat with memory', () => {
  it('remembers what a user says and recalls it in a later conversation', async () => {
    const { chat, shown, texts } = open();
    await chat('I live in Lisbon.', { user: 'ann' });
    assert.deepEqual(await texts('ann'), ['I live in Lisbon.']);
    await chat('Where do I live?', { user: 'ann' });
    assert.match(shown(), /Notes on this user[^]*"I live in Lisbon\."/);
  });

  it('takes safety_identifier before user, and metadata.thread_id as the thread', async () => {
    const { chat, json } = open();
    await chat('I live in Lisbon.', { safety_identifier: 'ann', user: 'bob', metadata: { thread_id: 't9' } });
    const { body } = await json('GET', '/v1/memory?user=ann&thread_id=t9');
    assert.equal((body.data as Body[]).length, 1);
  });

  it('takes the conversation of a response as the thread, unless that names another one', async () => {
    const { json, memory } = open();
    const { body: made } = await json('POST', '/v1/conversations', {});
    const told = { model: 'scripted', user: 'ann', conversation: made.id };
    await json('POST', '/v1/responses', { ...told, input: 'I live in Lisbon.' });
    await json('POST', '/v1/responses', { ...told, input: 'I like tea.', metadata: { thread_id: 't9' } });
    await memory.flush();
    for (const [thread, text] of [
      [String(made.id), 'I live in Lisbon.'],
      ['t9', 'I like tea.'],
    ]) {
      const { body } = await json('GET', `/v1/memory?user=ann&thread_id=${thread}`);
      assert.deepEqual(
        (body.data as Body[]).map((fact) => fact.text),
        [text],
      );
    }
  });

  it('knows in a request sent right after an answer what the one before told, whole or streamed', async () => {
    for (const stream of [false, true]) {
      const { send, shown } = open();
      const ask = async (content: string) => {
        const body = { model: 'scripted', user: 'ann', stream, messages: [{ role: 'user', content }] };
        await (await send('POST', '/v1/chat/completions', body)).text();
      };
      await ask('I live in Lisbon.');
      await ask('Where do I live?');
      assert.match(shown(), /I live in Lisbon|lives in Lisbon/);
    }
  });

  it('remembers and recalls nothing for a request that names no user', async () => {
    const { chat, shown, store } = open();
    await chat('I live in Lisbon.');
    await chat('Where do I live?');
    assert.equal(shown(), '');
    assert.deepEqual(await store.unfinishedTurns(10), []);
    assert.deepEqual((await store.listTurns({ owner: ':', limit: 10 })).items, []);
  });

  it('recalls without remembering for store: false and read-only, and does neither for off', async () => {
    const { chat, shown, texts } = open();
    await chat('I live in Lisbon.', { user: 'ann' });
    const asking = 'I like tea. Where do I live?';
    await chat(asking, { user: 'ann', store: false });
    assert.match(shown(), /Lisbon/);
    await chat(asking, { user: 'ann', metadata: { memory: 'read-only' } });
    assert.match(shown(), /Lisbon/);
    await chat(asking, { user: 'ann' }, { 'x-parley-memory': 'read-only' });
    assert.match(shown(), /Lisbon/);
    await chat(asking, { user: 'ann' }, { 'x-parley-memory': 'off' });
    assert.equal(shown(), '');
    await chat(asking, { user: 'ann', metadata: { memory: 'off' } }, { 'x-parley-memory': 'on' });
    assert.equal(shown(), '');
    assert.deepEqual(await texts('ann'), ['I live in Lisbon.']);
  });

  it('remembers what the guard left of a message, and nothing of one it blocked', async () => {
    const { chat, texts } = open();
    await chat('I like the SECRET garden.', { user: 'ann' });
    await chat('I like what is FORBIDDEN.', { user: 'ann' });
    assert.deepEqual(await texts('ann'), ['I like the [WORD_REDACT] garden.']);
  });

  it('puts notes behind the operator’s messages, and remembers streamed turns', async () => {
    const { send, chat, model, texts, memory } = open();
    const response = await send('POST', '/v1/chat/completions', {
      model: 'scripted',
      stream: true,
      user: 'ann',
      messages: [{ role: 'user', content: 'I live in Lisbon.' }],
    });
    assert.match(await response.text(), /\[DONE\]/);
    await memory.flush();
    assert.deepEqual(await texts('ann'), ['I live in Lisbon.']);
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Where do I live?' },
    ];
    await chat('', { user: 'ann', messages });
    assert.deepEqual(
      model.requests.at(-1)?.messages.map(({ role, content }) => [role, content.slice(0, 9)]),
      [
        ['system', 'Be brief.'],
        ['system', 'Notes on '],
        ['user', 'Where do '],
      ],
    );
  });

  it('refuses bad fields and names them', async () => {
    const { chat } = open();
    const cases: readonly [Body, Record<string, string>, string][] = [
      [{ user: 5 }, {}, 'user'],
      [{ user: 'a\u0000b' }, {}, 'user'],
      [{ user: 'a'.repeat(257) }, {}, 'user'],
      [{ safety_identifier: '\ud800' }, {}, 'safety_identifier'],
      [{ user: 'ann', metadata: { memory: 'maybe' } }, {}, 'metadata.memory'],
      [{ user: 'ann', metadata: { thread_id: 5 } }, {}, 'metadata.thread_id'],
      [{ user: 'ann', store: 'no' }, {}, 'store'],
      [{ user: 'ann', metadata: true }, {}, 'metadata'],
      [{ metadata: ['memory'] }, {}, 'metadata'],
      [{ metadata: { thread_id: 5 } }, {}, 'metadata.thread_id'],
      [{ user: 'ann', metadata: { memory: 'off' }, store: 'no' }, {}, 'store'],
      [{ user: 'ann' }, { 'x-parley-memory': 'maybe' }, 'x-parley-memory'],
    ];
    for (const [fields, headers, param] of cases) {
      const { status, body } = await chat('hello', fields, headers);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.equal((body.error as Body).param, param);
    }
  });

  it('works for POST /chat, for threads and for requests from the bus', async () => {
    const { json, texts, memory, bus, reasoner } = open();
    await json('POST', '/chat', { text: 'I live in Lisbon.', user_id: 'ann' });
    const say = (content: string): Body => ({ user: 'ann', messages: [{ role: 'user', content }] });
    await json('POST', '/v1/threads/t5/runs', say('I like tea.'));
    await json('POST', '/v1/threads/t5/runs', say('My name is Ann.'));
    await memory.flush();
    const stop = new AbortController();
    const consuming = reasoner.consume(stop.signal);
    bus.publish('platform.reasoner.request', encodeJson({ request_id: 'r1', user_id: 'ann', text: 'I work at CERN.' }));
    await until('the bus request is remembered', async () => (await texts('ann')).length === 4);
    stop.abort();
    await consuming;
    assert.deepEqual(await texts('ann'), ['I work at CERN.', 'My name is Ann.', 'I like tea.', 'I live in Lisbon.']);
    const { body } = await json('GET', '/v1/memory?user=ann&thread_id=t5');
    assert.equal((body.data as Body[]).length, 2);
  });

  it('shows recall and remember in GET /v1/graph', async () => {
    const { json } = open();
    const { body } = await json('GET', '/v1/graph');
    assert.deepEqual(
      (body.nodes as Body[]).map(({ name }) => name),
      ['screen', 'recall', 'generate', 'inspect', 'remember'],
    );
  });
});

describe('the routes of memory', () => {
  it('add a fact, give it with its evidence and history, and confirm it when it is known', async () => {
    const { json } = open();
    const added = await json('POST', '/v1/memory', { user: 'ann', text: 'I live in Lisbon.', thread_id: 't1', date: '2026' });
    assert.equal(added.status, 201);
    assert.deepEqual([added.body.object, added.body.kind, added.body.date, added.body.thread_id], ['memory', 'place', '2026', 't1']);
    const again = await json('POST', '/v1/memory', { user: 'ann', text: 'I live in Lisbon', date: '2026' });
    assert.equal(again.status, 200);
    assert.equal(again.body.id, added.body.id);
    const moved = await json('POST', '/v1/memory', { user: 'ann', text: 'I moved to Porto.' });
    const { body } = await json('GET', `/v1/memory/${String(moved.body.id)}?user=ann`);
    assert.deepEqual(
      (body.evidence as Body[]).map(({ text }) => text),
      ['I moved to Porto.'],
    );
    assert.deepEqual(
      (body.history as Body[]).map(({ text, superseded_by }) => [text, superseded_by]),
      [['I live in Lisbon.', moved.body.id]],
    );
  });

  it('list page by page and by kind, and what was replaced when asked', async () => {
    const { json } = open();
    for (const text of ['I live in Lisbon.', 'I moved to Porto.', 'I like tea.', 'My name is Ann.']) {
      await json('POST', '/v1/memory', { user: 'ann', text });
    }
    const first = await json('GET', '/v1/memory?user=ann&limit=2');
    assert.deepEqual(
      (first.body.data as Body[]).map(({ text }) => text),
      ['My name is Ann.', 'I like tea.'],
    );
    assert.equal(first.body.has_more, true);
    const rest = await json('GET', `/v1/memory?user=ann&limit=2&cursor=${String(first.body.next_cursor)}`);
    assert.deepEqual(
      (rest.body.data as Body[]).map(({ text }) => text),
      ['I moved to Porto.'],
    );
    assert.equal(rest.body.next_cursor, null);
    assert.equal(((await json('GET', '/v1/memory?user=ann&superseded=true')).body.data as Body[]).length, 4);
    assert.equal(((await json('GET', '/v1/memory?user=ann&kind=preference')).body.data as Body[]).length, 1);
  });

  it('search by meaning and words, with scores and evidence', async () => {
    const { chat, json } = open();
    await chat('I live in Lisbon. The bridge there is red.', { user: 'ann' });
    const { status, body } = await json('POST', '/v1/memory/search', {
      user: 'ann',
      query: 'Where do I live?',
      limit: 1,
      hybrid_alpha: 0.5,
    });
    assert.equal(status, 200);
    const [found] = body.data as [Body];
    assert.equal((found.memory as Body).text, 'I live in Lisbon.');
    assert.equal((found.evidence as Body[])[0]?.text, 'I live in Lisbon. The bridge there is red.');
    for (const figure of ['score', 'relevance', 'recency', 'importance'])
      assert.ok(Number(found[figure]) > 0 && Number(found[figure]) <= 1);
    const turns = await json('POST', '/v1/memory/search', { user: 'ann', query: 'red bridge', among: 'turns' });
    assert.equal((turns.body.data as Body[])[0]?.memory, null);
  });

  it('forget one, forget all, and give everything along as JSON lines', async () => {
    const { json, send, texts, index } = open();
    const { body } = await json('POST', '/v1/memory', { user: 'ann', text: 'I live in Lisbon.' });
    await json('POST', '/v1/memory', { user: 'ann', text: 'I like tea.' });
    const exported = await send('GET', '/v1/memory/export?user=ann');
    assert.match(exported.headers.get('content-type') ?? '', /^application\/jsonl/);
    const lines = (await exported.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    assert.deepEqual(
      lines.map(({ object, text }) => [object, text]),
      [
        ['memory', 'I like tea.'],
        ['memory', 'I live in Lisbon.'],
        ['memory.turn', 'I live in Lisbon.'],
        ['memory.turn', 'I like tea.'],
      ],
    );
    const forgotten = await json('DELETE', `/v1/memory/${String(body.id)}?user=ann`);
    assert.deepEqual(forgotten.body, { id: body.id, object: 'memory.deleted', deleted: true });
    assert.deepEqual(await texts('ann'), ['I like tea.']);
    const all = await json('DELETE', '/v1/memory?user=ann');
    assert.deepEqual(all.body, { object: 'memory.deleted', user: 'ann', deleted: true, memories: 1, turns: 1 });
    assert.equal((await index.count()).passages, 0);
    assert.equal(await (await send('GET', '/v1/memory/export?user=ann')).text(), '');
  });

  it('never leak between users and between API keys', async () => {
    const { chat, json, shown, send, texts } = open({ apiKeys: KEYS });
    const one = { authorization: 'Bearer key-number-one' };
    const two = { authorization: 'Bearer key-number-two' };
    await chat('I live in Lisbon.', { user: 'ann' }, one);
    const [fact] = (await json('GET', '/v1/memory?user=ann', undefined, one)).body.data as [Body];
    for (const [user, headers] of [
      ['bob', one],
      ['ann', two],
      ['one:ann', two],
      [':ann', one],
    ] as const) {
      const query = `user=${encodeURIComponent(user)}`;
      assert.deepEqual(await texts(user, headers), []);
      await chat('Where do I live?', { user }, headers);
      assert.doesNotMatch(shown(), /Lisbon/);
      const search = await json('POST', '/v1/memory/search', { user, query: 'Lisbon' }, headers);
      assert.doesNotMatch(JSON.stringify(search.body.data), /Lisbon/);
      assert.equal((await json('GET', `/v1/memory/${String(fact.id)}?${query}`, undefined, headers)).status, 404);
      assert.equal((await json('DELETE', `/v1/memory/${String(fact.id)}?${query}`, undefined, headers)).status, 404);
      assert.doesNotMatch(await (await send('GET', `/v1/memory/export?${query}`, undefined, headers)).text(), /Lisbon/);
      await json('DELETE', `/v1/memory?${query}`, undefined, headers);
    }
    assert.equal((await json('GET', '/v1/memory?user=ann')).status, 401);
    assert.deepEqual(await texts('ann', one), ['I live in Lisbon.']);
  });

  it('screen what is added by hand as what users say', async () => {
    const { json } = open();
    const blocked = await json('POST', '/v1/memory', { user: 'ann', text: 'I like what is FORBIDDEN.' });
    assert.equal(blocked.status, 403);
    assert.equal((blocked.body.error as Body).param, 'text');
    const redacted = await json('POST', '/v1/memory', { user: 'ann', text: 'I like my SECRET.' });
    assert.equal(redacted.body.text, 'I like my [WORD_REDACT].');
  });

  it('refuse bad input and name the field', async () => {
    const { json } = open();
    const cases: readonly [string, string, Body | undefined, number, string | null][] = [
      ['GET', '/v1/memory', undefined, 400, 'user'],
      ['GET', '/v1/memory?user=', undefined, 400, 'user'],
      ['GET', '/v1/memory?user=a%00', undefined, 400, 'user'],
      ['GET', '/v1/memory?user=a&limit=0', undefined, 400, 'limit'],
      ['GET', '/v1/memory?user=a&limit=101', undefined, 400, 'limit'],
      ['GET', '/v1/memory?user=a&cursor=x', undefined, 400, 'cursor'],
      ['GET', '/v1/memory?user=a&kind=x', undefined, 400, 'kind'],
      ['GET', '/v1/memory?user=a&superseded=1', undefined, 400, 'superseded'],
      ['GET', '/v1/memory/none?user=a', undefined, 404, 'memory_id'],
      ['GET', '/v1/memory/none', undefined, 400, 'user'],
      ['GET', '/v1/memory/export', undefined, 400, 'user'],
      ['DELETE', '/v1/memory', undefined, 400, 'user'],
      ['DELETE', '/v1/memory/none?user=a', undefined, 404, 'memory_id'],
      ['POST', '/v1/memory', {}, 400, 'user'],
      ['POST', '/v1/memory', { user: 'a' }, 400, 'text'],
      ['POST', '/v1/memory', { user: 'a', text: ' \n ' }, 400, 'text'],
      ['POST', '/v1/memory', { user: 'a', text: 'x'.repeat(2001) }, 400, 'text'],
      ['POST', '/v1/memory', { user: 'a', text: 'x', kind: 'x' }, 400, 'kind'],
      ['POST', '/v1/memory', { user: 'a', text: 'x', importance: 2 }, 400, 'importance'],
      ['POST', '/v1/memory', { user: 'a', text: 'x', date: '2026-02-30' }, 400, 'date'],
      ['POST', '/v1/memory', { user: 'a', text: 'x', thread_id: 'a\n' }, 400, 'thread_id'],
      ['POST', '/v1/memory/search', { user: 'a' }, 400, 'query'],
      ['POST', '/v1/memory/search', { user: 'a', query: 'x', limit: 101 }, 400, 'limit'],
      ['POST', '/v1/memory/search', { user: 'a', query: 'x', hybrid_alpha: 2 }, 400, 'hybrid_alpha'],
      ['POST', '/v1/memory/search', { user: 'a', query: 'x', among: 'all' }, 400, 'among'],
      ['PUT', '/v1/memory', { user: 'a' }, 405, null],
    ];
    for (const [method, path, body, status, param] of cases) {
      const answer = await json(method, path, body);
      assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
      assert.equal((answer.body.error as Body).param, param, path);
    }
  });

  it('are not there, and nothing is remembered, without a memory', async () => {
    const reasoner = createReasoner(createReasonerDeps());
    assert.equal((await reasoner.handle(new Request('http://localhost/v1/memory?user=ann'))).status, 404);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { createReasoner, type ReasonerDeps } from '../../src/reasoner/reasoner.ts';
import { runEvent } from '../../src/reasoner/thread-wire.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { openSharedDatabase } from '../system/shared-database.ts';
import { until } from '../system/until.ts';
import { createScriptedModel, stuck } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';
import { passage, recordingSearch } from './response-client.ts';

type Body = Record<string, unknown>;

function open(given: Partial<Omit<ReasonerDeps, 'settings'>> = {}) {
  const reasoner = createReasoner(createReasonerDeps({ checkpoints: createInMemoryCheckpoints(), ...given }));
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
  return { send, json };
}

const say = (content: string): Body => ({ messages: [{ role: 'user', content }] });
const contentsOf = (values: unknown): unknown[] => ((values as Body).messages as Body[]).map(({ content }) => content);

describe('GET /v1/graph', () => {
  it('gives the graph as data and as a Mermaid chart', async () => {
    const { send, json } = open();
    const { body } = await json('GET', '/v1/graph');
    assert.deepEqual(
      (body.nodes as Body[]).map(({ name }) => name),
      ['screen', 'generate', 'inspect'],
    );
    assert.match(await (await send('GET', '/v1/graph?format=mermaid')).text(), /^flowchart TD/);
    assert.equal((await json('GET', '/v1/graph?format=dot')).status, 400);
  });

  it('is not there without checkpoints', async () => {
    const reasoner = createReasoner(createReasonerDeps());
    assert.equal((await reasoner.handle(new Request('http://localhost/v1/graph'))).status, 404);
  });
});

describe('threads', () => {
  it('are listed to their owner, the one used last first, page by page', async () => {
    const { json } = open();
    for (const thread of ['t1', 't2', 't3', 't1']) await json('POST', `/v1/threads/${thread}/runs`, say('Hello'));
    const first = await json('GET', '/v1/threads?limit=2');
    assert.deepEqual(
      (first.body.data as Body[]).map(({ id }) => id),
      ['t1', 't3'],
    );
    assert.equal(first.body.has_more, true);
    const rest = await json('GET', `/v1/threads?limit=2&cursor=${String(first.body.next_cursor)}`);
    assert.deepEqual(
      (rest.body.data as Body[]).map(({ id, next }) => [id, next]),
      [['t2', []]],
    );
    assert.equal(rest.body.has_more, false);
    assert.equal((await json('GET', '/v1/threads?limit=0')).status, 400);
  });

  it('search files in the turns that ask for it, and only there', async () => {
    const fileSearch = recordingSearch([passage('The bridge was built in 1932.', { fileId: 'file-1', filename: 'bridge.txt' })]);
    const { json } = open({ model: createExtractiveLanguageModel(), fileSearch });
    const asked = { ...say('When was the bridge built?'), tools: [{ type: 'file_search' }] };
    const first = await json('POST', '/v1/threads/t1/runs', asked);
    assert.equal((first.body.values as Body).reply, 'The bridge was built in 1932.');
    assert.deepEqual(fileSearch.asked[0]?.[1].storeIds, ['default']);
    const second = await json('POST', '/v1/threads/t1/runs', say('And the tower?'));
    assert.equal(fileSearch.asked.length, 1);
    assert.equal('passages' in (second.body.values as Body), false);
    const wrong = await json('POST', '/v1/threads/t1/runs', { ...say('x'), tools: [{ type: 'function', function: { name: 'f' } }] });
    assert.deepEqual([wrong.status, (wrong.body.error as Body).param], [400, 'tools[0].type']);
    const without = await open().json('POST', '/v1/threads/t1/runs', asked);
    assert.deepEqual([without.status, (without.body.error as Body).param], [503, 'tools[0]']);
  });

  it('are stored with little more than their messages, however much the guard checks', async () => {
    const checkpoints = createInMemoryCheckpoints();
    const guard = createDefaultPipeline({ clock: createManualClock(), ids: uuidIds });
    const { json } = open({ checkpoints, guard });
    for (let turn = 0; turn < 20; turn += 1)
      await json('POST', '/v1/threads/t1/runs', say(`My card is 4111 1111 1111 1111, number ${turn}.`));
    const { body } = await json('GET', '/v1/threads/t1');
    const stored = (await checkpoints.get(String(body.checkpoint_id)))?.checkpoint.state.length ?? Infinity;
    const messages = JSON.stringify((body.values as Body).messages).length;
    assert.ok(stored < messages + 3000, `${stored} characters for ${messages} of messages`);
  });

  it('carry the conversation on from turn to turn', async () => {
    const { json } = open();
    const first = await json('POST', '/v1/threads/t1/runs', say('Hello'));
    assert.equal(first.status, 200);
    assert.equal(first.body.status, 'finished');
    assert.equal((first.body.values as Body).reply, 'It is open.');
    const second = await json('POST', '/v1/threads/t1/runs', say('And now?'));
    assert.deepEqual(contentsOf(second.body.values), ['Hello', 'It is open.', 'And now?']);
    const state = await json('GET', '/v1/threads/t1');
    assert.equal(state.body.status, 'idle');
    assert.deepEqual(state.body.next, []);
  });

  it('stream what a run does in the modes asked for', async () => {
    const { send } = open();
    const response = await send('POST', '/v1/threads/t1/runs', {
      ...say('Hello'),
      stream: true,
      stream_mode: ['updates', 'tokens', 'debug'],
    });
    const text = await response.text();
    const names = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
    assert.equal(names[0], 'metadata');
    assert.equal(names.at(-1), 'finished');
    assert.deepEqual(
      [...new Set(names)].toSorted((one, other) => String(one).localeCompare(String(other))),
      ['debug', 'finished', 'metadata', 'tokens', 'updates'],
    );
    assert.ok(text.endsWith('data: [DONE]\n\n'));
  });

  it('stream how long a node took in hundredths of a millisecond', () => {
    const event = { type: 'node-finished', node: 'screen', step: 1, durationMs: 0.4348780000000261 } as const;
    assert.deepEqual(runEvent(event).data, { type: 'node-finished', node: 'screen', step: 1, duration_ms: 0.43 });
  });

  it('page their history and fork from any checkpoint, with another conversation', async () => {
    const { json } = open();
    await json('POST', '/v1/threads/t1/runs', say('Hello'));
    const page = await json('GET', '/v1/threads/t1/history?limit=2');
    assert.equal((page.body.data as Body[]).length, 2);
    assert.equal(page.body.has_more, true);
    const rest = await json('GET', `/v1/threads/t1/history?cursor=${String(page.body.next_cursor)}`);
    const [first] = rest.body.data as Body[];
    assert.equal(first?.source, 'input');
    const fork = await json('POST', '/v1/threads/t1/fork', { checkpoint_id: first?.id, thread_id: 't2', ...say('Bye') });
    assert.equal(fork.status, 201);
    assert.equal((await json('GET', '/v1/threads/t2')).body.status, 'unfinished');
    const run = await json('POST', '/v1/threads/t2/runs', {});
    assert.deepEqual(contentsOf(run.body.values), ['Bye']);
    assert.deepEqual(contentsOf((await json('GET', '/v1/threads/t1')).body.values), ['Hello']);
  });

  it('stop before a node until they are resumed, also by another process on the same checkpoints', async () => {
    const checkpoints = createInMemoryCheckpoints();
    const first = open({ checkpoints });
    const stopped = await first.json('POST', '/v1/threads/t1/runs', { ...say('Hello'), run_id: 'r1', interrupt_before: ['generate'] });
    assert.equal(stopped.body.status, 'interrupted');
    const [question] = stopped.body.interrupts as Body[];
    assert.deepEqual(question?.question, { type: 'before_node', node: 'generate' });
    assert.equal((stopped.body.values as Body).reply, undefined);
    const second = open({ checkpoints });
    assert.equal((await second.json('GET', '/v1/threads/t1')).body.status, 'interrupted');
    const resumed = await second.json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true });
    assert.equal(resumed.body.status, 'finished');
    assert.equal((resumed.body.values as Body).reply, 'It is open.');
    const refused = await first.json('POST', '/v1/threads/t2/runs', { ...say('Hello'), interrupt_before: ['inspect'] });
    assert.equal((refused.body.error as Body).param, 'interrupt_before');
  });

  it('show who reviews a run what was retrieved: in the reply, the state, the history and the stream', async () => {
    const fileSearch = recordingSearch([passage('The bridge was built in 1932.', { fileId: 'file-1', filename: 'bridge.txt', page: 3 })]);
    const { send, json } = open({ model: createExtractiveLanguageModel(), fileSearch });
    const asked = { ...say('When was the bridge built?'), tools: [{ type: 'file_search' }], interrupt_before: ['generate'] };
    const shown = [
      {
        file_id: 'file-1',
        filename: 'bridge.txt',
        score: 0.8,
        attributes: { year: 2024 },
        content: [{ type: 'text', text: 'The bridge was built in 1932.' }],
        position: { page: 3, start: 0, end: 29 },
        headings: [],
        table_header: null,
      },
    ];
    const stopped = await json('POST', '/v1/threads/t1/runs', { ...asked, run_id: 'r1' });
    assert.deepEqual((stopped.body.values as Body).passages, shown);
    assert.deepEqual(((await json('GET', '/v1/threads/t1')).body.values as Body).passages, shown);
    const [latest] = (await json('GET', '/v1/threads/t1/history')).body.data as Body[];
    assert.deepEqual(((latest ?? {}).values as Body).passages, shown);
    const finished = await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true });
    const { reply, annotations } = finished.body.values as Body;
    assert.equal(reply, 'The bridge was built in 1932.');
    const citation = { file_id: 'file-1', filename: 'bridge.txt', index: 29, position: { page: 3, start: 0, end: 29 } };
    assert.deepEqual(annotations, [{ type: 'file_citation', file_citation: citation }]);
    const stream = await send('POST', '/v1/threads/t2/runs', { ...asked, stream: true, stream_mode: ['updates', 'values'] });
    const events = Array.from((await stream.text()).matchAll(/^event: (\w+)\ndata: (.+)$/gm), ([, name, data = '']) => ({
      name,
      data: JSON.parse(data) as Body,
    }));
    assert.deepEqual(events.find(({ data }) => data.node === 'retrieve')?.data.update, { passages: shown });
    assert.deepEqual(events.findLast(({ name }) => name === 'values')?.data.passages, shown);
  });

  const reviewed = async (given: Partial<Omit<ReasonerDeps, 'settings'>> = {}) => {
    const opened = open(given);
    await opened.json('POST', '/v1/threads/t1/runs', { ...say('Hello'), run_id: 'r1', interrupt_before: ['generate'] });
    return opened;
  };

  it('end an interrupted run that is cancelled, and take the next turn', async () => {
    const { json } = await reviewed();
    assert.equal((await json('POST', '/v1/threads/t1/runs/r2/cancel')).status, 404);
    const cancelled = await json('POST', '/v1/threads/t1/runs/r1/cancel');
    assert.deepEqual([cancelled.status, cancelled.body], [200, { thread_id: 't1', run_id: 'r1', status: 'cancelled' }]);
    const { body } = await json('GET', '/v1/threads/t1');
    assert.deepEqual([body.status, body.next, body.interrupts], ['idle', [], []]);
    assert.equal((body.values as Body).input_verdict, 'allow', 'the results of finished nodes stay');
    assert.equal(((await json('GET', '/v1/threads/t1/history')).body.data as Body[])[0]?.source, 'cancel');
    assert.equal((await json('POST', '/v1/threads/t1/runs/r1/cancel')).status, 404);
    assert.equal((await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true })).status, 400);
    assert.equal(((await json('POST', '/v1/threads/t1/runs', say('And now?'))).body.values as Body).reply, 'It is open.');
  });

  it('end an interrupted run that is answered with false, without running the node', async () => {
    const model = createScriptedModel(['Never.']);
    const { json, send } = await reviewed({ model });
    const ended = await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: false });
    assert.deepEqual([ended.status, ended.body.status, (ended.body.values as Body).reply], [200, 'cancelled', undefined]);
    assert.equal((await json('GET', '/v1/threads/t1')).body.status, 'idle');
    await json('POST', '/v1/threads/t2/runs', { ...say('Hello'), run_id: 'r1', interrupt_before: ['generate'] });
    const text = await (await send('POST', '/v1/threads/t2/runs/r1/resume', { answer: false, stream: true })).text();
    assert.match(text, /^event: cancelled\ndata: \{"status":"cancelled"/m);
    assert.equal(model.requests.length, 0);
  });

  it('take no other answer than true or false before a node', async () => {
    const { json } = await reviewed();
    const [question] = (await json('GET', '/v1/threads/t1')).body.interrupts as Body[];
    for (const [body, param] of [
      [{ answer: null }, 'answer'],
      [{ answer: 'yes' }, 'answer'],
      [{}, 'answer'],
      [{ answers: { [String(question?.id)]: 0 } }, 'answers'],
      [{ answers: { other: true } }, 'answers'],
    ] as const) {
      const refused = await json('POST', '/v1/threads/t1/runs/r1/resume', body);
      assert.deepEqual([refused.status, (refused.body.error as Body).param], [400, param], JSON.stringify(body));
    }
    const resumed = await json('POST', '/v1/threads/t1/runs/r1/resume', { answers: { [String(question?.id)]: true } });
    assert.equal(resumed.body.status, 'finished');
  });

  it('never pass the point of a review without an answer: not with a run without messages, nor with one of the same name', async () => {
    const { json } = await reviewed();
    for (const body of [{}, { interrupt_before: [] }, { ...say('Hello'), run_id: 'r1' }]) {
      const again = await json('POST', '/v1/threads/t1/runs', body);
      assert.deepEqual([again.status, again.body.status, (again.body.interrupts as Body[]).length], [200, 'interrupted', 1]);
    }
    assert.equal((await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true })).body.status, 'finished');
  });

  it('stop before the node also if the run was cut off on its way there, or resumed before another one', async () => {
    let isBroken = true;
    const fileSearch = recordingSearch([passage('The bridge was built in 1932.')]);
    const cut: typeof fileSearch = Object.assign(
      async (...asked: Parameters<typeof fileSearch>) => {
        if (!isBroken) return fileSearch(...asked);
        isBroken = false;
        throw new Error('the search broke');
      },
      { asked: fileSearch.asked },
    );
    const { json } = open({ model: createExtractiveLanguageModel(), fileSearch: cut });
    const asked = { ...say('When was the bridge built?'), tools: [{ type: 'file_search' }], run_id: 'r1' };
    const first = await json('POST', '/v1/threads/t1/runs', { ...asked, interrupt_before: ['retrieve', 'generate'] });
    assert.equal(first.body.status, 'interrupted');
    assert.equal((await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true })).status, 500);
    assert.equal((await json('GET', '/v1/threads/t1')).body.status, 'unfinished');
    const stopped = await json('POST', '/v1/threads/t1/runs', {});
    assert.deepEqual(
      (stopped.body.interrupts as Body[]).map(({ node }) => node),
      ['generate'],
    );
    assert.equal((await json('POST', '/v1/threads/t1/runs/r1/resume', { answer: true })).body.status, 'finished');
  });

  it('never leak between API keys', async () => {
    const apiKeys = [
      { name: 'ann', key: 'key-of-ann' },
      { name: 'bob', key: 'key-of-bob' },
    ];
    const { json } = open({ apiKeys });
    const ann = { authorization: 'Bearer key-of-ann' };
    const bob = { authorization: 'Bearer key-of-bob' };
    await json('POST', '/v1/threads/t1/runs', say('Hello'), ann);
    const { data } = (await json('GET', '/v1/threads/t1/history', undefined, ann)).body;
    assert.equal((await json('GET', '/v1/threads/t1', undefined, bob)).status, 404);
    assert.equal((await json('GET', '/v1/threads/t1/history', undefined, bob)).status, 404);
    assert.equal((await json('POST', '/v1/threads/t1/fork', { checkpoint_id: (data as Body[])[0]?.id }, bob)).status, 404);
    assert.equal((await json('DELETE', '/v1/threads/t1', undefined, bob)).status, 404);
    assert.equal((await json('DELETE', '/v1/threads/t1', undefined, ann)).status, 200);
    assert.equal((await json('GET', '/v1/threads/t1', undefined, ann)).status, 404);
  });

  it('refuse bad input and name the field', async () => {
    const { json } = open();
    const cases: readonly [string, Body, number, string | null][] = [
      ['/v1/threads/a%20b/runs', say('x'), 400, 'thread_id'],
      ['/v1/threads/t/runs', { messages: 5 }, 400, 'messages'],
      ['/v1/threads/t/runs', {}, 404, 'thread_id'],
      ['/v1/threads/t/runs', { ...say('x'), stream_mode: 'all' }, 400, 'stream_mode'],
      ['/v1/threads/t/runs', { ...say('x'), policy: 'maybe' }, 400, 'policy'],
      ['/v1/threads/t/runs', { ...say('x'), durability: 'never' }, 400, 'durability'],
      ['/v1/threads/t/runs', { ...say('x'), run_id: 'a/b' }, 400, 'run_id'],
      ['/v1/threads/t/runs/r/resume', { answer: 1 }, 404, 'thread_id'],
      ['/v1/threads/t/runs/r/cancel', {}, 404, 'run_id'],
      ['/v1/threads/t/fork', {}, 400, 'checkpoint_id'],
    ];
    for (const [path, body, status, param] of cases) {
      const answer = await json('POST', path, body);
      assert.equal(answer.status, status, path);
      assert.equal((answer.body.error as Body).param, param, JSON.stringify(answer.body));
    }
    await json('POST', '/v1/threads/t/runs', { ...say('x'), run_id: 'r1' });
    assert.equal((await json('POST', '/v1/threads/t/runs/r1/resume', { answer: 1 })).status, 400);
    assert.equal((await json('GET', '/v1/threads/t/history?limit=0')).status, 400);
    assert.equal((await json('GET', '/v1/threads/t/history?cursor=x')).status, 400);
  });

  it('keep runs apart: reject, interrupt and cancel', async () => {
    let asked = 0;
    const { json } = open({
      model: {
        model: 'stuck',
        async *stream() {
          asked += 1;
          if (asked < 3) await stuck();
          yield { type: 'text-delta', text: 'Done.' };
          yield { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } };
        },
      },
    });
    const first = json('POST', '/v1/threads/t/runs', { ...say('1'), run_id: 'r1' });
    await until('the model is asked', () => asked === 1);
    const rejected = await json('POST', '/v1/threads/t/runs', { ...say('2'), policy: 'reject' });
    assert.deepEqual([rejected.status, rejected.body.error_type], [409, 'conflict']);
    const second = json('POST', '/v1/threads/t/runs', { ...say('3'), run_id: 'r3', policy: 'interrupt' });
    assert.equal((await first).status, 499);
    await until('the model is asked again', () => asked === 2);
    const third = json('POST', '/v1/threads/t/runs', { ...say('4'), run_id: 'r4', policy: 'queue' });
    assert.equal((await json('POST', '/v1/threads/t/runs/r3/cancel')).status, 200);
    assert.equal((await second).status, 499);
    assert.equal((await third).status, 200);
  });
});

describe('threads of two reasoners with the same remote database', () => {
  const answers = (given: Partial<Omit<ReasonerDeps, 'settings'>>) =>
    open({ ...given, ids: uuidIds, model: createExtractiveLanguageModel() });
  const stuckOne = (given: Partial<Omit<ReasonerDeps, 'settings'>>) =>
    open({ ...given, ids: uuidIds, model: createScriptedModel([stuck]) });

  it('run one after the other, and lose no turn', async () => {
    await using shared = await openSharedDatabase(5000);
    const both = [answers(await shared.open()), answers(await shared.open())];
    const runs = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => both[number % 2]?.json('POST', '/v1/threads/t1/runs', say(`Note ${number}.`))),
    );
    assert.deepEqual(new Set(runs.map((run) => run?.status)), new Set([200]));
    const { body } = await answers(await shared.open()).json('GET', '/v1/threads/t1');
    const said = contentsOf(body.values)
      .map(String)
      .filter((content) => content.startsWith('Note'));
    assert.deepEqual(said.toSorted(), ['Note 0.', 'Note 1.', 'Note 2.', 'Note 3.', 'Note 4.', 'Note 5.']);
    assert.equal(body.status, 'idle');
  });

  it('a run elsewhere is seen, refuses one with the policy reject, and can be cancelled', async () => {
    await using shared = await openSharedDatabase(5000);
    const here = stuckOne(await shared.open());
    const there = answers(await shared.open());
    const running = here.json('POST', '/v1/threads/t1/runs', { ...say('Hello'), run_id: 'first' });
    const state = async () => (await there.json('GET', '/v1/threads/t1')).body.status;
    await until('the other reasoner sees the run', async () => (await state()) === 'running');
    assert.equal((await there.json('POST', '/v1/threads/t1/runs', { ...say('Hi'), policy: 'reject' })).status, 409);
    assert.equal((await there.json('POST', '/v1/threads/t1/runs/other/cancel', {})).status, 404);
    assert.equal((await there.json('POST', '/v1/threads/t1/runs/first/cancel', {})).status, 200);
    assert.equal((await running).body.error_type, 'cancelled');
    await until('the thread is free', async () => (await state()) !== 'running');
  });

  it('a newer run with the policy interrupt, or the deletion of the thread, ends a run elsewhere', async () => {
    await using shared = await openSharedDatabase(5000);
    const here = stuckOne(await shared.open());
    const there = answers(await shared.open());
    for (const take of [
      () => there.json('POST', '/v1/threads/t1/runs', { ...say('The shop is open on Monday.'), policy: 'interrupt' }),
      () => there.json('DELETE', '/v1/threads/t1'),
    ]) {
      const running = here.json('POST', '/v1/threads/t1/runs', say('Hello'));
      await until('the run is active', async () => (await there.json('GET', '/v1/threads/t1')).body.status === 'running');
      assert.equal((await take()).status, 200);
      assert.equal((await running).body.error_type, 'cancelled');
    }
    assert.equal((await there.json('GET', '/v1/threads/t1')).status, 404);
  });

  it('a newer run with the policy interrupt also ends the runs that wait elsewhere', async () => {
    await using shared = await openSharedDatabase(5000);
    const { leases, ...given } = await shared.open();
    let isWaiting = false;
    const watched: typeof leases = {
      ...leases,
      async take(name, purpose) {
        const lease = await leases.take(name, purpose);
        isWaiting ||= lease !== undefined && name.includes(' wait-');
        return lease;
      },
    };
    const here = open({ ...given, leases: watched, ids: uuidIds, model: createScriptedModel([stuck, stuck]) });
    const there = answers(await shared.open());
    const running = here.json('POST', '/v1/threads/t1/runs', say('Hello'));
    await until('the run is active', async () => (await there.json('GET', '/v1/threads/t1')).body.status === 'running');
    const waiting = here.json('POST', '/v1/threads/t1/runs', say('Hello again'));
    await until('the next run waits', () => isWaiting);
    const newer = await there.json('POST', '/v1/threads/t1/runs', { ...say('The shop is open on Monday.'), policy: 'interrupt' });
    assert.equal(newer.status, 200);
    for (const run of [running, waiting]) assert.equal((await run).body.error_type, 'cancelled');
  });

  it('a run that waits elsewhere, for one of the same process or of another, can be cancelled; the one it waits for goes on', async () => {
    await using shared = await openSharedDatabase(5000);
    const here = open({ ...(await shared.open()), ids: uuidIds, model: createScriptedModel([stuck]) });
    const there = answers(await shared.open());
    const third = answers(await shared.open());
    const running = here.json('POST', '/v1/threads/t1/runs', { ...say('Hello'), run_id: 'first' });
    await until('the run is active', async () => (await there.json('GET', '/v1/threads/t1')).body.status === 'running');
    for (const [run, waitsIn] of [
      ['second', here],
      ['third', third],
    ] as const) {
      const waiting = waitsIn.json('POST', '/v1/threads/t1/runs', { ...say('Hello again'), run_id: run });
      await until('the waiting run is known', async () => {
        return (await there.json('POST', `/v1/threads/t1/runs/${run}/cancel`, {})).status === 200;
      });
      const ended = await waiting;
      assert.deepEqual([ended.status, ended.body.error_type], [499, 'cancelled']);
      assert.equal((await there.json('POST', `/v1/threads/t1/runs/${run}/cancel`, {})).status, 404);
    }
    assert.equal((await there.json('GET', '/v1/threads/t1')).body.status, 'running');
    assert.equal((await there.json('POST', '/v1/threads/t1/runs/first/cancel', {})).status, 200);
    assert.equal((await running).body.error_type, 'cancelled');
  });

  it('the thread of a reasoner that has died is free after its lease', async () => {
    await using shared = await openSharedDatabase(1500);
    const dying = await shared.open();
    const here = stuckOne(dying);
    const there = answers(await shared.open());
    const running = here.json('POST', '/v1/threads/t1/runs', say('Hello'));
    await until('the run is active', async () => (await there.json('GET', '/v1/threads/t1')).body.status === 'running');
    await dying.crash();
    assert.equal((await there.json('POST', '/v1/threads/t1/runs', say('The shop is open on Monday.'))).status, 200);
    assert.equal((await running).status, 503);
  });
});

describe('threads of two reasoners on one bus, each with a database of its own', () => {
  it('a run that is active or waits elsewhere can be cancelled, by its owner alone', async () => {
    const apiKeys = [
      { name: 'ann', key: 'key-of-ann' },
      { name: 'bob', key: 'key-of-bob' },
    ];
    const bus = createInMemoryBus();
    const given = { apiKeys, bus, ids: uuidIds };
    const model = createScriptedModel([stuck]);
    const here = open({ ...given, model });
    const there = open({ ...given, model: createExtractiveLanguageModel() });
    const ann = { authorization: 'Bearer key-of-ann' };
    const running = here.json('POST', '/v1/threads/t1/runs', { ...say('Hello'), run_id: 'first' }, ann);
    await until('the model is asked', () => model.requests.length === 1);
    const waiting = here.json('POST', '/v1/threads/t1/runs', { ...say('Hello again'), run_id: 'second' }, ann);
    const cancel = (run: string, headers: Record<string, string> = ann) =>
      there.json('POST', `/v1/threads/t1/runs/${run}/cancel`, {}, headers);
    assert.equal((await cancel('first', { authorization: 'Bearer key-of-bob' })).status, 404);
    assert.equal((await cancel('other')).status, 404);
    for (const [run, ends] of [
      ['second', waiting],
      ['first', running],
    ] as const) {
      await until('the run is known', async () => (await cancel(run)).status === 200);
      assert.equal((await ends).body.error_type, 'cancelled');
      assert.equal((await cancel(run)).status, 404);
    }
  });
});

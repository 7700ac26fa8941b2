import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import type { Statement } from '../../src/adapters/libsql/protocol.ts';
import { createLibsqlWorkQueue } from '../../src/adapters/libsql/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeJson, encodeJson, type JsonObject } from '../../src/core/json.ts';
import { createBusMetrics } from '../../src/http/bus-metrics.ts';
import type { LanguageModel } from '../../src/ports/language.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { until } from '../system/until.ts';
import { createScriptedModel, createTestGuard, withInbox, type TestGuard } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

interface Event {
  readonly subject: string;
  readonly body: JsonObject;
}

/** A reasoner on a bus inside the process that keeps its work in a database file. */
async function serve(
  options: {
    readonly model?: LanguageModel;
    readonly folder?: string;
    readonly attempts?: number;
    readonly guard?: TestGuard;
    /** The inbox that every message names. */
    readonly inbox?: string;
  } = {},
) {
  const folder = await makeTemporaryFolder();
  const bus = createInMemoryBus({ maxPayloadBytes: 16 * 1024 * 1024 });
  const logger = createRecordedLogger();
  const database = openDatabase({
    url: `file:${join(options.folder ?? folder.path, 'reasoner.db')}`,
    logger,
    busyTimeoutMs: 100,
    callTimeoutMs: 3000,
  });
  const workQueue = createLibsqlWorkQueue({
    database,
    clock: systemClock,
    logger,
    leaseMs: 2000,
    duplicateWindowMs: 60_000,
    keepAnswersMs: 60_000,
    maxItems: 100,
    maxDeadLetters: 100,
    isSole: true,
    pollMs: 20,
    subjects: {
      work: 'platform.reasoner.requests.durable',
      failed: 'platform.reasoner.requests.failed',
      result: 'platform.reasoner.result',
    },
    tell: (subject, data, headers) => bus.publish(subject, data, headers),
  });
  const stop = new AbortController();
  const heard: Event[] = [];
  const messages = bus.subscribe('platform.reasoner.>', { signal: stop.signal });
  void (async () => {
    for await (const { subject, data } of messages) {
      if (!/request$|durable$/.test(subject))
        heard.push({ subject: subject.replace('platform.reasoner.', ''), body: decodeJson(data) as JsonObject });
    }
  })();
  const { inbox: named } = options;
  const reasoner = createReasoner(
    createReasonerDeps({
      bus: named === undefined ? bus : withInbox(bus, named),
      logger,
      clock: systemClock,
      workQueue,
      checkpoints: createLibsqlCheckpoints({ database, clock: systemClock }),
      metrics: createBusMetrics(bus),
      settings: { busRetryMs: 10, busRetryMaxMs: 50, busAttempts: options.attempts ?? 3, drainMs: 0, runTimeoutMs: 2000 },
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.guard === undefined ? {} : { guard: options.guard }),
    }),
  );
  const consuming = reasoner.consume(stop.signal);
  let isOver = false;
  return {
    bus,
    heard,
    reasoner,
    database,
    on: (subject: string) => heard.filter((event) => event.subject === subject).map(({ body }) => body),
    ask: (body: unknown, subject = 'platform.reasoner.request', reply?: string) =>
      bus.publish(subject, body instanceof Uint8Array ? body : encodeJson(body), {}, reply),
    /** The next message on an inbox of its own. */
    inbox() {
      const name = `inbox.${crypto.randomUUID()}`;
      const seen: { readonly text: string; readonly headers: Readonly<Record<string, string>> }[] = [];
      const left = new AbortController();
      const replies = bus.subscribe(name, { signal: left.signal });
      void (async () => {
        for await (const { data, headers } of replies) seen.push({ text: new TextDecoder().decode(data), headers });
      })();
      return { name, seen, leave: () => left.abort() };
    },
    async [Symbol.asyncDispose]() {
      if (isOver) return;
      isOver = true;
      stop.abort();
      await consuming;
      await workQueue[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** In the order of their JSON. */
/** Has a reasoner answer a request, and changes its database once it has stopped. */
async function answerThen(folder: string, change: Statement): Promise<void> {
  const reasoner = await serve({ folder });
  reasoner.ask(request());
  await until('it is answered', () => reasoner.on('result').length === 1);
  await reasoner[Symbol.asyncDispose]();
  await using database = openDatabase({ url: `file:${join(folder, 'reasoner.db')}`, logger: createRecordedLogger() });
  await database.execute(change);
}

const sorted = (values: readonly unknown[]): unknown[] =>
  values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
const request = (id = 'r-1', text = 'Is it open?') => ({ request_id: id, user_id: 'ada', text });
const failing = (times: number, kind: 'provider_unavailable' | 'invalid_input' = 'provider_unavailable') => {
  let calls = 0;
  const model = createScriptedModel([
    'It ',
    () => ((calls += 1) <= times ? Promise.reject(new ServiceError(kind, 'no')) : Promise.resolve()),
    'is open.',
  ]);
  return Object.assign(model, { calls: () => calls });
};

describe('requests from the bus that are kept until they are answered', () => {
  it('"platform.reasoner.requests.durable | publish | Durable stream subject": every request subject leads through it, to one result each', async () => {
    await using service = await serve();
    const subjects = ['platform.reasoner.request', 'reasoner.request', 'platform.reasoner.requests.durable'];
    for (const [index, subject] of subjects.entries()) service.ask(request(`r-${index}`), subject);
    service.ask(
      { request_id: 'r-3', user_id: 'ada', model: 'scripted', messages: [{ role: 'user', content: 'Open?' }] },
      'reasoner.v1.chat',
    );
    await until('all are answered', () => service.on('result').length === 4);
    assert.deepEqual(sorted(service.on('result').map((body) => body['request_id'])), ['r-0', 'r-1', 'r-2', 'r-3']);
    assert.deepEqual(service.on('error'), []);
    const stream = service.heard.filter(({ subject }) => subject === 'stream.r-1').map(({ body }) => body);
    assert.deepEqual(
      stream.map((body) => body['sequence']),
      [0, 1, 2, 3],
    );
    assert.equal(stream.at(-1)?.['done'], true);
  });

  it('gives whoever expects it a receipt once the request is stored, and answers a request that comes twice once', async () => {
    await using service = await serve();
    const inbox = service.inbox();
    service.ask(request(), undefined, inbox.name);
    service.ask(request(), undefined, inbox.name);
    await until('both have a receipt', () => inbox.seen.length === 2);
    assert.deepEqual(sorted(inbox.seen.map(({ text }) => (JSON.parse(text) as { duplicate: boolean }).duplicate)), [false, true]);
    assert.ok(inbox.seen.every(({ text }) => (JSON.parse(text) as { accepted: boolean }).accepted));
    service.ask(request('r-2'));
    await until('the other one is answered', () => service.on('result').length === 2);
    assert.deepEqual(sorted(service.on('result').map((body) => body['request_id'])), ['r-1', 'r-2']);
  });

  it('carries the request id in the headers of a result ("on every answer, upstream call, bus message")', async () => {
    await using service = await serve();
    const stop = new AbortController();
    const results = service.bus.subscribe('platform.reasoner.result', { signal: stop.signal })[Symbol.asyncIterator]();
    service.ask(request());
    const { value } = await results.next();
    assert.equal(value?.headers['x-request-id'], 'r-1');
    stop.abort();
  });

  it('tries again after a failure of the moment, tells its tokens from the first one on, and then one result', async () => {
    const model = failing(2);
    await using service = await serve({ model });
    service.ask(request());
    await until('it is answered', () => service.on('result').length === 1);
    const stream = service.on('stream.r-1');
    const last = stream.filter((body) => body['attempt'] === 3);
    assert.deepEqual(
      last.map((body) => body['token']),
      ['It ', 'is open.', ''],
    );
    assert.equal(stream.filter((body) => body['done'] === true).length, 1);
    assert.deepEqual([service.on('error').length, model.calls()], [0, 3]);
  });

  it('"platform.reasoner.requests.failed | publish | Dead-letter queue for unprocessable messages": after the last try, with the reason', async () => {
    const model = failing(99);
    await using service = await serve({ model });
    service.ask(request());
    await until('it is buried', () => service.on('requests.failed').length === 1);
    const [letter] = service.on('requests.failed');
    assert.deepEqual(
      [letter?.['request_id'], letter?.['reason'], letter?.['error_type'], letter?.['deliveries'], letter?.['subject']],
      ['r-1', 'no', 'provider_unavailable', 3, 'platform.reasoner.request'],
    );
    assert.deepEqual(JSON.parse(letter?.['payload'] as string), request());
    assert.equal(service.on('error')[0]?.['error_type'], 'provider_unavailable');
    assert.equal(service.on('stream.r-1').at(-1)?.['done'], true);
    assert.equal(service.on('result').length, 0);
  });

  it('does not try again what would end the same way', async () => {
    const model = failing(99, 'invalid_input');
    await using service = await serve({ model });
    service.ask(request());
    await until('it is buried', () => service.on('requests.failed').length === 1);
    assert.equal(model.calls(), 1);
  });

  const poison: readonly [string, unknown, string][] = [
    ['not JSON', new TextEncoder().encode('{oops'), 'The message is not valid JSON in UTF-8.'],
    ['not UTF-8', new Uint8Array([0xff, 0xfe]), 'The message is not valid JSON in UTF-8.'],
    ['a request_id with a dot', request('a.b'), 'request_id must be 1 to 128 characters of A-Z a-z 0-9 _ -.'],
    ['a request_id with *', request('*'), 'request_id must be 1 to 128 characters of A-Z a-z 0-9 _ -.'],
    ['a request_id with >', request('a>'), 'request_id must be 1 to 128 characters of A-Z a-z 0-9 _ -.'],
    ['no text', { request_id: 'r-9' }, 'text is required and must be a string that is not empty.'],
    ['10 MB of text', request('r-9', 'x'.repeat(10 * 1024 * 1024)), 'text is longer than the limit of 200000 characters.'],
  ];
  for (const [name, body, reason] of poison) {
    it(`${name}: a dead letter with its reason at once, and the next request is answered`, async () => {
      await using service = await serve();
      service.ask(body);
      service.ask(request('r-next'));
      await until('both are dealt with', () => service.on('requests.failed').length === 1 && service.on('result').length === 1);
      assert.equal(service.on('requests.failed')[0]?.['reason'], reason);
      assert.equal(service.on('error')[0]?.['message'], reason);
      assert.equal(service.on('result')[0]?.['request_id'], 'r-next');
    });
  }

  it('an upstream that stalls in the middle of a stream: the answer has a time limit, others go on, the request is tried again', async () => {
    let calls = 0;
    const model = createScriptedModel([
      'It ',
      (signal) =>
        (calls += 1) > 1 ? Promise.resolve() : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      'is open.',
    ]);
    await using service = await serve({ model });
    service.ask(request());
    await until('it stalls', () => calls === 1);
    service.ask(request('r-2'));
    await until('both are answered', () => service.on('result').length === 2);
    assert.deepEqual(
      service.on('result').map((body) => body['request_id']),
      ['r-2', 'r-1'],
    );
  });

  it('a reasoner that stops in the middle of an answer gives it back, and the next one on the same database goes on after the last finished node and answers it once', async () => {
    await using folder = await makeTemporaryFolder();
    const stuck = createScriptedModel([
      'It ',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    const first = await serve({ model: stuck, folder: folder.path });
    first.ask(request());
    await until('it has begun', () => first.on('stream.r-1').length === 1);
    await first[Symbol.asyncDispose]();
    assert.deepEqual([first.on('result').length, first.on('error').length], [0, 0]);
    const guard = createTestGuard();
    await using second = await serve({ folder: folder.path, guard });
    await until('it is answered', () => second.on('result').length === 1);
    assert.equal(second.on('result')[0]?.['text'], 'It is open.');
    assert.ok(
      guard.inputs.every(({ direction }) => direction === 'output'),
      'the input was screened before',
    );
    assert.equal(second.on('stream.r-1')[0]?.['attempt'], 2);
  });

  it('a result that was stored and not told before the process died is told by the next one, without thinking again', async () => {
    await using folder = await makeTemporaryFolder();
    await answerThen(folder.path, { sql: 'UPDATE work_answers SET told = 0' });
    const model = createScriptedModel(['never']);
    await using second = await serve({ folder: folder.path, model });
    await until('it is told', () => second.on('result').length === 1);
    assert.deepEqual([second.on('result')[0]?.['text'], model.requests.length], ['It is open.', 0]);
  });

  it('an answer that was stored before its end marker was published is told whole by the next attempt', async () => {
    await using folder = await makeTemporaryFolder();
    await answerThen(folder.path, {
      sql: "INSERT INTO work_items (id, data, headers, deliveries, enqueued_at, available_at) VALUES ('r-1', ?, '{}', 1, 0, 0)",
      args: [new TextEncoder().encode(JSON.stringify(request()))],
    });
    const model = createScriptedModel(['never']);
    await using second = await serve({ folder: folder.path, model });
    await until('it has ended', () => second.on('stream.r-1').some(({ done }) => done === true));
    assert.deepEqual(
      second.on('stream.r-1').map(({ token, sequence, attempt, done = false }) => [token, sequence, attempt, done]),
      [
        ['It is open.', 0, 2, false],
        ['', 1, 2, true],
      ],
    );
    assert.equal(model.requests.length, 0);
  });

  it('an answer that never ends has a time limit, and its request becomes a dead letter', async () => {
    const endless = createScriptedModel([
      'It ',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    await using service = await serve({ model: endless, attempts: 1 });
    service.ask(request());
    await until('it is buried', () => service.on('requests.failed').length === 1);
    assert.equal(service.on('requests.failed')[0]?.['error_type'], 'timeout');
  });

  it('a receipt that can be sent nowhere: the request is answered, and nobody hears that it failed', async () => {
    await using service = await serve({ inbox: 'inbox.*' });
    service.ask(request());
    await until('it is answered', () => service.on('result').length === 1);
    assert.deepEqual(service.on('error'), []);
    service.ask({ request_id: 'a.b' });
    await until('what is no request is kept', () => service.on('requests.failed').length === 1);
  });

  it('a full disk: nobody gets a receipt for what is not stored, and all is well once there is room', async () => {
    await using service = await serve();
    service.ask(request('r-0'));
    await until('it works', () => service.on('result').length === 1);
    const { rows } = await service.database.execute({ sql: 'PRAGMA page_count' });
    await service.database.execute({ sql: `PRAGMA max_page_count = ${Number(rows[0]?.[0])}` });
    const inbox = service.inbox();
    service.ask(request('r-1', 'x'.repeat(150_000)), undefined, inbox.name);
    await until('the asker is told', () => inbox.seen.length === 1);
    assert.equal((JSON.parse(inbox.seen[0]?.text ?? '') as JsonObject)['error_type'], 'unavailable');
    await service.database.execute({ sql: 'PRAGMA max_page_count = 1000000' });
    service.ask(request('r-1', 'x'.repeat(150_000)), undefined, inbox.name);
    await until('it is answered', () => service.on('result').length === 2);
  });

  it('a locked database: nobody gets a receipt for what is not stored, and all is well once the lock is gone', async () => {
    await using folder = await makeTemporaryFolder();
    await using service = await serve({ folder: folder.path });
    service.ask(request('r-0'));
    await until('it works', () => service.on('result').length === 1);
    const other = await lock(join(folder.path, 'reasoner.db'));
    const inbox = service.inbox();
    service.ask(request('r-1'), undefined, inbox.name);
    await until('the asker is told', () => inbox.seen.length === 1);
    const told = JSON.parse(inbox.seen[0]?.text ?? '') as JsonObject;
    assert.deepEqual([told['accepted'], told['error_type']], [undefined, 'unavailable']);
    other.release();
    service.ask(request('r-1'), undefined, inbox.name);
    await until('it is answered', () => service.on('result').length === 2);
    assert.equal(service.on('result').length, 2);
  });
});

/** Holds a write lock on a database file from elsewhere. */
async function lock(path: string): Promise<{ release(): void }> {
  const { createClient } = await import('@libsql/client');
  const client = createClient({ url: `file:${path}` });
  const transaction = await client.transaction('write');
  return {
    release: () => {
      transaction.close();
      client.close();
    },
  };
}

describe('"reasoner.v1.chat | subscribe | Chat completion request wire format"', () => {
  const body = { model: 'scripted', messages: [{ role: 'user', content: 'Is it open?' }] };

  it('answers a request to its inbox with a chat completion', async () => {
    await using service = await serve();
    const inbox = service.inbox();
    service.ask(body, 'reasoner.v1.chat', inbox.name);
    await until('the answer comes', () => inbox.seen.length === 1);
    const answer = JSON.parse(inbox.seen[0]?.text ?? '') as { object: string; choices: { message: { content: string } }[] };
    assert.deepEqual([answer.object, answer.choices[0]?.message.content], ['chat.completion', 'It is open.']);
  });

  it('streams to the inbox, chunk by chunk, with [DONE] at the end', async () => {
    await using service = await serve();
    const inbox = service.inbox();
    service.ask({ ...body, stream: true }, 'reasoner.v1.chat', inbox.name);
    await until('the end comes', () => inbox.seen.at(-1)?.text === '[DONE]');
    const chunks = inbox.seen
      .slice(0, -1)
      .map(({ text }) => JSON.parse(text) as { object: string; choices: { delta: { content?: string } }[] });
    assert.ok(chunks.every(({ object }) => object === 'chat.completion.chunk'));
    assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), 'It is open.');
  });

  it('answers a bad request with the error body and the headers of a NATS service', async () => {
    await using service = await serve();
    const inbox = service.inbox();
    service.ask(new TextEncoder().encode('{oops'), 'reasoner.v1.chat', inbox.name);
    service.ask({ model: 'scripted' }, 'reasoner.v1.chat', inbox.name);
    await until('both errors come', () => inbox.seen.length === 2);
    assert.deepEqual(
      inbox.seen.map(({ headers }) => headers['Nats-Service-Error-Code']),
      ['400', '400'],
    );
    const errors = inbox.seen.map(({ text }) => (JSON.parse(text) as { error: { param: string | null } }).error.param);
    assert.deepEqual(sorted(errors), ['messages', null]);
  });

  it('stops the model once nobody listens to the inbox any more', async () => {
    const { promise: on, resolve: goOn } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      'It ',
      () => on,
      'is ',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    await using service = await serve({ model });
    const inbox = service.inbox();
    service.ask({ ...body, stream: true }, 'reasoner.v1.chat', inbox.name);
    await until('it has begun', () => inbox.seen.length > 0);
    inbox.leave();
    goOn();
    await until('the model is stopped', () => model.signal()?.aborted === true);
  });
});

describe('GET /metrics', () => {
  it('tells how many requests wait, were delivered again and became dead letters, and what the bus did', async () => {
    const held = Promise.withResolvers<void>();
    let calls = 0;
    const model = createScriptedModel([
      async () => {
        calls += 1;
        if (calls === 1) throw new ServiceError('provider_unavailable', 'The model fell over.');
        if (calls === 3) await held.promise;
      },
      'It is.',
    ]);
    await using reasoner = await serve({ model });
    const figures = async (): Promise<Record<string, number>> => {
      const response = await reasoner.reasoner.handle(new Request('http://localhost/metrics'));
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith('parley_bus_'));
      return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]));
    };
    reasoner.ask(request('r-1'));
    await until('it is answered at the second attempt', () => reasoner.on('result').length === 1);
    reasoner.ask({ request_id: 'r-2' });
    await until('the dead letter is told', () => reasoner.on('requests.failed').length === 1);
    reasoner.ask(request('r-3'));
    await until('the third is under way', () => calls === 3);
    const { parley_bus_published_total: published = 0, ...rest } = await figures();
    assert.deepEqual(rest, {
      parley_bus_connected: 1,
      parley_bus_reconnects_total: 0,
      parley_bus_publish_failed_total: 0,
      parley_bus_pending_messages: 1,
      parley_bus_redeliveries_total: 1,
      parley_bus_dead_letters: 1,
      parley_bus_dead_letters_total: 1,
    });
    assert.ok(published > 5);
    held.resolve();
    await until('it is answered', () => reasoner.on('result').length === 2);
    await until('nothing waits', async () => (await figures())['parley_bus_pending_messages'] === 0);
    await reasoner.database[Symbol.asyncDispose]();
    assert.deepEqual(
      Object.keys(await figures()).filter((name) => /pending|dead_letters$/.test(name)),
      [],
      'what the store cannot tell',
    );
  });
});

describe('the routes of dead letters', () => {
  it('list, replay and delete; another id is 404', async () => {
    let isBroken = true;
    const model = createScriptedModel([
      'It ',
      () => (isBroken ? Promise.reject(new ServiceError('invalid_input', 'no')) : Promise.resolve()),
      'is open.',
    ]);
    await using service = await serve({ model });
    const call = async (method: string, path: string): Promise<{ readonly status: number; readonly body: JsonObject }> => {
      const response = await service.reasoner.handle(new Request(`http://localhost/v1/dead-letters${path}`, { method }));
      return { status: response.status, body: (await response.json()) as JsonObject };
    };
    for (const id of ['r-1', 'r-2', 'r-3']) service.ask(request(id));
    await until('all are buried', () => service.on('requests.failed').length === 3);
    const first = await call('GET', '?limit=2');
    assert.deepEqual([(first.body['data'] as unknown[]).length, first.body['has_more']], [2, true]);
    const rest = await call('GET', `?limit=2&cursor=${first.body['next_cursor'] as string}`);
    assert.deepEqual([(rest.body['data'] as unknown[]).length, rest.body['has_more']], [1, false]);
    const [one, two] = first.body['data'] as { id: string; request_id: string; reason: string }[];
    assert.equal(one?.reason, 'no');
    isBroken = false;
    assert.equal((await call('POST', `/${one?.id}/replay`)).body['replayed'], true);
    await until('it is answered', () => service.on('result').length === 1);
    assert.equal(service.on('result')[0]?.['request_id'], one?.request_id);
    assert.equal((await call('POST', `/${one?.id}/replay`)).status, 404);
    assert.equal((await call('DELETE', `/${two?.id}`)).body['deleted'], true);
    assert.equal((await call('DELETE', `/${two?.id}`)).status, 404);
    assert.equal(((await call('GET', '')).body['data'] as unknown[]).length, 1);
    assert.equal((await call('GET', '?limit=0')).status, 400);
    assert.equal((await call('PUT', `/${two?.id}`)).status, 405);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import type { BuriedMessage } from '../../src/core/dead-letter.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeJson, encodeJson, type JsonObject } from '../../src/core/json.ts';
import { REFUSAL_TEXT } from '../../src/domain/reasoning/refusal.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { WorkQueue } from '../../src/ports/work-queue.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { until } from '../system/until.ts';
import { createScriptedModel, createTestLogger, stuck, withConnection, withInbox, WORDS } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

interface Event {
  readonly subject: string;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

interface Listening extends AsyncDisposable {
  readonly bus: Bus;
  ask(body: unknown, subject?: string): void;
  /** Everything the service published up to and including the first event on a subject that ends so. */
  until(ending: string): Promise<Event[]>;
  stop(): void;
  readonly stopped: Promise<void>;
}

/** A reasoner that consumes an in-memory bus, and a client that hears everything it publishes. */
function listen(deps: Parameters<typeof createReasonerDeps>[0] = {}): Listening {
  const bus = createInMemoryBus();
  const client = new AbortController();
  const service = new AbortController();
  const heard = bus.subscribe('platform.reasoner.>', { signal: client.signal })[Symbol.asyncIterator]();
  const stopped = createReasoner(createReasonerDeps({ bus, ...deps })).consume(service.signal);
  return {
    bus,
    stopped,
    ask: (body, subject = 'platform.reasoner.request') => bus.publish(subject, body instanceof Uint8Array ? body : encodeJson(body)),
    async until(ending) {
      const events: Event[] = [];
      for (;;) {
        const next = await heard.next();
        if (next.done === true) return assert.fail('the bus has closed');
        const { subject, data, headers } = next.value;
        if (subject === 'platform.reasoner.request') continue;
        events.push({ subject: subject.replace('platform.reasoner.', ''), body: decodeJson(data) as JsonObject, headers });
        if (subject.endsWith(ending)) return events;
      }
    },
    stop: () => service.abort(),
    async [Symbol.asyncDispose]() {
      service.abort();
      await stopped;
      client.abort();
    },
  };
}

const request = (id = 'r-1'): object => ({ request_id: id, user_id: 'ada', text: 'Is it open?' });

const tokens = (events: readonly Event[]): string =>
  events.map(({ subject, body }) => (subject.startsWith('stream.') && typeof body.token === 'string' ? body.token : '')).join('');

const find = (events: readonly Event[], subject: string): JsonObject =>
  events.find((event) => event.subject === subject)?.body ?? assert.fail(`no ${subject}`);

describe('the bus consumer', () => {
  it('"Consumes reasoning requests from message-bus subjects and publishes streamed tokens, completion signals, errors and guard outcomes."', async () => {
    await using service = listen();
    service.ask(request());
    const events = await service.until('.result');
    assert.deepEqual(
      events.map((event) => event.subject),
      ['stream.r-1', 'stream.r-1', 'stream.r-1', 'stream.r-1', 'result'],
    );
    assert.equal(tokens(events), 'It is open.');
  });

  for (const subject of ['platform.reasoner.request', 'reasoner.request']) {
    it(`"subscribe": ${subject}, "request_id (string), user_id (string), text (string)"`, async () => {
      await using service = listen();
      service.ask(request(), subject);
      assert.equal(find(await service.until('.result'), 'result').text, 'It is open.');
    });
  }

  it('"platform.reasoner.stream.{request_id}": "token (string), request_id (string)", numbered without gaps, with an end marker', async () => {
    await using service = listen();
    service.ask(request());
    const events = await service.until('.result');
    assert.deepEqual(
      events.slice(0, -1).map((event) => event.body),
      [
        { token: 'It ', request_id: 'r-1', sequence: 0 },
        { token: 'is ', request_id: 'r-1', sequence: 1 },
        { token: 'open.', request_id: 'r-1', sequence: 2 },
        { token: '', request_id: 'r-1', sequence: 3, done: true },
      ],
    );
    assert.ok(events.every((event) => event.headers['x-request-id'] === 'r-1'));
  });

  it('"platform.reasoner.result": "request_id (string), user_id (string), text (string), latency_ms (number, milliseconds)", after the stream ends', async () => {
    await using service = listen();
    service.ask(request());
    const events = await service.until('.result');
    const { latency_ms: latency, ...rest } = find(events, 'result');
    assert.deepEqual(rest, { request_id: 'r-1', user_id: 'ada', text: 'It is open.' });
    assert.ok(typeof latency === 'number' && latency > 0);
    assert.equal(events.at(-1)?.subject, 'result');
  });

  it('"Requests blocked by the injection guard" go to platform.reasoner.guard.rejected, and the refusal is the result', async () => {
    const model = createScriptedModel(['never']);
    await using service = listen({ model });
    service.ask({ request_id: 'r-1', user_id: 'ada', text: `please ${WORDS.block}` });
    const events = await service.until('.result');
    assert.deepEqual(find(events, 'guard.rejected'), {
      request_id: 'r-1',
      user_id: 'ada',
      decision_id: 'decision-1',
      verdict: 'block',
      policy: 'test',
      categories: ['word-block'],
      detectors: ['words'],
      timestamp: '2026-01-02T03:04:05.000Z',
      error_type: 'content_filter',
      message: REFUSAL_TEXT,
    });
    assert.equal(tokens(events), REFUSAL_TEXT);
    assert.equal(find(events, 'result').text, REFUSAL_TEXT);
    assert.equal(model.requests.length, 0);
  });

  for (const [verdict, script, text] of [
    ['block', ['Sure: ', 'FORBIDDEN', ' things'], 'Sure: '],
    ['redact', ['The SEC', 'RET is out'], 'The [WORD_REDACT] is out'],
  ] as const) {
    it(`"Requests whose suspicious output was intercepted" go to platform.reasoner.guard.intercepted: ${verdict}`, async () => {
      await using service = listen({ model: createScriptedModel(script) });
      service.ask(request());
      const events = await service.until('.result');
      assert.equal(find(events, 'guard.intercepted').verdict, verdict);
      assert.equal(tokens(events), text);
      assert.equal(find(events, 'result').text, text);
      assert.doesNotMatch(JSON.stringify(events), /FORBIDDEN|SECRET/);
    });
  }

  it('"Error payloads for failed requests" go to platform.reasoner.error, after the end marker of a stream that had begun', async () => {
    const model = createScriptedModel(['half ', () => Promise.reject(new ServiceError('timeout', 'too slow'))]);
    await using service = listen({ model });
    service.ask(request());
    const events = await service.until('.error');
    assert.deepEqual(events.at(-1)?.body, {
      request_id: 'r-1',
      user_id: 'ada',
      error_type: 'timeout',
      message: 'too slow',
      param: null,
      retry_after_seconds: null,
      timestamp: '2026-01-02T03:04:05.000Z',
    });
    assert.deepEqual(events.at(-2)?.body, { token: '', request_id: 'r-1', sequence: 1, done: true });
    assert.ok(!events.some((event) => event.subject === 'result'));
  });

  const bad: readonly [name: string, data: unknown, param: string | null, requestId: string | null][] = [
    ['what is not JSON', new TextEncoder().encode('{oops'), null, null],
    ['what is not UTF-8', Uint8Array.of(0xff, 0xfe), null, null],
    ['what is no object', [1], null, null],
    ['a missing request_id', { user_id: 'ada', text: 'x' }, 'request_id', null],
    ['a request_id that is a number', { request_id: 4, text: 'x' }, 'request_id', null],
    ['a request_id with a dot', { request_id: 'a.b', text: 'x' }, 'request_id', null],
    ['a request_id with a blank', { request_id: 'a b', text: 'x' }, 'request_id', null],
    ['a request_id with *', { request_id: '*', text: 'x' }, 'request_id', null],
    ['a request_id with >', { request_id: '>', text: 'x' }, 'request_id', null],
    ['a request_id of 129 characters', { request_id: 'a'.repeat(129), text: 'x' }, 'request_id', null],
    ['a missing text', { request_id: 'r-1' }, 'text', 'r-1'],
    ['an empty text', { request_id: 'r-1', text: '' }, 'text', 'r-1'],
    ['a user_id that is a number', { request_id: 'r-1', user_id: 4, text: 'x' }, 'user_id', 'r-1'],
  ];
  for (const [name, data, param, requestId] of bad) {
    it(`answers ${name} with an error event, and goes on`, async () => {
      await using service = listen();
      service.ask(data);
      const events = await service.until('.error');
      assert.equal(events.length, 1);
      const { error_type: type, param: named, request_id: id } = events[0]?.body ?? {};
      assert.deepEqual([type, named, id], ['invalid_input', param, requestId]);
      service.ask(request('r-2'));
      assert.equal(find(await service.until('.result'), 'result').request_id, 'r-2');
    });
  }

  it('refuses a text over the limit', async () => {
    await using service = listen({ settings: { maxCharacters: 5 } });
    service.ask(request());
    assert.equal(find(await service.until('.error'), 'error').error_type, 'payload_too_large');
  });

  it('answers no more at once than its limit, and all of them in the end', async () => {
    let inside = 0;
    let most = 0;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: full, resolve: fill } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      async () => {
        inside += 1;
        most = Math.max(most, inside);
        if (inside === 2) fill();
        await opened;
        inside -= 1;
      },
      'ok',
    ]);
    await using service = listen({ model, settings: { busConcurrency: 2 } });
    for (let index = 0; index < 6; index += 1)
      service.ask(request(`r-${index}`), index % 2 === 0 ? 'reasoner.request' : 'platform.reasoner.request');
    await full;
    open();
    const done = new Set<unknown>();
    while (done.size < 6) done.add(find(await service.until('.result'), 'result').request_id);
    assert.equal(most, 2);
  });

  it('shares the requests with other reasoners: each is answered once', async () => {
    await using first = listen();
    const second = new AbortController();
    const consuming = createReasoner(createReasonerDeps({ bus: first.bus })).consume(second.signal);
    const ids = Array.from({ length: 6 }, (_, index) => `r-${index}`);
    for (const id of ids) first.ask(request(id));
    const answered: string[] = [];
    while (answered.length < 6) answered.push(JSON.stringify(find(await first.until('.result'), 'result').request_id));
    first.ask(request('last'));
    assert.equal(find(await first.until('.result'), 'result').request_id, 'last');
    assert.deepEqual(
      answered.toSorted((a, b) => a.localeCompare(b)),
      ids.map((id) => JSON.stringify(id)),
    );
    second.abort();
    await consuming;
  });

  it('lets answers in progress finish when it is stopped, and accepts no new requests', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      async () => {
        start();
        await opened;
      },
      'ok',
    ]);
    await using service = listen({ model });
    service.ask(request());
    await started;
    service.stop();
    service.ask(request('too-late'));
    open();
    await service.stopped;
    assert.equal(find(await service.until('.result'), 'result').request_id, 'r-1');
    assert.equal(model.requests.length, 1);
  });

  it('"Dead-letter queue for unprocessable messages" takes a request that is larger than the queue takes', async () => {
    const buried: BuriedMessage[] = [];
    const workQueue = {
      enqueue: () => Promise.reject(new ServiceError('payload_too_large', 'too large')),
      bury: async (message: BuriedMessage) => void buried.push(message),
      consume: async () => undefined,
    } as unknown as WorkQueue;
    await using service = listen({ workQueue, checkpoints: createInMemoryCheckpoints() });
    service.ask(request());
    assert.equal(find(await service.until('.error'), 'error').error_type, 'payload_too_large');
    await until('it is buried', () => buried.length === 1);
    assert.equal(buried[0]?.requestId, 'r-1');
  });

  it('gives up answers that are stuck once its drain time has passed, and says so', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      async () => {
        start();
        await stuck();
      },
    ]);
    await using service = listen({ model, settings: { drainMs: 10 } });
    service.ask(request());
    await started;
    service.stop();
    await service.stopped;
    assert.equal(find(await service.until('.error'), 'error').error_type, 'unavailable');
    assert.ok(model.signal()?.aborted);
  });

  it('ends a streamed chat completion that it gives up with an error and "[DONE]"', async () => {
    const model = createScriptedModel(['Slow', stuck]);
    await using service = listen({ model, settings: { drainMs: 10, streamStartMs: 5 } });
    const client = new AbortController();
    const heard: string[] = [];
    const listening = (async () => {
      for await (const { data } of service.bus.subscribe('inbox', { signal: client.signal })) heard.push(new TextDecoder().decode(data));
    })();
    const body = { model: 'parley', stream: true, messages: [{ role: 'user', content: 'Is it open?' }] };
    service.bus.publish('reasoner.v1.chat', encodeJson(body), {}, 'inbox');
    await until('the answer has begun', () => model.given() > 0 && heard.length > 0);
    service.stop();
    await service.stopped;
    await until('the stream ends', () => heard.at(-1) === '[DONE]');
    assert.match(heard.at(-2) ?? '', /"error_type":"unavailable"|"type":"unavailable"/);
    client.abort();
    await listening;
  });

  it('answers although the bus does not confirm that the tokens have left', async () => {
    const bus = createInMemoryBus();
    const deaf = withConnection(bus, { connected: true, ping: stuck });
    const logger = createTestLogger();
    const stop = new AbortController();
    const heard = bus.subscribe('platform.reasoner.result', { signal: stop.signal })[Symbol.asyncIterator]();
    const consuming = createReasoner(createReasonerDeps({ bus: deaf, logger, settings: { probeTimeoutMs: 20 } })).consume(stop.signal);
    bus.publish('platform.reasoner.request', encodeJson(request()));
    assert.equal((await heard.next()).done, false);
    assert.ok(logger.lines.some((line) => line.message === 'the bus did not confirm what was published'));
    stop.abort();
    await consuming;
  });

  it('goes on after a message whose inbox is no subject, which a server does not look at', async () => {
    const bus = createInMemoryBus();
    const logger = createTestLogger();
    const stop = new AbortController();
    const heard = bus.subscribe('platform.reasoner.result', { signal: stop.signal })[Symbol.asyncIterator]();
    const consuming = createReasoner(createReasonerDeps({ bus: withInbox(bus, 'inbox.*'), logger })).consume(stop.signal);
    bus.publish('reasoner.v1.chat', encodeJson({ model: 'default', messages: [{ role: 'user', content: 'Is it open?' }] }));
    await until('it is told', () => logger.lines.some((line) => line.message === 'a message from the bus could not be answered'));
    bus.publish('platform.reasoner.request', encodeJson(request()));
    assert.equal((await heard.next()).done, false);
    stop.abort();
    await consuming;
  });

  it('writes no content into the log', async () => {
    const logger = createTestLogger();
    await using service = listen({ logger, model: createScriptedModel(['a private reply']) });
    service.ask({ request_id: 'r-1', user_id: 'ada', text: 'a private question' });
    await service.until('.result');
    assert.doesNotMatch(JSON.stringify(logger.lines), /private/);
  });
});

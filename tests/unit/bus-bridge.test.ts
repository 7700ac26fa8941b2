import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { decodeJson, encodeJson, isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { createBusBridge } from '../../src/voice/bus-bridge.ts';

const REQUEST = 'platform.reasoner.request';

const said = [{ role: 'user' as const, content: 'what time is it' }];

describe('createBusBridge()', () => {
  let bus: Bus;
  let stop: AbortController;
  beforeEach(() => {
    bus = createInMemoryBus();
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await bus[Symbol.asyncDispose]();
  });

  /** Stands in for the reasoner: answers each request by what `answer` publishes. */
  function reasoner(answer: (request: JsonObject, headers: Readonly<Record<string, string>>) => void, subject = REQUEST): void {
    const requests = bus.subscribe(subject, { signal: stop.signal });
    void (async () => {
      for await (const { data, headers } of requests) {
        const request = decodeJson(data);
        if (isJsonObject(request)) answer(request, headers);
      }
    })();
  }

  function publish(subject: string, payload: unknown): void {
    bus.publish(`platform.reasoner.${subject}`, encodeJson(payload));
  }

  const ask = (signal = new AbortController().signal, timeoutMs = 5000) =>
    createBusBridge({ bus, model: 'parley', timeoutMs }).reply(said, { requestId: 'call.1', userId: 'ann', signal });

  it('publishes request_id, user_id and text, with the request id as a header, and gives back the result', async () => {
    let seen: { request: JsonObject; headers: Readonly<Record<string, string>> } | undefined;
    reasoner((request, headers) => {
      seen = { request, headers };
      publish('result', { request_id: request['request_id'], user_id: 'ann', text: 'noon', latency_ms: 3 });
    });
    assert.deepEqual(await ask(), { text: 'noon' });
    assert.deepEqual([seen?.request['user_id'], seen?.request['text']], ['ann', 'what time is it']);
    assert.match(JSON.stringify(seen?.request['request_id']), /^"[A-Za-z0-9_-]+"$/);
    assert.equal(seen?.headers['x-request-id'], 'call.1');
  });

  it('names the user together with the name of the API key, because the bus has no keys that part their memories', async () => {
    let user: unknown;
    reasoner((request) => {
      user = request['user_id'];
      publish('result', { request_id: request['request_id'], text: 'noon' });
    });
    const options = { requestId: 'call.1', userId: 'ann', signal: stop.signal, caller: { name: 'alice', key: 'alicealice1' } };
    await createBusBridge({ bus, model: 'parley', timeoutMs: 5000 }).reply(said, options);
    assert.equal(user, 'alice:ann');
  });

  it('names no user for a turn that has none, or that may not use all of memory', async () => {
    const users: unknown[] = [];
    reasoner((request) => {
      users.push(request['user_id']);
      publish('result', { request_id: request['request_id'], text: 'noon' });
    });
    const bridge = createBusBridge({ bus, model: 'parley', timeoutMs: 5000 });
    const options = { requestId: 'call.1', signal: stop.signal };
    const turns = [{}, { userId: 'ann', memory: 'off' }, { userId: 'ann', memory: 'read-only' }, { userId: 'ann', memory: 'on' }];
    for (const turn of turns) await bridge.reply(said, { ...options, ...turn });
    assert.deepEqual(users, ['', '', '', 'ann']);
  });

  it('publishes a conversation as reasoner.v1.chat, with request_id, user_id, model and messages', async () => {
    const conversation = [...said, { role: 'assistant' as const, content: 'noon' }, { role: 'user' as const, content: 'sure?' }];
    let seen: JsonObject = {};
    reasoner((request) => {
      seen = request;
      publish('result', { request_id: request['request_id'], text: 'yes' });
    }, 'reasoner.v1.chat');
    const options = { requestId: 'call.1', userId: 'ann', signal: stop.signal };
    assert.deepEqual(await createBusBridge({ bus, model: 'parley', timeoutMs: 5000 }).reply(conversation, options), { text: 'yes' });
    assert.deepEqual({ ...seen, request_id: 1 }, { request_id: 1, user_id: 'ann', model: 'parley', messages: conversation });
  });

  it('waits for its own request_id, whatever else is said on the subjects', async () => {
    reasoner((request) => {
      publish('result', { request_id: 'another', text: 'not yours' });
      publish('error', { request_id: 'another', error_type: 'internal', message: 'not yours' });
      publish('result', ['garbage']);
      bus.publish('platform.reasoner.result', new Uint8Array([0xff, 0x7b]));
      publish('result', { request_id: request['request_id'], text: 'yours' });
    });
    assert.deepEqual(await ask(), { text: 'yours' });
  });

  it('keeps calls apart that run at once with the same X-Request-Id', async () => {
    const waiting: JsonObject[] = [];
    reasoner((request) => {
      waiting.push(request);
      if (waiting.length < 2) return;
      for (const [index, { request_id: id }] of waiting.entries()) publish('result', { request_id: id, text: `answer ${index}` });
    });
    assert.deepEqual(await Promise.all([ask(), ask()]), [{ text: 'answer 0' }, { text: 'answer 1' }]);
  });

  const failures: readonly [string, string, JsonObject, { kind: string; message?: string }][] = [
    [
      'keeps the kind and message of an error',
      'error',
      { error_type: 'timeout', message: 'too slow' },
      { kind: 'timeout', message: 'too slow' },
    ],
    ['takes an error of unknown kind for provider_unavailable', 'error', { error_type: 'toString' }, { kind: 'provider_unavailable' }],
    ['takes a rejection by the guard for content_filter', 'guard.rejected', {}, { kind: 'content_filter' }],
    ['takes a result without text for provider_unavailable', 'result', { text: 7 }, { kind: 'provider_unavailable' }],
  ];
  for (const [name, subject, payload, expected] of failures) {
    it(name, async () => {
      reasoner((request) => publish(subject, { request_id: request['request_id'] ?? '', ...payload }));
      await assert.rejects(ask(), expected);
    });
  }

  it('fails as the bus refuses the request, and nothing fails once more after that', async () => {
    await bus[Symbol.asyncDispose]();
    bus = createInMemoryBus({ maxPayloadBytes: 10 });
    const late: unknown[] = [];
    const note = (reason: unknown): void => void late.push(reason);
    process.on('unhandledRejection', note);
    try {
      await assert.rejects(ask(), { kind: 'payload_too_large' });
      await nextTurn();
      assert.deepEqual(late, []);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('gives up with timeout when nobody answers', async () => {
    await assert.rejects(ask(undefined, 20), { kind: 'timeout' });
  });

  it('stops when its signal aborts', async () => {
    const leaving = new AbortController();
    reasoner(() => leaving.abort(new DOMException('left', 'AbortError')));
    await assert.rejects(ask(leaving.signal), { name: 'AbortError' });
  });

  it('is provider_unavailable at once on a bus that is closed, or closes meanwhile', async () => {
    reasoner(() => void bus[Symbol.asyncDispose]());
    await assert.rejects(ask(), { kind: 'provider_unavailable' });
    await assert.rejects(ask(), { kind: 'provider_unavailable' });
  });
});

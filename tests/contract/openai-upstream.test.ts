import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createOpenAiBridge } from '../../src/adapters/openai/bridge.ts';
import { createOpenAiUpstream } from '../../src/adapters/openai/upstream.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { cutsOff, sends, sendsStream, stalls, startModelServer, type Behaviour } from './model-server.ts';

const fixture = (name: string): Promise<string> => readFile(new URL(`../fixtures/openai/${name}`, import.meta.url), 'utf8');

const never = new AbortController().signal;
const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], unknown_to_parley: { deep: [1, 'two'] } };
const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  system_fingerprint: 'kept',
};

const isKind =
  (kind: ServiceError['kind'], message = /./) =>
  (error: unknown): boolean =>
    error instanceof ServiceError && error.kind === kind && message.test(error.message);

/** Streams a piece every few milliseconds, for so many milliseconds. */
const streamsFor =
  (milliseconds: number): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const begun = performance.now();
    while (performance.now() - begun < milliseconds && !response.destroyed) {
      response.write('data: {"choices":[{"index":0,"delta":{"content":"still thinking "},"finish_reason":null}]}\n\n');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  };

describe('createOpenAiUpstream()', () => {
  it('is named after its address, without credentials', () => {
    const upstream = createOpenAiUpstream({ baseUrl: 'http://user:pass@127.0.0.1:9/v1/?key=1', timeoutMs: 1 });
    assert.equal(upstream.name, 'http://127.0.0.1:9/v1');
  });

  it('is not told by its address to clients, where it is called something else', async () => {
    await using server = await startModelServer(sends(500, '{}'));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, shownAs: 'The upstream', timeoutMs: 5000 });
    assert.equal(upstream.name, server.baseUrl);
    const options = { signal: never, requestId: 'r-1' };
    const asks = [
      () => upstream.complete(body, options),
      () => upstream.stream(body, options),
      () => upstream.embed(body, options),
      () => upstream.models(options),
    ];
    for (const ask of asks) {
      await assert.rejects(ask, isKind('provider_unavailable', /^The upstream answered with status 500\.$/));
    }
  });

  it('passes bodies through unchanged in both directions, with request id and traceparent', async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, apiKey: 'key-12345', timeoutMs: 5000 });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    assert.deepEqual(await upstream.complete(body, { signal: never, requestId: 'r-1', traceparent, memory: 'off' }), completion);
    const got = server.received[0];
    assert.deepEqual(JSON.parse(got?.body ?? ''), body);
    assert.equal(got?.headers['x-request-id'], 'r-1');
    assert.equal(got.headers.traceparent, traceparent);
    assert.equal(got.headers['x-parley-memory'], 'off');
    assert.equal(got.headers.authorization, 'Bearer key-12345');
  });

  it('tells the headers of an answer, also of one that refuses', async () => {
    const told: (string | null)[] = [];
    const options = { signal: never, requestId: 'r-1', onHeaders: (headers: Headers) => void told.push(headers.get('content-type')) };
    await using good = await startModelServer(sends(200, JSON.stringify(completion)));
    await createOpenAiUpstream({ baseUrl: good.baseUrl, timeoutMs: 5000 }).complete(body, options);
    await using bad = await startModelServer(sends(429, '{}'));
    await assert.rejects(createOpenAiUpstream({ baseUrl: bad.baseUrl, timeoutMs: 5000 }).complete(body, options));
    assert.deepEqual(told, ['application/json', 'application/json']);
  });

  it('takes a request that is refused as too large for the caller’s fault, and an answer over the limit for the server’s', async () => {
    const options = { signal: never, requestId: 'r-1' };
    const words = JSON.stringify({ error: { message: 'Too long: my card is 4111 1111 1111 1111', type: 'invalid_request_error' } });
    await using refusing = await startModelServer(sends(413, words));
    const small = createOpenAiUpstream({ baseUrl: refusing.baseUrl, timeoutMs: 5000 });
    for (const ask of [() => small.complete(body, options), () => small.stream(body, options), () => small.models(options)]) {
      await assert.rejects(ask, isKind('payload_too_large', /^Too long/));
    }
    await using wordy = await startModelServer(sends(200, JSON.stringify(completion)));
    const upstream = createOpenAiUpstream({ baseUrl: wordy.baseUrl, shownAs: 'The upstream', timeoutMs: 5000, maxResponseBytes: 100 });
    await assert.rejects(() => upstream.complete(body, options), isKind('provider_unavailable', /^The upstream answered with too much/));
  });

  it("carries the caller's API key to a server that shares our keys, and to no other", async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const connection = { baseUrl: server.baseUrl, apiKey: 'key-12345', timeoutMs: 5000 };
    const ours = createOpenAiUpstream({ ...connection, forwardsKey: true });
    await ours.complete(body, { signal: never, requestId: 'r-1', callerKey: 'bobs-key-1' });
    await ours.models({ signal: never, requestId: 'r-2' });
    await createOpenAiUpstream(connection).complete(body, { signal: never, requestId: 'r-3', callerKey: 'bobs-key-1' });
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer bobs-key-1', 'Bearer key-12345', 'Bearer key-12345'],
    );
  });

  it('yields each chunk of a stream unchanged, up to [DONE]', async () => {
    const stream = await fixture('with-usage.txt');
    await using server = await startModelServer(sendsStream(stream));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    const chunks = await Array.fromAsync(await upstream.stream({ ...body, stream: true }, { signal: never, requestId: 'r-1' }));
    const sent = stream.split('\n\n').filter((event) => event.startsWith('data: {'));
    assert.deepEqual(
      chunks,
      sent.map((event) => JSON.parse(event.slice('data: '.length)) as unknown),
    );
  });

  it('gives whole numbers beyond 2^53 as they were written, whole and in a stream', async () => {
    const written =
      '{"id":"c","choices":[{"index":0,"delta":{"content":"Hi","row":[-9223372036854775808,0.1234567890123456]},"finish_reason":"stop"}]}';
    await using whole = await startModelServer(sends(200, written));
    const options = { signal: never, requestId: 'r-1' };
    const reply = await createOpenAiUpstream({ baseUrl: whole.baseUrl, timeoutMs: 5000 }).complete(body, options);
    assert.equal(JSON.stringify(reply), written);
    await using streaming = await startModelServer(sendsStream(`data: ${written}\n\ndata: [DONE]\n\n`));
    const upstream = createOpenAiUpstream({ baseUrl: streaming.baseUrl, timeoutMs: 5000 });
    const chunks = await Array.fromAsync(await upstream.stream({ ...body, stream: true }, options));
    assert.deepEqual(
      chunks.map((chunk) => JSON.stringify(chunk)),
      [written],
    );
  });

  it('fails on a stream that ends without any choice, whatever it says else', async () => {
    const usage = '{"id":"c","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":0,"total_tokens":1}}';
    for (const events of ['', `data: ${usage}\n\n`, ': still working\n\n']) {
      for (const end of ['data: [DONE]\n\n', 'data: [DONE]']) {
        await using server = await startModelServer(sendsStream(`${events}${end}`));
        const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
        const stream = await upstream.stream({ ...body, stream: true }, { signal: never, requestId: 'r-1' });
        await assert.rejects(Array.fromAsync(stream), isKind('provider_unavailable', /ended its stream/));
      }
    }
  });

  it('takes an empty finish_reason for none: a stream that breaks off behind one is not whole', async () => {
    await using server = await startModelServer(
      sendsStream('data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":""}]}\n\n'),
    );
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    const stream = await upstream.stream({ ...body, stream: true }, { signal: never, requestId: 'r-1' });
    await assert.rejects(Array.fromAsync(stream), isKind('provider_unavailable', /before the answer was finished/));
  });

  it('takes a stream for whole that ends with [DONE] and gave no reason to finish', async () => {
    for (const end of ['data: [DONE]\n\n', 'data: [DONE]']) {
      await using server = await startModelServer(sendsStream(`data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n${end}`));
      const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
      const stream = await upstream.stream({ ...body, stream: true }, { signal: never, requestId: 'r-1' });
      assert.equal((await Array.fromAsync(stream)).length, 1);
    }
  });

  it('refuses before the stream begins when the server does', async () => {
    await using server = await startModelServer(sends(400, JSON.stringify({ error: { message: 'bad n', param: 'n' } })));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    await assert.rejects(upstream.stream(body, { signal: never, requestId: 'r-1' }), isKind('invalid_input', /^bad n$/));
  });

  it('takes a body that is an error for a refusal, also behind the status 200', async () => {
    const error = { message: 'Rate limit reached.', code: 429 };
    await using server = await startModelServer(sends(200, JSON.stringify({ error, choices: [] })));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    await assert.rejects(upstream.complete(body, { signal: never, requestId: 'r-1' }), isKind('too_many_requests'));
    await assert.rejects(upstream.stream(body, { signal: never, requestId: 'r-1' }), isKind('too_many_requests'));
  });

  it('carries on the word by which programs know such an error, and takes no other JSON for a stream', async () => {
    const error = { message: 'Too long.', code: 'context_length_exceeded' };
    await using server = await startModelServer(sends(200, JSON.stringify({ error })));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    const isKnown = { kind: 'provider_unavailable', code: 'context_length_exceeded', message: /failure inside its answer/ };
    await assert.rejects(upstream.complete(body, { signal: never, requestId: 'r-1' }), isKnown);
    await assert.rejects(upstream.stream(body, { signal: never, requestId: 'r-1' }), isKnown);
    await using whole = await startModelServer(sends(200, JSON.stringify(completion)));
    const other = createOpenAiUpstream({ baseUrl: whole.baseUrl, timeoutMs: 5000 });
    await assert.rejects(
      other.stream(body, { signal: never, requestId: 'r-1' }),
      isKind('provider_unavailable', /application\/json instead of a stream/),
    );
  });

  it('asks for embeddings with every field of the body', async () => {
    const list = {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.6, 0.8] }],
      model: 'm',
      usage: { prompt_tokens: 2 },
    };
    await using server = await startModelServer(sends(200, JSON.stringify(list)));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    const asked = { model: 'm', input: ['a', 'b'], truncate: 'END' };
    assert.deepEqual(await upstream.embed(asked, { signal: never, requestId: 'r-1' }), list);
    assert.deepEqual([server.received[0]?.path, JSON.parse(server.received[0]?.body ?? '')], ['/v1/embeddings', asked]);
  });

  it('reads the model list with GET', async () => {
    await using server = await startModelServer(sends(200, '{"object":"list","data":[]}'));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    assert.deepEqual(await upstream.models({ signal: never, requestId: 'r-1' }), { object: 'list', data: [] });
    assert.equal(server.received[0]?.method, 'GET');
    assert.equal(server.received[0]?.path, '/v1/models');
  });

  for (const [name, behaviour, kind] of [
    ['HTML instead of JSON', sends(200, '<html>', { 'content-type': 'text/html' }), 'provider_unavailable'],
    ['broken JSON', sends(200, '{"id":'), 'provider_unavailable'],
    ['JSON that is no object', sends(200, '[1]'), 'provider_unavailable'],
    ['bytes that are not UTF-8', sends(200, Uint8Array.of(0x22, 0xff, 0x22)), 'provider_unavailable'],
    ['a body over the limit', sends(200, JSON.stringify({ text: 'x'.repeat(5000) })), 'provider_unavailable'],
    ['a body that is cut off', cutsOff('application/json', '{"id":"x"'), 'provider_unavailable'],
    ['no answer in time', stalls, 'timeout'],
  ] as const) {
    it(`fails on ${name}: ${kind}`, async () => {
      await using server = await startModelServer(behaviour);
      const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: kind === 'timeout' ? 50 : 5000, maxResponseBytes: 2048 });
      await assert.rejects(upstream.complete(body, { signal: never, requestId: 'r-1' }), isKind(kind));
    });
  }

  it('gives a stream that goes on a limit of its own, in time and in bytes', async () => {
    await using server = await startModelServer(streamsFor(400));
    const limits = { timeoutMs: 100, firstByteTimeoutMs: 20_000, idleTimeoutMs: 20_000, maxResponseBytes: 1024 };
    const options = { signal: never, requestId: 'r-1' };
    const patient = createOpenAiUpstream({ baseUrl: server.baseUrl, ...limits, streamTimeoutMs: 20_000, maxStreamBytes: 1_048_576 });
    const chunks = await Array.fromAsync(await patient.stream({ ...body, stream: true }, options));
    assert.deepEqual(chunks.at(-1)?.choices, [{ index: 0, delta: {}, finish_reason: 'stop' }]);
    const hasty = createOpenAiUpstream({ baseUrl: server.baseUrl, ...limits, streamTimeoutMs: 200, maxStreamBytes: 1_048_576 });
    const cut = hasty.stream({ ...body, stream: true }, options).then((stream) => Array.fromAsync(stream));
    await assert.rejects(cut, isKind('timeout', /did not finish its answer within 200 ms/));
    const frugal = createOpenAiUpstream({ baseUrl: server.baseUrl, ...limits, streamTimeoutMs: 20_000, maxStreamBytes: 512 });
    const large = frugal.stream({ ...body, stream: true }, options).then((stream) => Array.fromAsync(stream));
    await assert.rejects(large, isKind('provider_unavailable', /limit of 512 bytes/));
  });

  it('lets go of the connection when its signal aborts', async () => {
    await using server = await startModelServer(stalls);
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, timeoutMs: 5000 });
    const controller = new AbortController();
    const coming = server.next();
    const asking = upstream.complete(body, { signal: controller.signal, requestId: 'r-1' });
    const got = await coming;
    controller.abort(new Error('left'));
    await assert.rejects(asking, /left/);
    await got.closed;
  });
});

describe('createOpenAiBridge()', () => {
  const options = { requestId: 'r-1', userId: 'ada', signal: never };
  const said = [{ role: 'user' as const, content: 'hello' }];

  it('sends one chat completion an utterance, and reads the reply and X-Guard-Decision', async () => {
    await using server = await startModelServer(
      sends(200, JSON.stringify(completion), { 'content-type': 'application/json', 'x-guard-decision': 'allow' }),
    );
    const bridge = createOpenAiBridge({
      baseUrl: server.baseUrl,
      model: 'parley',
      apiKey: 'key-12345',
      timeoutMs: 5000,
    });
    assert.deepEqual(await bridge.reply(said, options), { text: 'Hello.', decision: 'allow' });
    assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), {
      model: 'parley',
      messages: [{ role: 'user', content: 'hello' }],
      user: 'ada',
    });
    assert.equal(server.received[0]?.headers['x-request-id'], 'r-1');
    assert.equal(bridge.name, server.baseUrl);
  });

  it("carries the caller's API key to a server that shares our keys, and to no other", async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const connection = { baseUrl: server.baseUrl, model: 'parley', apiKey: 'key-12345', timeoutMs: 5000 };
    const caller = { name: 'bob', key: 'bobs-key-1' };
    await createOpenAiBridge({ ...connection, forwardsKey: true }).reply(said, { ...options, caller });
    await createOpenAiBridge(connection).reply(said, { ...options, caller });
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer bobs-key-1', 'Bearer key-12345'],
    );
  });

  it('reads what a model says that declines to answer, which is spoken too', async () => {
    const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
    const declined = { ...completion, choices: [{ index: 0, message, finish_reason: 'stop' }] };
    await using server = await startModelServer(sends(200, JSON.stringify(declined)));
    const bridge = createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 5000 });
    assert.deepEqual(await bridge.reply(said, options), { text: 'I cannot help with that.' });
  });

  it('names no user where there is none, and says by X-Parley-Memory how memory may be used', async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const bridge = createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 5000 });
    await bridge.reply(said, { requestId: 'r-1', signal: never });
    await bridge.reply(said, { ...options, memory: 'off' });
    const [nobody, silent] = server.received;
    assert.deepEqual(JSON.parse(nobody?.body ?? ''), { model: 'parley', messages: said });
    assert.deepEqual([nobody?.headers['x-parley-memory'], silent?.headers['x-parley-memory']], [undefined, 'off']);
  });

  it('sends the earlier turns of a conversation before the new one', async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const conversation = [...said, { role: 'assistant' as const, content: 'Hello.' }, { role: 'user' as const, content: 'Who are you?' }];
    await createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 5000 }).reply(conversation, options);
    assert.deepEqual((JSON.parse(server.received[0]?.body ?? '') as { messages: unknown }).messages, conversation);
  });

  it('gives no decision when no guard answered', async () => {
    await using server = await startModelServer(sends(200, JSON.stringify(completion)));
    const bridge = createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 5000 });
    assert.deepEqual(await bridge.reply(said, options), { text: 'Hello.' });
  });

  it('fails with provider_unavailable on an answer without a message', async () => {
    await using server = await startModelServer(sends(200, '{"choices":[]}'));
    const bridge = createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 5000 });
    await assert.rejects(bridge.reply(said, options), isKind('provider_unavailable', /without a message/));
  });

  it('fails with timeout when no answer comes in time', async () => {
    await using server = await startModelServer(stalls);
    const bridge = createOpenAiBridge({ baseUrl: server.baseUrl, model: 'parley', timeoutMs: 50 });
    await assert.rejects(bridge.reply(said, options), isKind('timeout'));
  });
});

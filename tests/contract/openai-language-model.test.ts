import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createOpenAiLanguageModel, type OpenAiLanguageModelOptions } from '../../src/adapters/openai/language-model.ts';
import type { ErrorKind } from '../../src/core/errors.ts';
import type { ChatPart, ChatRequest } from '../../src/ports/language.ts';
import { assertFails } from './language-model-contract.ts';
import { cutsOff, sends, sendsStream, stalls, stallsAfter, startModelServer, type Behaviour } from './model-server.ts';
import { startReasonerServer } from './reasoner-server.ts';

const fixture = (name: string): Promise<string> => readFile(new URL(`../fixtures/openai/${name}`, import.meta.url), 'utf8');

const request: ChatRequest = { messages: [{ role: 'user', content: 'Say hello, please.' }] };
const never = new AbortController().signal;

async function parts(behaviour: Behaviour, options: Partial<OpenAiLanguageModelOptions> = {}): Promise<ChatPart[]> {
  await using server = await startModelServer(behaviour);
  const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000, ...options });
  return await Array.fromAsync(model.stream(request, { signal: never, requestId: 'r-1' }));
}

const text = (all: readonly ChatPart[]): string => all.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');

describe('createOpenAiLanguageModel() asks', () => {
  it('for a stream with usage, under the request id and with the key as bearer token', async () => {
    await using server = await startModelServer(sendsStream(await fixture('with-usage.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: `${server.baseUrl}/`, model: 'test-1', apiKey: 'key-12345', timeoutMs: 5000 });
    const ask: ChatRequest = {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'tool', content: 'sunny' },
        { role: 'assistant', content: 'Yes?', reasoning: 'A question.' },
      ],
      temperature: 0.5,
      topP: 0.9,
      maxTokens: 12,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      stop: ['END'],
      seed: 3,
      logitBias: { '50256': -100 },
      topLogprobs: 2,
      reasoningEffort: 'low',
      verbosity: 'high',
    };
    await Array.fromAsync(model.stream(ask, { signal: never, requestId: 'r-1' }));
    const got = server.received[0];
    assert.equal(got?.path, '/v1/chat/completions');
    assert.equal(got.headers['x-request-id'], 'r-1');
    assert.equal(got.headers.authorization, 'Bearer key-12345');
    assert.deepEqual(JSON.parse(got.body), {
      model: 'test-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'Result of a tool:\nsunny' },
        { role: 'assistant', content: 'Yes?', reasoning_content: 'A question.' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 12,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      stop: ['END'],
      seed: 3,
      logit_bias: { '50256': -100 },
      logprobs: true,
      top_logprobs: 2,
      reasoning_effort: 'low',
      verbosity: 'high',
    });
  });

  it("with the newer name of the limit of tokens, once OpenAI's reasoning models have refused the older one", async () => {
    const refusal = { message: "Unsupported parameter: 'max_tokens'.", param: 'max_tokens', code: 'unsupported_parameter' };
    const refuses = sends(400, JSON.stringify({ error: refusal }));
    const answers = sendsStream(await fixture('with-usage.txt'));
    await using server = await startModelServer((response, got) => (got.body.includes('"max_tokens"') ? refuses : answers)(response, got));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    for (const maxTokens of [12, 13, undefined]) {
      const asked = maxTokens === undefined ? request : { ...request, maxTokens };
      assert.notEqual(text(await Array.fromAsync(model.stream(asked, { signal: never }))), '');
    }
    const limits = server.received.map(({ body }) => JSON.parse(body) as { max_tokens?: number; max_completion_tokens?: number });
    assert.deepEqual(
      limits.map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens]),
      [
        [12, undefined],
        [undefined, 12],
        [undefined, 13],
        [undefined, undefined],
      ],
    );
  });

  for (const code of ['unsupported_value', 'unsupported_parameter']) {
    it(`without a temperature, once a server has refused one as ${code}, also beside the limit of tokens`, async () => {
      const refuses = (param: string, why: string) => sends(400, JSON.stringify({ error: { message: `No ${param}.`, param, code: why } }));
      const answers = sendsStream(await fixture('with-usage.txt'));
      await using server = await startModelServer((response, got) => {
        const refused = got.body.includes('"temperature"') ? refuses('temperature', code) : answers;
        return (got.body.includes('"max_tokens"') ? refuses('max_tokens', 'unsupported_parameter') : refused)(response, got);
      });
      const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
      for (const temperature of [0, 0.5]) {
        const asked = { ...request, maxTokens: 12, temperature };
        assert.notEqual(text(await Array.fromAsync(model.stream(asked, { signal: never }))), '');
      }
      assert.deepEqual(
        server.received.map(({ body }) => Object.keys(JSON.parse(body) as object).filter((key) => /temperature|max_/.test(key))),
        [['temperature', 'max_tokens'], ['temperature', 'max_completion_tokens'], ['max_completion_tokens'], ['max_completion_tokens']],
      );
    });
  }

  it('no second time, and again with a temperature, where a server refuses one as out of range', async () => {
    const refusal = { message: 'Temperature must be at most 1.', param: 'temperature', code: 'invalid_value' };
    const refuses = sends(400, JSON.stringify({ error: refusal }));
    await using server = await startModelServer(refuses);
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    for (const temperature of [2, 1.5]) {
      await assertFails(model.stream({ ...request, temperature }, { signal: never }), 'invalid_input');
    }
    assert.deepEqual(
      server.received.map(({ body }) => (JSON.parse(body) as { temperature?: number }).temperature),
      [2, 1.5],
    );
  });

  it('without options and key when there are none', async () => {
    await using server = await startModelServer(sendsStream(await fixture('with-usage.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', apiKey: '', timeoutMs: 5000 });
    await Array.fromAsync(model.stream(request, { signal: never }));
    assert.deepEqual(Object.keys(JSON.parse(server.received[0]?.body ?? '{}') as object), [
      'model',
      'messages',
      'stream',
      'stream_options',
    ]);
    assert.equal(server.received[0]?.headers.authorization, undefined);
  });
});

describe('createOpenAiLanguageModel() reads', () => {
  it('deltas, finish reason and usage', async () => {
    const all = await parts(sendsStream(await fixture('with-usage.txt')));
    assert.equal(text(all), 'Grüß dich 👋');
    assert.deepEqual(all.at(-1), { type: 'finish', reason: 'stop', usage: { promptTokens: 9, completionTokens: 4 } });
  });

  it('a refusal apart from the text, and the details of the usage', async () => {
    const events = [
      { choices: [{ index: 0, delta: { role: 'assistant', content: '', refusal: null } }] },
      { choices: [{ index: 0, delta: { refusal: 'I cannot' } }] },
      { choices: [{ index: 0, delta: { refusal: ' do that.' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 4,
          prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 2, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 1 },
        },
      },
    ];
    const all = await parts(sendsStream([...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join('')));
    const said = all.filter((part) => part.type === 'text-delta');
    assert.deepEqual([text(all), said.every(({ isRefusal }) => isRefusal === true)], ['I cannot do that.', true]);
    const usage = { promptTokens: 9, completionTokens: 4, cachedTokens: 5, cacheWriteTokens: 2, reasoningTokens: 1 };
    assert.deepEqual(all.at(-1), { type: 'finish', reason: 'stop', usage });
  });

  it('reasoning apart from the text, whatever the server calls it, and once where it is sent under both names', async () => {
    for (const named of [
      (text: string) => ({ reasoning_content: text }),
      (text: string) => ({ reasoning: text }),
      (text: string) => ({ reasoning: text, reasoning_content: text, reasoning_details: [{ type: 'reasoning.text', text }] }),
    ]) {
      const deltas = [{ role: 'assistant', content: '' }, named('Let me '), named('think.'), { content: 'Yes', reasoning_content: null }];
      const events = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      const all = await parts(sendsStream(`${events.join('')}data: [DONE]\n\n`));
      assert.equal(text(all), 'Yes');
      assert.equal(all.map((part) => (part.type === 'reasoning-delta' ? part.text : '')).join(''), 'Let me think.');
    }
  });

  it('the log probabilities of tokens with their text, as they are', async () => {
    const given = ['It ', 'is', '.'].map((token) => ({ token, logprob: -0.25, bytes: null, top_logprobs: [{ token, logprob: -0.25 }] }));
    const events = given.map((token) => {
      const choice = { index: 0, delta: { content: token.token }, logprobs: { content: [token], refusal: null } };
      return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
    });
    const all = await parts(sendsStream(`${events.join('')}data: [DONE]\n\n`));
    assert.equal(text(all), 'It is.');
    assert.deepEqual(
      all.flatMap((part) => (part.type === 'text-delta' ? (part.logprobs ?? []) : [])),
      given,
    );
  });

  it('a stream that arrives byte by byte, characters split in the middle', async () => {
    const bytes = new TextEncoder().encode(await fixture('with-usage.txt'));
    const all = await parts(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const byte of bytes) await new Promise<void>((resolve) => void response.write(Uint8Array.of(byte), () => resolve()));
      response.end();
    });
    assert.equal(text(all), 'Grüß dich 👋');
  });

  it('a stream without [DONE] and usage, whose usage it counts in words and marks', async () => {
    const all = await parts(sendsStream(await fixture('without-done.txt')));
    assert.equal(text(all), 'Two words');
    assert.deepEqual(all.at(-1), { type: 'finish', reason: 'stop', usage: { promptTokens: 5, completionTokens: 2 } });
  });

  it('carriage returns, comments, event names and fields without a blank', async () => {
    assert.equal(text(await parts(sendsStream(await fixture('carriage-returns.txt')))), 'Hello');
  });

  it('only the first choice, and the finish reason length', async () => {
    const all = await parts(sendsStream(await fixture('length.txt')));
    assert.equal(text(all), 'first');
    const last = all.at(-1);
    assert.equal(last?.type === 'finish' ? last.reason : '', 'length');
  });

  it('an empty finish reason as none, before and behind the true one', async () => {
    const said = (content: string, reason: string) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
    const all = await parts(sendsStream(`${said('a', '')}${said('b', '')}${said('', 'length')}${said('', '')}data: [DONE]\n\n`));
    assert.equal(text(all), 'ab');
    const last = all.at(-1);
    assert.equal(last?.type === 'finish' ? last.reason : '', 'length');
  });

  it('and goes on reading although more than the idle limit passes while its reader is busy', async () => {
    await using server = await startModelServer(sendsStream(await fixture('with-usage.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000, idleTimeoutMs: 30 });
    let all = '';
    for await (const part of model.stream(request, { signal: never })) {
      if (part.type === 'text-delta') all += part.text;
      const until = performance.now() + 40;
      while (performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.equal(all, 'Grüß dich 👋');
  });
});

interface Failure {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly kind: ErrorKind;
  readonly message?: RegExp;
  readonly param?: string;
  readonly retryAfter?: number;
  readonly options?: Partial<OpenAiLanguageModelOptions>;
}

const openAiError = (message: string, param: string | null = null): string =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param, code: null } });

const failures: readonly Failure[] = [
  {
    name: 'status 400 with message and param',
    behaviour: sends(400, openAiError('too long', 'messages')),
    kind: 'invalid_input',
    message: /^too long$/,
    param: 'messages',
  },
  {
    name: 'status 404 with a message',
    behaviour: sends(404, openAiError('no model x', 'model')),
    kind: 'not_found',
    message: /^no model x$/,
    param: 'model',
  },
  {
    name: 'status 404 without JSON',
    behaviour: sends(404, '<h1>nothing</h1>', { 'content-type': 'text/html' }),
    kind: 'not_found',
    message: /has no such route or model: check the model's name, and its base URL, which usually ends in \/v1\.$/,
  },
  ...['There is no POST /chat/completions here.', 'Invalid URL (POST /chat/completions)', 'Not Found'].map((said) => ({
    name: `status 404 for a route that the server does not know: ${said}`,
    behaviour: sends(404, openAiError(said)),
    kind: 'not_found' as const,
    message: /has no such route: check its base URL, which usually ends in \/v1\.$/,
  })),
  {
    name: 'status 429 with Retry-After in seconds',
    behaviour: sends(429, openAiError('slow down'), { 'retry-after': '7' }),
    kind: 'too_many_requests',
    retryAfter: 7,
  },
  {
    name: 'status 401: our key is wrong, not the client',
    behaviour: sends(401, openAiError('Incorrect API key: sk-secret')),
    kind: 'provider_unavailable',
    message: /does not take the API key that it is sent, or asks for one\.$/,
  },
  { name: 'status 403', behaviour: sends(403, openAiError('forbidden')), kind: 'provider_unavailable' },
  {
    name: 'status 403 of a guard',
    behaviour: sends(403, JSON.stringify({ error: { message: 'Blocked.', code: 'content_filter' } })),
    kind: 'content_filter',
    message: /^Blocked\.$/,
  },
  {
    name: 'status 500',
    behaviour: sends(500, openAiError('stack trace')),
    kind: 'provider_unavailable',
    message: /answered with status 500\.$/,
  },
  {
    name: 'status 429 with a wait in milliseconds alone',
    behaviour: sends(429, openAiError('slow down'), { 'retry-after-ms': '1700' }),
    kind: 'too_many_requests',
    retryAfter: 2,
  },
  { name: 'status 503 with Retry-After', behaviour: sends(503, '', { 'retry-after': '3' }), kind: 'provider_unavailable', retryAfter: 3 },
  {
    name: 'a redirect, which could carry the key elsewhere',
    behaviour: sends(307, '', { location: 'http://127.0.0.1:1/' }),
    kind: 'provider_unavailable',
  },
  { name: 'an endless error body', behaviour: sends(500, 'x'.repeat(1_000_000)), kind: 'provider_unavailable' },
  {
    name: 'a content type that is no stream',
    behaviour: sends(200, '<html>', { 'content-type': 'text/html' }),
    kind: 'provider_unavailable',
    message: /text\/html instead of a stream/,
  },
  { name: 'no content type', behaviour: sends(200, 'data: {}\n\n', {}), kind: 'provider_unavailable' },
  {
    name: 'a stream type with something else inside',
    behaviour: sendsStream('<html><body>hello</body></html>'),
    kind: 'provider_unavailable',
    message: /ended its stream/,
  },
  { name: 'an event that is not JSON', behaviour: sendsStream('data: {oops\n\n'), kind: 'provider_unavailable', message: /not JSON/ },
  {
    name: 'an event that is no object',
    behaviour: sendsStream('data: [1]\n\n'),
    kind: 'provider_unavailable',
    message: /not a JSON object/,
  },
  {
    name: 'events that are no chat chunks',
    behaviour: sendsStream('data: {"hello":1}\n\ndata: [DONE]\n\n'),
    kind: 'provider_unavailable',
    message: /without an answer/,
  },
  { name: 'an empty stream', behaviour: sendsStream(''), kind: 'provider_unavailable', message: /ended its stream/ },
  {
    name: 'more bytes than the limit',
    behaviour: sendsStream(`data: ${'x'.repeat(5000)}\n\n`),
    kind: 'provider_unavailable',
    message: /limit of 2048 bytes/,
    options: { maxResponseBytes: 2048 },
  },
  {
    name: 'no answer at all',
    behaviour: stalls,
    kind: 'timeout',
    message: /did not begin to answer within 50 ms/,
    options: { firstByteTimeoutMs: 50 },
  },
  {
    name: 'headers and then nothing',
    behaviour: stallsAfter(': hello\n\n'),
    kind: 'timeout',
    message: /did not go on with its answer within 50 ms/,
    options: { idleTimeoutMs: 50 },
  },
  {
    name: 'an answer that takes too long in all',
    behaviour: stallsAfter(': hello\n\n'),
    kind: 'timeout',
    message: /did not finish its answer within 60 ms/,
    options: { timeoutMs: 60 },
  },
];

describe('createOpenAiLanguageModel() fails on', () => {
  for (const { name, behaviour, kind, message, param, retryAfter, options } of failures) {
    it(`${name}: ${kind}`, async () => {
      await using server = await startModelServer(behaviour);
      const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000, ...options });
      const error = await assertFails(model.stream(request, { signal: never }), kind, message);
      assert.equal(error.param, param);
      assert.equal(error.retryAfterInSeconds, retryAfter);
      assert.doesNotMatch(error.message, /sk-secret|stack trace/);
    });
  }

  it('a stream that ends inside its answer, after giving what came: provider_unavailable', async () => {
    await using server = await startModelServer(sendsStream(await fixture('cut-short.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    const stream = model.stream(request, { signal: never })[Symbol.asyncIterator]();
    assert.deepEqual((await stream.next()).value, { type: 'text-delta', text: 'Half an' });
    await assertFails({ [Symbol.asyncIterator]: () => stream }, 'provider_unavailable', /before the answer was finished/);
  });

  it('a connection that is cut in the middle: provider_unavailable', async () => {
    await using server = await startModelServer(cutsOff('text/event-stream', await fixture('cut-short.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    await assertFails(model.stream(request, { signal: never }), 'provider_unavailable');
  });

  it('an error event inside the stream, without passing its text on: provider_unavailable', async () => {
    await using server = await startModelServer(sendsStream(await fixture('error-inside.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    const error = await assertFails(model.stream(request, { signal: never }), 'provider_unavailable', /reported a failure/);
    assert.doesNotMatch(error.message, /secret/);
  });

  it('a connection that is closed before an answer: provider_unavailable, and what happened', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;
    const model = createOpenAiLanguageModel({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'test-1', timeoutMs: 5000 });
    const error = await assertFails(model.stream(request, { signal: never }), 'provider_unavailable', /closed the connection before/);
    server.close();
    assert.ok(error.cause instanceof Error, 'what the runtime says of it is kept for the log');
  });

  it('a server that is down: provider_unavailable', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', () => resolve()));
    const { port } = holder.address() as AddressInfo;
    await new Promise((resolve) => holder.close(resolve));
    const model = createOpenAiLanguageModel({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'test-1', timeoutMs: 5000 });
    await assertFails(
      model.stream(request, { signal: never }),
      'provider_unavailable',
      /cannot be reached: nothing listens at its address\.$/,
    );
  });
});

describe('createOpenAiLanguageModel() lets go', () => {
  it('of the connection when its signal aborts while the server is silent', async () => {
    await using server = await startModelServer(stalls);
    const controller = new AbortController();
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    const coming = server.next();
    const reading = Array.fromAsync(model.stream(request, { signal: controller.signal }));
    const got = await coming;
    const reason = new DOMException('left', 'AbortError');
    controller.abort(reason);
    await assert.rejects(reading, (error) => error === reason);
    await got.closed;
  });

  it('of the connection when its signal aborts inside the stream', async () => {
    await using server = await startModelServer(stallsAfter(await fixture('cut-short.txt')));
    const controller = new AbortController();
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    const stream = model.stream(request, { signal: controller.signal })[Symbol.asyncIterator]();
    await stream.next();
    const waiting = stream.next();
    controller.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    await server.received[0]?.closed;
  });

  it('of the connection when its reader leaves', async () => {
    await using server = await startModelServer(stallsAfter(await fixture('cut-short.txt')));
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000 });
    for await (const part of model.stream(request, { signal: never })) {
      if (part.type === 'text-delta') break;
    }
    await server.received[0]?.closed;
  });

  it('of the connection when a time limit passes', async () => {
    await using server = await startModelServer(stalls);
    const model = createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'test-1', timeoutMs: 5000, firstByteTimeoutMs: 40 });
    await assertFails(model.stream(request, { signal: never }), 'timeout');
    await server.received[0]?.closed;
  });

  for (const stream of [true, false]) {
    it(`of the connection when the client of a reasoner in front of it leaves${stream ? ' a stream' : ''}`, async () => {
      await using upstream = await startModelServer(stallsAfter(await fixture('cut-short.txt')));
      await using reasoner = await startReasonerServer(
        createOpenAiLanguageModel({ baseUrl: upstream.baseUrl, model: 'test-1', timeoutMs: 5000 }),
      );
      const client = new AbortController();
      const coming = upstream.next();
      const asking = fetch(`${reasoner.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'default', messages: request.messages, stream }),
        signal: client.signal,
      }).then((response) => response.text());
      const got = await coming;
      client.abort(new Error('left'));
      await assert.rejects(asking);
      await got.closed;
    });
  }
});

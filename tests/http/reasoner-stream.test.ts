import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createParser } from 'eventsource-parser';
import { ServiceError, type ErrorBody } from '../../src/core/errors.ts';
import { REFUSAL_TEXT } from '../../src/domain/reasoning/refusal.ts';
import { createReasoner, type Reasoner } from '../../src/reasoner/reasoner.ts';
import { createScriptedModel, createTestLogger, stuck, WORDS } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

const messages = [{ role: 'user', content: 'Is it open?' }];

interface Chunk {
  readonly id: string;
  readonly object: string;
  readonly model: string;
  readonly created: number;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: { role?: string; content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: object | null;
}

function stream(reasoner: Reasoner, body: object = {}, signal?: AbortSignal): Promise<Response> {
  return reasoner.handle(
    new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
      body: JSON.stringify({ model: 'scripted', messages, stream: true, ...body }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** The data of every event. */
function readData(text: string): string[] {
  const data: string[] = [];
  createParser({ onEvent: (event) => void data.push(event.data) }).feed(text);
  return data;
}

async function readChunks(response: Response): Promise<Chunk[]> {
  const data = readData(await response.text());
  assert.equal(data.at(-1), '[DONE]');
  return data.slice(0, -1).map((item) => JSON.parse(item) as Chunk);
}

const contentOf = (chunks: readonly Chunk[]): string => chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');

const finishOf = (chunks: readonly Chunk[]): string | null | undefined =>
  chunks.findLast((chunk) => chunk.choices.length > 0)?.choices[0]?.finish_reason;

describe('POST /v1/chat/completions with stream: true', () => {
  it('"when stream is true, the reply is a Server-Sent Events stream. Each event is a line `data: <chunk JSON>`, and the stream ends with `data: [DONE]`."', async () => {
    const response = await stream(createReasoner(createReasonerDeps()));
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(response.headers.get('x-request-id'), 'r-1');
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    assert.ok(lines.every((line) => line.startsWith('data: ')));
    assert.equal(lines.at(-1), 'data: [DONE]');
    for (const line of lines.slice(0, -1)) assert.equal((JSON.parse(line.slice(6)) as Chunk).object, 'chat.completion.chunk');
  });

  it('"`id` (string), `object` (\'chat.completion.chunk\'), `choices` (array of {delta: {content: string}, index: integer})."', async () => {
    const chunks = await readChunks(await stream(createReasoner(createReasonerDeps())));
    assert.deepEqual(chunks[1], {
      id: 'chatcmpl-id-1',
      object: 'chat.completion.chunk',
      created: 1767323045,
      model: 'scripted',
      choices: [{ index: 0, delta: { content: 'It ' }, logprobs: null, finish_reason: null }],
    });
    assert.equal(new Set(chunks.map((chunk) => chunk.id)).size, 1);
  });

  it('begins with the role, gives a chunk a piece, and ends with a finish reason and an empty delta', async () => {
    const chunks = await readChunks(await stream(createReasoner(createReasonerDeps())));
    assert.deepEqual(
      chunks.map((chunk) => chunk.choices[0]?.delta),
      [{ role: 'assistant', content: '' }, { content: 'It ' }, { content: 'is ' }, { content: 'open.' }, {}],
    );
    assert.deepEqual(
      chunks.map((chunk) => chunk.choices[0]?.finish_reason),
      [null, null, null, null, 'stop'],
    );
    assert.ok(chunks.every((chunk) => !('usage' in chunk)));
  });

  it('ends with a usage chunk without choices when stream_options.include_usage asks for it', async () => {
    const chunks = await readChunks(await stream(createReasoner(createReasonerDeps()), { stream_options: { include_usage: true } }));
    assert.deepEqual(chunks.at(-1)?.choices, []);
    assert.deepEqual(chunks.at(-1)?.usage, { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
    assert.ok(chunks.slice(0, -1).every((chunk) => chunk.usage === null));
  });

  it('sends each piece when the model gives it, not when the answer is complete', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const response = await stream(createReasoner(createReasonerDeps({ model: createScriptedModel(['first ', () => opened, 'second']) })));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('first ')) seen += (await reader?.read())?.value ?? assert.fail('the stream ended');
    assert.doesNotMatch(seen, /second/);
    open();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) seen += next.value;
    assert.match(seen, /second/);
  });

  it('refuses blocked input as a stream, too', async () => {
    const chunks = await readChunks(
      await stream(createReasoner(createReasonerDeps()), { messages: [{ role: 'user', content: WORDS.block }] }),
    );
    assert.equal(contentOf(chunks), REFUSAL_TEXT);
    assert.equal(finishOf(chunks), 'content_filter');
  });

  it('never sends a part of a blocked span, not even its first letter', async () => {
    const response = await stream(createReasoner(createReasonerDeps({ model: createScriptedModel('well FORBIDDEN'.split('')) })));
    const chunks = await readChunks(response);
    assert.equal(contentOf(chunks), 'well ');
    assert.equal(finishOf(chunks), 'content_filter');
  });

  it('sends redacted spans rewritten', async () => {
    const response = await stream(createReasoner(createReasonerDeps({ model: createScriptedModel('a SECRET b'.split('')) })));
    assert.equal(contentOf(await readChunks(response)), 'a [WORD_REDACT] b');
  });

  it('turns a failure inside the stream into one error event and then [DONE]', async () => {
    const model = createScriptedModel(['half ', () => Promise.reject(new ServiceError('timeout', 'the model fell silent'))]);
    const response = await stream(createReasoner(createReasonerDeps({ model })));
    assert.equal(response.status, 200);
    const data = readData(await response.text());
    assert.equal(data.at(-1), '[DONE]');
    const problem = JSON.parse(data.at(-2) ?? '') as ErrorBody;
    assert.equal(problem.error.type, 'timeout');
    assert.equal(problem.error.message, 'the model fell silent');
    assert.equal(problem.correlation_id, 'r-1');
    assert.equal(data.filter((item) => item.includes('"error"')).length, 1);
  });

  it('logs a failure inside the stream under its request id, with its cause', async () => {
    const model = createScriptedModel(['half ', () => Promise.reject(new TypeError('no such tensor'))]);
    const logger = createTestLogger();
    await (await stream(createReasoner(createReasonerDeps({ model, logger })))).text();
    const line = logger.lines.find(({ message }) => message === 'stream failed');
    assert.deepEqual(
      [line?.level, line?.fields['request_id'], line?.fields['error_type'], line?.fields['cause']],
      ['error', 'r-1', 'internal', 'TypeError: no such tensor'],
    );
  });

  it('begins without the first piece when the model takes its time, so that a failure comes inside the stream', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const model = createScriptedModel([() => opened, () => Promise.reject(new ServiceError('provider_unavailable', 'gone'))]);
    const response = await stream(createReasoner(createReasonerDeps({ model, settings: { streamStartMs: 10 } })));
    assert.equal(response.status, 200);
    open();
    const data = readData(await response.text());
    assert.equal((JSON.parse(data.at(-2) ?? '') as ErrorBody).error.type, 'provider_unavailable');
  });

  it('stops the model in the same tick when the client closes the stream, and frees its place', async () => {
    const model = createScriptedModel(['first ', stuck]);
    const reasoner = createReasoner(createReasonerDeps({ model, settings: { maxConcurrentRuns: 1 } }));
    const response = await stream(reasoner);
    const reader = response.body?.getReader();
    await reader?.read();
    const cancelled = reader?.cancel();
    assert.ok(model.signal()?.aborted);
    await cancelled;
    const again = await stream(reasoner);
    assert.equal(again.status, 200);
    await again.body?.cancel();
  });

  it('stops the model in the same tick when the request is aborted, although nobody has read the stream', async () => {
    const model = createScriptedModel(['first ', 'second ', stuck]);
    const controller = new AbortController();
    const reasoner = createReasoner(createReasonerDeps({ model, settings: { maxConcurrentRuns: 1 } }));
    await stream(reasoner, {}, controller.signal);
    controller.abort();
    assert.ok(model.signal()?.aborted);
    assert.equal((await stream(reasoner)).status, 200);
  });

  it('asks the model for no more than the client reads', async () => {
    const model = createScriptedModel(Array.from({ length: 1000 }, (_, index) => `w${index} `));
    const response = await stream(createReasoner(createReasonerDeps({ model })));
    const reader = response.body?.getReader();
    for (let count = 0; count < 5; count += 1) await reader?.read();
    assert.ok(model.given() < 20, `${model.given()} pieces given`);
    await reader?.cancel();
  });
});

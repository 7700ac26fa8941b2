import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { ServiceError, type ErrorBody, type ErrorKind } from '../../src/core/errors.ts';
import { REFUSAL_TEXT } from '../../src/domain/reasoning/refusal.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { createReasoner, type Reasoner, type ReasonerDeps } from '../../src/reasoner/reasoner.ts';
import { createScriptedModel, createTestLogger, stuck, withConnection, WORDS } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

const messages = [{ role: 'user', content: 'Is it open?' }];

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const complete = (reasoner: Reasoner, body: object, headers?: Record<string, string>): Promise<Response> =>
  reasoner.handle(ask('POST', '/v1/chat/completions', { model: 'scripted', messages, ...body }, headers));

function chat(body: unknown, deps: Partial<ReasonerDeps> = {}): Promise<Response> {
  return createReasoner(createReasonerDeps(deps)).handle(ask('POST', '/chat', body));
}

function unreachable(): Bus {
  return withConnection(createInMemoryBus(), { connected: false, ping: () => Promise.reject(new Error('down')) });
}

async function assertProblem(
  response: Response,
  status: number,
  kind: ErrorKind,
  param: string | null = null,
  message = /./,
): Promise<ErrorBody> {
  const body = (await response.json()) as ErrorBody;
  assert.equal(response.status, status, JSON.stringify(body));
  assert.equal(body.error_type, kind);
  assert.equal(body.error.param, param);
  assert.equal(body.error.code, kind);
  assert.match(body.message, message);
  assert.equal(body.correlation_id, response.headers.get('x-request-id'));
  return body;
}

describe('POST /v1/chat/completions', () => {
  it('"Request: JSON chat completion request. Response 200: JSON chat completion response."', async () => {
    const reasoner = createReasoner(createReasonerDeps());
    const response = await complete(reasoner, {}, { 'x-request-id': 'r-1' });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('x-request-id'), 'r-1');
    assert.deepEqual(await response.json(), {
      id: 'chatcmpl-id-1',
      object: 'chat.completion',
      created: 1767323045,
      model: 'scripted',
      choices: [{ index: 0, message: { role: 'assistant', content: 'It is open.', refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  it('answers with the built-in model from what it is given', async () => {
    const reasoner = createReasoner(createReasonerDeps({ model: createExtractiveLanguageModel() }));
    const given = [{ role: 'user', content: 'The shop opens at nine. When does the shop open?' }];
    const body = (await (await complete(reasoner, { model: 'default', messages: given })).json()) as {
      choices: { message: { content: string } }[];
    };
    assert.equal(body.choices[0]?.message.content, 'The shop opens at nine.');
  });

  it('passes sampling options, stop strings and limits to the model', async () => {
    const model = createScriptedModel(['ok']);
    const reasoner = createReasoner(createReasonerDeps({ model }));
    await complete(reasoner, { temperature: 2, top_p: 0, max_tokens: 5, max_completion_tokens: 9, stop: 'END', seed: -4, n: 1 });
    assert.deepEqual(model.requests[0], { messages, temperature: 2, topP: 0, maxTokens: 9, stop: ['END'], seed: -4 });
    await complete(reasoner, { presence_penalty: -1, frequency_penalty: 2, reasoning_effort: 'minimal', verbosity: 'high' });
    const further = { presencePenalty: -1, frequencyPenalty: 2, reasoningEffort: 'minimal', verbosity: 'high' };
    assert.deepEqual(model.requests[1], { messages, ...further });
    await complete(reasoner, { logit_bias: { '50256': -100, '7': 1.5 } });
    assert.deepEqual(model.requests[2], { messages, logitBias: { '50256': -100, '7': 1.5 } });
  });

  it('takes content as an array of text parts and joins them by line breaks', async () => {
    const model = createScriptedModel(['ok']);
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    const given = [
      { role: 'user', content },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', tool_call_id: 'c1', content: 'data' },
    ];
    await complete(createReasoner(createReasonerDeps({ model })), { messages: given });
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'user', content: 'one\ntwo' },
      { role: 'assistant', content: '' },
      { role: 'tool', content: 'data', toolCallId: 'c1' },
    ]);
  });

  it('ignores parameters it does not know, and takes null for an option that is left out', async () => {
    const options = {
      temperature: null,
      top_p: null,
      max_tokens: null,
      stop: null,
      seed: null,
      n: null,
      stream: null,
      stream_options: null,
      tools: null,
    };
    const response = await complete(createReasoner(createReasonerDeps()), { ...options, metadata: { a: 1 }, logit_bias: {}, made_up: [] });
    assert.equal(response.status, 200);
  });

  it('takes "default" and "parley" for the configured model and names it in the answer', async () => {
    for (const model of ['default', 'parley']) {
      const response = await complete(createReasoner(createReasonerDeps()), { model });
      assert.equal(((await response.json()) as { model: string }).model, 'scripted');
    }
  });

  it('answers input that the guard blocks with a refusal, status 200 and finish_reason content_filter', async () => {
    const response = await complete(createReasoner(createReasonerDeps()), { messages: [{ role: 'user', content: WORDS.block }] });
    assert.equal(response.status, 200);
    const body = (await response.json()) as { choices: { finish_reason: string; message: { content: string } }[]; usage: object };
    assert.equal(body.choices[0]?.finish_reason, 'content_filter');
    assert.equal(body.choices[0]?.message.content, REFUSAL_TEXT);
    assert.deepEqual(body.usage, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
  });

  it('ends output that the guard blocks with finish_reason content_filter and gives nothing of the blocked span', async () => {
    const model = createScriptedModel(['Sure: ', 'FORB', 'IDDEN', ' word']);
    const response = await complete(createReasoner(createReasonerDeps({ model })), {});
    const body = (await response.json()) as { choices: { finish_reason: string; message: { content: string } }[] };
    assert.deepEqual(body.choices[0]?.message.content, 'Sure: ');
    assert.equal(body.choices[0]?.finish_reason, 'content_filter');
  });

  const refused: readonly [name: string, body: unknown, status: number, kind: ErrorKind, param: string | null, message: RegExp][] = [
    ['malformed JSON', '{"model":', 400, 'invalid_input', null, /not valid JSON/],
    ['a body that is no object', '[]', 400, 'invalid_input', null, /must be a JSON object/],
    [
      'a body that is nested too deep',
      `{"model":"scripted","messages":[{"role":"user","content":"x"}],"user":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      400,
      'invalid_input',
      null,
      /nested deeper than 256 levels/,
    ],
    ['a missing model', { messages }, 400, 'invalid_input', 'model', /^model is required/],
    ['a model that is no string', { model: 4, messages }, 400, 'invalid_input', 'model', /string/],
    ['a model that is not here', { model: 'gpt-9', messages }, 404, 'not_found', 'model', /"gpt-9" does not exist.*"scripted"/],
    ['missing messages', { model: 'scripted' }, 400, 'invalid_input', 'messages', /not empty/],
    ['empty messages', { messages: [] }, 400, 'invalid_input', 'messages', /not empty/],
    ['messages that are no array', { messages: 'hi' }, 400, 'invalid_input', 'messages', /array/],
    ['a message that is no object', { messages: ['hi'] }, 400, 'invalid_input', 'messages[0]', /object/],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 400, 'invalid_input', 'messages[0].role', /one of system/],
    ['a missing content', { messages: [...messages, { role: 'user' }] }, 400, 'invalid_input', 'messages[1].content', /string or an array/],
    ['content that is a number', { messages: [{ role: 'user', content: 4 }] }, 400, 'invalid_input', 'messages[0].content', /string/],
    [
      'an image part',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] },
      400,
      'invalid_input',
      'messages[0].content[0].type',
      /no images/,
    ],
    [
      'a text part without text',
      { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      400,
      'invalid_input',
      'messages[0].content[0].text',
      /string/,
    ],
    ['a temperature over 2', { temperature: 2.1 }, 400, 'invalid_input', 'temperature', /from 0 to 2/],
    ['a logit bias over 100', { logit_bias: { '7': 101 } }, 400, 'invalid_input', 'logit_bias.7', /from -100 to 100/],
    ['a logit bias that is a list', { logit_bias: [1] }, 400, 'invalid_input', 'logit_bias', /object/],
    ['a penalty under -2', { presence_penalty: -3 }, 400, 'invalid_input', 'presence_penalty', /from -2 to 2/],
    ['an unknown verbosity', { verbosity: 'loud' }, 400, 'invalid_input', 'verbosity', /one of low, medium, high/],
    ['a temperature that is text', { temperature: 'hot' }, 400, 'invalid_input', 'temperature', /number/],
    ['a top_p below 0', { top_p: -0.1 }, 400, 'invalid_input', 'top_p', /from 0 to 1/],
    ['max_tokens of 0', { max_tokens: 0 }, 400, 'invalid_input', 'max_tokens', /at least 1/],
    [
      'max_completion_tokens that is no whole number',
      { max_completion_tokens: 1.5 },
      400,
      'invalid_input',
      'max_completion_tokens',
      /whole/,
    ],
    ['more than one choice', { n: 2 }, 400, 'invalid_input', 'n', /must be 1/],
    ['a stop that is a number', { stop: 4 }, 400, 'invalid_input', 'stop', /string/],
    ['five stop strings', { stop: ['a', 'b', 'c', 'd', 'e'] }, 400, 'invalid_input', 'stop', /up to 4/],
    ['an empty stop string', { stop: [''] }, 400, 'invalid_input', 'stop', /empty/],
    ['a seed that is text', { seed: 'x' }, 400, 'invalid_input', 'seed', /whole number/],
    ['a stream that is text', { stream: 'yes' }, 400, 'invalid_input', 'stream', /true or false/],
    ['stream_options that are text', { stream_options: 'x' }, 400, 'invalid_input', 'stream_options', /object/],
    ['include_usage that is text', { stream_options: { include_usage: 1 } }, 400, 'invalid_input', 'stream_options.include_usage', /true/],
    ['tools that are no array', { tools: {} }, 400, 'invalid_input', 'tools', /array/],
    [
      'a function tool',
      { tools: [{ type: 'function', function: { name: 'f' } }] },
      400,
      'invalid_input',
      'tools',
      /does not support functions/,
    ],
    ['old-style functions', { functions: [{ name: 'f' }] }, 400, 'invalid_input', 'functions', /send functions as tools/],
    ['an unknown tool', { tools: [{ type: 'magic' }] }, 400, 'invalid_input', 'tools[0].type', /file_search/],
    [
      'file_search ("a tools entry of type file_search requires RAG to be enabled")',
      { tools: [{ type: 'file_search', vector_store_ids: ['vs-1'], hybrid_alpha: 0.5 }] },
      503,
      'unavailable',
      'tools[0]',
      /requires RAG to be enabled/,
    ],
    ['file_search in a stream', { stream: true, tools: [{ type: 'file_search' }] }, 503, 'unavailable', 'tools[0]', /requires RAG/],
  ];
  for (const [name, body, status, kind, param, message] of refused) {
    it(`refuses ${name}: ${status} ${kind}`, async () => {
      const whole = typeof body === 'string' || Object.hasOwn(body as object, 'model') || name === 'a missing model';
      const sent = whole ? body : { model: 'scripted', messages, ...(body as object) };
      const response = await createReasoner(createReasonerDeps()).handle(ask('POST', '/v1/chat/completions', sent));
      await assertProblem(response, status, kind, param, message);
    });
  }

  it('refuses a body of another type: 415', async () => {
    const request = new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      body: 'hi',
      headers: { 'content-type': 'text/plain' },
    });
    await assertProblem(await createReasoner(createReasonerDeps()).handle(request), 415, 'unsupported_media_type');
  });

  it('refuses a body, messages and characters over their limits: 413', async () => {
    const big = createReasoner(createReasonerDeps({ maxBodyBytes: 100 }));
    await assertProblem(await complete(big, { messages: [{ role: 'user', content: 'x'.repeat(200) }] }), 413, 'payload_too_large');
    const few = createReasoner(createReasonerDeps({ settings: { maxMessages: 1 } }));
    await assertProblem(
      await complete(few, { messages: [...messages, ...messages] }),
      413,
      'payload_too_large',
      'messages',
      /limit of 1 messages/,
    );
    const short = createReasoner(createReasonerDeps({ settings: { maxCharacters: 5 } }));
    await assertProblem(await complete(short, {}), 413, 'payload_too_large', 'messages', /limit of 5 characters/);
  });

  it('refuses one answer more than the limit with 429 and Retry-After, and takes it once a place is free', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const model = createScriptedModel([
      async () => {
        start();
        await opened;
      },
      'done',
    ]);
    const reasoner = createReasoner(createReasonerDeps({ model, settings: { maxConcurrentRuns: 1 } }));
    const first = complete(reasoner, {});
    await started;
    const second = await complete(reasoner, {});
    assert.equal(second.headers.get('retry-after'), '1');
    await assertProblem(second, 429, 'too_many_requests');
    open();
    assert.equal((await first).status, 200);
    assert.equal((await complete(reasoner, {})).status, 200);
  });

  const failing: readonly [ErrorKind, number, ServiceError][] = [
    ['provider_unavailable', 502, new ServiceError('provider_unavailable', 'the model is down', { cause: new Error('inside') })],
    ['timeout', 504, new ServiceError('timeout', 'the model is slow')],
    ['too_many_requests', 429, new ServiceError('too_many_requests', 'the model is busy', { retryAfterInSeconds: 9 })],
    ['invalid_input', 400, new ServiceError('invalid_input', 'the model refuses', { param: 'messages' })],
  ];
  for (const [kind, status, error] of failing) {
    it(`answers ${status} ${kind} when the model fails so, whole or streamed, and works on`, async () => {
      const lines = createTestLogger();
      let isDown = true;
      const model = createScriptedModel([
        async () => {
          if (isDown) throw error;
        },
        'ok',
      ]);
      const reasoner = createReasoner(createReasonerDeps({ model, logger: lines }));
      for (const stream of [false, true]) {
        const response = await complete(reasoner, { stream }, { 'x-request-id': 'r-9' });
        assert.equal(
          response.headers.get('retry-after'),
          error.retryAfterInSeconds === undefined ? null : String(error.retryAfterInSeconds),
        );
        await assertProblem(response, status, kind, error.param ?? null, new RegExp(error.message));
      }
      assert.ok(lines.lines.every((line) => line.fields.request_id === 'r-9'));
      isDown = false;
      assert.equal((await complete(reasoner, {})).status, 200);
    });
  }

  it('answers 500 without a word about the inside when something unexpected breaks', async () => {
    const model = createScriptedModel([() => Promise.reject(new TypeError('secret detail'))]);
    const body = await assertProblem(await complete(createReasoner(createReasonerDeps({ model })), {}), 500, 'internal');
    assert.doesNotMatch(JSON.stringify(body), /secret/);
  });

  it('answers 504 when the whole run takes longer than its limit, although the model is stuck', async () => {
    const model = createScriptedModel([stuck]);
    const reasoner = createReasoner(createReasonerDeps({ model, settings: { runTimeoutMs: 30 } }));
    await assertProblem(await complete(reasoner, {}), 504, 'timeout');
    assert.ok(model.signal()?.aborted);
  });

  it('stops the model in the same tick when the client leaves, and frees its place', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    let isFirst = true;
    const model = createScriptedModel([
      async () => {
        if (!isFirst) return;
        isFirst = false;
        start();
        await stuck();
      },
      'ok',
    ]);
    const reasoner = createReasoner(createReasonerDeps({ model, settings: { maxConcurrentRuns: 1 } }));
    const controller = new AbortController();
    const request = new Request(ask('POST', '/v1/chat/completions', { model: 'scripted', messages }), { signal: controller.signal });
    const answering = reasoner.handle(request);
    await started;
    controller.abort();
    assert.ok(model.signal()?.aborted);
    assert.equal((await answering).status, 499);
    assert.equal((await complete(reasoner, {})).status, 200);
  });

  it('writes no content into the log', async () => {
    const logger = createTestLogger();
    const model = createScriptedModel(['the private reply']);
    await complete(createReasoner(createReasonerDeps({ model, logger })), { messages: [{ role: 'user', content: 'a private question' }] });
    assert.ok(logger.lines.length > 0);
    assert.doesNotMatch(JSON.stringify(logger.lines), /private/);
  });
});

describe('the model routes', () => {
  it('answers an id that cannot be decoded with 400, not with a failure of its own', async () => {
    const response = await createReasoner(createReasonerDeps()).handle(new Request('http://localhost/v1/models/%'));
    assert.equal(response.status, 400);
  });

  it('"Response 200: model list with the one configured model."', async () => {
    const response = await createReasoner(createReasonerDeps()).handle(ask('GET', '/v1/models'));
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      object: 'list',
      data: [{ id: 'scripted', object: 'model', created: 1767323045, owned_by: 'parley' }],
    });
  });

  it('"Lists the single active model configured for the instance.", also by its id, with a slash in it or not, and by the names that requests may use', async () => {
    const model = { ...createScriptedModel([]), model: 'family/model-1' };
    const reasoner = createReasoner(createReasonerDeps({ model }));
    for (const name of [model.model, 'parley', 'default']) {
      const response = await reasoner.handle(ask('GET', `/v1/models/${encodeURIComponent(name)}`));
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { id: string }).id, model.model);
    }
    await assertProblem(await reasoner.handle(ask('GET', '/v1/models/other')), 404, 'not_found', 'model');
  });
});

describe('the files routes', () => {
  for (const [method, path] of [
    ['POST', '/v1/files'],
    ['GET', '/v1/files'],
    ['GET', '/v1/files/file-1'],
    ['GET', '/v1/files/file-1/content'],
    ['DELETE', '/v1/files/file-1'],
  ] as const) {
    it(`"Any files route while RAG is not enabled" answers 503: ${method} ${path}`, async () => {
      const form = new FormData();
      form.set('file', new File(['x'], 'x.txt'));
      const request = new Request(`http://localhost${path}`, { method, ...(method === 'POST' ? { body: form } : {}) });
      await assertProblem(await createReasoner(createReasonerDeps()).handle(request), 503, 'unavailable', null, /REASONER_RAG_ENABLED/);
    });
  }
});

describe('POST /chat', () => {
  it('"Keeps a legacy /chat endpoint for internal use."', async () => {
    const response = await chat({ text: 'hi', user_id: 'ada', request_id: 'r.1' });
    assert.equal(response.status, 200);
    const body = (await response.json()) as { request_id: string; text: string; latency_ms: number };
    assert.deepEqual(Object.keys(body), ['request_id', 'text', 'latency_ms']);
    assert.equal(body.request_id, 'r.1');
    assert.equal(body.text, 'It is open.');
    assert.ok(body.latency_ms > 0);
  });

  it('takes its own request id when the body has none', async () => {
    const response = await chat({ text: 'hi' });
    assert.equal(((await response.json()) as { request_id: string }).request_id, response.headers.get('x-request-id'));
  });

  it('refuses a missing text, an empty one, and fields of another type', async () => {
    await assertProblem(await chat({}), 400, 'invalid_input', 'text');
    await assertProblem(await chat({ text: '' }), 400, 'invalid_input', 'text');
    await assertProblem(await chat({ text: 'x', user_id: 4 }), 400, 'invalid_input', 'user_id');
    await assertProblem(await chat({ text: 'x', request_id: 'a b' }), 400, 'invalid_input', 'request_id');
    await assertProblem(await chat({ text: 'x', request_id: '..' }), 400, 'invalid_input', 'request_id');
  });
});

describe('GET /', () => {
  it('tells who opens the address what runs there and where to go on, without a key', async () => {
    const reasoner = createReasoner(createReasonerDeps({ apiKeys: [{ name: 'ops', key: 'key-12345' }] }));
    const response = await reasoner.handle(ask('GET', '/'));
    assert.equal(response.status, 200);
    const { version, ...index } = (await response.json()) as Record<string, unknown>;
    assert.equal(typeof version, 'string');
    assert.deepEqual(index, { service: 'reasoner', health: '/health', openapi: '/openapi.json' });
    assert.equal((await reasoner.handle(ask('GET', '/openapi.json'))).status, 401, 'what it leads to may need one');
  });
});

describe('the health routes', () => {
  it('"Shallow liveness probe, no dependency calls. 200 with `status` \'ok\' and `version`."', async () => {
    const database = { name: 'database', check: () => assert.fail('asked a dependency') };
    const response = await createReasoner(createReasonerDeps({ database })).handle(ask('GET', '/health'));
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok', version: '1.2.3' });
  });

  it('"while the message bus is not yet connected, 503 with `status` \'starting\'."', async () => {
    const response = await createReasoner(createReasonerDeps({ bus: unreachable() })).handle(ask('GET', '/health'));
    assert.equal(response.status, 503);
    assert.deepEqual(await response.json(), { status: 'starting' });
  });

  it('answers 200 while a message bus is lost that was connected, which only the readiness probe reports', async () => {
    const ping = (): Promise<void> => Promise.reject(new Error('down'));
    const bus = withConnection(createInMemoryBus(), { connected: false, wasConnected: true, ping });
    const reasoner = createReasoner(createReasonerDeps({ bus }));
    const shallow = await reasoner.handle(ask('GET', '/health'));
    assert.deepEqual([shallow.status, await shallow.json()], [200, { status: 'ok', version: '1.2.3' }]);
    const deep = await reasoner.handle(ask('GET', '/health/deep'));
    assert.equal(deep.status, 503);
    assert.deepEqual(((await deep.json()) as { components: object }).components, { database: true, message_bus: false });
  });

  it('"200 with `status` \'ok\', `version`, `components` when healthy."', async () => {
    const response = await createReasoner(createReasonerDeps()).handle(ask('GET', '/health/deep'));
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok', version: '1.2.3', components: { database: true, message_bus: true } });
  });

  for (const [name, deps, components] of [
    ['the message bus', { bus: unreachable() }, { database: true, message_bus: false }],
    [
      'the database',
      { database: { name: 'db', check: () => Promise.reject(new Error('locked')) } },
      { database: false, message_bus: true },
    ],
    ['a database that does not answer', { database: { name: 'db', check: stuck } }, { database: false, message_bus: true }],
  ] as const) {
    it(`"when any component is unhealthy, 503": ${name}`, async () => {
      const reasoner = createReasoner(createReasonerDeps({ ...deps, settings: { probeTimeoutMs: 30 } }));
      const response = await reasoner.handle(ask('GET', '/health/deep'));
      assert.equal(response.status, 503);
      assert.deepEqual(await response.json(), { status: 'degraded', version: '1.2.3', components });
    });
  }

  for (const [name, isWhole, body] of [
    ['says that passages are embedded anew', () => Promise.resolve(false), { status: 'degraded', passages: false }],
    ['says nothing of passages when all are searched by meaning', () => Promise.resolve(true), { status: 'ok' }],
    ['says nothing of passages when the database does not tell', () => Promise.reject(new Error('locked')), { status: 'ok' }],
    ['says nothing of passages when the database does not answer', () => new Promise<boolean>(() => undefined), { status: 'ok' }],
  ] as const) {
    it(`answers 200 and ${name}`, async () => {
      const vectorIndex = { ...createInMemoryVectorIndex({ dimensions: 8 }), isWhole };
      const response = await createReasoner(createReasonerDeps({ vectorIndex, settings: { probeTimeoutMs: 30 } })).handle(
        ask('GET', '/health/deep'),
      );
      assert.equal(response.status, 200);
      const { status, ...passages } = body;
      assert.deepEqual(await response.json(), { status, version: '1.2.3', components: { database: true, message_bus: true, ...passages } });
    });
  }

  it('stay open when API keys are on, and the other routes do not', async () => {
    const reasoner = createReasoner(createReasonerDeps({ apiKeys: [{ name: 'a', key: 'key-12345' }] }));
    assert.equal((await reasoner.handle(ask('GET', '/health'))).status, 200);
    assert.equal((await reasoner.handle(ask('GET', '/health/deep'))).status, 200);
    await assertProblem(await complete(reasoner, {}), 401, 'unauthorized');
    assert.equal((await complete(reasoner, {}, { authorization: 'Bearer key-12345' })).status, 200);
  });
});

describe('the routes as a whole', () => {
  it('"Chat-compatible routes use the /v1 prefix; the health routes and the legacy /chat endpoint have none."', async () => {
    const response = await createReasoner(createReasonerDeps()).handle(ask('GET', '/openapi.json'));
    const { paths } = (await response.json()) as { paths: Record<string, object> };
    assert.deepEqual(Object.keys(paths).toSorted(), [
      '/chat',
      '/health',
      '/health/deep',
      '/v1/chat/completions',
      '/v1/conversations',
      '/v1/conversations/{conversation_id}',
      '/v1/conversations/{conversation_id}/items',
      '/v1/conversations/{conversation_id}/items/{item_id}',
      '/v1/files',
      '/v1/files/{file_id}',
      '/v1/files/{file_id}/content',
      '/v1/models',
      '/v1/models/{model}',
      '/v1/responses',
      '/v1/responses/compact',
      '/v1/responses/input_tokens',
      '/v1/responses/{response_id}',
      '/v1/responses/{response_id}/cancel',
      '/v1/responses/{response_id}/input_items',
      '/v1/runs',
      '/v1/runs/{request_id}',
    ]);
  });

  it('answer 404 for a route that is not there and 405 with Allow for a method that is not taken', async () => {
    const reasoner = createReasoner(createReasonerDeps());
    await assertProblem(await reasoner.handle(ask('GET', '/v1/nothing')), 404, 'not_found');
    const response = await reasoner.handle(ask('GET', '/v1/chat/completions'));
    assert.equal(response.headers.get('allow'), 'OPTIONS, POST');
    await assertProblem(response, 405, 'method_not_allowed');
  });
});

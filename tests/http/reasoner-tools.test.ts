import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import type { ChatPart, ModelCapabilities } from '../../src/ports/language.ts';
import { createReasoner, type Reasoner } from '../../src/reasoner/reasoner.ts';
import { WORDS, type ScriptedModel } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';
import { problemOf, takingModel } from './response-client.ts';

const messages = [{ role: 'user', content: 'What is the weather in Oslo?' }];
const weather = { type: 'function', function: { name: 'weather', description: 'Weather', parameters: { type: 'object' } } };
const CALL: ChatPart[] = [
  { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '' },
  { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
  { type: 'tool-call-delta', index: 0, arguments: '"Oslo"}' },
];
const CALLED: ChatPart = { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } };

async function complete(reasoner: Reasoner, body: object): Promise<Response> {
  return await reasoner.handle(
    new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', messages, ...body }),
    }),
  );
}

interface WireChoice {
  readonly message: { readonly content: string | null; readonly tool_calls?: unknown };
  readonly finish_reason: string;
}

async function choiceOf(response: Response): Promise<WireChoice> {
  const body = (await response.json()) as { choices?: WireChoice[] };
  assert.equal(response.status, 200, JSON.stringify(body));
  const [choice] = body.choices ?? [];
  assert.ok(choice !== undefined);
  return choice;
}

describe('function tools', () => {
  it('reach the model with the choice, and its call comes back with finish_reason tool_calls and no content', async () => {
    const model = takingModel([...CALL, CALLED], { tools: true });
    const choice = await choiceOf(
      await complete(createReasoner(createReasonerDeps({ model })), {
        tools: [weather],
        tool_choice: { type: 'function', function: { name: 'weather' } },
        parallel_tool_calls: false,
      }),
    );
    assert.deepEqual(model.requests[0]?.tools, [{ name: 'weather', description: 'Weather', parameters: { type: 'object' } }]);
    assert.deepEqual(model.requests[0]?.toolChoice, { name: 'weather' });
    assert.equal(model.requests[0]?.parallelToolCalls, false);
    assert.equal(choice.finish_reason, 'tool_calls');
    assert.equal(choice.message.content, null);
    assert.deepEqual(choice.message.tool_calls, [
      { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    ]);
  });

  it('reach the model without those that tool_choice does not allow', async () => {
    const model = takingModel([...CALL, CALLED], { tools: true });
    const reasoner = createReasoner(createReasonerDeps({ model }));
    const tools = [weather, { type: 'function', function: { name: 'time' } }];
    const among = (name: string, mode = 'required') => ({
      tools,
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode, tools: [{ type: 'function', function: { name } }] } },
    });
    await choiceOf(await complete(reasoner, among('weather')));
    assert.deepEqual(
      model.requests[0]?.tools?.map(({ name }) => name),
      ['weather'],
    );
    assert.equal(model.requests[0]?.toolChoice, 'required');
    const place = 'tool_choice.allowed_tools';
    assert.deepEqual(await problemOf(await complete(reasoner, among('other'))), [400, 'invalid_input', `${place}.tools[0]`]);
    assert.deepEqual(await problemOf(await complete(reasoner, among('time', 'never'))), [400, 'invalid_input', `${place}.mode`]);
  });

  it('round trip with content that is an empty array', async () => {
    const model = takingModel(['Sunny.'], { tools: true });
    const calls = [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }];
    const history = [
      ...messages,
      { role: 'assistant', content: [], tool_calls: calls },
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
    ];
    await choiceOf(await complete(createReasoner(createReasonerDeps({ model })), { messages: history, tools: [weather] }));
    assert.deepEqual(model.requests[0]?.messages[1], {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'weather', arguments: '{}' }],
    });
  });

  it('are streamed: id and name in the first delta of a call, then its arguments', async () => {
    const model = takingModel([...CALL, CALLED], { tools: true });
    const response = await complete(createReasoner(createReasonerDeps({ model })), { tools: [weather], stream: true });
    const deltas = [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)]
      .map(([, data = '']) => JSON.parse(data) as { choices: { delta: { tool_calls?: unknown[] }; finish_reason: string | null }[] })
      .flatMap(({ choices }) => choices);
    assert.deepEqual(deltas.find(({ delta }) => delta.tool_calls !== undefined)?.delta.tool_calls, [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '' } },
    ]);
    const text = deltas
      .flatMap(({ delta }) => (delta.tool_calls ?? []) as { function: { arguments: string } }[])
      .map((call) => call.function.arguments)
      .join('');
    assert.equal(text, '{"city":"Oslo"}');
    assert.equal(deltas.at(-1)?.finish_reason, 'tool_calls');
  });

  it('round trip: the call and its result reach the model in the next request', async () => {
    const model = takingModel(['Sunny.'], { tools: true });
    await choiceOf(
      await complete(createReasoner(createReasonerDeps({ model })), {
        tools: [weather],
        messages: [
          ...messages,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'sun' },
        ],
      }),
    );
    assert.deepEqual(model.requests[0]?.messages.slice(1), [
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'weather', arguments: '{}' }] },
      { role: 'tool', content: 'sun', toolCallId: 'c1' },
    ]);
  });

  it('have their arguments inspected: a blocked one never reaches the client', async () => {
    const script: ChatPart[] = [
      { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '{"city":"' },
      { type: 'tool-call-delta', index: 0, arguments: `${WORDS.block}"}` },
      CALLED,
    ];
    const response = await complete(createReasoner(createReasonerDeps({ model: takingModel(script, { tools: true }) })), {
      tools: [weather],
      stream: true,
    });
    const text = await response.text();
    assert.doesNotMatch(text, new RegExp(WORDS.block));
    assert.match(text, /"finish_reason":"content_filter"/);
  });

  const refused: [string, object, string][] = [
    ['a tool that is no object', { tools: ['x'] }, 'tools[0]'],
    ['a name with blanks', { tools: [{ type: 'function', function: { name: 'a b' } }] }, 'tools[0].function.name'],
    [
      'parameters that are text',
      { tools: [{ type: 'function', function: { name: 'f', parameters: 'x' } }] },
      'tools[0].function.parameters',
    ],
    ['two functions of one name', { tools: [weather, weather] }, 'tools'],
    ['a choice of no known word', { tools: [weather], tool_choice: 'always' }, 'tool_choice'],
    [
      'a choice of an unknown function',
      { tools: [weather], tool_choice: { type: 'function', function: { name: 'x' } } },
      'tool_choice.function.name',
    ],
    ['a required call without functions', { tool_choice: 'required' }, 'tool_choice'],
    [
      'more than 128 tools',
      { tools: Array.from({ length: 129 }, (_, index) => ({ type: 'function', function: { name: `f${index}` } })) },
      'tools',
    ],
    [
      'arguments of a past call that are no text',
      {
        messages: [...messages, { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: {} } }] }],
      },
      'messages[1].tool_calls[0].function.arguments',
    ],
  ];
  for (const [name, body, param] of refused) {
    it(`refuses ${name}, naming ${param}`, async () => {
      const model = takingModel(['x'], { tools: true });
      const problem = await problemOf(await complete(createReasoner(createReasonerDeps({ model })), body));
      assert.deepEqual(problem, [400, 'invalid_input', param]);
      assert.equal(model.requests.length, 0);
    });
  }
});

describe('image parts', () => {
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
  ];

  it('reach a model that takes them', async () => {
    const model = takingModel(['A cat.'], { images: true });
    await choiceOf(await complete(createReasoner(createReasonerDeps({ model })), { messages: [{ role: 'user', content }] }));
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'user', content: 'What is this?', images: [{ url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' }] },
    ]);
  });

  it('are refused for a URL that is none of http, https and data:image', async () => {
    const part = { type: 'image_url', image_url: { url: 'file:///etc/passwd' } };
    const model = takingModel(['x'], { images: true });
    const response = await complete(createReasoner(createReasonerDeps({ model })), { messages: [{ role: 'user', content: [part] }] });
    assert.deepEqual(await problemOf(response), [400, 'invalid_input', 'messages[0].content[0].image_url.url']);
  });
});

describe('response_format', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
  const format = { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } };

  /** A model whose answers are given one a request. */
  function answering(answers: readonly string[], json: 'native' | 'prompted' = 'native'): ScriptedModel {
    const model = takingModel([], { json });
    return {
      ...model,
      async *stream(request) {
        model.requests.push(request);
        yield { type: 'text-delta', text: answers[model.requests.length - 1] ?? '' };
        yield { type: 'finish', reason: 'stop', usage: { promptTokens: 5, completionTokens: 1 } };
      },
    };
  }
  const ask = (model: ScriptedModel, body: object): Promise<Response> =>
    complete(createReasoner(createReasonerDeps({ model, jsonSchema: checkJsonSchema })), body);

  it('is passed to a model that knows it, and a fitting answer is passed on', async () => {
    const model = answering(['{"city":"Oslo"}']);
    const choice = await choiceOf(await ask(model, { response_format: format }));
    assert.equal(choice.message.content, '{"city":"Oslo"}');
    assert.deepEqual(model.requests[0]?.responseFormat, { type: 'json_schema', name: 'place', schema, strict: true });
  });

  it('is repaired once: the model is told what does not fit, and the usage is that of both', async () => {
    const model = answering(['{"town":"Oslo"}', '{"city":"Oslo"}']);
    const response = await ask(model, { response_format: format });
    const body = (await response.json()) as { choices: WireChoice[]; usage: { prompt_tokens: number } };
    assert.equal(body.choices[0]?.message.content, '{"city":"Oslo"}');
    assert.equal(body.usage.prompt_tokens, 10);
    assert.equal(model.requests.length, 2);
    assert.match(model.requests[1]?.messages.at(-1)?.content ?? '', /city|town|additional/i);
  });

  it('is an error when the second answer does not fit either', async () => {
    const model = answering(['no', 'no', '{"city":"Oslo"}']);
    assert.deepEqual(await problemOf(await ask(model, { response_format: format })), [502, 'provider_unavailable', null]);
    assert.equal(model.requests.length, 2);
  });

  it('never streams an answer that does not fit', async () => {
    const response = await ask(answering(['{"town":1}', '{"city":"Oslo"}']), { response_format: format, stream: true });
    const text = await response.text();
    assert.doesNotMatch(text, /town/);
    assert.match(text, /Oslo/);
  });

  it('json_object takes any object and nothing else', async () => {
    const one = await choiceOf(await ask(answering(['{"a":1}']), { response_format: { type: 'json_object' } }));
    assert.equal(one.message.content, '{"a":1}');
    const other = await ask(answering(['[1]', '2']), { response_format: { type: 'json_object' } });
    assert.equal(other.status, 502);
  });

  it('is asked for in words where a model knows no formats, and a Markdown fence is taken off', async () => {
    const model = answering(['```json\n{"city":"Oslo"}\n```'], 'prompted');
    const choice = await choiceOf(await ask(model, { response_format: format }));
    assert.equal(choice.message.content, '{"city":"Oslo"}');
    assert.equal(model.requests[0]?.responseFormat, undefined);
    assert.match(model.requests[0]?.messages[0]?.content ?? '', /JSON schema: \{"type":"object"/);
  });

  const refused: [string, object, ModelCapabilities, string][] = [
    ['a format that is text', { response_format: 'json' }, { json: 'native' }, 'response_format'],
    ['an unknown type', { response_format: { type: 'yaml' } }, { json: 'native' }, 'response_format.type'],
    [
      'a schema that is missing',
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
      { json: 'native' },
      'response_format.json_schema.schema',
    ],
    [
      'a name with blanks',
      { response_format: { type: 'json_schema', json_schema: { name: 'x y', schema: {} } } },
      { json: 'native' },
      'response_format.json_schema.name',
    ],
    ['JSON of a model that writes none', { response_format: { type: 'json_object' } }, {}, 'response_format'],
  ];
  for (const [name, body, takes, param] of refused) {
    it(`refuses ${name}, naming ${param}`, async () => {
      const problem = await problemOf(await complete(createReasoner(createReasonerDeps({ model: takingModel(['x'], takes) })), body));
      assert.deepEqual(problem, [400, 'invalid_input', param]);
    });
  }
});

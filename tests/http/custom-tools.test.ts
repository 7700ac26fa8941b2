import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '../../src/ports/language.ts';
import { problemOf, responseClient, takingModel, turnsModel } from './response-client.ts';

const usage = { promptTokens: 5, completionTokens: 3 };
/** A model that calls `run` with free text and the function `time` at once. */
const CALLS: ChatPart[] = [
  { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'run', arguments: '' },
  { type: 'tool-call-delta', index: 0, arguments: '{"input": "echo \\"hi' },
  { type: 'tool-call-delta', index: 0, arguments: '\\"\\nls"}' },
  { type: 'tool-call-delta', index: 1, id: 'call_2', name: 'time', arguments: '{"zone":"utc"}' },
  { type: 'finish', reason: 'tool_calls', usage },
];
const INPUT = 'echo "hi"\nls';
const run = { name: 'run', description: 'Runs a script.' };
const TOOLS = [
  { type: 'custom', ...run },
  { type: 'function', name: 'time' },
];
const CHAT_TOOLS = [
  { type: 'custom', custom: { ...run, format: { type: 'text' } } },
  { type: 'function', function: { name: 'time' } },
];

describe('custom tools', () => {
  it('of responses: the model gets a function with one text, and its call is a custom_tool_call', async () => {
    const model = turnsModel([CALLS, ['Done.']]);
    const client = responseClient({ model });
    const response = await client.create({ input: 'Go', tools: TOOLS, tool_choice: { type: 'custom', name: 'run' } });
    assert.deepEqual(model.requests[0]?.tools?.[0], {
      ...run,
      parameters: {
        type: 'object',
        properties: { input: { type: 'string', description: 'The input of the tool, as free text.' } },
        required: ['input'],
        additionalProperties: false,
      },
    });
    assert.deepEqual(model.requests[0]?.toolChoice, { name: 'run' });
    assert.deepEqual(response.tools[0], { type: 'custom', ...run, format: { type: 'text' } });
    assert.deepEqual(response.tool_choice, { type: 'custom', name: 'run' });
    const [call, other] = response.output;
    assert.match(call?.id ?? '', /^ctc_/);
    assert.deepEqual(call, { type: 'custom_tool_call', id: call?.id, call_id: 'call_1', name: 'run', input: INPUT, status: 'completed' });
    assert.equal(other?.type, 'function_call');
    const outputs = [
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'hi' },
      { type: 'function_call_output', call_id: 'call_2', output: 'noon' },
    ];
    await client.create({ input: outputs, tools: TOOLS, previous_response_id: response.id });
    const expected = [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'call_1', name: 'run', arguments: JSON.stringify({ input: INPUT }) },
          { id: 'call_2', name: 'time', arguments: '{"zone":"utc"}' },
        ],
      },
      { role: 'tool', content: 'hi', toolCallId: 'call_1' },
      { role: 'tool', content: 'noon', toolCallId: 'call_2' },
    ];
    assert.deepEqual(model.requests[1]?.messages, expected);
    await client.create({ input: [{ role: 'user', content: 'Go' }, ...response.output, ...outputs], tools: TOOLS, store: false });
    assert.deepEqual(model.requests[2]?.messages, expected, 'likewise when the client sends the whole conversation');
  });

  it('of a streamed response: its input comes as it is written, and a stored stream gives the same events', async () => {
    const client = responseClient({ model: turnsModel([CALLS]) });
    const events = await client.stream({ input: 'Go', tools: TOOLS });
    const about = events.filter(({ output_index: index }) => index === 0);
    const id = about[0]?.item?.id;
    assert.deepEqual(
      about.map(({ type, item, item_id: itemId, delta, input }) => ({ type, about: item?.id ?? itemId, said: delta ?? input })),
      [
        { type: 'response.output_item.added', about: id, said: undefined },
        { type: 'response.custom_tool_call_input.delta', about: id, said: 'echo "hi' },
        { type: 'response.custom_tool_call_input.delta', about: id, said: '"\nls' },
        { type: 'response.custom_tool_call_input.done', about: id, said: INPUT },
        { type: 'response.output_item.done', about: id, said: undefined },
      ],
    );
    const response = events.at(-1)?.response;
    const again = await client.send('GET', `/v1/responses/${response?.id}?stream=true`);
    assert.equal((await again.text()).match(/custom_tool_call_input\.delta/g)?.length, 4);
  });

  it('of chat completions, whole and streamed', async () => {
    const model = turnsModel([CALLS, CALLS, ['Done.']]);
    const client = responseClient({ model });
    const messages = [{ role: 'user', content: 'Go' }];
    const body = { messages, tools: CHAT_TOOLS, tool_choice: { type: 'custom', custom: { name: 'run' } } };
    const whole = await (await client.send('POST', '/v1/chat/completions', body)).json();
    const { message, finish_reason: reason } = whole.choices[0];
    const calls = [
      { id: 'call_1', type: 'custom', custom: { name: 'run', input: INPUT } },
      { id: 'call_2', type: 'function', function: { name: 'time', arguments: '{"zone":"utc"}' } },
    ];
    assert.deepEqual([message.tool_calls, reason], [calls, 'tool_calls']);
    assert.deepEqual(model.requests[0]?.toolChoice, { name: 'run' });
    const streamed = await (await client.send('POST', '/v1/chat/completions', { ...body, stream: true })).text();
    const deltas = [...streamed.matchAll(/^data: (\{.*)$/gm)].flatMap(
      ([, data = '']) => JSON.parse(data).choices[0].delta.tool_calls ?? [],
    );
    assert.deepEqual(deltas, [
      { index: 0, id: 'call_1', type: 'custom', custom: { name: 'run', input: '' } },
      { index: 0, custom: { input: 'echo "hi' } },
      { index: 0, custom: { input: '"\nls' } },
      { index: 1, id: 'call_2', type: 'function', function: { name: 'time', arguments: '{"zone":"utc"}' } },
    ]);
    const results = ['call_1', 'call_2'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'ok' }));
    await client.send('POST', '/v1/chat/completions', { ...body, messages: [...messages, message, ...results] });
    assert.deepEqual(model.requests[2]?.messages[1]?.toolCalls?.[0], {
      id: 'call_1',
      name: 'run',
      arguments: JSON.stringify({ input: INPUT }),
    });
  });

  it('among allowed tools', async () => {
    const model = turnsModel([['a'], ['b']]);
    const client = responseClient({ model });
    await client.create({
      input: 'x',
      tools: TOOLS,
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'run' }] },
    });
    const allowed = { mode: 'required', tools: [{ type: 'custom', custom: { name: 'run' } }] };
    await client.send('POST', '/v1/chat/completions', {
      messages: [{ role: 'user', content: 'x' }],
      tools: CHAT_TOOLS,
      tool_choice: { type: 'allowed_tools', allowed_tools: allowed },
    });
    assert.deepEqual(
      model.requests.map(({ tools }) => tools?.map(({ name }) => name)),
      [['run'], ['run']],
    );
  });

  it('refuse a grammar, to which the model cannot be held, and what is no custom tool', async () => {
    const client = responseClient({ model: takingModel(['x'], { tools: true }) });
    const grammar = { type: 'grammar', syntax: 'regex', definition: '[a-z]+' };
    for (const [more, param] of [
      [{ tools: [{ type: 'custom', name: 'run', format: grammar }] }, 'tools[0].format.type'],
      [{ tools: [{ type: 'custom', name: 'run', format: 'text' }] }, 'tools[0].format'],
      [{ tools: [{ type: 'custom', name: 'run', format: { type: 'poem' } }] }, 'tools[0].format.type'],
      [{ tools: [{ type: 'custom', name: 'no spaces' }] }, 'tools[0].name'],
      [{ tools: [...TOOLS, { type: 'custom', name: 'time' }] }, 'tools'],
      [{ tools: TOOLS, tool_choice: { type: 'custom', name: 'time' } }, 'tool_choice.name'],
      [{ tools: TOOLS, tool_choice: { type: 'function', name: 'run' } }, 'tool_choice.name'],
      [{ input: [{ type: 'custom_tool_call', call_id: 'c', name: 'run' }] }, 'input[0].input'],
      [{ input: [{ type: 'custom_tool_call_output', call_id: 'c', output: 'x' }] }, 'input'],
    ] as const) {
      assert.deepEqual(await client.refused({ input: 'x', ...more }), [400, 'invalid_input', param], JSON.stringify(more));
    }
    const chat = async (more: object) =>
      problemOf(await client.send('POST', '/v1/chat/completions', { messages: [{ role: 'user', content: 'x' }], ...more }));
    const custom = { name: 'run', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } } };
    assert.deepEqual(await chat({ tools: [{ type: 'custom', custom }] }), [400, 'invalid_input', 'tools[0].custom.format.type']);
    assert.deepEqual(await chat({ tools: CHAT_TOOLS, tool_choice: { type: 'custom', custom: { name: 'time' } } }), [
      400,
      'invalid_input',
      'tool_choice.custom.name',
    ]);
    assert.deepEqual(await responseClient().refused({ input: 'x', tools: TOOLS }), [400, 'invalid_input', 'tools']);
  });
});

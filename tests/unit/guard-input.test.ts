import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { buildGuardInput, rewriteBody } from '../../src/domain/guardrails/guard-input.ts';
import type { Direction } from '../../src/ports/guard.ts';

function placesOf(body: JsonObject, direction: Direction = 'input'): string[] {
  const { parts, unscanned } = buildGuardInput(body, { requestId: 'r', direction });
  return [
    ...parts.map(({ id, role, channel, text }) => `${id} ${role} ${channel}: ${text}`),
    ...unscanned.map(({ id, role, reason }) => `${id} ${role} - ${reason}`),
  ];
}

function messages(...list: JsonObject[]): JsonObject {
  return { model: 'm', messages: list };
}

describe('buildGuardInput() reads of a request', () => {
  const rows: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    [
      'messages of every role, with tool results in a channel of their own',
      messages(
        { role: 'system', content: 'a' },
        { role: 'developer', content: 'b' },
        { role: 'user', content: 'c' },
        { role: 'assistant', content: 'd' },
        { role: 'tool', tool_call_id: 'call_1', content: 'e' },
      ),
      [
        'messages[0].content system user: a',
        'messages[1].content developer user: b',
        'messages[2].content user user: c',
        'messages[3].content assistant user: d',
        'messages[4].content tool tool: e',
      ],
    ],
    [
      'content parts, and says which it cannot read',
      messages({
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:,' } },
          { type: 'input_audio', input_audio: {} },
          { type: 'file', file: {} },
          'bare',
          7,
        ],
      }),
      [
        'messages[0].content[0].text user user: look',
        'messages[0].content[4] user user: bare',
        'messages[0].content[1] user - image_url parts are not text',
        'messages[0].content[2] user - input_audio parts are not text',
        'messages[0].content[3] user - file parts are not text',
        'messages[0].content[5] user - a content part that is no object',
      ],
    ],
    [
      'names, refusals, reasoning and tool-call arguments in the history',
      messages({
        role: 'assistant',
        content: null,
        name: 'bot',
        refusal: 'no',
        reasoning_content: 'hm',
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'pay', arguments: '{"to":1}' } },
          { type: 'custom', custom: { name: 'x', input: 'raw' } },
        ],
        function_call: { name: 'old', arguments: '{}' },
      }),
      [
        'messages[0].name assistant user: bot',
        'messages[0].refusal assistant user: no',
        'messages[0].reasoning_content assistant user: hm',
        'messages[0].tool_calls[0].function.name assistant user: pay',
        'messages[0].tool_calls[0].function.arguments assistant user: {"to":1}',
        'messages[0].tool_calls[1].custom.name assistant user: x',
        'messages[0].tool_calls[1].custom.input assistant user: raw',
        'messages[0].function_call.name assistant user: old',
        'messages[0].function_call.arguments assistant user: {}',
      ],
    ],
    [
      'descriptions of tool definitions at every depth, never as user text',
      {
        ...messages({ role: 'user', content: 'hi' }),
        tools: [
          {
            type: 'function',
            function: { name: 'pay', description: 'Pays.', parameters: { properties: { 'to.whom': { description: 'Who.' } } } },
          },
        ],
      },
      [
        'messages[0].content user user: hi',
        'tools[0].function.description tool_definition tool: Pays.',
        'tools[0].function.parameters.properties["to.whom"].description tool_definition tool: Who.',
      ],
    ],
    [
      'the caller’s name and predicted content, and reports fields it does not know',
      {
        ...messages({ role: 'user', content: 'hi', extra: { a: 1 } }),
        user: 'jo',
        prediction: { type: 'content', content: 'p' },
        metadata: { a: 'b' },
      },
      [
        'messages[0].content user user: hi',
        'user user user: jo',
        'prediction.content user user: p',
        'messages[0].extra user - a field the guard does not read',
        'metadata user - a field the guard does not read',
      ],
    ],
    [
      'nothing of settings',
      { ...messages({ role: 'user', content: 'hi' }), temperature: 1, stop: ['x'], stream: true, tool_choice: 'auto', seed: 7 },
      ['messages[0].content user user: hi'],
    ],
  ];
  for (const [what, body, expected] of rows) {
    it(what, () => assert.deepEqual(placesOf(body), expected));
  }

  it('schemas only to a bounded depth, and says where it stopped', () => {
    let schema: JsonObject = { description: 'deep' };
    for (let level = 0; level < 200; level += 1) schema = { properties: schema };
    const places = placesOf({ ...messages({ role: 'user', content: 'hi' }), tools: [schema] });
    assert.match(places[1] ?? '', /nested deeper than 32 levels/);
  });
});

describe('buildGuardInput() reads of a reply', () => {
  it('every choice: content, refusal, tool-call arguments and spoken words', () => {
    const reply: JsonObject = {
      choices: [
        { index: 0, message: { role: 'assistant', content: 'one', refusal: null } },
        { index: 1, message: { role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: 'two' } }] } },
        { index: 2, message: { role: 'assistant', audio: { id: 'a', data: 'AAAA', transcript: 'three' } } },
      ],
    };
    assert.deepEqual(placesOf(reply, 'output'), [
      'choices[0].message.content assistant user: one',
      'choices[1].message.tool_calls[0].function.name assistant user: f',
      'choices[1].message.tool_calls[0].function.arguments assistant user: two',
      'choices[2].message.audio.transcript assistant user: three',
      'choices[2].message.audio assistant - audio is not text',
    ]);
  });
});

describe('rewriteBody()', () => {
  it('puts texts back at exactly their places and leaves the original as it was', () => {
    const body = {
      ...messages({ role: 'user', content: [{ type: 'text', text: 'old' }] }, { role: 'user', content: 'same' }),
      unknown: { kept: true },
    };
    const before = structuredClone(body);
    const rewritten = rewriteBody(body, 'input', [{ part: 'messages[0].content[0].text', text: 'new' }]);
    assert.deepEqual(body, before);
    assert.deepEqual(rewritten, {
      model: 'm',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'new' }] },
        { role: 'user', content: 'same' },
      ],
      unknown: { kept: true },
    });
  });

  it('keeps tool-call arguments valid JSON where a bare number was redacted', () => {
    const call = (text: string): JsonObject => messages({ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: text } }] });
    const part = 'messages[0].tool_calls[0].function.arguments';
    const rewritten = rewriteBody(call('{"n":4111111111111111,"s":"x 5500000000000004"}'), 'input', [
      { part, text: '{"n":[CREDIT_CARD],"s":"x [CREDIT_CARD]"}' },
    ]);
    assert.deepEqual(rewritten, call('{"n":"[CREDIT_CARD]","s":"x [CREDIT_CARD]"}'));
  });
});

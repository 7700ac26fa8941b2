import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { buildGuardInput, rewriteBody } from '../../src/domain/guardrails/payload/guard-input.ts';
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
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'input_audio', input_audio: {} },
          { type: 'file', file: {} },
          'bare',
          7,
        ],
      }),
      [
        'messages[0].content[0].text user user: look',
        'messages[0].content[4] user user: bare',
        'messages[0].content (joined) user user: lookbare',
        'messages[0].content (line by line) user user: look\nbare',
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
            function: {
              name: 'pay',
              description: 'Pays.',
              parameters: {
                type: 'object',
                properties: {
                  'to.whom': { description: 'Who.', enum: ['bob', 'to all of them'], examples: [{ a: 'x y' }], pattern: '^[a z]$' },
                  api_key: { type: 'string', default: 'a b', description: 'A key.' },
                },
              },
            },
          },
        ],
      },
      [
        'messages[0].content user user: hi',
        'tools[0].function.description tool_definition tool: Pays.',
        'tools[0].function.parameters.properties["to.whom"].description tool_definition tool: Who.',
        'tools[0].function.parameters.properties["to.whom"].enum[1] tool_definition tool: to all of them',
        'tools[0].function.parameters.properties["to.whom"].examples[0].a tool_definition tool: x y',
        'tools[0].function.parameters.properties["to.whom"].pattern tool_definition tool: ^[a z]$',
        'tools[0].function.parameters.properties.api_key.default tool_definition tool: a b',
        'tools[0].function.parameters.properties.api_key.description tool_definition tool: A key.',
        'tools[0] (as a whole) tool_definition tool: Pays.\nWho.\nto all of them\nx y\n^[a z]$\na b\nA key.',
      ],
    ],
    [
      'the caller’s name and predicted content, and every text in fields it does not know',
      {
        ...messages({ role: 'user', content: 'hi', extra: { a: 1 } }),
        user: 'jo',
        prediction: { type: 'content', content: 'p' },
        metadata: { a: 'b' },
        data_sources: [{ parameters: { endpoint: 'https://x.test', authentication: { type: 'api_key', key: 'c' } } }],
      },
      [
        'messages[0].content user user: hi',
        'user user user: jo',
        'prediction.content user user: p',
        'metadata.a user user: b',
        'data_sources[0].parameters.endpoint user user: https://x.test',
        'messages[0].extra user - a field that holds no text',
        'data_sources[0].parameters.authentication.key user - a credential of the request for its upstream',
      ],
    ],
    [
      'nothing of settings but where a generation stops',
      { ...messages({ role: 'user', content: 'hi' }), temperature: 1, stop: ['x'], stream: true, tool_choice: 'auto', seed: 7 },
      ['messages[0].content user user: hi', 'stop[0] user user: x'],
    ],
  ];
  for (const [what, body, expected] of rows) {
    it(what, () => assert.deepEqual(placesOf(body), expected));
  }

  it('schemas as deep as a body may be, and says where it stopped', () => {
    let schema: JsonObject = { description: 'deep' };
    for (let level = 0; level < 300; level += 1) schema = { properties: schema };
    const places = placesOf({ ...messages({ role: 'user', content: 'hi' }), tools: [schema] });
    assert.match(places[1] ?? '', /nested deeper than 256 levels/);
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

describe('buildGuardInput() reads fields that it does not know', () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20)}=`;
  const message: JsonObject = {
    reasoning_details: [
      { type: 'reasoning.text', text: 'a', index: 0, format: 'v1', signature: 'Q'.repeat(80) },
      { type: 'reasoning.encrypted', data: 'R'.repeat(80) },
    ],
    annotations: [{ type: 'url_citation', url_citation: { url: 'https://x.test', start_index: 3 } }],
    'odd key': { deep: ['b', 4_111_111_111_111_111, 12, true, null] },
    images: [{ image_url: { url: image } }],
    tool_calls: [
      { id: 'c', type: 'function', note: 'c', function: { name: 'f', arguments: { to: 'd' }, parsed: { e: 'e' } } },
      { type: 'mcp', mcp: { arguments: 'f' } },
    ],
    content: [{ type: 'text', text: 'g', note: 'h' }, { type: 'thinking', thinking: 'i' }, { type: 'odd' }],
    audio: { id: 'x', transcript: 'j', words: ['k'] },
  };
  const read = (at: string, role: string): string[] => [
    `${at}.reasoning_details[0].text ${role} user: a`,
    `${at}.reasoning_details[0].format ${role} user: v1`,
    `${at}.annotations[0].url_citation.url ${role} user: https://x.test`,
    `${at}["#1"] (name) ${role} user: odd key`,
    `${at}["#1"].deep[0] ${role} user: b`,
    `${at}["#1"].deep[1] ${role} user: 4111111111111111`,
    `${at}.tool_calls[0].note ${role} user: c`,
    `${at}.tool_calls[0].function.name ${role} user: f`,
    `${at}.tool_calls[0].function.arguments.to ${role} user: d`,
    `${at}.tool_calls[0].function.parsed.e ${role} user: e`,
    `${at}.tool_calls[1].mcp.arguments ${role} user: f`,
    `${at}.content[0].text ${role} user: g`,
    `${at}.content[0].note ${role} user: h`,
    `${at}.content[1].thinking ${role} user: i`,
    `${at}.audio.transcript ${role} user: j`,
    `${at}.audio.words[0] ${role} user: k`,
  ];
  const unread = (at: string, role: string): string[] => [
    `${at}.reasoning_details[0].signature ${role} - data that is no text`,
    `${at}.reasoning_details[1].data ${role} - data that is no text`,
    `${at}.images[0].image_url.url ${role} - data that is no text`,
    `${at}.content[2] ${role} - odd parts are not text`,
    `${at}.audio ${role} - audio is not text`,
  ];

  it('in the history of a request', () => {
    const places = placesOf({ messages: [{ role: 'assistant', ...message }] });
    assert.deepEqual(places, [...read('messages[0]', 'assistant'), ...unread('messages[0]', 'assistant')]);
  });

  it('in a reply, and beside its messages', () => {
    const body = { citations: ['l'], choices: [{ index: 0, message, native: { m: 'm' } }], usage: { cost: 1 } };
    assert.deepEqual(placesOf(body, 'output'), [
      ...read('choices[0].message', 'assistant'),
      'choices[0].native.m assistant user: m',
      'citations[0] assistant user: l',
      ...unread('choices[0].message', 'assistant'),
    ]);
  });

  it('and puts what is redacted in them back into its place', () => {
    const body = { choices: [{ message: { vendor: [{ words: 'old', count: 4_111_111_111_111_111 }] } }] };
    const rewritten = rewriteBody(body, 'output', [
      { part: 'choices[0].message.vendor[0].words', text: 'new' },
      { part: 'choices[0].message.vendor[0].count', text: '[CREDIT_CARD]' },
    ]);
    assert.deepEqual(rewritten, { choices: [{ message: { vendor: [{ words: 'new', count: '[CREDIT_CARD]' }] } }] });
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

describe('a text far inside of a value', () => {
  const inside = (value: JsonValue): JsonObject => {
    let deep = value;
    for (let level = 0; level < 200; level += 1) deep = level % 2 === 0 ? { a: deep } : [deep];
    return { ...messages({ role: 'user', content: 'hi' }), extra: deep };
  };

  it('is read, and put back where it was; its place is named in short', () => {
    const body = inside(['one', 'two', { 'a name': 'three' }]);
    const { parts } = buildGuardInput(body, { requestId: 'r', direction: 'input' });
    const own = parts.filter(({ id }) => id.startsWith('extra'));
    assert.deepEqual(
      own.map(({ text }) => text),
      ['one', 'two', 'a name', 'three'],
    );
    assert.equal(new Set(own.map(({ id }) => id)).size, 4);
    assert.ok(own.every(({ id }) => id.length < 100));
    const rewrites = own.map(({ id, text }) => ({ part: id, text: `${text}!` }));
    assert.deepEqual(rewriteBody(body, 'input', rewrites), inside(['one!', 'two!', { 'a name!': 'three!' }]));
  });

  it('is one of so many at most as are checked, and one more', () => {
    const { parts } = buildGuardInput(inside(Array<string>(100_000).fill('x y')), { requestId: 'r', direction: 'input' });
    assert.equal(parts.length, 16_385);
  });
});

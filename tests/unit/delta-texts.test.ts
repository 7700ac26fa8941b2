import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { choiceValues, chunkValues, deltaTexts, valueTexts, withoutCopies } from '../../src/guard/streams/delta-texts.ts';

/** Places and texts of a delta, or places and reasons. */
const found = (delta: JsonObject): (readonly [string, string])[] =>
  Array.from(deltaTexts(delta)).flatMap((one): (readonly [string, string])[] => {
    if ('name' in one) return [[one.place, one.name]];
    if (!('value' in one)) return [[one.place, 'reason' in one ? one.reason : one.text]];
    return Array.from(valueTexts(one), (text) => {
      return [text.place, 'reason' in text ? text.reason : `${text.isWhole ? 'whole' : 'growing'} ${text.text}`];
    });
  });

const EMPTY = 'a field that holds no text';

describe('deltaTexts()', () => {
  const rows: readonly (readonly [string, JsonObject, readonly (readonly [string, string])[]])[] = [
    ['a role alone', { role: 'assistant', content: '' }, []],
    [
      'its texts',
      { content: 'a', refusal: 'b', reasoning: 'c', reasoning_content: 'd' },
      [
        ['.content', 'a'],
        ['.refusal', 'b'],
        ['.reasoning', 'c'],
        ['.reasoning_content', 'd'],
      ],
    ],
    [
      'content in parts',
      { content: [{ type: 'text', text: 'a' }, { type: 'refusal', refusal: 'b' }, { type: 'image_url' }, 7] },
      [
        ['.content', 'a'],
        ['.content.refusal', 'b'],
        ['.content[2]', 'a content part that is no text'],
        ['.content[3]', 'a content part that is no object'],
      ],
    ],
    [
      'the arguments of calls by their index',
      {
        tool_calls: [
          { index: 3, function: { name: 'f', arguments: '{' } },
          { custom: { input: 'x' } },
          7,
          { index: 5, function: { arguments: {} } },
        ],
      },
      [
        ['.tool_calls[3].function.name', 'whole f'],
        ['.tool_calls[3].function.arguments', '{'],
        ['.tool_calls[1].custom.input', 'x'],
        ['.tool_calls[2]', 'a tool call that is no object'],
        ['.tool_calls[5].function.arguments', EMPTY],
      ],
    ],
    [
      'a call of the old kind',
      { function_call: { name: 'f', arguments: '{' } },
      [
        ['.function_call.name', 'whole f'],
        ['.function_call.arguments', '{'],
      ],
    ],
    [
      'what is spoken',
      { audio: { transcript: 'a', data: 'AAAA' } },
      [
        ['.audio.transcript', 'a'],
        ['.audio', 'audio is not text'],
      ],
    ],
    [
      'what nobody knows',
      { vendor: { deep: 1 }, content: { odd: 1 }, nothing: null, empty: [], 'odd key': 'a' },
      [
        ['.vendor', EMPTY],
        ['.content', EMPTY],
        ['["odd key"] (name)', 'odd key'],
        ['["odd key"]', 'a'],
      ],
    ],
    [
      'every text inside of it',
      {
        reasoning_details: [
          { type: 'reasoning.text', text: 'a', index: 4 },
          { type: 'reasoning.summary', summary: 'b', format: 'v1' },
        ],
        annotations: [{ type: 'url_citation', url_citation: { url: 'c', content: 'd', start: 4111111111111111 } }],
        vendor: { words: ['e', 4111111111111111], data: 'Q'.repeat(64) },
      },
      [
        ['.reasoning_details[4].text', 'growing a'],
        ['.reasoning_details[1].summary', 'growing b'],
        ['.reasoning_details[1].format', 'whole v1'],
        ['.annotations[0].url_citation.url', 'whole c'],
        ['.annotations[0].url_citation.content', 'whole d'],
        ['.annotations[0].url_citation.start', 'whole 4111111111111111'],
        ['.vendor.words[0]', 'growing e'],
        ['.vendor.words[1]', 'whole 4111111111111111'],
        ['.vendor.data', 'data that is no text'],
      ],
    ],
    [
      'what stands beside the texts it knows',
      {
        tool_calls: [{ index: 1, id: 'c', type: 'function', note: 'a', function: { arguments: { to: 'b' } }, mcp: { input: 'c' } }],
        content: [
          { type: 'text', text: 'd', note: 'e' },
          { type: 'thinking', thinking: 'f' },
        ],
        audio: { id: 'x', expires_at: 3, words: ['g'] },
      },
      [
        ['.tool_calls[1].note', 'growing a'],
        ['.tool_calls[1].function.arguments.to', 'growing b'],
        ['.tool_calls[1].mcp.input', 'growing c'],
        ['.content', 'd'],
        ['.content[0].note', 'growing e'],
        ['.content[1].thinking', 'growing f'],
        ['.audio.words[0]', 'growing g'],
      ],
    ],
  ];
  for (const [what, delta, expected] of rows) it(`names ${what}`, () => assert.deepEqual(found(delta), expected));

  it('knows how more of the same text is written', () => {
    const delta = { tool_calls: [{ index: 3, id: 'c', function: { name: 'f', arguments: '{' } }] };
    const text = Array.from(deltaTexts(delta)).find((one) => 'text' in one && one.place.endsWith('arguments'));
    assert.ok(text !== undefined && 'text' in text);
    assert.deepEqual(text.inDelta('}'), { tool_calls: [{ index: 3, function: { arguments: '}' } }] });
    assert.deepEqual(text.path, ['tool_calls', 0, 'function', 'arguments']);
  });
});

describe('chunkValues() and choiceValues()', () => {
  it('name what stands beside the texts, and only that', () => {
    const chunk = { id: 'c', object: 'o', created: 1, model: 'm', choices: [], usage: null, citations: ['x'], nothing: null };
    assert.deepEqual(
      Array.from(chunkValues(chunk), (one) => [one.place, 'value' in one ? one.value : one.name]),
      [['citations', ['x']]],
    );
    const choice = { index: 0, delta: {}, finish_reason: null, logprobs: null, text: 'a', stop_reason: 7 };
    assert.deepEqual(
      Array.from(choiceValues(choice), (one) => [one.place, 'reason' in one ? one.reason : 'value' in one ? one.value : one.name]),
      [
        ['.text', 'a copy of the text, left out'],
        ['.stop_reason', 7],
      ],
    );
    assert.deepEqual(withoutCopies(choice), { index: 0, delta: {}, finish_reason: null, logprobs: null, stop_reason: 7 });
  });
});

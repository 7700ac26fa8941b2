import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { choiceRest, chunkRest, deltaTexts, withoutCopies } from '../../src/guard/delta-texts.ts';

/** Places and texts of a delta, or places and reasons. */
const found = (delta: JsonObject): (readonly [string, string])[] =>
  Array.from(deltaTexts(delta), (one) => [one.place, 'reason' in one ? one.reason : one.text] as const);

const UNREAD = 'a field the guard does not read';

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
        ['.content[3]', 'a content part that is no text'],
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
        ['.tool_calls[3].function.name', 'a streamed tool name'],
        ['.tool_calls[3].function.arguments', '{'],
        ['.tool_calls[1].custom.input', 'x'],
        ['.tool_calls[2]', 'a tool call that is no object'],
        ['.tool_calls[5].function.arguments', 'arguments that are not text'],
      ],
    ],
    [
      'a call of the old kind',
      { function_call: { name: 'f', arguments: '{' } },
      [
        ['.function_call.name', 'a streamed tool name'],
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
      { vendor: { deep: 1 }, content: { odd: 1 }, nothing: null, empty: [] },
      [
        ['.vendor', UNREAD],
        ['.content', UNREAD],
      ],
    ],
  ];
  for (const [what, delta, expected] of rows) it(`names ${what}`, () => assert.deepEqual(found(delta), expected));

  it('knows how more of the same text is written', () => {
    const delta = { tool_calls: [{ index: 3, id: 'c', function: { name: 'f', arguments: '{' } }] };
    const text = Array.from(deltaTexts(delta)).find((one) => 'text' in one);
    assert.deepEqual(text?.inDelta('}'), { tool_calls: [{ index: 3, function: { arguments: '}' } }] });
    assert.deepEqual(text?.path, ['tool_calls', 0, 'function', 'arguments']);
  });
});

describe('chunkRest() and choiceRest()', () => {
  it('name what no check reads, and only that', () => {
    const chunk = { id: 'c', object: 'o', created: 1, model: 'm', choices: [], usage: null, citations: ['x'], nothing: null };
    assert.deepEqual(Array.from(chunkRest(chunk)), [{ place: 'citations', reason: UNREAD }]);
    const choice = { index: 0, delta: {}, finish_reason: null, logprobs: null, text: 'a', stop_reason: 7 };
    assert.deepEqual(Array.from(choiceRest(choice)), [
      { place: '.text', reason: 'a copy of the text, left out' },
      { place: '.stop_reason', reason: UNREAD },
    ]);
    assert.deepEqual(withoutCopies(choice), { index: 0, delta: {}, finish_reason: null, logprobs: null, stop_reason: 7 });
  });
});

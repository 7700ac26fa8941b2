import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callFormatOf, callFrame, HERMES, readCalls, writeCalls } from '../../src/adapters/transformers/call-format.ts';

const NAMES = new Set(['weather', 'news']);

describe('callFormatOf()', () => {
  it('tells the family of a model by what its chat template says of functions', () => {
    assert.equal(callFormatOf('… within <tool_call></tool_call> XML tags …'), HERMES);
    assert.equal(callFormatOf('… [AVAILABLE_TOOLS] … [TOOL_CALLS] …')?.begin, '[TOOL_CALLS]');
    assert.equal(callFormatOf('… <|tool_list_start|> …')?.end, '<|tool_call_end|>');
    assert.equal(callFormatOf('… respond with <|tool_call|> followed by …')?.begin, '<|tool_call|>');
    assert.equal(callFormatOf('{"name": function name, "parameters": dictionary}')?.field, 'parameters');
  });

  it('knows none where a template says nothing', () => {
    assert.equal(callFormatOf('{{ messages[0].content }}'), undefined);
  });
});

describe('writeCalls() and readCalls()', () => {
  const calls = [
    { id: '1', name: 'weather', arguments: '{"city":"Paris"}' },
    { id: '2', name: 'news', arguments: '' },
  ];

  it('reads what stands between the marks of a call as it was written', () => {
    for (const format of [HERMES, callFormatOf('[TOOL_CALLS]') ?? HERMES, callFormatOf('"parameters":') ?? HERMES]) {
      const [first] = calls;
      const [begin, end] = callFrame(format, 'weather');
      const written = writeCalls(format, first === undefined ? [] : [first]);
      assert.equal(written, `${begin}{"city":"Paris"}${end}`);
      const inner = written.slice(format.begin.length, written.length - format.end.length);
      assert.deepEqual(readCalls(inner, NAMES), [{ name: 'weather', arguments: '{"city":"Paris"}' }]);
    }
  });

  it('writes a call without arguments with none', () => {
    assert.match(writeCalls(HERMES, calls), /"news", "arguments": \{\}/);
  });

  it('reads a list of calls, and calls as OpenAI has them', () => {
    const list = '[{"name": "news", "arguments": "{\\"n\\":1}"}, {"type": "function", "function": {"name": "weather", "parameters": {}}}]';
    assert.deepEqual(readCalls(list, NAMES), [
      { name: 'news', arguments: '{"n":1}' },
      { name: 'weather', arguments: '{}' },
    ]);
  });

  it('reads no call of a function that there is not, and none in other text', () => {
    for (const text of ['{"name": "rm"}', '[{"name": "news"}, {"name": "rm"}]', '[]', '{}', 'null', '{"name": 5}', 'news()', '']) {
      assert.equal(readCalls(text, NAMES), undefined, text);
    }
  });
});

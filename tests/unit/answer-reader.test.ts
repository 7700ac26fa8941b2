import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnswerReader, type AnswerPiece, type AnswerReaderOptions } from '../../src/adapters/transformers/answer-reader.ts';
import { callFormatOf, HERMES } from '../../src/adapters/transformers/call-format.ts';
import { fc } from '../draws.ts';

const NAMES = new Set(['weather', 'news']);
const TOOLS: AnswerReaderOptions = { thinking: 'unmarked', calls: { format: HERMES, names: NAMES, isParallel: true } };
const LLAMA: AnswerReaderOptions = {
  thinking: 'unmarked',
  calls: { format: callFormatOf('"parameters":') ?? HERMES, names: NAMES, isParallel: true },
};
const CALL = '<tool_call>\n{"name": "weather", "arguments": {"city": "Paris"}}\n</tool_call>';

interface Read {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly string[];
  readonly isDone: boolean;
}

/** What a reader makes of an answer in pieces, read until it is done. */
function read(options: AnswerReaderOptions, pieces: readonly string[], isCut = false): Read {
  const reader = createAnswerReader(options);
  const parts: AnswerPiece[] = [];
  for (const piece of pieces) if (!reader.isDone) parts.push(...reader.push(piece));
  parts.push(...reader.end(isCut));
  const joined = (type: 'text' | 'reasoning'): string => parts.map((part) => (part.type === type ? part.text : '')).join('');
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: parts.flatMap((part) => (part.type === 'call' ? [`${part.call.name}(${part.call.arguments})`] : [])),
    isDone: reader.isDone,
  };
}

const letters = (text: string): string[] => Array.from(text);

describe('createAnswerReader()', () => {
  it('passes on text at once that can begin no mark', () => {
    const reader = createAnswerReader(TOOLS);
    assert.deepEqual(reader.push('Hello a'), [{ type: 'text', text: 'Hello a' }]);
    assert.deepEqual(reader.push(' < b'), [{ type: 'text', text: ' < b' }]);
    assert.deepEqual(reader.push(' <to'), []);
    assert.deepEqual(reader.push('ast>'), [{ type: 'text', text: ' <toast>' }]);
  });

  it('tells thoughts from the answer behind them, without the space between', () => {
    const answer = '<think>\nParis, surely.\n</think>\n\nParis.';
    assert.deepEqual(read({ thinking: 'marked' }, letters(answer)), {
      text: 'Paris.',
      reasoning: 'Paris, surely.',
      calls: [],
      isDone: false,
    });
    const { text, reasoning } = read({ thinking: 'begun' }, letters('Paris, surely.</think>Paris.'));
    assert.deepEqual([text, reasoning], ['Paris.', 'Paris, surely.']);
  });

  it('leaves the marks of thoughts in the text of a model that does not think, and within an answer', () => {
    assert.equal(read({ thinking: 'unmarked' }, ['<think>a</think>b']).text, '<think>a</think>b');
    assert.equal(read({ thinking: 'marked' }, ['Write <think> in front.']).text, 'Write <think> in front.');
  });

  it('reads calls behind text, which ends with its last word', () => {
    const { text, calls, isDone } = read(TOOLS, letters(`Let me look.\n${CALL}\n${CALL.replace('weather', 'news')}`));
    assert.equal(text, 'Let me look.');
    assert.deepEqual(calls, ['weather({"city":"Paris"})', 'news({"city":"Paris"})']);
    assert.equal(isDone, false);
  });

  it('is done with the first call if there may be one only, and with text behind calls', () => {
    const single = { ...TOOLS, calls: { format: HERMES, names: NAMES, isParallel: false } };
    assert.deepEqual(read(single, [CALL, CALL]).calls, ['weather({"city":"Paris"})']);
    const { text, calls, isDone } = read(TOOLS, [CALL, '\n<tool_response>sunny']);
    assert.deepEqual([text, calls.length, isDone], ['', 1, true]);
  });

  it('leaves a call of a function that there is not in the text', () => {
    const call = CALL.replace('weather', 'rm');
    assert.deepEqual(read(TOOLS, letters(`See: ${call}`)), { text: `See: ${call}`, reasoning: '', calls: [], isDone: false });
  });

  it('drops a call that was cut off, and reads one that the answer ends with', () => {
    const cut = CALL.slice(0, 40);
    assert.deepEqual(read(TOOLS, [`So. ${cut}`], true).text, 'So.');
    assert.deepEqual(read(TOOLS, [CALL.slice(0, -'</tool_call>'.length)]).calls, ['weather({"city":"Paris"})']);
  });

  it('reads an answer that is a call as one where calls have no marks, and other JSON as text', () => {
    assert.deepEqual(read(LLAMA, letters('\n{"name": "news", "parameters": {"n": 2}}')).calls, ['news({"n":2})']);
    assert.equal(read(LLAMA, letters('{"answer": 5}')).text, '{"answer": 5}');
    assert.equal(read(LLAMA, letters('Say {"name": "news"}.')).text, 'Say {"name": "news"}.');
    assert.deepEqual(read(LLAMA, ['{"name": "news", "para'], true), { text: '', reasoning: '', calls: [], isDone: false });
  });

  it('reads the same however the answer arrives', () => {
    const part = fc.constantFrom('<think>', '</think>', CALL, '<tool', '_call>', '</tool_call>', ' ', '\n', 'word', '{"name"', '<', 'é😀');
    const options = fc.constantFrom<AnswerReaderOptions>(TOOLS, LLAMA, { ...TOOLS, thinking: 'marked' }, { ...TOOLS, thinking: 'begun' });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), options, fc.boolean(), (parts, of, isCut) => {
        const answer = parts.join('');
        assert.deepEqual(read(of, letters(answer), isCut), read(of, [answer], isCut));
      }),
      { numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCustomCalls, inputOf, toFunctionCall } from '../../src/reasoner/custom-tools.ts';

/** The pieces of input in pieces of arguments, however they are split. */
function read(pieces: readonly string[]): string[] {
  const custom = createCustomCalls(new Set(['run']));
  const read = pieces.map((text, at) =>
    custom.piece({ type: 'tool-call-delta', index: 0, ...(at === 0 && { name: 'run' }), arguments: text }),
  );
  return [...read.map((piece) => piece ?? 'no custom tool'), ...custom.rest().map(({ input }) => input)];
}

describe('the input of a custom tool', () => {
  for (const input of ['ls -la', '', 'a "b" \\ c\n\t\u0001', 'print("\\n")', '🎉 é 中', '{"input":"x"}', '"', '\\']) {
    it(`is read from arguments in any pieces: ${JSON.stringify(input)}`, () => {
      for (const given of [toFunctionCall({ id: '', name: '', input }).arguments, JSON.stringify({ input }, null, 2)]) {
        assert.equal(inputOf(given), input);
        assert.equal(read(given.split('')).join(''), input);
        for (let at = 0; at <= given.length; at += 1) assert.equal(read([given.slice(0, at), given.slice(at)]).join(''), input);
      }
      const units = Array.from({ length: input.length }, (_, at) => `\\u${input.charCodeAt(at).toString(16).padStart(4, '0')}`);
      const escaped = `{"input":"${units.join('')}"}`;
      assert.equal(read(escaped.split('')).join(''), input);
    });
  }

  it('comes as it is written, before the call has ended', () => {
    assert.deepEqual(read(['{"inp', 'ut": "ls', ' -l', 'a"', '}']), ['', 'ls', ' -l', 'a', '']);
  });

  it('is what a model wrote that did not keep to the form', () => {
    assert.equal(inputOf('ls -la'), 'ls -la');
    assert.equal(inputOf('"ls -la"'), 'ls -la');
    assert.equal(inputOf('{"why": "because", "input": "ls"}'), 'ls');
    assert.equal(inputOf('{"command": "ls"}'), '{"command": "ls"}');
    assert.equal(inputOf('{"input": "two\nlines'), 'two\nlines');
    assert.equal(inputOf(String.raw`{"input": "\d+ \u12"}`), String.raw`\d+ \u12`);
    assert.equal(inputOf(''), '');
  });

  it('is nothing of a function', () => {
    const custom = createCustomCalls(new Set(['run']));
    assert.equal(custom.piece({ type: 'tool-call-delta', index: 0, name: 'walk', arguments: '{"input":"x"}' }), undefined);
    assert.deepEqual(custom.rest(), []);
  });
});

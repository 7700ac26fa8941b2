import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { betweenEscapes, isJsonText, jsonStateAfter, notationAt, written } from '../../src/domain/guardrails/json-notation.ts';

const ARGUMENTS = 'choices[0].message.tool_calls[0].function.arguments';

describe('jsonStateAfter()', () => {
  it('says whether a place is inside a string, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        const json = JSON.stringify(value);
        const at = cut % (json.length + 1);
        assert.equal(jsonStateAfter(json), 'outside');
        assert.equal(jsonStateAfter(json.slice(at), jsonStateAfter(json.slice(0, at))), 'outside');
      }),
    );
    assert.deepEqual(
      ['{"a', '{"a\\', '{"a\\"', '{"a"', '{'].map((text) => jsonStateAfter(text)),
      ['string', 'escape', 'string', 'outside', 'outside'],
    );
  });
});

describe('notationAt()', () => {
  it('tells a part of a string from a value of its own', () => {
    const text = '{"a": 411, "b": "x 411"}';
    assert.equal(notationAt(text, text.indexOf('411')), 'value');
    assert.equal(notationAt(text, text.lastIndexOf('411')), 'string');
    assert.equal(notationAt('x 411"}', 2, 'string'), 'string');
  });
});

describe('written()', () => {
  it('keeps the JSON around it valid', () => {
    const odd = 'a"b\\c\n';
    assert.deepEqual(JSON.parse(`{"a": ${written(odd, 'value')}, "b": "x${written(odd, 'string')}"}`), { a: odd, b: `x${odd}` });
    assert.equal(written(odd, undefined), odd);
  });
});

describe('betweenEscapes()', () => {
  const rows: readonly (readonly [text: string, span: string, own: string])[] = [
    [String.raw`"a\njo@x.org"`, 'njo@x.org', 'jo@x.org'],
    [String.raw`"a\\njo@x.org"`, 'njo@x.org', 'njo@x.org'],
    [String.raw`"\u00e9jo@x.org"`, 'u00e9jo@x.org', 'jo@x.org'],
    [String.raw`"\u00e9jo@x.org"`, '0e9jo@x.org', 'jo@x.org'],
    [String.raw`"is abc123\" and"`, String.raw`abc123` + '\\', 'abc123'],
    [String.raw`"is abc123\u0020and"`, String.raw`abc123\u00`, 'abc123'],
    [String.raw`"is abc\n123 and"`, String.raw`abc\n123`, String.raw`abc\n123`],
    [String.raw`"\n"`, 'n', 'n'],
  ];
  for (const [text, span, own] of rows) {
    it(`${span} in ${text} is ${own}`, () => {
      const start = text.indexOf(span);
      const found = betweenEscapes(text, { start, end: start + span.length, kind: 'kept' });
      assert.deepEqual([text.slice(found.start, found.end), found.kind], [own, 'kept']);
    });
  }
});

describe('isJsonText()', () => {
  it('knows the arguments of calls, once anything of them is there', () => {
    assert.deepEqual(
      ['', ' \n', ' {"a"', '[', 'plain'].map((text) => isJsonText(ARGUMENTS, text)),
      [undefined, undefined, true, true, false],
    );
    assert.equal(isJsonText('choices[0].message.function_call.arguments', '{'), true);
    assert.equal(isJsonText('choices[0].message.content', '{'), false);
  });
});

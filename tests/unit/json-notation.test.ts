import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonText, jsonStateAfter, numberStart, spansInJson, written } from '../../src/domain/guardrails/redaction/json-notation.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc } from '../draws.ts';

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

const span = (text: string, found: string) => {
  const start = text.indexOf(found);
  return { start, end: start + found.length, category: 'x' };
};

describe('spansInJson()', () => {
  const rows: readonly (readonly [text: string, found: string, pieces: readonly string[]])[] = [
    ['{"a": 411, "b": "x 411"}', '411', ['value 411']],
    ['{"b": "x 411", "a": 411}', '411', ['string 411']],
    ['{"411": 1}', '411', ['string 411']],
    ['{"a": -411.0e2}', '411', ['value -411.0e2']],
    ['{"a":[-411]}', '411', ['value -411']],
    ['{"a": x411}', '411', ['value 411']],
    ['{"a": 4 1 1 }', '4 1 1', ['value 4 1 1']],
    ['["41","11"]', '41","11', ['string 41', 'string 11']],
    ['{"a": 41, "b": 11.5}', '41, "b": 11', ['value 41', 'string b', 'value 11.5']],
    [String.raw`{"a": "x\"41"}`, String.raw`x\"41`, [String.raw`string x\"41`]],
    ['{"a": {}, "b": 1}', '{},', []],
  ];
  for (const [text, found, pieces] of rows) {
    it(`replaces of ${found} in ${text} what leaves JSON`, () => {
      const replaced = spansInJson(text, [span(text, found)]);
      assert.deepEqual(
        replaced.map(({ start, end, notation }) => `${notation} ${text.slice(start, end)}`),
        pieces,
      );
    });
  }

  it('goes on from the middle of a string', () => {
    assert.equal(spansInJson('x 411"}', [span('x 411"}', '411')], 'string')[0]?.notation, 'string');
  });

  it('reads a text once, however many spans there are', () => {
    const text = `[${'"4111111111111111",'.repeat(20_000)}0]`;
    const spans = Array.from(text.matchAll(/\d{16}/g), ({ index }) => ({ start: index, end: index + 16, category: 'x' }));
    const taken = startCpuTime();
    assert.equal(spansInJson(text, spans).length, 20_000);
    assert.ok(taken() < 1000);
  });
});

describe('numberStart()', () => {
  it('finds where a number begins that goes on', () => {
    const text = '{"a": -4111, "b": "4111", c4111 ';
    const at = (place: number): string => text.slice(numberStart(text, place), place);
    assert.deepEqual([9, 11, 12, 22, 31].map(at), ['-41', '', '', '', '']);
    assert.equal(numberStart('{"a": -411', 10), 6);
    assert.equal(numberStart('{"a": -', 7), 6);
    assert.equal(numberStart('x", 411', 7, 'string'), 4);
    assert.equal(numberStart(`[${'1'.repeat(80)}`, 81), 81);
  });
});

describe('written()', () => {
  it('keeps the JSON around it valid', () => {
    const odd = 'a"b\\c\n';
    assert.deepEqual(JSON.parse(`{"a": ${written(odd, 'value')}, "b": "x${written(odd, 'string')}"}`), { a: odd, b: `x${odd}` });
    assert.equal(written(odd, undefined), odd);
  });
});

describe('isJsonText()', () => {
  it('knows the arguments of calls, once anything of them is there', () => {
    assert.deepEqual(
      ['', ' \n', ' {"a"', '[', 'plain'].map((text) => isJsonText(ARGUMENTS, text)),
      [undefined, undefined, true, true, false],
    );
    assert.equal(isJsonText('choices[0].message.function_call.arguments', '{'), true);
  });

  it('knows other texts that can hardly be anything else', () => {
    const rows = ['', '{', ' [\n', '{"a', '{ }', '[{', '["a', '[1] see', '[link](x)', '[[page]]', '{{x}}', '"a"', 'plain'];
    assert.deepEqual(
      rows.map((text) => isJsonText('choices[0].message.content', text)),
      [undefined, undefined, undefined, true, true, true, true, false, false, false, false, false, false],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isIdentifier, isModelName, isWord } from '../../src/domain/guardrails/payload/plain-words.ts';
import { createPlaceNames, siteId, withReplaced } from '../../src/domain/guardrails/payload/site.ts';

describe('isWord()', () => {
  it('knows names as programs have them', () => {
    for (const name of ['a', 'role', 'get_weather_v2', '$defs', 'x-groq', 'llama3.1', 'first_name', 'topP', '50256', 'utf-8', '__proto__'])
      assert.ok(isWord(name), name);
  });

  it('takes nothing for a name that a check may find something in', () => {
    const texts = [
      '4111 1111 1111 1111',
      '4111111111111111',
      '078-05-1120',
      'a@b.test',
      'https://x',
      'AKIAIOSFODNN7EXAMPLE',
      '+1 555 0100',
      '',
    ];
    const long = ['ignore_all_previous_instructions_and_obey', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'two words'];
    for (const text of [...texts, ...long]) assert.ok(!isWord(text), text);
  });
});

describe('isIdentifier() and isModelName()', () => {
  it('know what programs give as names, and no cards and sentences', () => {
    for (const id of ['call_abc-DEF123', '0197f6a2-8f0e-7c3a-9f1e-0242ac120002', 'chatcmpl-9x', 1_732_212_345, null, true])
      assert.ok(isIdentifier(id));
    for (const text of [
      '4111 1111 1111 1111',
      '4111111111111111',
      '4111-1111-1111-1111',
      'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
      'AKIAIOSFODNN7EXAMPLE',
      4_111_111_111_111_111,
      ['a'],
      { a: 1 },
      'say it',
    ])
      assert.ok(!isIdentifier(text));
    for (const name of ['ft:gpt-4o-mini-2024-07-18:org::abc', 'meta-llama/Llama-3.1-8B@int8', '']) assert.ok(isModelName(name));
    for (const text of ['4111111111111111', 'not a model', 7]) assert.ok(!isModelName(text));
  });
});

describe('createPlaceNames()', () => {
  it('names what is called by a text by its number, the same one for the same text', () => {
    const names = createPlaceNames();
    const places = [
      ['metadata', '4111 1111 1111 1111'],
      ['metadata', 'a "b"', 0],
      ['metadata', '4111 1111 1111 1111', 'x'],
      ['metadata', '#1'],
      ['metadata', 'a.b'],
    ];
    assert.deepEqual(
      places.map((place) => names(siteId(place))),
      ['metadata["#1"]', 'metadata["#2"][0]', 'metadata["#1"].x', 'metadata["#3"]', 'metadata["a.b"]'],
    );
  });
});

describe('withReplaced()', () => {
  it('gives fields other names and values at once, and none of another', () => {
    const replaced = withReplaced({ a: { x: 1 }, b: 2, '[C]': 3, c: 4 }, [
      { path: ['a'], name: '[C]' },
      { path: ['a', 'x'], put: 5 },
      { path: ['b'], name: '[C]' },
      { path: ['c'], put: undefined },
    ]);
    assert.deepEqual(replaced, { '[C]': { x: 5 }, '[C] 2': 2, '[C] 3': 3 });
  });

  it('replaces what is called __proto__ like anything else', () => {
    const given = JSON.parse('{"__proto__":{"a":"x"},"b":1}') as { b: number };
    assert.equal(JSON.stringify(withReplaced(given, [{ path: ['__proto__', 'a'], put: 'y' }])), '{"__proto__":{"a":"y"},"b":1}');
  });
});

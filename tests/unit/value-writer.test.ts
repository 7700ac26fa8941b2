import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createValueWriter } from '../../src/domain/guardrails/redaction/value-writer.ts';
import { createRestorer, createVault } from '../../src/domain/guardrails/redaction/vault.ts';
import { fc } from '../draws.ts';

const ARGUMENTS = 'choices[0].message.tool_calls[0].function.arguments';
const CONTENT = 'choices[0].message.content';
const VALUE = 'a "key"\n\\of two lines';

describe('createValueWriter()', () => {
  const vault = createVault([]);
  const made = vault.placeholderFor('key', VALUE);
  /** What a model writes with the value, and with what stands for it. */
  const rows: readonly (readonly [where: string, id: string, write: (value: string) => string])[] = [
    ['in a text', CONTENT, (value) => `It is "${value}", [1] and {"x".`],
    ['in a string of arguments', ARGUMENTS, (value) => JSON.stringify({ a: 1, key: `x ${value} y`, b: [value] })],
    ['in the name of a field', ARGUMENTS, (value) => JSON.stringify({ [value]: 1 })],
    ['in JSON as a text', CONTENT, (value) => JSON.stringify([{ key: value }], null, 2)],
    ['in JSON inside of JSON', ARGUMENTS, (value) => JSON.stringify({ body: JSON.stringify({ key: value, more: [value] }), key: value })],
    [
      'in JSON inside of JSON inside of JSON',
      CONTENT,
      (value) => JSON.stringify({ b: JSON.stringify({ b: JSON.stringify([{ k: value }]) }) }),
    ],
    ['in a text in JSON that quotes', ARGUMENTS, (value) => JSON.stringify({ text: `he said "${value}" and {"this}` })],
    ['far behind the beginning', ARGUMENTS, (value) => JSON.stringify({ a: 'x'.repeat(400), body: JSON.stringify({ key: value }) })],
    ['in a list in square brackets', ARGUMENTS, (value) => JSON.stringify({ text: `[x] "${value}"` })],
  ];
  for (const [where, id, write] of rows) {
    it(`writes values as they would stand ${where}, however it is cut`, () => {
      const [given, expected] = [write(made), write(VALUE)];
      assert.equal(vault.restore(given, createValueWriter(id)), expected);
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
          const places = cuts.map((cut) => cut % (given.length + 1)).toSorted((a, b) => a - b);
          const restorer = createRestorer(vault, createValueWriter(id));
          const pieces = [...places, given.length].map((end, index) => restorer.push(given.slice(places[index - 1] ?? 0, end)));
          assert.equal(pieces.join('') + restorer.end(), expected);
        }),
      );
    });
  }
});

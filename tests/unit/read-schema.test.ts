import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { readSchema } from '../../src/reasoner/read-schema.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc } from '../draws.ts';

const ADDRESS: JsonObject = {
  type: 'object',
  properties: {
    street: { type: 'string', minLength: 1, maxLength: 80, pattern: '^\\p{L}' },
    lines: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1, uniqueItems: true },
    pair: { type: 'array', prefixItems: [{ type: 'number', exclusiveMinimum: 0 }, true] },
    old: { type: 'array', items: [{ type: 'string' }] },
    kind: { enum: ['home', 1, null], default: { type: 'nothing of a schema' } },
    parent: { $ref: '#' },
    part: { anyOf: [{ $ref: '#/$defs/part' }, { type: 'null' }] },
    pattern: { type: 'string' },
    type: { const: { type: 'x' } },
  },
  required: ['street'],
  additionalProperties: false,
  $defs: { part: { type: 'object', properties: { parts: { type: 'array', items: { $ref: '#/$defs/part' } } } }, 'a/b': true },
};

const nested = (levels: number): JsonObject => (levels === 0 ? {} : { not: nested(levels - 1) });

/** A schema of a few lines that says itself twice at each of so many steps. */
function doubling(steps: number): JsonObject {
  const $defs: Record<string, JsonValue> = { [`a${steps}`]: {} };
  for (let at = 0; at < steps; at += 1) $defs[`a${at}`] = { allOf: [{ $ref: `#/$defs/a${at + 1}` }, { $ref: `#/$defs/a${at + 1}` }] };
  return { $ref: '#/$defs/a0', $defs };
}

describe('readSchema()', () => {
  it('takes schemas as clients write them', () => {
    for (const schema of [
      {},
      ADDRESS,
      { $ref: '#/$defs/a~1b', $defs: ADDRESS['$defs'] ?? {} },
      { $ref: 'b', $defs: { b: { $id: 'b' } } },
      { pattern: String.raw`^(?!.*\.\.)[a-z.]+@(?:[a-z-]+\.)+[a-z]{2,}$`, patternProperties: { '^x-': {} } },
      nested(100),
    ]) {
      assert.equal(readSchema(schema, 'schema'), schema);
    }
  });

  const faults: readonly (readonly [param: string, schema: JsonValue | undefined])[] = [
    ['s', undefined],
    ['s', 'x'],
    ['s', []],
    ['s.type', { type: 'text' }],
    ['s.type', { type: [] }],
    ['s.type', { type: ['string', 'text'] }],
    ['s.properties', { properties: null }],
    ['s.properties.a', { properties: { a: null } }],
    ['s.properties.a.type', { properties: { a: { type: 5 } } }],
    ['s.$defs.a.items.enum', { $defs: { a: { items: { enum: 'x' } } } }],
    ['s.items.1', { items: [{}, 5] }],
    ['s.anyOf', { anyOf: [] }],
    ['s.anyOf.0', { anyOf: [null] }],
    ['s.not', { not: null }],
    ['s.additionalProperties', { additionalProperties: 'no' }],
    ['s.required', { required: 'a' }],
    ['s.required', { required: [5] }],
    ['s.dependentRequired', { dependentRequired: { a: 'b' } }],
    ['s.minLength', { minLength: -1 }],
    ['s.minimum', { minimum: '1' }],
    ['s.multipleOf', { multipleOf: 0 }],
    ['s.uniqueItems', { uniqueItems: 'yes' }],
    ['s.pattern', { pattern: '(' }],
    ['s.pattern', { pattern: String.raw`(a+)\1` }],
    ['s.pattern', { pattern: 5 }],
    ['s.patternProperties', { patternProperties: { '(': {} } }],
    ['s.$ref', { $ref: 'https://example.com/a' }],
    ['s.$ref', { $ref: 5 }],
    ['s.$ref', { $ref: '#' }],
    ['s.$ref', { $ref: '#/nowhere' }],
    ['s.$ref', { $ref: '#/%zz' }],
    ['s.properties.a.$ref', { properties: { a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } } }],
    ['s' + '.not'.repeat(101), nested(101)],
    ['s', doubling(40)],
    ['s.allOf.500.pattern', { allOf: Array.from({ length: 600 }, (_, index) => ({ pattern: `a{1,900}|${index}` })) }],
    ['s.pattern', { pattern: 'a?'.repeat(5000) }],
  ];
  for (const [param, schema] of faults) {
    it(`names the keyword of ${JSON.stringify(schema)?.slice(0, 80)}`, () => {
      assert.throws(
        () => readSchema(schema, 's'),
        (error) => error instanceof ServiceError && error.kind === 'invalid_input' && error.param === param,
      );
    });
  }

  it('reads long chains of references and names in no time', () => {
    const links = Array.from({ length: 5000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }] as const);
    const named = Array.from({ length: 5000 }, (_, index) => [`d${index}`, { $anchor: `a${index}`, $ref: '#a0' }] as const);
    for (const entries of [links, named]) {
      const taken = startCpuTime();
      assert.throws(() => readSchema({ $defs: { ...Object.fromEntries(entries), d5000: {} } }, 's'), ServiceError);
      assert.ok(taken() < 2000);
    }
  });

  it('lets none through that cannot be checked', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'required',
      'enum',
      'not',
      'minLength',
      'pattern',
      'additionalProperties',
      '$defs',
      'a',
    );
    const schema = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, true, 1, -1, 'string', 'object', '(', ''), tie('list'), tie('schema')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    })).schema;
    fc.assert(
      fc.property(schema, fc.jsonValue(), (given, value) => {
        let read: JsonObject;
        try {
          read = readSchema(given as JsonObject, 's');
        } catch (error) {
          assert.ok(error instanceof ServiceError);
          return;
        }
        const fault = checkJsonSchema(read, value as JsonValue);
        assert.ok(fault === undefined || fault.length <= 300);
      }),
      { numRuns: 1000 },
    );
  });
});

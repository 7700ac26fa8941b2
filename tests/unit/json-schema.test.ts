import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@cfworker/json-schema';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc } from '../draws.ts';

const LIST: JsonObject = { $defs: { list: { properties: { next: { $ref: '#/$defs/list' } }, required: ['value'] } }, $ref: '#/$defs/list' };

describe('checkJsonSchema()', () => {
  const rows: readonly (readonly [schema: JsonObject, value: JsonValue, fault: string | undefined])[] = [
    [{ type: 'integer' }, 1.5, '#: must be of type integer, but is number'],
    [{ type: ['string', 'null'] }, [], '#: must be of type string or null, but is array'],
    [{ properties: { 'a/b~c': { const: 1 } } }, { 'a/b~c': 2 }, '#/a~1b~0c: must be 1'],
    [{ items: { enum: ['a', { b: 1, c: 2 }] } }, ['a', { c: 2, b: 1 }, 'd'], '#/2: must be one of "a", {"b":1,"c":2}'],
    [{ required: ['a'] }, {}, '#: must have the field "a"'],
    [{ properties: { a: true }, additionalProperties: false }, { a: 1, b: 2 }, '#/b: is a field that must not be there'],
    [{ pattern: '^[a-z]+$' }, 'A', '#: must match the pattern ^[a-z]+$'],
    [{ patternProperties: { '^x-': { type: 'string' } } }, { 'x-a': 1 }, '#/x-a: must be of type string, but is number'],
    [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, '#/abc: has a name that must have at most 2 characters'],
    [{ minLength: 2 }, '😀', '#: must have at least 2 characters'],
    [{ minimum: 1, exclusiveMaximum: 5 }, 5, '#: must be less than 5'],
    [{ maximum: 5, exclusiveMaximum: true }, 5, '#: must be less than 5'],
    [{ multipleOf: 0.1 }, 0.3, undefined],
    [{ multipleOf: 1e300 }, 1e-300, '#: must be a multiple of 1e+300'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      '#: must have no item twice',
    ],
    [{ uniqueItems: true }, [1, '1', true, null, 'null'], undefined],
    [{ contains: { const: 1 }, maxContains: 1 }, [1, 2, 1], '#: must contain at most 1 that fit contains'],
    [{ anyOf: [{ properties: { a: { type: 'string' } } }, { type: 'null' }] }, { a: 1 }, '#/a: must be of type string, but is number'],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, '#: fits 2 of the schemas of oneOf, instead of one'],
    [{ not: { type: 'null' } }, null, '#: fits a schema that it must not fit'],
    [{ if: { const: 1 }, else: { const: 2 } }, 3, '#: must be 2'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '#: must have the field "b", as it has "a"'],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 2 }, '#/b: is not allowed'],
    [{ prefixItems: [true], unevaluatedItems: { type: 'null' } }, [1, 2], '#/1: must be of type null, but is number'],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 'b'], '#/1: is not allowed'],
    [LIST, { value: 1, next: { value: 2, next: {} } }, '#/next/next: must have the field "value"'],
    [{ $ref: '#a', $defs: { x: { $anchor: 'a', type: 'null' } } }, 1, '#: must be of type null, but is number'],
    [
      { $id: 'https://example.com/a', $ref: 'b#/$defs/c', $defs: { x: { $id: 'b', $defs: { c: { type: 'null' } } } } },
      1,
      '#: must be of type null, but is number',
    ],
    [{ properties: { $ref: { type: 'string' }, $id: { type: 'string' } } }, { $ref: 'x', $id: 'y' }, undefined],
    [{ required: ['constructor'] }, {}, '#: must have the field "constructor"'],
  ];
  for (const [schema, value, fault] of rows) {
    it(`says of ${JSON.stringify(value)} by ${JSON.stringify(schema).slice(0, 80)}: ${fault ?? 'nothing'}`, () =>
      assert.equal(checkJsonSchema(schema, value), fault));
  }

  const formats: readonly (readonly [format: string, fits: readonly string[], fails: readonly string[]])[] = [
    ['date', ['2024-02-29', '2000-12-31'], ['2023-02-29', '2024-13-01', '2024-1-1']],
    ['time', ['23:59:60Z', '08:30:00.5+02:00'], ['24:00:00Z', '08:30']],
    ['date-time', ['2024-02-29T08:30:00Z', '2024-02-29 08:30:00z'], ['2024-02-29', '2024-02-30T08:30:00Z']],
    ['duration', ['P1Y2M3DT4H5M6S', 'PT1S', 'P4W'], ['P', 'PT', 'P1S']],
    [
      'email',
      ['ann.b+c@example.com', '"a b"@example.com', 'a@[127.0.0.1]'],
      ['a@b@', '.a@example.com', 'a..b@example.com', 'a b@c.d', '@c.d'],
    ],
    ['hostname', ['example.com', 'a-b.c'], ['-a.b', 'a..b', 'a_b']],
    ['ipv4', ['127.0.0.1'], ['127.0.0', '256.0.0.1', '01.2.3.4', '1.2.3.4.5']],
    ['ipv6', ['::1', '2001:db8::1', '::ffff:1.2.3.4'], ['1', ':::', '12345::', 'g::1']],
    ['uri', ['https://example.com/a?b#c', 'urn:a:b'], ['example.com', 'https://a b']],
    ['url', ['https://example.com/a'], ['urn:a:b', 'https://']],
    ['uuid', ['01a1fc61-3ec3-771e-b474-ed9467f861a6'], ['01a1fc613ec3771eb474ed9467f861a6']],
    ['json-pointer', ['', '/a~1b/0'], ['a', '/~2']],
    ['regex', ['^a+$'], ['(']],
    ['something-else', ['anything'], []],
  ];
  for (const [format, fits, fails] of formats) {
    it(`knows the format ${format}`, () => {
      for (const text of fits) assert.equal(checkJsonSchema({ format }, text), undefined, text);
      for (const text of fails) assert.equal(checkJsonSchema({ format }, text), `#: must have the format ${format}`, text);
    });
  }

  for (const schema of [
    { allOf: [{ $ref: '#' }] },
    { not: { $ref: '#' } },
    { $ref: '#/nowhere' },
    { $ref: 'https://example.com/b' },
    { allOf: {} },
  ]) {
    it(`cannot check ${JSON.stringify(schema)}`, () => assert.throws(() => checkJsonSchema(schema, 1), TypeError));
  }

  it('passes over a pattern that cannot be matched in linear time', () =>
    assert.equal(checkJsonSchema({ pattern: String.raw`(a+)\1b` }, 'x'), undefined));

  const as = 'a'.repeat(200_000);
  let deep: JsonValue = 1;
  for (let level = 0; level < 60; level += 1) deep = { next: deep };
  const next = { properties: { next: { $ref: '#' } } };
  const doubling: JsonObject = { anyOf: ['a', 'b'].map((name) => ({ allOf: [next, { required: [name] }] })) };
  const many = Array.from({ length: 20_000 }, (_, index) => ({ a: [index] }));
  const words = many.map((_, index) => `w${index}`);
  const hostile: readonly (readonly [what: string, schema: JsonObject, value: JsonValue])[] = [
    ['a pattern that backtracks', { pattern: '^(a+)+$' }, `${as}!`],
    ['names by a pattern that backtracks', { patternProperties: { '^(a+)+$': false } }, { [`${as}!`]: 1 }],
    ['a pattern with many states', { pattern: '^(a|b)*a(a|b){500}$' }, 'abbabaab'.repeat(20_000)],
    ['a format', { format: 'url' }, `http://${as}!`],
    ['another format', { format: 'uri' }, `http://${as}\u0001`],
    ['a mail address', { format: 'email' }, `"${as}`],
    ['references that double with each level', doubling, deep],
    ['many items that must differ', { uniqueItems: true }, many],
    ['many values for many items', { items: { enum: words.slice(1) } }, words.toReversed()],
    ['many schemas for many items', { items: { anyOf: words.map((word) => ({ const: word })) } }, many],
    ['many numbers of many digits', { items: { multipleOf: 1e-300 } }, many.map(() => 1e300)],
  ];
  for (const [what, schema, value] of hostile) {
    it(`takes a bounded time for ${what}`, () => {
      const taken = startCpuTime();
      try {
        checkJsonSchema(schema, value);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
      assert.ok(taken() < 1000, String(taken()));
    });
  }

  it('agrees with another validator', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const count = fc.integer({ min: 0, max: 3 });
    const scalar = fc.constantFrom(null, true, false, 0, 1, 2, 2.5, '', 'a', 'ab', 'b1');
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(name, tie('value'), { maxKeys: 3 })),
    }));
    const { schema } = fc.letrec<{ schema: JsonValue; schemas: JsonValue; map: JsonValue; keyword: [string, JsonValue] }>((tie) => {
      const keyword = (names: readonly string[], drawn: fc.Arbitrary<JsonValue>): fc.Arbitrary<[string, JsonValue]> =>
        fc.tuple(fc.constantFrom(...names), drawn);
      return {
        schemas: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        map: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
        schema: fc.oneof(
          { maxDepth: 4 },
          fc.boolean(),
          fc.array(tie('keyword'), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
        ),
        keyword: fc.oneof(
          keyword(['type'], fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean')),
          keyword(['$ref'], fc.constantFrom('#/$defs/leaf', '#/$defs/tree')),
          keyword(['const'], value),
          keyword(['enum'], fc.array(value, { minLength: 1, maxLength: 4 })),
          keyword(['allOf', 'anyOf', 'oneOf', 'prefixItems'], tie('schemas')),
          keyword(['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'], tie('schema')),
          keyword(
            ['minLength', 'maxLength', 'minimum', 'exclusiveMaximum', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
            count,
          ),
          keyword(['multipleOf'], fc.constantFrom(0.5, 2)),
          keyword(['pattern'], fc.constantFrom('^a', '[0-9]$', 'b')),
          keyword(['uniqueItems'], fc.boolean()),
          keyword(['properties', 'dependentSchemas'], tie('map')),
          keyword(['patternProperties'], fc.dictionary(fc.constantFrom('a', '[bc]'), tie('schema'), { maxKeys: 2 })),
          keyword(['required'], fc.array(name, { maxLength: 2 })),
          keyword(['dependentRequired'], fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 2 })),
        ),
      };
    });
    fc.assert(
      fc.property(schema, value, (given, one) => {
        const whole = {
          allOf: [given],
          $defs: { leaf: { type: 'string' }, tree: { items: { $ref: '#/$defs/tree' }, additionalProperties: { $ref: '#/$defs/leaf' } } },
        };
        const { valid } = new Validator(structuredClone(whole) as JsonObject, '2020-12').validate(one);
        assert.equal(checkJsonSchema(whole as JsonObject, one) === undefined, valid);
      }),
      { numRuns: 3000 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passesFilter, type AttributeFilter } from '../../src/core/attribute-filter.ts';

const attributes = { year: 2020, lang: 'en', draft: false };

const TABLE: readonly (readonly [name: string, filter: AttributeFilter, passes: boolean])[] = [
  ['eq of the same value', { type: 'eq', key: 'year', value: 2020 }, true],
  ['eq of another type', { type: 'eq', key: 'year', value: '2020' }, false],
  ['eq of a missing key', { type: 'eq', key: 'author', value: 'x' }, false],
  ['ne of another value', { type: 'ne', key: 'lang', value: 'de' }, true],
  ['ne of the same value', { type: 'ne', key: 'draft', value: false }, false],
  ['ne of a missing key', { type: 'ne', key: 'author', value: 'x' }, true],
  ['gt', { type: 'gt', key: 'year', value: 2019 }, true],
  ['gt of the same', { type: 'gt', key: 'year', value: 2020 }, false],
  ['gte of the same', { type: 'gte', key: 'year', value: 2020 }, true],
  ['lt', { type: 'lt', key: 'year', value: 2021 }, true],
  ['lte of less', { type: 'lte', key: 'year', value: 2019 }, false],
  ['gt between strings', { type: 'gt', key: 'lang', value: 'de' }, true],
  ['gt between types', { type: 'gt', key: 'year', value: '1' }, false],
  ['lt of a missing key', { type: 'lt', key: 'author', value: 'x' }, false],
  ['in', { type: 'in', key: 'lang', value: ['de', 'en'] }, true],
  ['in of other types', { type: 'in', key: 'year', value: ['2020'] }, false],
  ['nin', { type: 'nin', key: 'lang', value: ['de', 'fr'] }, true],
  ['nin of the same', { type: 'nin', key: 'lang', value: ['en'] }, false],
  ['nin of a missing key', { type: 'nin', key: 'author', value: ['x'] }, true],
  ['an inherited name', { type: 'ne', key: 'toString', value: 'x' }, true],
  [
    'and of all',
    {
      type: 'and',
      filters: [
        { type: 'gt', key: 'year', value: 1 },
        { type: 'eq', key: 'lang', value: 'en' },
      ],
    },
    true,
  ],
  [
    'and of some',
    {
      type: 'and',
      filters: [
        { type: 'gt', key: 'year', value: 1 },
        { type: 'eq', key: 'lang', value: 'de' },
      ],
    },
    false,
  ],
  [
    'or of some',
    {
      type: 'or',
      filters: [
        { type: 'gt', key: 'year', value: 3000 },
        { type: 'eq', key: 'lang', value: 'en' },
      ],
    },
    true,
  ],
  ['or within and', { type: 'and', filters: [{ type: 'or', filters: [{ type: 'eq', key: 'draft', value: true }] }] }, false],
  ['an empty and', { type: 'and', filters: [] }, true],
  ['an empty or', { type: 'or', filters: [] }, false],
];

describe('passesFilter()', () => {
  for (const [name, filter, passes] of TABLE) {
    it(`${passes ? 'lets' : 'stops'} ${name}`, () => assert.equal(passesFilter(filter, attributes), passes));
  }
});

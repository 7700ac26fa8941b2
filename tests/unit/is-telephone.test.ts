import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { fc, LONGEST_MS } from '../draws.ts';

/** Digits that patterns of the countries with a calling code consist of: prefixes, area codes, first digits of kinds of numbers. */
function beginnings(countries: readonly CountryCode[]): readonly string[] {
  const patterns = JSON.stringify(countries.map((country) => metadata.countries[country]));
  return [...new Set(patterns.match(/\d{1,6}/g))];
}

function assertSame(number: string): void {
  assert.equal(isTelephone(number), parsePhoneNumberFromString(number)?.isPossible() === true, number);
}

describe('isTelephone', () => {
  it('answers as libphonenumber for every calling code, also those that nobody has, and every length', () => {
    for (let code = 0; code < 1000; code += 1) {
      for (const digits of ['23456789012345678', '02345678901234567', '00234567890123456', '12345678901234567', '80021345678901234']) {
        for (let length = 0; length <= digits.length; length += 1) assertSame(`+${code}${digits.slice(0, length)}`);
      }
    }
  });

  it('answers as libphonenumber for prefixes and areas of countries, which often share a calling code', { timeout: LONGEST_MS }, () => {
    for (const [code, countries] of Object.entries(metadata.country_calling_codes)) {
      const property = fc.property(fc.constantFrom('', ...beginnings(countries)), fc.stringMatching(/^\d{0,14}$/), (beginning, rest) => {
        assertSame(`+${code}${beginning}${rest}`);
      });
      fc.assert(property, { numRuns: countries.length > 1 ? 2000 : 100 });
    }
  });

  it('knows the lengths of a country', () => {
    assert.equal(isTelephone('+442079460018'), true);
    assert.equal(isTelephone('+4420794600181'), false);
    assert.equal(isTelephone('+390612345678'), true);
    assert.equal(isTelephone('+4402079460018'), true);
    assert.equal(isTelephone('+2101234567'), false);
  });
});

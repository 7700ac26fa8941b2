import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { checkLanguage } from '../../src/core/recogniser-input.ts';

function refusal(tag: string): ServiceError {
  let refused: unknown;
  try {
    checkLanguage(tag, ['en']);
  } catch (error) {
    refused = error;
  }
  assert.ok(refused instanceof ServiceError, `${tag} was accepted`);
  return refused;
}

describe('checkLanguage()', () => {
  for (const tag of ['en', 'EN', 'en-GB', 'en-US', 'en-Latn-US']) {
    it(`accepts ${tag} for a model of English`, () => void checkLanguage(tag, ['en']));
  }

  it('refuses another language and names the supported ones', () => {
    const error = refusal('de-DE');
    assert.equal(error.kind, 'invalid_input');
    assert.equal(error.param, 'language');
    assert.match(error.message, /supports en/);
  });

  for (const tag of ['', 'english language', 'e', 'en_US', 'en--US', '../en']) {
    it(`refuses ${JSON.stringify(tag)} as malformed`, () => {
      const error = refusal(tag);
      assert.equal(error.kind, 'invalid_input');
      assert.equal(error.param, 'language');
      assert.match(error.message, /BCP-47/);
    });
  }
});

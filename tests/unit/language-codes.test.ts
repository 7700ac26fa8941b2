import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eld } from 'eld/extrasmall';
import { LANGUAGES } from '../../src/domain/guardrails/detectors/text-language.ts';

describe('the languages that a policy may name', () => {
  it('hold all that the identification tells apart', () => {
    eld.detect('hello');
    const told = Object.values(eld.info()['Languages'] as Record<string, string>);
    assert.ok(told.length > 50);
    assert.deepEqual(
      told.filter((language) => !LANGUAGES.includes(language)),
      [],
    );
  });
});

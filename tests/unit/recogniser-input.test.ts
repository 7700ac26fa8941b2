import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { amplificationOf, checkLanguage } from '../../src/core/recogniser-input.ts';

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

  it('gives the name that the model has for a language, be it an old one', () => {
    for (const tag of ['jv', 'jw', 'jv-Latn']) assert.equal(checkLanguage(tag, ['en', 'jw']), 'jw');
  });

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

describe('amplificationOf()', () => {
  const peaking = (peak: number) => Float32Array.of(0, peak / 2, -peak, 0);

  it('amplifies faint recordings to -20 dBFS, wherever they are loudest', async () => {
    assert.ok(Math.abs((await amplificationOf(peaking(0.01))) - 10) < 1e-6);
    const late = new Float32Array(1_200_000);
    late.set(peaking(0.02), 1_100_000);
    assert.ok(Math.abs((await amplificationOf(late)) - 5) < 1e-6);
  });

  it('leaves louder ones, and silence, as they are', async () => {
    for (const peak of [0, 0.0005, 0.1, 0.5, 1]) assert.equal(await amplificationOf(peaking(peak)), 1, String(peak));
  });

  it('stops when its signal aborts', () => assert.rejects(amplificationOf(peaking(0.01), AbortSignal.abort()), { name: 'AbortError' }));
});

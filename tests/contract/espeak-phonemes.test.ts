import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEspeakPhonemes } from '../../src/adapters/espeak/phonemes.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';

await allowSlowHooks();

describe('createEspeakPhonemes()', () => {
  const phonemes = createEspeakPhonemes({ executable: 'espeak-ng', timeoutMs: 10_000 });

  it('turns words into phonemes and keeps the punctuation between them', async () => {
    const spoken = await phonemes('Hello, world! Right?', 'en-us');
    assert.match(spoken, /^h\S+, w\S+! ɹ\S+\?$/u);
  });

  it("writes diphthongs and affricates with one sign, as Kokoro's voices were taught", async () => {
    assert.equal(await phonemes('Nine cheese toys.', 'en-us'), 'nˈIn ʧˈiz tˈYz.');
  });

  it('takes nothing in the text for an option', async () => {
    assert.match(await phonemes('--version', 'en-us'), /ɜɹ/u);
  });

  it('answers provider_unavailable when the executable is missing', async () => {
    const missing = createEspeakPhonemes({ executable: 'no-such-espeak', timeoutMs: 1000 });
    await assert.rejects(missing('Hello', 'en-us'), (error) => error instanceof ServiceError && error.kind === 'provider_unavailable');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toKokoroAlphabet } from '../../src/adapters/espeak/kokoro-alphabet.ts';

describe('toKokoroAlphabet()', () => {
  const spoken: [string, string, string, string][] = [
    ['American diphthongs and affricates', 'en-US', 'a^ɪ ˈe^ɪt nˈa^ɪn hjˈuːd^ʒ t^ʃˈiːz tˈɔ^ɪz', 'I ˈAt nˈIn hjˈuʤ ʧˈiz tˈYz'],
    [
      'American taps, syllables without a vowel and coloured vowels',
      'en-us',
      'lˈɪɾə^l bˈʌʔn\u0329 bˈɛɾɚ bˈɜːd',
      'lˈɪTᵊl bˈʌtn bˈɛTəɹ bˈɜɹd',
    ],
    ['American triphthongs', 'en-us', 'hˈa^ɪ^ɚ ðe^ɪɚ', 'hˈIəɹ ðAəɹ'],
    ['British vowels, which keep their length', 'en-GB', 'ɡˌə^ʊ hˈi^ə fˈe^ə bˈɜːd', 'ɡˌQ hˈɪə fˈɛː bˈɜːd'],
    ['Spanish affricates, and its vowels as they are', 'es', 'los nˈiɲos t^ʃˈinos', 'los nˈiɲos ʧˈinos'],
    ['no tie that is left over', 'fr', 'a^o b-c', 'ao bc'],
  ];
  for (const [what, language, ipa, expected] of spoken) {
    it(`writes ${what}: ${expected}`, () => assert.equal(toKokoroAlphabet(ipa, language), expected));
  }
});

type Rule = readonly [RegExp, string];

/** What espeak-ng ties together (`--tie=^`) and Kokoro has one sign for, in every language. */
const TIED: readonly Rule[] = [
  [/a\^ɪ/g, 'I'],
  [/a\^ʊ/g, 'W'],
  [/d\^z/g, 'ʣ'],
  [/d\^ʒ/g, 'ʤ'],
  [/e\^ɪ/g, 'A'],
  [/o\^ʊ/g, 'O'],
  [/ə\^ʊ/g, 'Q'],
  [/s\^s/g, 'S'],
  [/t\^s/g, 'ʦ'],
  [/t\^ʃ/g, 'ʧ'],
  [/ɔ\^ɪ/g, 'Y'],
];

const ENGLISH: readonly Rule[] = [
  [/ʔˌ?n\u0329/g, 'tn'],
  [/ə\^l/g, 'ᵊl'],
  [/ʲ(?=[oə])/g, 'j'],
  [/ʲ|\u0303/g, ''],
  [/r/g, 'ɹ'],
  [/[xç]/g, 'k'],
  [/ɐ/g, 'ə'],
  [/ɬ/g, 'l'],
  [/(\S)\u0329/g, 'ᵊ$1'],
];

const AMERICAN: readonly Rule[] = [
  [/ɚ/g, 'əɹ'],
  [/ɜːɹ?/g, 'ɜɹ'],
  [/ɪ\^?ə/g, 'iə'],
  [/ː/g, ''],
  [/ɾ/g, 'T'],
];

const BRITISH: readonly Rule[] = [
  [/e\^ə/g, 'ɛː'],
  [/i\^?ə/g, 'ɪə'],
];

/** Vowels that English has no plain form of in Kokoro's alphabet. */
const PLAIN_ENGLISH: readonly Rule[] = [
  [/e(?!\^)/g, 'A'],
  [/o(?!\^)/g, 'ɔ'],
  [/ʔ/g, 't'],
];

/**
 * espeak-ng's IPA, with `^` between the parts of one sound, in the alphabet that Kokoro's voices were taught: IPA with one sign for a
 * diphthong or an affricate. After the tables of misaki 0.9.4 (https://github.com/hexgrad/misaki, espeak.py, Apache-2.0).
 */
export function toKokoroAlphabet(ipa: string, language: string): string {
  return rulesFor(language.toLowerCase())
    .reduce((text, [sound, sign]) => text.replaceAll(sound, sign), ipa)
    .replaceAll(/[\^-]/g, '');
}

function rulesFor(language: string): readonly Rule[] {
  if (!/^en\b/.test(language)) return TIED;
  const variety = /^en-(?:gb|uk)/.test(language) ? BRITISH : AMERICAN;
  return [...ENGLISH, ...TIED, ...variety, ...PLAIN_ENGLISH];
}

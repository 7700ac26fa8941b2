import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { seedWords } from '../../src/adapters/bip39/seed-words.ts';
import { createSecretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { createTextProfiler } from '../../src/domain/guardrails/normalisation/text-profile.ts';
import { seedPhrases } from '../../src/domain/guardrails/secrets/seed-phrases.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';

const phrasesIn = (text: string): string[] => seedPhrases(text, seedWords).map(({ start, end }) => text.slice(start, end));
/** A seed of a number of words, the same every time. */
function seed(list: string[], words = 12): string {
  return entropyToMnemonic(
    Uint8Array.from({ length: (words * 4) / 3 }, (_, index) => (index * 57 + words) % 256),
    list,
  );
}

describe('the seed of a wallet without a word that names it', () => {
  for (const [language, list] of Object.entries({ english, spanish, french, japanese, korean, simplifiedChinese })) {
    for (const words of [12, 24]) {
      const phrase = seed(list, words);
      it(`is found in ${language}, ${words} words`, () => {
        assert.deepEqual(phrasesIn(phrase), [phrase]);
        assert.deepEqual(phrasesIn(`Please keep this safe for me. ${phrase}`), [phrase]);
        assert.deepEqual(phrasesIn(`«${phrase}» — write it down.`), [phrase]);
      });
    }
  }

  it('is found with accents composed, in capitals, with commas, lines and numbers between the words', () => {
    const composed = seed(spanish, 24).normalize('NFC');
    assert.deepEqual(phrasesIn(composed), [composed]);
    const words = seed(english).split(' ');
    for (const phrase of [
      words.join(' ').toUpperCase(),
      words.join(', '),
      words.join('\n'),
      words.map((word, index) => `${index === 0 ? '' : `${index + 1}. `}${word}`).join('\n'),
      words.map((word, index) => `${index === 0 ? '' : `${index + 1}) `}${word}`).join('  '),
    ])
      assert.deepEqual(phrasesIn(`keep it:\n${phrase}\nThanks`), [phrase]);
  });

  it('is found with a word of the list before it, and once a line', () => {
    const [one, two] = [seed(english), seed(english, 24)];
    assert.deepEqual(phrasesIn(`my own. Paper ${one}`), [`Paper ${one}`]);
    assert.deepEqual(phrasesIn(`${one}\n${two}`), [one, two]);
  });

  it('is a password for the check of secrets, also where a word names it, and in a reply only there', () => {
    const found = kindsFoundBy(createSecretsDetector({ profile: createTextProfiler(), seedWords }));
    const phrase = seed(english);
    assert.deepEqual(found(`Recovery phrase: ${phrase}`), [`password ${phrase}`]);
    assert.deepEqual(found(`Here you are. ${phrase}`), [`password ${phrase}`]);
  });
});

describe('the words of seeds', () => {
  it('are those of the lists of BIP-39, each with its list', () => {
    for (const [index, list] of [
      [0, english],
      [1, spanish],
      [2, french],
      [6, japanese],
      [7, korean],
      [8, simplifiedChinese],
    ] as const)
      for (const word of list) assert.notEqual(seedWords.listsWith(word) & (1 << index), 0, word);
    for (const word of ['the', 'wallet', 'xyzzy', '']) assert.equal(seedWords.listsWith(word), 0, word);
  });
});

describe('what is no seed', () => {
  const HARMLESS = [
    'The quick brown fox jumps over the lazy dog while seven other animals watch from behind the green garden fence.',
    // A part of the list itself.
    english.slice(100, 124).join(' '),
    english.join('\n'),
    english.toReversed().join('\n'),
    // Eleven words.
    seed(english).split(' ').slice(1).join(' '),
    // Words of no list.
    'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november',
    'name,age,city,country,street,phone,email,note,status,date,time,user',
    // A text whose characters are parted.
    `费用 C3\nSESS ${seed(simplifiedChinese)} 而\n费用`,
    '升级通知 ， 而 除 了 激 活 内 置 扬 声 器 之 外 ， 本 次',
    '',
    'word',
  ];
  for (const text of HARMLESS) it(`is not found: ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => assert.deepEqual(phrasesIn(text), []));
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { weakForm } from '../../src/adapters/onnx/function-words.ts';
import { openLexicon, SOUNDS } from '../../src/adapters/onnx/lexicon.ts';
import { phonemesOf, toPhonemes, type SaidToken } from '../../src/adapters/onnx/phonemes.ts';
import { letterName, pronounceWord, readPronunciation } from '../../src/adapters/onnx/pronounce.ts';
import { endsSentence, splitFirstClause } from '../../src/adapters/onnx/sentence-parts.ts';
import { parseVoiceDescription } from '../../src/adapters/onnx/voice-description.ts';
import type { SpokenSentence, SpokenToken } from '../../src/ports/spoken-text.ts';

const lexicon = openLexicon(await readFile(new URL('../../models/tts-en/lexicon.txt.gz', import.meta.url)));

/** Fails a word that was to be found without the network. */
const noNetwork = (word: string): Promise<never> => Promise.reject(new Error(`${word} was read by its spelling`));

const say = async (word: string): Promise<string> => (await pronounceWord(word, lexicon, noNetwork)).join(' ');

describe('the lexicon', () => {
  it('holds the words of misaki and of the CMU dictionary: more than two hundred thousand', () => {
    assert.ok(lexicon.size > 200_000, String(lexicon.size));
  });

  const words: [string, string][] = [
    ['hello', 'hh ah0 l ow1'],
    ['cup', 'k ah1 p'],
    ['water', 'w ao1 t er0'],
    ['thought', 'th ao1 t'],
    ['update', 'ah1 p d ey2 t'],
    ['zygote', 'z ay1 g ow2 t'],
  ];
  for (const [word, sounds] of words) {
    it(`says ${word} as ${sounds}`, async () => assert.equal(await say(word), sounds));
  }

  it('lacks what is no word', () => {
    for (const word of ['', 'zzzzz', 'hellp', '\u00e9']) assert.equal(lexicon.lookUp(word), undefined);
  });

  it('finds its first and its last word', () => {
    assert.ok(lexicon.lookUp('a') !== undefined);
    assert.ok(lexicon.lookUp('zywicki') !== undefined);
  });
});

describe('pronounceWord()', () => {
  const words: [string, string, string][] = [
    ['a possessive after a hiss', "sandbox's", 's ae1 n d b aa2 k s ih0 z'],
    ['a possessive after a vowel', "zucchini's", 'z uw0 k iy1 n iy0 z'],
    ['a plural after a voiceless sound', 'kumquats', 'k ah1 m k w aa2 t s'],
    ['a past with its consonant doubled', 'blogged', 'b l aa1 g d'],
    ['a past after t', 'rebooted', 'r iy2 b uw1 t ih0 d'],
    ['a compound, with one main stress', 'livestream', 'l ay1 v s t r iy2 m'],
    ['what nobody could say, letter by letter', 'kbps', 'k ey1 b iy1 p iy1 eh1 s'],
    ['a single letter by its name', 'w', 'd ah1 b ah0 l y uw0'],
  ];
  for (const [what, word, sounds] of words) {
    it(`says ${what}: ${word}`, async () => assert.equal(await say(word), sounds));
  }

  it('reads any other word by its spelling, without its apostrophes', async () => {
    const asked: string[] = [];
    await pronounceWord("dockeri'zed", lexicon, async (word) => {
      asked.push(word);
      return ['d'];
    });
    assert.deepEqual(asked, ['dockerized']);
  });

  it('says nothing for an apostrophe alone', async () => assert.equal(await say("'"), ''));

  it('names every letter with sounds that there are', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') assert.ok(letterName(letter).every((sound) => SOUNDS.includes(sound)));
    assert.throws(() => letterName('?'), RangeError);
  });

  it('takes a pronunciation as the CMU dictionary writes it, and none with an unknown sound', () => {
    assert.deepEqual(readPronunciation('R EH1 D'), ['r', 'eh1', 'd']);
    assert.equal(readPronunciation('R EH9 D'), undefined);
  });
});

describe('weakForm()', () => {
  it('weakens the words that are said weakly within a phrase, and no others', () => {
    assert.equal(weakForm('was', false), 'wʌz');
    assert.equal(weakForm('cat', false), undefined);
    assert.equal(weakForm('constructor', false), undefined);
  });

  it('says "the" and "to" by the sound after them', () => {
    assert.deepEqual([weakForm('the', false), weakForm('the', true)], ['ðə', 'ði']);
    assert.deepEqual([weakForm('to', false), weakForm('to', true)], ['tə', 'tʊ']);
  });
});

describe('phonemesOf()', () => {
  const words: [string, string, string][] = [
    ['stress before its vowel', 'b ey1 s b ao2 l', 'bˈAsbˌɔl'],
    ['a schwa', 'ah0 b aw1 t', 'əbˈWt'],
    ['the vowel of bird, stressed and not', 'm er1 d er0', 'mˈɜɹdəɹ'],
    ['a t tapped between vowels', 'b eh1 t er0', 'bˈɛTəɹ'],
    ['no tap before a stressed vowel', 'ah0 t ae1 k', 'ətˈæk'],
    ['an l that is a syllable', 'l ih1 t ah0 l', 'lˈɪTᵊl'],
    ['an n that is a syllable', 'th aw1 z ah0 n d', 'θˈWzᵊnd'],
    ['a schwa before an l that begins a syllable', 'f ae1 m ah0 l iy0', 'fˈæməli'],
    ['the vowel of endings', 'hh ao1 r s ih0 z', 'hˈɔɹsᵻz'],
    ['affricates and diphthongs as one sign', 'jh oy1 ch', 'ʤˈYʧ'],
  ];
  for (const [what, sounds, expected] of words) {
    it(`writes ${what}: ${expected}`, () => assert.equal(phonemesOf(sounds.split(' ')), expected));
  }

  it('has a phoneme for every sound, and the voice an id for every phoneme', async () => {
    const { phonemes } = parseVoiceDescription(await readFile(new URL('../../models/tts-en/voice.json', import.meta.url), 'utf8'));
    for (const sound of SOUNDS) {
      const written = phonemesOf([sound]);
      assert.notEqual(written, '', sound);
      for (const phoneme of written) assert.ok(phoneme in phonemes, `${phoneme} of ${sound}`);
    }
    for (const mark of ',;:.?!\u2026\u2014 ') assert.ok(mark in phonemes, mark);
  });
});

const word = (text: string, sounds: string): SaidToken => ({ kind: 'word', text, sounds: sounds.split(' ') });
const letter = (text: string): SaidToken => ({ kind: 'letter', text, sounds: letterName(text) });
const mark = (sign: (SpokenToken & { kind: 'break' })['mark']): SaidToken => ({ kind: 'break', mark: sign });

describe('toPhonemes()', () => {
  it('parts words by spaces and puts marks behind words, the first of several', () => {
    assert.equal(toPhonemes([mark(','), word('so', 's ow1'), mark(','), mark('\u2014'), word('run', 'r ah1 n'), mark('.')]), 'sˈO, ɹˈʌn.');
  });

  it('weakens words within a phrase, but neither before a pause nor at the end', () => {
    const you = word('you', 'y uw1');
    assert.equal(toPhonemes([word('see', 's iy1'), you, word('run', 'r ah1 n'), mark('.')]), 'sˈi ju ɹˈʌn.');
    assert.equal(toPhonemes([word('see', 's iy1'), you, mark(','), word('too', 't uw1')]), 'sˈi jˈu, tˈu');
    assert.equal(toPhonemes([word('see', 's iy1'), you]), 'sˈi jˈu');
  });

  it('gives a weak word that begins a sentence secondary stress', () => {
    assert.equal(toPhonemes([word('you', 'y uw1'), word('see', 's iy1'), mark('.')]), 'jˌu sˈi.');
    assert.equal(toPhonemes([word('the', 'dh ah0'), word('end', 'eh1 n d'), mark('.')]), 'ði ˈɛnd.');
  });

  it('joins the letters of an acronym, the last stressed', () => {
    assert.equal(toPhonemes([word('see', 's iy1'), letter('f'), letter('b'), letter('i'), mark('.')]), 'sˈi ˌɛfbˌiˈI.');
  });

  it('is empty for a sentence without words', () => assert.equal(toPhonemes([mark('.'), mark('!')]), ''));
});

describe('splitFirstClause()', () => {
  const sentence = (text: string): SpokenSentence => ({
    tokens: text.split(' ').map((part) => (part === ',' || part === '.' ? { kind: 'break', mark: part } : { kind: 'word', text: part })),
  });
  const texts = (parts: readonly SpokenSentence[]): string[] =>
    parts.map(({ tokens }) => tokens.map((token) => (token.kind === 'break' ? token.mark : token.text)).join(' '));

  it('cuts a long sentence at its first pause after a few words', () => {
    const long = 'well , when the ship came in , everybody went down to the harbour at once .';
    assert.deepEqual(texts(splitFirstClause(sentence(long), 8)), [
      'well , when the ship came in ,',
      'everybody went down to the harbour at once .',
    ]);
  });

  it('leaves a short sentence and one without a pause whole', () => {
    for (const text of ['so , it goes .', 'everybody went down to the harbour at once today .']) {
      assert.deepEqual(texts(splitFirstClause(sentence(text), 8)), [text]);
    }
  });
});

describe('endsSentence()', () => {
  it('tells the end of a sentence from a clause that goes on', () => {
    const ends = (...tokens: SpokenToken[]): boolean => endsSentence({ tokens });
    assert.ok(ends({ kind: 'word', text: 'so' }) && ends({ kind: 'word', text: 'so' }, { kind: 'break', mark: '?' }));
    assert.ok(!ends({ kind: 'word', text: 'so' }, { kind: 'break', mark: ',' }));
  });
});

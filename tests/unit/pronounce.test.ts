import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openLexicon, SOUNDS } from '../../src/adapters/onnx/lexicon.ts';
import { endsSentence, phoneOf, splitFirstClause, toPhoneRows, type SaidToken } from '../../src/adapters/onnx/phones.ts';
import { letterName, pronounceWord, readPronunciation, weakForm } from '../../src/adapters/onnx/pronounce.ts';
import type { SpokenSentence, SpokenToken } from '../../src/ports/spoken-text.ts';

const lexicon = openLexicon(await readFile(new URL('../../models/tts-en/lexicon.txt.gz', import.meta.url)));

/** Fails a word that was to be found without the network. */
const noNetwork = (word: string): Promise<never> => Promise.reject(new Error(`${word} was read by its spelling`));

const say = async (word: string): Promise<string> => (await pronounceWord(word, lexicon, noNetwork)).join(' ');

describe('the lexicon', () => {
  it('holds the CMU dictionary: more than a hundred thousand words', () => {
    assert.ok(lexicon.size > 100_000, String(lexicon.size));
  });

  const words: [string, string][] = [
    ['hello', 'hh ah0 l ow1'],
    ['cup', 'k ah1 p'],
    ['water', 'w ao1 t er0'],
    ['thought', 'th ao1 t'],
    ['zygote', 'z ay1 g ow0 t'],
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
    ['a plural after a voiceless sound', 'kumquats', 'k ah1 m k w aa0 t s'],
    ['a past with its consonant doubled', 'blogged', 'b l ao1 g d'],
    ['a past after t', 'rebooted', 'r iy0 b uw1 t ih0 d'],
    ['a compound, with one main stress', 'livestream', 'l ih1 v s t r iy2 m'],
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

  it('has weak forms within a sentence only, "the" by the sound after it', () => {
    assert.deepEqual(weakForm('the', ['k', 'ae1', 't']), ['dh', 'ah0']);
    assert.deepEqual(weakForm('the', ['ae1', 'p']), ['dh', 'iy0']);
    assert.deepEqual(weakForm('to', ['g', 'ow1']), ['t', 'ah0']);
    assert.equal(weakForm('to', undefined), undefined);
    assert.equal(weakForm('cat', ['s']), undefined);
  });
});

const word = (text: string, sounds: string): SaidToken => ({ kind: 'word', text, sounds: sounds.split(' ') });
const mark = (sign: (SpokenToken & { kind: 'break' })['mark']): SaidToken => ({ kind: 'break', mark: sign });

describe('toPhoneRows()', () => {
  it('puts pauses at both ends and at breaks within, none twice', () => {
    const rows = toPhoneRows([word('so', 's ow1'), mark(','), mark('\u2014'), word('go', 'g ow1'), mark('.')]);
    assert.deepEqual(
      rows.map(({ phone }) => phone),
      ['pau', 's', 'ow', 'pau,', 'g', 'ow', 'pau'],
    );
  });

  it('tells first and last phones of words and firsts of syllables', () => {
    const rows = toPhoneRows([word('extra', 'eh1 k s t r ah0'), word('a', 'ah0'), mark('.')]);
    assert.deepEqual(
      rows.map(({ phone, place }) => `${phone}${place}`),
      // As many consonants as may begin a syllable go to its vowel: ek-stra.
      ['pau0', 'eh5', 'k0', 's4', 't0', 'r0', 'ax2', 'ax7', 'pau0'],
    );
  });

  it('never begins a syllable with ng', () => {
    const rows = toPhoneRows([word('singer', 's ih1 ng er0'), mark('.')]);
    assert.deepEqual(
      rows.map(({ place }) => place),
      [0, 5, 0, 0, 6, 0],
    );
  });

  it('marks main and secondary stress on vowels', () => {
    const rows = toPhoneRows([word('baseball', 'b ey1 s b ao2 l'), word('of', 'ah0 v'), mark('.')]);
    assert.deepEqual(
      rows.filter(({ stress }) => stress === 1).map(({ phone }) => phone),
      ['ey', 'ao'],
    );
  });

  const endings: [string, SaidToken[], number[]][] = [
    ['a statement', [word('go', 'g ow1'), mark('.')], [1]],
    ['a question', [word('go', 'g ow1'), mark('?')], [2]],
    ['a question that begins with a question word, which falls', [word('why', 'w ay1'), word('go', 'g ow1'), mark('?')], [1]],
    ['an exclamation', [word('go', 'g ow1'), mark('!')], [3]],
    ['a clause that goes on, then a question', [word('so', 's ow1'), mark(','), word('go', 'g ow1'), mark('?')], [0, 2]],
  ];
  for (const [what, tokens, expected] of endings) {
    it(`gives the ending of ${what}`, () => {
      const said = toPhoneRows(tokens).filter(({ phone }) => !phone.startsWith('pau'));
      const first = said.filter(({ place }) => (place & 1) === 1).map(({ ending }) => ending);
      assert.deepEqual([...new Set(first)], expected);
    });
  }

  it('is two pauses alone for a sentence without words', () => {
    assert.equal(toPhoneRows([mark('.')]).length, 2);
  });

  it('calls AH without stress ax and keeps the other vowels', () => {
    assert.deepEqual(['ah0', 'ah1', 'er0', 'k'].map(phoneOf), ['ax', 'ah', 'er', 'k']);
  });
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

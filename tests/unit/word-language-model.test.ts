import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readWordLanguageModel } from '../../src/adapters/onnx/word-language-model.ts';
import { wordModelBytes } from '../fixtures/word-model.ts';

const BYTES = wordModelBytes({
  words: { a: -1, an: -3, ant: -4, bat: -2 },
  unknown: -9,
  finish: -1.5,
  pairs: { '<s> a': -0.5, 'a bat': -0.7, 'bat </s>': -0.2 },
  triples: { '<s> a bat': -0.1 },
  backoffs: { a: -0.25, '<s> a': -0.75, bat: -0.125 },
});
const MODEL = readWordLanguageModel(BYTES);
const [A, AN, ANT, BAT] = [0, 1, 2, 3];
const { begin, unknown, tree } = MODEL;

function nodeOf(word: string): number {
  return Array.from(word).reduce((node, letter) => tree.child(node, letter.charCodeAt(0)), 0);
}

describe('readWordLanguageModel()', () => {
  it('finds each word at the end of its letters', () => {
    assert.deepEqual(
      ['a', 'an', 'ant', 'bat'].map((word) => tree.wordAt(nodeOf(word))),
      [A, AN, ANT, BAT],
    );
  });

  it('finds no word where only the beginning of one ends', () => {
    assert.deepEqual([tree.wordAt(0), tree.wordAt(nodeOf('ba'))], [-1, -1]);
  });

  it('has no way on with a letter that no word goes on with', () => {
    assert.deepEqual([tree.child(0, 'c'.charCodeAt(0)), tree.child(nodeOf('bat'), 's'.charCodeAt(0))], [-1, -1]);
  });

  it('tells the chance of the likeliest word behind a beginning', () => {
    assert.deepEqual([MODEL.bestFrom(0), MODEL.bestFrom(nodeOf('an')), MODEL.bestFrom(nodeOf('b'))], [-1, -3, -2]);
  });

  it('takes the chance of three words where the model has them', () => {
    assert.equal(MODEL.score(MODEL.bigramOf(begin, A), A, BAT), -0.1);
  });

  it('backs off to two words, and pays for it', () => {
    assert.equal(MODEL.score(MODEL.bigramOf(A, BAT), BAT, ANT), -4.125);
    assert.equal(MODEL.score(-1, A, BAT), -0.7);
  });

  it('backs off to one word from a pair that nothing follows', () => {
    assert.equal(MODEL.score(MODEL.bigramOf(begin, A), A, ANT), -0.75 - 0.25 - 4);
  });

  it('gives a chance to words it does not have', () => {
    assert.equal(MODEL.score(-1, begin, unknown), -9);
    assert.equal(MODEL.bigramOf(A, unknown), -1);
  });

  it('tells how likely the end is', () => {
    assert.deepEqual([MODEL.end(-1, BAT), MODEL.end(-1, ANT)], [-0.2, -1.5]);
  });

  it('reads bytes that do not begin at a multiple of four', () => {
    const shifted = new Uint8Array(BYTES.length + 1);
    shifted.set(BYTES, 1);
    assert.equal(readWordLanguageModel(shifted.subarray(1)).score(-1, begin, A), -0.5);
  });

  it('refuses another file, another version and one that is cut short', () => {
    const newer = BYTES.slice();
    newer[4] = 2;
    for (const bytes of [new Uint8Array(0), new TextEncoder().encode('something else entirely, and long'), newer]) {
      assert.throws(() => readWordLanguageModel(bytes), /no word model/);
    }
    assert.throws(() => readWordLanguageModel(BYTES.slice(0, -4)), /cut short/);
  });
});

describe('the word model that ships', () => {
  it('thinks what people say likelier than the same words in disorder', async () => {
    const model = readWordLanguageModel(new Uint8Array(await readFile(new URL('../../models/stt-en/words.lm', import.meta.url))));
    const numberOf = (word: string): number =>
      model.tree.wordAt(Array.from(word).reduce((node, letter) => model.tree.child(node, letter.charCodeAt(0)), 0));
    const chance = (text: string): number => {
      let [bigram, last, sum] = [-1, model.begin, 0];
      for (const word of text.split(' ').map(numberOf)) {
        assert.ok(word >= 0, text);
        sum += model.score(bigram, last, word);
        [bigram, last] = [model.bigramOf(last, word), word];
      }
      return sum + model.end(bigram, last);
    };
    assert.ok(chance('what is the weather like') > chance('like weather the is what') + 5);
  });
});

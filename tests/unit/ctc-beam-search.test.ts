import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchWords, type BeamOptions } from '../../src/adapters/onnx/ctc-beam-search.ts';
import { readWordLanguageModel } from '../../src/adapters/onnx/word-language-model.ts';
import { wordModelBytes } from '../fixtures/word-model.ts';

const ALPHABET = ' abcdeghnorst';
const CLASSES = ALPHABET.length + 1;

/** Each frame holds classes and their probabilities; the blank has what is left, all others a millionth. */
type Frame = Readonly<Record<string, number>>;

function scoresOf(frames: readonly Frame[]) {
  const scores = new Float32Array(frames.length * CLASSES).fill(Math.log(1e-6));
  frames.forEach((frame, at) => {
    const rest = 1 - Object.values(frame).reduce((sum, value) => sum + value, 0);
    scores[at * CLASSES] = Math.log(Math.max(rest, 1e-6));
    for (const [letter, probability] of Object.entries(frame)) scores[at * CLASSES + ALPHABET.indexOf(letter) + 1] = Math.log(probability);
  });
  return { scores, frames: frames.length, classes: CLASSES };
}

/** One frame a letter, surely; a repeated letter has a blank before it. */
function surely(text: string): Frame[] {
  return Array.from(text).flatMap((letter, at) => (letter === text[at - 1] ? [{}, { [letter]: 0.999 }] : [{ [letter]: 0.999 }]));
}

const language = readWordLanguageModel(
  wordModelBytes({
    words: { a: -2, bad: -5, bat: -5, cat: -4, sat: -4, the: -1, to: -2 },
    unknown: -8,
    finish: -1,
    pairs: { 'the cat': -0.5, 'to bat': -0.3 },
    triples: {},
    backoffs: {},
  }),
);

function search(frames: readonly Frame[], options: Partial<BeamOptions> = {}): string {
  return searchWords(scoresOf(frames), ALPHABET, language, { weight: 1, bonus: 0, stranger: -3, ...options });
}

describe('searchWords()', () => {
  it('reads letters that are sure, double ones too', () => {
    for (const text of ['the cat sat', 'bad', 'aa bb']) assert.equal(search(surely(text), { weight: 0, stranger: 0 }), text);
  });

  it('gives no text for no frames and for blanks alone', () => {
    assert.deepEqual([search([]), search([{}, {}, {}])], ['', '']);
  });

  it('adds up the ways in which a letter may be spread over frames', () => {
    // Alone, the blank is the best class of each frame; together, one "a" is likelier than none.
    const frames = [{ a: 0.45 }, { a: 0.45 }];
    assert.equal(search(frames, { weight: 0 }), 'a');
  });

  it('takes the likelier word where letters leave a doubt', () => {
    const frames = [...surely('the '), { c: 0.4, s: 0.6 }, ...surely('at')];
    assert.equal(search(frames, { weight: 0 }), 'the sat');
    assert.equal(search(frames), 'the cat');
  });

  it('takes the word that is likelier behind the word before', () => {
    const frames = [...surely('to ba'), { t: 0.4, d: 0.6 }];
    assert.equal(search(frames), 'to bat');
  });

  it('spells a word it does not know when the letters are sure', () => {
    assert.equal(search(surely('the gnoc cat')), 'the gnoc cat');
  });

  it('prefers known words the more, the dearer strange letters are', () => {
    const frames = [{ c: 0.999 }, { a: 0.1, o: 0.9 }, { t: 0.999 }];
    assert.deepEqual([search(frames, { weight: 0, stranger: 0 }), search(frames, { weight: 0, stranger: -4 })], ['cot', 'cat']);
  });

  it('makes the mere beginning of a word pay as strange letters do', () => {
    const frames = [...surely('th'), { e: 0.1 }];
    assert.deepEqual([search(frames, { weight: 0, stranger: 0 }), search(frames, { weight: 0, stranger: -4 })], ['th', 'the']);
  });

  it('writes more words the greater the bonus', () => {
    const frames = [...surely('to'), { ' ': 0.5 }, ...surely('the')];
    assert.deepEqual([search(frames, { bonus: -12, stranger: 0 }), search(frames, { bonus: 10, stranger: 0 })], ['tothe', 'to the']);
  });

  it('puts one space between words and none at the ends', () => {
    assert.equal(search([...surely(' '), ...surely('to'), ...surely('  '), ...surely('bat'), ...surely(' ')]), 'to bat');
  });

  it('finds the same with a narrow beam where the letters are sure', () => {
    assert.equal(search(surely('the bad cat sat'), { beam: 2, width: 5 }), 'the bad cat sat');
  });

  it('reads a minute of speech', () => {
    const text = Array.from({ length: 100 }, () => 'the cat sat').join(' ');
    assert.equal(search(surely(text)), text);
  });

  it('refuses an alphabet that does not fit the classes, and too few values', () => {
    assert.throws(() => searchWords(scoresOf([{}]), 'abc', language), RangeError);
    assert.throws(() => searchWords({ ...scoresOf([{}]), frames: 2 }, ALPHABET, language), RangeError);
  });
});

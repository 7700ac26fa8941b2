import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { helpfulWords, writeExpected } from '../../src/adapters/onnx/expected-words.ts';
import { pathScore } from '../../src/adapters/onnx/path-score.ts';
import { ALPHABET, FRAME_SECONDS } from '../../src/adapters/onnx/word-reader.ts';
import { lettersOf } from '../../src/adapters/onnx/written-words.ts';
import type { TranscriptWord } from '../../src/ports/speech.ts';

const CLASSES = ALPHABET.length + 1;
const LIKELY = Math.log(0.9);
const UNLIKELY = Math.log(0.1 / (CLASSES - 1));

/** Scores of a speaker who says these letters, each in a frame with a blank behind it. */
function said(letters: string): { readonly scores: Float32Array; readonly frames: number; readonly classes: number } {
  const frames = letters.length * 2;
  const scores = new Float32Array(frames * CLASSES).fill(UNLIKELY);
  for (let frame = 0; frame < frames; frame += 1) {
    const letter = frame % 2 === 0 ? ALPHABET.indexOf(letters[frame / 2] ?? '') + 1 : 0;
    scores[frame * CLASSES + letter] = LIKELY;
  }
  return { scores, frames, classes: CLASSES };
}

/** Words as they were heard, each in the place of the same number of letters. */
function heard(text: string): TranscriptWord[] {
  let at = 0;
  return text.split(' ').map((word) => {
    const start = at * 2 * FRAME_SECONDS;
    at += lettersOf(word).length + 1;
    return { text: word, start, end: (at - 1) * 2 * FRAME_SECONDS, confidence: 0.5 };
  });
}

function written(letters: string, words: string, expected: readonly string[]): string {
  const changed = writeExpected(said(letters), heard(words), helpfulWords(expected, undefined), undefined);
  return changed.map(({ text }) => text).join(' ');
}

describe('writeExpected()', () => {
  it('writes an expected word where the letters fit it better than what was heard', () => {
    assert.equal(written('ask soren now', 'ask sorry now', ['Søren']), 'ask Søren now');
  });

  it('leaves words alone that an expected one does not fit', () => {
    assert.equal(written('ask peter now', 'ask peter now', ['Søren', 'Wojciech', 'Ask']), 'Ask peter now');
  });

  it('joins what was heard as several words', () => {
    assert.equal(written('use libsql now', 'use lib sql now', ['libSQL']), 'use libSQL now');
  });

  it('writes a word of several parts, whether they are said as one word or apart', () => {
    assert.equal(written('ask jan luk now', 'ask jan luk now', ['Jean-Luc']), 'ask Jean-Luc now');
    assert.equal(written('ask janluk now', 'ask janluk now', ['Jean-Luc']), 'ask Jean-Luc now');
    assert.equal(written("jean luc's one", "jean luk's one", ['Jean-Luc']), "Jean-Luc's one");
    assert.equal(written('ask san marlo now', 'ask san malo now', ['San Marlo']), 'ask San Marlo now');
    assert.equal(written('ask jean peter now', 'ask jean peter now', ['Jean-Luc']), 'ask jean peter now');
  });

  it('keeps the signs around a word, its possessive, and the capital at the beginning of a sentence', () => {
    assert.equal(written("soren's one", '«Sorin’s», one', ['Søren']), "«Søren's», one");
    assert.equal(written('grafana is up', 'Gravana is up', ['grafana']), 'Grafana is up');
  });

  it('chooses the word that fits best, once for each place', () => {
    assert.equal(written('ask marlow now', 'ask marlo now', ['Marla', 'Marlow', 'Marlowe']), 'ask Marlow now');
  });

  it('goes by the places of the words, and keeps their times', () => {
    const words = writeExpected(said('ask soren now'), heard('ask sorry now'), helpfulWords(['Soren'], undefined), undefined);
    const [, before] = heard('ask sorry now');
    assert.deepEqual([words[1]?.text, words[1]?.start, words[1]?.end], ['Soren', before?.start, before?.end]);
    assert.ok((words[1]?.confidence ?? 0) > 0.5 && (words[1]?.confidence ?? 0) <= 1);
  });
});

describe('helpfulWords()', () => {
  it('passes over what is too short or has no letters to be heard', () => {
    assert.deepEqual(
      helpfulWords(['K8s', 'Bo', '東京', '…', 'Ngo'], undefined).map(({ text }) => text),
      ['Ngo'],
    );
  });
});

describe('pathScore()', () => {
  const classes = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => ALPHABET.indexOf(letter) + 1);

  it('is the sum of the frames for the letters that are said, with spaces around them for nothing', () => {
    const scores = said(' abba ');
    assert.ok(Math.abs(pathScore(scores, { from: 0, to: scores.frames }, classes('abba')) - scores.frames * LIKELY) < 1e-3);
  });

  it('is that of fewer frames within a range, and impossible with more letters than frames', () => {
    const scores = said('abc');
    assert.ok(Math.abs(pathScore(scores, { from: 2, to: 4 }, classes('b')) - 2 * LIKELY) < 1e-4);
    assert.equal(pathScore(scores, { from: 0, to: 2 }, classes('abc')), -Infinity);
  });

  it('needs a blank between the same letters', () => {
    const scores = { scores: new Float32Array(2 * CLASSES).fill(-1), frames: 2, classes: CLASSES };
    assert.equal(pathScore(scores, { from: 0, to: 2 }, classes('aa')), -Infinity);
    assert.equal(pathScore(scores, { from: 0, to: 2 }, classes('ab')), -2);
  });
});

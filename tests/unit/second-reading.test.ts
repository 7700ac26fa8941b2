import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doubtfulStarts, isBetter, isBetterTogether, letterCertainty, type PieceReading } from '../../src/adapters/onnx/second-reading.ts';
import { createTurnJudge } from '../../src/core/turn-ends.ts';

/** Frames with these probabilities of nothing, a space and a letter. */
function scoresOf(frames: readonly (readonly [number, number, number])[]) {
  return { scores: Float32Array.from(frames.flat(), Math.log), frames: frames.length, classes: 3 };
}

function reading(certainty: number, { words = ['yes'], finished = true } = {}) {
  return { words: words.map((text) => ({ text, confidence: 0.9 })), certainty, finished };
}

describe('letterCertainty()', () => {
  it('is the mean probability of the best class where that is a letter or a space', () => {
    const certainty = letterCertainty(
      scoresOf([
        [0.98, 0.01, 0.01],
        [0.1, 0.1, 0.8],
        [0.3, 0.5, 0.2],
      ]),
    );
    assert.ok(Math.abs(certainty - (Math.log(0.8) + Math.log(0.5)) / 2) < 1e-6);
  });

  it('has no doubt where no letter was heard', () => {
    assert.equal(letterCertainty(scoresOf([[0.9, 0.05, 0.05]])), 0);
  });
});

describe('the choice between two readings', () => {
  it('believes letters that are nearly certain, however sure the second is', () => {
    assert.equal(isBetter(reading(-0.01), -0.05), false);
  });

  it('takes the second where the first is lost', () => {
    assert.equal(isBetter(reading(-1.5), -0.4), true);
  });

  it('weighs the doubt of both in between', () => {
    assert.equal(isBetter(reading(-0.1), -0.15), true);
    assert.equal(isBetter(reading(-0.6), -0.15), false);
  });

  it('never takes one that found no end, which repeats itself, or no words', () => {
    assert.equal(isBetter(reading(-0.01, { finished: false }), -0.4), false);
    assert.equal(isBetter(reading(-0.01, { words: [] }), -0.4), false);
  });
});

/** Pieces in which these texts were heard. */
function readingOf(certainty: number, ...texts: readonly string[]): PieceReading {
  const word = (text: string, start: number) => ({ text, start, end: start + 1, confidence: 1 });
  return { certainty, pieces: texts.map((text) => (text === '' ? [] : text.split(' ').map(word))) };
}

describe('doubtfulStarts()', () => {
  const judge = createTurnJudge('the 0\nfor 0\ncould 1\n');

  it('are where a sentence could end that the reading goes on with', () => {
    assert.deepEqual(doubtfulStarts(readingOf(-0.1, 'The meeting is on Thursday,', 'when is it?'), judge), [1]);
    assert.deepEqual(doubtfulStarts(readingOf(-0.1, 'I wish you could', 'come.'), judge), [1]);
  });

  it('are not within a sentence, and not behind one', () => {
    assert.deepEqual(doubtfulStarts(readingOf(-0.1, 'Book a table for', 'four.', 'When is the', 'meeting?'), judge), []);
  });

  it('are not beside noise in which no words were heard', () => {
    assert.deepEqual(doubtfulStarts(readingOf(-0.1, '', 'I like tea', '', 'my sister likes coffee.', ''), judge), [3]);
  });
});

describe('isBetterTogether()', () => {
  it('takes pieces apart only if that is surer, word by word', () => {
    const together = readingOf(-0.4, 'one two', 'three four');
    assert.equal(isBetterTogether(together, [readingOf(-0.3, 'one'), readingOf(-0.5, 'two three four')]), true);
    assert.equal(isBetterTogether(together, [readingOf(-0.3, 'one two three'), readingOf(-0.5, 'four')]), false);
    assert.equal(isBetterTogether(together, [readingOf(-0.4, 'one two three four'), readingOf(0, '')]), true);
  });

  it('believes no text that does not come to its end', () => {
    const endless = readingOf(Number.NEGATIVE_INFINITY, 'one one one one');
    assert.equal(isBetterTogether(endless, [readingOf(-0.9, 'one'), readingOf(-0.9, 'two')]), false);
    assert.equal(isBetterTogether(readingOf(-0.9, 'one two'), [endless, readingOf(-0.1, 'two')]), true);
  });
});

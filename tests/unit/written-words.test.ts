import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALPHABET } from '../../src/adapters/onnx/word-reader.ts';
import { placeWords } from '../../src/adapters/onnx/written-words.ts';

/** A frame of 40 ms for each sign: a letter, a space, or `.` for nothing. */
function framesOf(signs: string) {
  const classes = ALPHABET.length + 1;
  const scores = new Float32Array(signs.length * classes).fill(Math.log(0.001));
  for (const [frame, sign] of signs.split('').entries())
    scores[frame * classes + (sign === '.' ? 0 : ALPHABET.indexOf(sign) + 1)] = Math.log(0.9);
  return { scores, frames: signs.length, classes };
}

function placed(signs: string, texts: readonly string[]): string[] {
  const words = texts.map((text) => ({ text, confidence: 0.8 }));
  const end = signs.length * 0.04;
  return placeWords(framesOf(signs), words, 0, end).map(({ start, end: last, text }) => `${text} ${start.toFixed(2)}-${last.toFixed(2)}`);
}

describe('placeWords()', () => {
  it('places words as they are written where their letters stand, whatever signs they carry, from somewhat before the first', () => {
    assert.deepEqual(placed('..ye.s. ....ca.fe..', ['Yes,', 'Café!']), ['Yes, 0.00-0.24', 'Café! 0.40-0.68']);
  });

  it('begins no word before the end of another', () => {
    assert.deepEqual(placed('...on go..', ['On', 'go.']), ['On 0.04-0.20', 'go. 0.20-0.32']);
  });

  it('places figures where letters stand that belong to no other word', () => {
    assert.deepEqual(placed('.at.....five.....people..', ['at', '5', 'people']), ['at 0.00-0.12', '5 0.24-0.48', 'people 0.60-0.92']);
    assert.deepEqual(placed('..twelfth..', ['12th']), ['12th 0.00-0.36']);
  });

  it('gives what has neither letters nor figures the time between its neighbours, in equal shares', () => {
    assert.deepEqual(placed('at .........pm', ['at', '—', '—', 'pm']), ['at 0.00-0.08', '— 0.08-0.24', '— 0.24-0.40', 'pm 0.40-0.56']);
    assert.deepEqual(placed('..........', ['—', '…']), ['— 0.00-0.20', '… 0.20-0.40']);
  });

  it('shares the whole time out where the letters do not fit into it', () => {
    assert.deepEqual(placed('....', ['incomprehensibilities', 'of']), ['incomprehensibilities 0.00-0.08', 'of 0.08-0.16']);
  });

  it('takes a sign that waits for more off the end', () => {
    assert.deepEqual(placed('.on. go..', ['On,', 'go,']), ['On, 0.00-0.12', 'go 0.12-0.28']);
    assert.deepEqual(placed('.on...', ['on', '—']), ['on 0.00-0.12']);
  });

  it('takes the second of two full stops off the end, and leaves an ellipsis', () => {
    assert.deepEqual(placed('.pm.', ['pm..']), ['pm. 0.00-0.12']);
    assert.deepEqual(placed('.so.', ['so...']), ['so... 0.00-0.12']);
  });
});

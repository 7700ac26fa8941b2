import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stem } from '../../src/core/stem.ts';

/** Words and stems of Porter's paper, and what FTS5 makes of words it leaves alone. */
const STEMS: readonly (readonly [string, string])[] = [
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['sky', 'sky'],
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['hopefulness', 'hope'],
  ['triplicate', 'triplic'],
  ['adjustment', 'adjust'],
  ['adoption', 'adopt'],
  ['probate', 'probat'],
  ['rate', 'rate'],
  ['controlling', 'control'],
  ['roll', 'roll'],
  ['generalizations', 'gener'],
  ['is', 'is'],
  ['größe', 'größe'],
  ['e117', 'e117'],
];

describe('stem()', () => {
  for (const [word, stemmed] of STEMS) it(`makes ${stemmed} of ${word}`, () => assert.equal(stem(word), stemmed));
});

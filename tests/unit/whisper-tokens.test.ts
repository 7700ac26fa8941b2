import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextToken, type WhisperTokens } from '../../src/adapters/transformers/whisper-tokens.ts';

/** Words are 0 to 3, the end is 4, «no times» is 5, and times are 6 to 11. */
const TOKENS: WhisperTokens = { end: 4, noTimes: 5, firstTime: 6, suppressed: [3], suppressedFirst: [4], latestBegin: 1 };

/** The token that is chosen where these have a score and all others have none. */
function chosen(scores: Readonly<Record<number, number>>, ...written: readonly number[]): number {
  return nextToken(
    Float32Array.from({ length: 12 }, (_, token) => scores[token] ?? -20),
    written,
    TOKENS,
  ).token;
}

describe('nextToken()', () => {
  it('begins with a time, of those at which speech may begin', () => {
    assert.equal(chosen({ 0: 9, 9: 5, 7: 3, 6: 2 }), 7);
  });

  it('writes words behind a beginning, and behind a whole pair of times a beginning never follows an end twice', () => {
    assert.equal(chosen({ 0: 1, 9: 9 }, 6), 0);
    assert.equal(chosen({ 0: 1, 9: 9 }, 6, 0, 8, 8), 0);
  });

  it('has an end of a segment followed by the beginning of the next, or by nothing more', () => {
    assert.equal(chosen({ 0: 9, 8: 3 }, 6, 0, 8), 8);
    assert.equal(chosen({ 0: 9, 4: 3 }, 6, 0, 8), 4);
  });

  it('never goes back in time, and no segment ends where it began', () => {
    assert.equal(chosen({ 0: 1, 6: 9, 7: 8, 10: 5 }, 7, 0), 10);
    assert.equal(chosen({ 7: 9, 9: 1 }, 6, 0, 8), 9);
  });

  it('takes a time where all times together are likelier than any word', () => {
    assert.equal(chosen({ 0: 2, 8: 1.5, 9: 1.6 }, 6, 1), 9);
    assert.equal(chosen({ 0: 2.5, 8: 1.5, 9: 1.6 }, 6, 1), 0);
  });

  it('never writes what is suppressed, nor that there are no times', () => {
    assert.equal(chosen({ 3: 9, 5: 8, 0: 1 }, 6), 0);
  });

  it('tells the probability among all tokens, and leaves the scores as they were', () => {
    const logits = Float32Array.from({ length: 12 }, (_, token) => (token === 0 || token === 3 ? 0 : -40));
    const before = logits.slice();
    const { token, chance } = nextToken(logits, [6], TOKENS);
    assert.equal(token, 0);
    assert.ok(Math.abs(chance - Math.log(0.5)) < 1e-6);
    assert.deepEqual(logits, before);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStopStrings } from '../../src/adapters/transformers/stop-strings.ts';

/** What comes through when text arrives in these pieces. */
function through(stops: readonly string[], pieces: readonly string[]): { text: string; stopped: boolean } {
  const filter = createStopStrings(stops);
  let text = '';
  for (const piece of pieces) text += filter.push(piece);
  return { text: text + filter.end(), stopped: filter.stopped };
}

describe('createStopStrings()', () => {
  it('lets text through that holds no stop string', () => {
    assert.deepEqual(through(['END'], ['a b ', 'E', 'N c EN']), { text: 'a b EN c EN', stopped: false });
  });

  it('ends before a stop string, however the text is cut', () => {
    const text = 'one two STOP three';
    for (let at = 0; at <= text.length; at += 1) {
      assert.deepEqual(through(['STOP'], [text.slice(0, at), text.slice(at)]), { text: 'one two ', stopped: true });
    }
    assert.deepEqual(through(['STOP'], text.split('')), { text: 'one two ', stopped: true });
  });

  it('takes the first of several stop strings, and none that is empty', () => {
    assert.deepEqual(through(['', 'three', 'two'], ['one two three']), { text: 'one ', stopped: true });
  });

  it('never gives away what may begin a stop string', () => {
    assert.equal(createStopStrings(['aab']).push('xaa'), 'x');
  });
});

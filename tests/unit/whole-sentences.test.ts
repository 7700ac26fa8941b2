import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeSentences } from '../../src/adapters/onnx/whole-sentences.ts';

/** What was heard in a window of as many seconds as there are words, one a second, in segments. */
function heardIn(...segments: readonly string[]) {
  let at = 0;
  const spoken = segments.map((text) => text.split(' ').map((word) => ({ text: word, start: at, end: (at += 1), confidence: 1 })));
  return {
    words: spoken.flat(),
    segments: spoken.map((words) => ({
      start: words[0]?.start ?? 0,
      end: words.at(-1)?.end ?? 0,
      text: words.map(({ text }) => text).join(' '),
    })),
    seconds: at,
  };
}

describe('wholeSentences()', () => {
  it('leaves out the last sentence, which the window may have cut off, and tells where it begins', () => {
    const whole = wholeSentences(heardIn('It is late. We', 'go home now. And I.'));
    assert.equal(whole?.endSeconds, 7);
    assert.deepEqual(
      whole?.heard.segments.map(({ start, end, text }) => [start, end, text]),
      [
        [0, 4, 'It is late. We'],
        [4, 7, 'go home now.'],
      ],
    );
    assert.equal(whole?.heard.words.length, 7);
  });

  it('keeps all of a window that would lose more than half, or has no signs', () => {
    assert.equal(wholeSentences(heardIn('Well. Now we go home and')), undefined);
    assert.equal(wholeSentences(heardIn('now we go home and')), undefined);
    assert.equal(wholeSentences(heardIn('')), undefined);
  });

  it('takes no title for the end of a sentence', () => {
    assert.equal(wholeSentences(heardIn('I have seen Mr. Smith')), undefined);
  });
});

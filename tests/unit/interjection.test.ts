import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeInterjection, type HeardInterjection, type Interjection } from '../../src/domain/speech/live/interjection.ts';

/** What is said of words that were heard so surely, while they are said. */
function judged(text: string, heard: Partial<HeardInterjection> = {}): Interjection {
  return judgeInterjection({ text, confidence: 0.9, speechMs: 500, isPaused: false, isOver: false, ...heard });
}

const OVER = { isPaused: true, isOver: true };

describe('judgeInterjection()', () => {
  it('passes over what somebody says who listens or thinks, also several at once', () => {
    for (const text of [
      'Mm-hmm.',
      'uh-huh',
      'Yeah.',
      'Okay, right.',
      'O.K.',
      'All right!',
      'I see. Of course.',
      'Hm, yeah, yeah',
      'Um...',
      'Uh',
      'oh',
    ]) {
      assert.equal(judged(text), 'listening', text);
      assert.equal(judged(text, OVER), 'listening', text);
    }
  });

  it('takes «stop», «wait», «no» and questions for a turn as soon as they are heard, also behind a listener’s words', () => {
    for (const text of ['Stop', 'wait', 'No', 'No, wait', 'Okay, stop.', 'Hold on', 'What?', 'Um, why?']) {
      assert.equal(judged(text, { speechMs: 250 }), 'turn', text);
    }
    assert.equal(judged('No', { speechMs: 250, confidence: 0.3 }), 'unclear');
  });

  it('takes any other word for a turn once it is sure to be one', () => {
    assert.equal(judged('Book'), 'turn');
    assert.equal(judged('Yeah, but'), 'turn');
    assert.equal(judged('Book', { confidence: 0.4 }), 'unclear');
    assert.equal(judged('Book', { speechMs: 300 }), 'unclear', 'it may be the beginning of another one');
    assert.equal(judged('Book', { speechMs: 300, isPaused: true }), 'turn');
    assert.equal(judged('Book', { confidence: 0.4, speechMs: 600 }), 'turn', 'sounds of listeners are shorter');
    assert.equal(judged('exact'), 'unclear', 'it may become «exactly»');
    assert.equal(judged('of co'), 'unclear');
    assert.equal(judged('exact', OVER), 'turn');
    assert.equal(judged('book a table', { confidence: 0.2 }), 'turn', 'a sentence');
    assert.equal(judged('今何時'), 'turn');
  });

  it('takes a single word of which the recogniser is not sure for noise once it is over', () => {
    assert.equal(judged('Duck', { ...OVER, confidence: 0.3 }), 'wordless');
    assert.equal(judged('Book a', { ...OVER, confidence: 0.3 }), 'turn');
    assert.equal(judged('Book', { ...OVER, confidence: undefined }), 'turn');
    assert.equal(judged(' … ', OVER), 'wordless');
  });
});

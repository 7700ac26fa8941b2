import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toMessages, withTurn, type SpokenTurn } from '../../src/domain/speech/conversation.ts';

const turn = (transcript: string, spoken: string): SpokenTurn => ({ transcript, spoken });

describe('withTurn()', () => {
  const earlier = [turn('aa', 'bb'), turn('cc', 'dd')];

  it('keeps the last turns within the limit of turns', () => {
    const kept = withTurn(earlier, turn('ee', 'ff'), { maxTurns: 2, maxCharacters: 100 });
    assert.deepEqual(kept, [turn('cc', 'dd'), turn('ee', 'ff')]);
    assert.deepEqual(withTurn([], turn('ee', 'ff'), { maxTurns: 0, maxCharacters: 100 }), []);
  });

  it('keeps the last turns within the limit of characters, whole', () => {
    const limited = (maxCharacters: number) => withTurn(earlier, turn('ee', 'ff'), { maxTurns: 9, maxCharacters });
    assert.deepEqual(limited(12), [...earlier, turn('ee', 'ff')]);
    assert.deepEqual(limited(11), [turn('cc', 'dd'), turn('ee', 'ff')]);
    assert.deepEqual(limited(3), []);
  });

  it('keeps nothing of a turn but its texts', () => {
    const whole = { ...turn('ee', 'ff'), audio: [new Float32Array(1)] };
    assert.deepEqual(withTurn([], whole, { maxTurns: 9, maxCharacters: 100 }), [turn('ee', 'ff')]);
  });
});

describe('toMessages()', () => {
  it('gives questions and answers in turn, and at last what was said just now', () => {
    assert.deepEqual(toMessages([turn('Where is Eva?', 'In Lisbon.')], 'Since when?'), [
      { role: 'user', content: 'Where is Eva?' },
      { role: 'assistant', content: 'In Lisbon.' },
      { role: 'user', content: 'Since when?' },
    ]);
  });

  it('asks a question without an answer with the one after it, so that user and assistant take turns', () => {
    const earlier = [turn('Where is Eva?', ''), turn('My sister Eva.', 'In Lisbon.'), turn('Since', '')];
    assert.deepEqual(toMessages(earlier, 'when?'), [
      { role: 'user', content: 'Where is Eva?\nMy sister Eva.' },
      { role: 'assistant', content: 'In Lisbon.' },
      { role: 'user', content: 'Since\nwhen?' },
    ]);
  });
});

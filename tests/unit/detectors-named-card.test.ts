import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { startCpuTime } from '../cpu-time.ts';

function found(text: string): readonly string[] {
  return cardNumberDetector.inspect({ id: 'p', role: 'user', channel: 'user', text }).map(({ start, end }) => text.slice(start, end));
}

const SPOKEN = Array.from({ length: 8 }, () => 'four two').join(' ');

describe('a card number that its label names', () => {
  for (const [text, card] of [
    ['my card number is 4539, 1488, 0343, 6467 thanks', '4539, 1488, 0343, 6467'],
    ['Card: 4539. 1488. 0343. 6467.', '4539. 1488. 0343. 6467'],
    ['card number 4539 1488 0343 and 6467 please', '4539 1488 0343 and 6467'],
    ['visa 4539,1488,0343,6467 please', '4539,1488,0343,6467'],
    ['card_number_4539148803436467 is set', '4539148803436467'],
    ['CARD4539148803436467EXP1227 is set', '4539148803436467'],
    ['see visa-4539148803436467.pdf here', '4539148803436467'],
    [`my card number is ${SPOKEN} please`, SPOKEN],
  ] as const) {
    it(`is found in ${text}`, () => {
      assert.deepEqual(found(text), [card]);
      const start = text.indexOf(card);
      for (let length = start + 1; length <= start + card.length; length += 1)
        assert.ok(cardNumberDetector.tail(text.slice(0, length)) <= start, text.slice(0, length));
    });
  }

  for (const text of [
    'ID4539148803436467',
    'token_4539148803436467.json',
    'receipt-4539148803436467.pdf',
    'discard4539148803436467',
    'scorecard_4539148803436467',
    'card_4539148803436468',
    'order 4539, 1488, 0343, 6467',
    'cards: 4539, 1488, 0343, 6467, 1234',
    'card years 2019, 2020, 2021, 2022',
    SPOKEN,
    'the card game goes one two three four one two three four',
  ]) {
    it(`is none in ${text}`, () => assert.deepEqual(found(text), []));
  }

  it('is looked for in linear time', () => {
    for (const piece of ['card 4539, ', 'card four two ', 'card_4539', '4539. ', '1234 and ', 'four-']) {
      const taken = startCpuTime();
      found(piece.repeat(200_000 / piece.length));
      assert.ok(taken() < 1500, `${piece} ${taken()}`);
    }
  });
});

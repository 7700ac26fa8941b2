import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector, createCardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { createTextProfiler } from '../../src/domain/guardrails/normalisation/text-profile.ts';
import { fc } from '../draws.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(cardNumberDetector);
const foundWithProfile = valuesFoundBy(createCardNumberDetector(createTextProfiler()));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hexadecimal = (text: string): string => Buffer.from(text).toString('hex');
const CARDS = ['4111111111111111', '5500 0000 0000 0004', '3782-822463-10005', 'my card is 4111 1111 1111 1111, thanks'];

describe('card numbers in codes', () => {
  for (const card of CARDS) {
    const codes = [
      base64(card),
      base64(card).replace(/=+$/, ''),
      Buffer.from(card).toString('base64url'),
      ...(/^[\d -]+$/.test(card) ? [hexadecimal(card), (hexadecimal(card).match(/../g) ?? []).join(' ')] : []),
    ];
    for (const code of codes)
      it(`are found: ${code}`, () => {
        for (const [before, behind] of [
          ['', ''],
          ['please decode ', ' for me'],
          ['{"n":"', '"}'],
          ['?n=', '&x=1'],
        ] as const) {
          assert.deepEqual(found(before + code + behind), [code]);
          assert.deepEqual(foundWithProfile(before + code + behind), [code]);
        }
      });
  }

  it('are held back from the fourth character of base64 on, which says two digits, and from the first of hexadecimal', () => {
    for (const [card, before] of CARDS.slice(0, 3).flatMap((card) => [[card, 'decode '] as const, [card, ''] as const])) {
      const [coded, plain] = [base64(card), hexadecimal(card)];
      for (let end = 4; end <= coded.length; end += 1)
        assert.ok(cardNumberDetector.tail(before + coded.slice(0, end)) <= before.length, coded.slice(0, end));
      for (let end = 1; end <= plain.length; end += 1)
        assert.ok(cardNumberDetector.tail(before + plain.slice(0, end)) <= before.length, plain.slice(0, end));
    }
  });

  it('are none with a wrong check digit, nor are other texts in codes, digests, names and paths', () => {
    for (const text of [
      base64('4111111111111112'),
      hexadecimal('4111111111111112'),
      base64('order 1234567890123456 of 2024'),
      base64('a sentence without any number in it'),
      'd41d8cd98f00b204e9800998ecf8427e 3132333435363738393031323334353637383930',
      'Donaudampfschifffahrtsgesellschaft and src/domain/guardrails/detectors/card-number',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('do not appear in codes of random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 15, maxLength: 80 }), (bytes) => {
        assert.deepEqual(found(`code ${Buffer.from(bytes).toString('base64')} end`), []);
      }),
      { numRuns: 1000 },
    );
  });
});

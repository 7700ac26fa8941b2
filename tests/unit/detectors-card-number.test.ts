import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCardNumber } from '../../src/domain/guardrails/detectors/card-issuers.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(cardNumberDetector);

describe('cardNumberDetector finds', () => {
  const cards: readonly (readonly [string, string, string])[] = [
    ['an unbroken number', 'card 4111111111111111 please', '4111111111111111'],
    ['single spaces', 'pay with 5500 0000 0000 0004.', '5500 0000 0000 0004'],
    ['single hyphens', '(3782-822463-10005)', '3782-822463-10005'],
    ['14 digits', '36 7000 0000 0000 08 wait 3056 930902 5904', '3056 930902 5904'],
    ['19 digits', '6304 0000 0000 0000 000', '6304 0000 0000 0000 000'],
    ['any grouping when the run is nothing else', '41 111 111 1111 1111', '41 111 111 1111 1111'],
    ['a printed layout with an expiry date behind it', '4111 1111 1111 1111 12 28', '4111 1111 1111 1111'],
    ['a number before a comma', '4111111111111111,12/28,x', '4111111111111111'],
    ['full-width digits', '４１１１１１１１１１１１１１１１', '４１１１１１１１１１１１１１１１'],
    ['digits with invisible characters between', '4111\u200b1111\u200b1111\u200b1111', '4111\u200b1111\u200b1111\u200b1111'],
    [
      'digits with variation selectors, invisible signs or tags between',
      '4111\ufe0f1111\u2063\u20631111\u{e0020}1111',
      '4111\ufe0f1111\u2063\u20631111\u{e0020}1111',
    ],
    ['digits with marks', '4\u03011\u030111 1111 1111 1111', '4\u03011\u030111 1111 1111 1111'],
    [
      'the digits of keycaps',
      `${Array.from('411111111111111', (digit) => `${digit}\ufe0f\u20e3`).join('')}1`,
      `${Array.from('411111111111111', (digit) => `${digit}\ufe0f\u20e3`).join('')}1`,
    ],
    ['12 digits behind a word for cards', 'Maestro card 501800000009 declined', '501800000009'],
    ['12 digits in groups', 'debit card: 6759 0000 0000', '6759 0000 0000'],
    ['15 digits of the oldest JCB cards', 'JCB 180000000000002', '180000000000002'],
    ['the digits in a column named for cards', 'name,credit_card\nann,4222222222222\nbob,4222222222222', '4222222222222'],
    ['a number behind that of a thing', 'card2 5500-0000-0000-0004', '5500-0000-0000-0004'],
    ['an unbroken one behind that of a thing', 'Karte12 378282246310005', '378282246310005'],
    ['a number behind a year', 'In 2024 5500 0000 0000 0004 was charged', '5500 0000 0000 0004'],
    ['a number behind a date', 'paid on March 3rd, 2024 5500 0000 0000 0004', '5500 0000 0000 0004'],
    [
      'digits in words, however the card is named',
      'Card number: four five three nine five seven eight seven six three six two one four eight six',
      'four five three nine five seven eight seven six three six two one four eight six',
    ],
    ['no-break spaces', '4111\u00a01111\u00a01111\u00a01111', '4111\u00a01111\u00a01111\u00a01111'],
  ];
  for (const [what, text, expected] of cards) {
    it(what, () => assert.ok(found(text).includes(expected), JSON.stringify(found(text))));
  }

  for (const row of [
    '|4111 1111 1111 1111| |5500 0000 0000 0004|',
    '|4111 1111 1111 1111| |5500 0000 0000 0004| |3782 822463 10005|',
    '|4111-1111-1111-1111| |5500-0000-0000-0004| |4012-8888-8888-1881|',
    '|4111111111111111| |4111 1111 1111 1111| |4111-1111-1111-1111|',
    '1 |4111 1111 1111 1111| 12 28 123 2 |5500 0000 0000 0004| 0127 456',
  ]) {
    it(`cards one after the other: ${row}`, () => {
      const cards = Array.from(row.matchAll(/\|([^|]+)\|/g), ([, card]) => card);
      assert.deepEqual(found(`pay with ${row.replaceAll('|', '')} please`), cards);
    });
  }

  for (const before of ['PIN 1234', 'Order 2026', 'code: 0815', 'ext 4021', 'Visa 4242']) {
    it(`a card behind a year or a code: ${before}`, () =>
      assert.deepEqual(found(`${before} 4111 1111 1111 1111 thanks`), ['4111 1111 1111 1111']));
  }
});

describe('cardNumberDetector leaves alone', () => {
  const harmless: readonly (readonly [string, string])[] = [
    ['the digits of an account behind its country', 'DE12 4111 1111 1111 1111 00'],
    ['a number tied to that of a thing', 'card2-4111-1111-1111-1111'],
    ['a wrong check digit', '4111111111111112'],
    ['a prefix no issuer has', '9111111111111111'],
    ['a length the issuer does not use', '411111111111116'],
    ['a number inside a longer digit run', '94111111111111111000'],
    ['a hexadecimal digest', 'a4111111111111111f'],
    ['an identifier with a letter behind a hyphen', '4111-1111-1111-1111-x'],
    ['a decimal fraction', '0.4111111111111111'],
    ['part of a name', 'log_4111111111111111 and 4111111111111111_v2 and __4111111111111111__'],
    ['double spaces between the groups', '4111  1111  1111  1111'],
    ['12 digits of an identity card', 'Aadhaar card 5018 0000 0009'],
    ['12 digits that nothing names', 'at 501800000009 it stopped'],
    ['one digit again and again', '0000000000000000'],
    ['a telephone number that would pass as a card', '+49 157 05874985'],
    ['a table of numbers', Array.from({ length: 40 }, () => '4111').join(' ')],
    ['a table of numbers with a card among them', '1021 4111 1111 1111 1111 2210 3345 1871 9021 3356 2210 1871'],
    ['a card among cards that are none', '4111 1111 1111 1111 5500 0000 0000 0005 5500 0000 0000 0006'],
    ['numbers of pages', 'pages 41 42 43 44 45 46 47 48 and 2-3-4-5-6-7-8-9-10-11-12-13'],
    ['numbers in equal steps', 'printers 4030 4040 4050 4060 and 4070 4069 4068 4067'],
    ['a parcel in groups of four', 'Parcel 2026 4111 1111 1111 1111'],
    ['twenty digits that no word for a code is before', 'sent to 0034 4111 1111 1111 1111'],
  ];
  for (const [what, text] of harmless) {
    it(what, () => assert.deepEqual(found(text), []));
  }
});

describe('cardNumberDetector.tail()', () => {
  const tails: readonly (readonly [string, string, string])[] = [
    ['holds nothing when the text ends in words', 'pay now', ''],
    ['holds trailing digits', 'pay 4111', '4111'],
    ['holds digits and the separator behind them', 'pay 4111 1111 ', '4111 1111 '],
    ['holds a run before a decimal point that may follow', 'pay 4111111111111111.', '4111111111111111.'],
    ['holds nothing once two separators closed the run', 'pay 4111 1111  ', ''],
    ['holds only the last group of a long table', `${'4111 '.repeat(50)}41`, '41'],
    [
      'holds cards one after the other',
      'pay 4111 1111 1111 1111 5500 0000 0000 0004 3782 82',
      '4111 1111 1111 1111 5500 0000 0000 0004 3782 82',
    ],
    ['holds nothing of an endless digit run', '4'.repeat(500), ''],
  ];
  for (const [what, text, held] of tails) {
    it(what, () => assert.equal(text.slice(cardNumberDetector.tail(text)), held));
  }
});

describe('isCardNumber()', () => {
  it('knows the ranges of every network', () => {
    const numbers = ['4111111111111111', '5555555555554444', '2223000048400011', '378282246310005', '6011111111111117', '3530111333300000'];
    assert.deepEqual(
      numbers.filter((number) => !isCardNumber(number)),
      [],
    );
  });
});

describe('a long text that repeats itself', () => {
  it('has every card number that no word makes another number', () => {
    const [paid, ordered] = ['paid 4111111111111111, '.repeat(4000), 'order 4111111111111111, '.repeat(4000)];
    const text = `${paid}${ordered}${paid}`;
    const starts = cardNumberDetector.inspect({ id: 'p', role: 'user', channel: 'user', text }).map(({ start }) => start);
    const places = (from: number): number[] => Array.from({ length: 4000 }, (_, index) => from + index * 23 + 5);
    assert.deepEqual(starts, [...places(0), ...places(paid.length + ordered.length)]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { splitCards } from '../../src/domain/guardrails/detectors/split-card.ts';
import { startCpuTime } from '../cpu-time.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(cardNumberDetector);

describe('a card number is found', () => {
  for (const value of [
    '4111<b>1111</b>1111 1111',
    '4111 <em>1111</em> <em>1111</em> 1111',
    '4111<b>11</b>11<i>1111</i><span class="g4">1111',
    '4111<!-- -->1111<wbr>1111<wbr/>1111',
    '4111 **1111** 1111 **1111',
    '4111 *1111* _1111_ `1111',
    '4111~~1111~~1111~~1111',
    '3782_822463_10005',
    '4111_1111_1111_1111',
    '4111__1111__1111__1111',
  ])
    it(`with what only shapes it between its groups: ${value}`, () => {
      assert.deepEqual(found(`pay ${value} today`), [value]);
      assert.deepEqual(found(value), [value]);
    });

  for (const parting of [
    '\n',
    '\r\n',
    ' \n  ',
    '\n\n',
    '\n- ',
    '\t',
    '  ',
    '/',
    ' / ',
    '|',
    ' | ',
    '<br>',
    '<br/>\n',
    '</td><td>',
    '</td>\n<td class="c1">',
  ])
    it(`behind its label with ${JSON.stringify(parting)} between its groups`, () => {
      const value = ['4111', '1111', '1111', '1111'].join(parting);
      for (const label of [
        'My card is ',
        'Card number:\n',
        'Visa: ',
        'credit card | ',
        'Kreditkarte ',
        'Номер карты: ',
        '卡号：',
        '<td>Card</td><td>',
      ])
        assert.deepEqual(found(`${label}${value}, thanks`), [value], label);
      assert.deepEqual(found(`my card: ${value}\n12/28\n123`), [value]);
    });

  it('with six and five digits behind the first group', () =>
    assert.deepEqual(found('Amex no. 3782\n822463\n10005'), ['3782\n822463\n10005']));

  it('behind others', () => {
    const values = ['4111_1111_1111_1111', '5500 0000 0000 0004', '4111<b>1111</b>1111 1111'];
    assert.deepEqual(found(`a ${values.join(', then ')}.`), values);
  });
});

describe('no card number is found in', () => {
  const harmless: readonly (readonly [string, string])[] = [
    ['a column of numbers', '4111\n1111\n1111\n1111'],
    ['a row of a table', 'year\ta\tb\tc\td\n2024\t4111\t1111\t1111\t1111'],
    ['a list of what fits', 'Toner for LaserJet 4111/1111/1111/1111'],
    ['a column of amounts', 'Payments:\n4111\n1111\n1111\n1111'],
    ['a column under a heading for cards', 'Cards sold:\n4111\n1111\n1111\n1111'],
    ['a column that goes on', 'card:\n4111\n1111\n1111\n1111\n2450\n3871'],
    ['cards that draw pictures', 'graphics card 4111/1111/1111/1111'],
    ['scores of cards', 'Report card: 4111 | 1111 | 1111 | 1111'],
    ['a product', '4111*1111*1111*1111 and 4111 * 1111 * 1111 * 1111'],
    ['a name with underscores', 'img_4111_1111_1111_1111 and 4111_1111_1111_1111_v2 and 4111_1111_1111_1111_1111_1111'],
    ['a path', '/var/4111/1111/1111/1111/a'],
    ['the cells of a row', '<tr><td>4111</td><td>1111</td><td>1111</td><td>1111</td></tr>'],
    ['a wrong check digit', '4111<b>1111</b>1111 1112 and 4111_1111_1111_1112'],
    ['a prefix that no issuer has', '9111<b>1111</b>1111 1111'],
    ['a longer number', '4111<b>1111</b>1111 1111 1111 1111'],
    ['dates with underscores', '2024_0115_1230_4501'],
    ['links to pages', Array.from({ length: 8 }, (_, page) => `<a href="?p=${41 + page}">${41 + page}</a>`).join(' ')],
    ['numbers of pages', '<b>1</b> <b>2</b> <b>3</b> <b>4</b> <b>5</b> <b>6</b> <b>7</b> <b>8</b> <b>9</b> <b>10</b> <b>11</b>'],
    ['powers', '4111<sup>1111</sup>1111<sup>1111</sup>'],
    ['comparisons', '4111 < 1111 < 1111 < 1111'],
    ['a longer number beside others with markup', '4111 1111 1111 1111\u200b4111 and 5<b>7</b>'],
    ['what an order is called', 'order no. 4111_1111_1111_1111'],
  ];
  for (const [what, text] of harmless) it(what, () => assert.deepEqual(found(text), []));
});

describe('what a stream holds back', () => {
  for (const [text, held] of [
    ['pay 4111<b>11', '4111<b>11'],
    ['pay 4111 <span class="g', '4111 <span class="g'],
    ['pay 4111<b>1111</b>', '4111<b>1111</b>'],
    ['pay 4111 *1111* 11', '4111 *1111* 11'],
    ['pay 4111_11', '4111_11'],
    ['my card is 4111\n11', '4111\n11'],
    ['my card is 4111</td>\n<td', '4111</td>\n<td'],
    ['it was 4111\n', ''],
    ['in 2024 it was', ''],
    ['`2024` *is*', ''],
    ['<b>2024</b> is', ''],
    ['5 < six', ''],
  ])
    it(JSON.stringify(text), () => assert.equal(text?.slice(cardNumberDetector.tail(text)), held));
});

it('hostile texts are read in linear time', () => {
  const elapsed = startCpuTime();
  for (const unit of [
    '1<b>',
    '1 *',
    '1234_',
    'card 1234\n',
    'card number is 4111\n1111\n1111\n1111\n',
    '4111<!-- ',
    'card    ',
    '1<b>2</b>3<i a="',
  ])
    splitCards(unit.repeat(Math.ceil(250_000 / unit.length)));
  assert.ok(elapsed() < 2500, `${elapsed()} ms`);
});

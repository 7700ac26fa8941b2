import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withFigures } from '../../src/adapters/onnx/figures.ts';

const heard = (text: string) => text.split(' ').map((word, index) => ({ text: word, start: index, end: index + 1, confidence: 0.8 }));
const written = (text: string): string =>
  withFigures(heard(text))
    .map((word) => word.text)
    .join(' ');

describe('withFigures()', () => {
  const cases: [string, string][] = [
    ['Two thirty p m.', '2:30 p.m.'],
    ['At seven pm, we left.', 'At 7 p.m., we left.'],
    ['Is it twelve oh five a.m.?', 'Is it 12:05 a.m.?'],
    ['at six forty-five am', 'at 6:45 a.m.'],
    ['ten fifty nine p. m. sharp', '10:59 p.m. sharp'],
    ['A four percent tax, or a hundred', 'A 4% tax, or a hundred'],
    ['Two point five per cent.', '2.5%.'],
    ['One hundred and five percent', '105%'],
    ['4 percent and thirty three percent', '4% and 33%'],
    ['Capital in the twenty first century, I say', 'Capital in the 21st century, I say'],
    ['the twenty-second century', 'the 22nd century'],
  ];
  for (const [text, expected] of cases) it(`writes ${expected}`, () => assert.equal(written(text), expected));

  for (const text of [
    'one of them and two or three more',
    'At ten am I to go?',
    'the nineteenth century, the twenty first',
    'two people, four per person',
    'thirteen p m',
    'point five percent',
    'one m and two a',
  ])
    it(`leaves words: ${text}`, () => assert.equal(written(text), text));

  it('gives a figure the time of all its words', () => {
    assert.deepEqual(
      withFigures(heard('at two thirty p m sharp')).map(({ text, start, end }) => [text, start, end]),
      [
        ['at', 0, 1],
        ['2:30', 1, 3],
        ['p.m.', 3, 5],
        ['sharp', 5, 6],
      ],
    );
  });
});

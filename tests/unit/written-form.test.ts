import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inWrittenForm } from '../../src/adapters/onnx/written-form.ts';

const heard = (text: string) => text.split(' ').map((word, index) => ({ text: word, start: index, end: index + 1, confidence: 0.8 }));
const written = (text: string) => text.split(' ').map((word) => ({ text: word, confidence: 0.5 }));
const formed = (first: string, second: string): string =>
  inWrittenForm(heard(first), written(second))
    .map(({ text }) => text)
    .join(' ');

describe('inWrittenForm()', () => {
  const cases: [string, string, string, string][] = [
    ['capitals and signs', 'what can you do', 'What can you do?', 'What can you do?'],
    ['the words of the first', 'see you at noon tomorrow', 'See you at new tomorrow.', 'See you at noon tomorrow.'],
    ['a capital for a name that the second wrote otherwise', 'we saw anna there', 'We saw Hannah there.', 'We saw Anna there.'],
    ['a capital where a sentence begins with another word', 'good then nora left', 'Good. Than nora left.', 'Good. Then nora left.'],
    [
      'signs behind figures',
      'it costs twelve dollars and that is all',
      'It costs $12, and that is all.',
      'It costs twelve dollars, and that is all.',
    ],
    ['words of the same letters as the second parts them', 'to day every one left', 'Today everyone left.', 'Today everyone left.'],
    ['a single word as the second parts it', 'to day', 'Today,', 'Today'],
    ['no word that only the second wrote', 'that is all', 'And that is all.', 'That is all.'],
    ['no sign that waits for more at the end', 'book a room', 'Book a room,', 'Book a room'],
    ['the first alone, if they agree on little', 'one two three four', 'Wonderful, too free for.', 'one two three four'],
  ];
  for (const [what, first, second, expected] of cases) {
    it(`gives ${what}: ${expected}`, () => assert.equal(formed(first, second), expected));
  }

  it('keeps the times and the confidence of the first', () => {
    assert.deepEqual(inWrittenForm(heard('hello there'), written('Hello there.'))[1], {
      text: 'there.',
      start: 1,
      end: 2,
      confidence: 0.8,
    });
  });

  it('shares the time of words that the second parts otherwise by their letters', () => {
    const words = inWrittenForm(heard('good bye all'), written('Goodby eall.'));
    assert.deepEqual(
      words.map(({ text, start, end }) => [text, Math.round(start * 10), Math.round(end * 10)]),
      [
        ['Goodby', 0, 18],
        ['eall.', 18, 30],
      ],
    );
  });

  it('has nothing to write without words', () => assert.deepEqual(inWrittenForm([], written('You')), []));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diarizedSegments } from '../../src/domain/speech/diarization/diarized-segments.ts';
import { joinTurns } from '../../src/domain/speech/diarization/join-turns.ts';
import type { Transcript } from '../../src/ports/speech.ts';

const turn = (start: number, end: number, speaker: string) => ({ start, end, speaker });
const heard = (...words: readonly (readonly [number, number, string])[]): Transcript => ({
  text: words.map(([, , text]) => text).join(' '),
  language: 'en',
  durationInSeconds: 60,
  words: words.map(([start, end, text]) => ({ start, end, text, confidence: 1 })),
});

describe('diarizedSegments()', () => {
  const turns = [turn(0, 2, 'A'), turn(2.3, 4, 'B'), turn(4, 6, 'A')];

  it('gives a word to the turn around its middle, and between turns to the nearest', () => {
    const transcript = heard([0.1, 1, 'one'], [1.9, 2.2, 'two'], [2.1, 2.4, 'three'], [3.8, 4.4, 'four'], [7, 8, 'five']);
    assert.deepEqual(diarizedSegments(transcript, turns), [
      { ...turns[0], text: 'one two' },
      { ...turns[1], text: 'three' },
      { ...turns[2], text: 'four five' },
    ]);
  });

  it('has the words of the transcript, each once and in order', () => {
    const many = Array.from({ length: 500 }, (_, index) => [index * 0.1, index * 0.1 + 0.09, `w${index}`] as const);
    const often = Array.from({ length: 80 }, (_, index) => turn(index * 0.6, index * 0.6 + 0.4, 'ABC'[index % 3] ?? ''));
    const found = diarizedSegments(heard(...many), often);
    assert.equal(found?.map(({ text }) => text).join(' '), heard(...many).text);
  });

  it('parts the words between two turns where a sentence ends among them', () => {
    const spoken = heard([0.1, 1, 'It'], [1, 1.9, 'is.'], [2.05, 2.1, 'At'], [2.7, 3, 'last.'], [3.9, 4.2, 'Yes.']);
    assert.deepEqual(
      diarizedSegments(spoken, [turn(0, 2, 'A'), turn(2.8, 4, 'B')])?.map(({ text }) => text),
      ['It is.', 'At last. Yes.'],
    );
    const late = heard([0.1, 1, 'It'], [2.5, 2.7, 'is.'], [2.8, 3, 'Yes.']);
    assert.deepEqual(
      diarizedSegments(late, [turn(0, 2, 'A'), turn(2.8, 4, 'B')])?.map(({ text }) => text),
      ['It is.', 'Yes.'],
    );
  });

  it('leaves words between two turns to the nearest where several sentences end among them', () => {
    const spoken = heard([0.1, 1, 'It.'], [2.05, 2.1, 'So.'], [2.6, 2.7, 'Yes.'], [3, 3.5, 'Well.']);
    assert.deepEqual(
      diarizedSegments(spoken, [turn(0, 2, 'A'), turn(2.8, 4, 'B')])?.map(({ text }) => text),
      ['It. So.', 'Yes. Well.'],
    );
  });

  it('writes words as the text has them, without spaces in languages that have none', () => {
    const transcript = { ...heard([0.1, 1, '今天'], [1, 1.9, '天'], [2.4, 3, '氣？'], [3, 3.5, 'OK']), text: '今天天氣？ OK' };
    assert.deepEqual(
      diarizedSegments(transcript, turns)?.map(({ text }) => text),
      ['今天天', '氣？ OK'],
    );
  });

  it('leaves out turns in which no words are heard', () => {
    assert.deepEqual(diarizedSegments(heard([2.5, 3, 'word']), turns), [{ ...turns[1], text: 'word' }]);
  });

  it('tells nothing of a transcript without times, and no segments of an empty one', () => {
    const untimed = { text: 'word', language: 'en', durationInSeconds: 6 };
    assert.equal(diarizedSegments(untimed, turns), undefined);
    assert.deepEqual(diarizedSegments({ ...untimed, text: '' }, turns), []);
  });
});

describe('joinTurns()', () => {
  it("joins a speaker's turns over pauses shorter than a second, up to thirty seconds", () => {
    const joined = joinTurns([turn(0, 2, 'A'), turn(2.9, 4, 'A'), turn(5, 6, 'A'), turn(6, 7, 'B'), turn(7.5, 20, 'A'), turn(20, 40, 'A')]);
    assert.deepEqual(joined, [turn(0, 4, 'A'), turn(5, 6, 'A'), turn(6, 7, 'B'), turn(7.5, 20, 'A'), turn(20, 40, 'A')]);
  });
});

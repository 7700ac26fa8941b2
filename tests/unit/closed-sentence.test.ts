import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { withClosedSentence } from '../../src/adapters/onnx/closed-sentence.ts';
import { createTurnJudge } from '../../src/core/turn-ends.ts';

const judge = createTurnJudge(await readFile(new URL('../../models/turns-en/ends.txt', import.meta.url), 'utf8'));
const closed = (text: string): string =>
  withClosedSentence(
    text.split(' ').map((word, index) => ({ text: word, start: index, end: index + 1, confidence: 0.8 })),
    judge,
  )
    .map((word) => word.text)
    .join(' ');

describe('withClosedSentence()', () => {
  for (const [said, written] of [
    ['Please turn on the lights in the kitchen', 'Please turn on the lights in the kitchen.'],
    ['I know. Some universities have programs in the arts', 'I know. Some universities have programs in the arts.'],
    ['When is the next meeting', 'When is the next meeting?'],
    ['How long does it take', 'How long does it take?'],
    ["What's the time in Oslo", "What's the time in Oslo?"],
    ['Is the light in the kitchen broken', 'Is the light in the kitchen broken?'],
    ['Can you hear me now', 'Can you hear me now?'],
    ['When we arrived he was at home', 'When we arrived he was at home.'],
    ['Do the dishes before dinner', 'Do the dishes before dinner.'],
  ] as const) {
    it(`ends «${said}»`, () => assert.equal(closed(said), written));
  }

  for (const text of [
    'Please turn on the',
    'Book a room',
    'please turn on the lights in the kitchen',
    'Is the kitchen light on?',
    'He said «I am at home»',
    'It was late, and we',
  ]) {
    it(`leaves «${text}» as it is`, () => assert.equal(closed(text), text));
  }
});

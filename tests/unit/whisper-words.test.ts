import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WrittenToken } from '../../src/adapters/transformers/whisper-decoder.ts';
import { timedWords } from '../../src/adapters/transformers/whisper-words.ts';

const SECONDS = 2;
const FRAMES = 100;
const FIRST_TIME = 1000;
const hundredth = (seconds: number): number => Math.round(seconds * 100) / 100;

/** A token that two heads see in some of the frames, and all of which look at the last one. */
function seen(token: number, from: number, to: number, chance = 0): WrittenToken {
  const row = Float32Array.from({ length: FRAMES }, (_, frame) => (frame >= from && frame < to ? 0.1 : frame === FRAMES - 1 ? 0.5 : 0));
  return { token, chance, attention: [row, row.slice()] };
}

const time = (token: number): WrittenToken => ({ ...seen(FIRST_TIME + token, 0, 0) });

/** The words of tokens that read as these pieces; a piece of a letter is the sign of replacement. */
function words(
  tokens: readonly WrittenToken[],
  pieces: readonly string[],
  options: { readonly language?: string; readonly segments?: [number, number][] } = {},
) {
  const { language = 'de', segments = [[0, SECONDS]] } = options;
  const read = (ids: readonly number[]): string => {
    const text = ids.map((id) => pieces[id] ?? '').join('');
    return text.includes('½') && !text.includes('½½') ? '\uFFFD' : text.replace('½½', '气');
  };
  return timedWords(tokens, {
    language,
    read,
    isTime: (token) => token >= FIRST_TIME,
    segments: segments.map(([start, end]) => ({ start, end, text: '' })),
    seconds: SECONDS,
    secondsAFrame: SECONDS / FRAMES,
  })?.map(({ start, end, text, confidence }) => [text, hundredth(start), hundredth(end), hundredth(confidence)]);
}

describe('timedWords()', () => {
  it('places each word where the model looked, and puts tokens and signs together into words', () => {
    const tokens = [time(0), seen(0, 0, 20), seen(1, 20, 40), seen(2, 40, 70), seen(3, 70, 99), time(99)];
    assert.deepEqual(words(tokens, [' Gu', 'ten', ' Tag', '.']), [
      ['Guten', 0, 0.8, 1],
      ['Tag.', 0.8, 2, 1],
    ]);
  });

  it('keeps words within their segments, in order', () => {
    const tokens = [time(0), seen(0, 0, 30), time(25), time(60), seen(1, 50, 99), time(99)];
    const found =
      words(tokens, [' Ja', ' nein'], {
        segments: [
          [0, 0.5],
          [1.2, 2],
        ],
      }) ?? [];
    assert.deepEqual(
      found.map(([text, start, end]) => [text, start, end]),
      [
        ['Ja', 0, 0.5],
        ['nein', 1.2, 2],
      ],
    );
  });

  it('counts each sign of a language without spaces as a word, once its letter is whole', () => {
    const tokens = [seen(0, 0, 30), seen(1, 30, 50), seen(2, 50, 70), seen(3, 70, 99)];
    assert.deepEqual(
      words(tokens, ['天', '½', '½', '。'], { language: 'zh' })?.map(([text]) => text),
      ['天', '气。'],
    );
  });

  it('has the mean probability of its tokens as the confidence of a word', () => {
    const tokens = [seen(0, 0, 50, Math.log(0.9)), seen(1, 50, 99, Math.log(0.4))];
    assert.deepEqual(words(tokens, [' Gu', 'ten']), [['Guten', 0, 2, 0.6]]);
  });

  it('are unknown where the model does not tell where it looked, and of no words', () => {
    assert.equal(words([{ token: 0, chance: 0 }], [' Ja']), undefined);
    assert.equal(words([time(0)], []), undefined);
  });
});

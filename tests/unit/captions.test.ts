import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCaptions, toSegments, toSubRip, toWebVtt } from '../../src/domain/speech/captions.ts';
import type { Transcript, TranscriptWord } from '../../src/ports/speech.ts';

const said = (text: string, rest: Partial<Transcript> = {}): Transcript => ({ text, language: 'en', durationInSeconds: 90, ...rest });

/** Words half a second apart. */
function evenly(text: string): TranscriptWord[] {
  return text.split(' ').map((word, at) => ({ text: word, start: at / 2, end: at / 2 + 0.4, confidence: 1 }));
}

describe('toCaptions()', () => {
  it('gives everything as one caption when the engine tells no times', () => {
    assert.deepEqual(toCaptions(said('hello')), [{ start: 0, end: 90, text: 'hello' }]);
  });

  it('gives none when nothing was said', () => {
    assert.deepEqual([toCaptions(said('')), toCaptions(said('', { segments: [], words: [] }))], [[], []]);
  });

  it('gives the segments when words have no times', () => {
    const segments = [{ start: 1, end: 60, text: 'a long while' }];
    assert.deepEqual(toCaptions(said('a long while', { segments })), segments);
  });

  it('cuts a segment between words so that no caption is longer than six seconds', () => {
    const words = evenly(Array.from({ length: 30 }, (_, at) => `w${at}`).join(' '));
    const segments = [{ start: 0, end: 15, text: words.map(({ text }) => text).join(' ') }];
    const captions = toCaptions(said(segments[0]?.text ?? '', { segments, words }));
    assert.equal(captions.map(({ text }) => text).join(' '), segments[0]?.text);
    assert.deepEqual(
      captions.map(({ start, end }) => [start, end]),
      [
        [0, 5.9],
        [6, 11.9],
        [12, 14.9],
      ],
    );
  });

  it('cuts a segment between words so that no caption has more than 84 letters', () => {
    const words = evenly('antidisestablishmentarianism floccinaucinihilipilification honorificabilitudinitatibus so');
    const segments = [{ start: 0, end: 2, text: words.map(({ text }) => text).join(' ') }];
    const captions = toCaptions(said('', { segments, words }));
    assert.deepEqual(
      captions.map(({ text }) => text.length),
      [58, 30],
    );
  });

  for (const parts of [
    [
      'I never thought I would see the day when all of it came together, but here we are.',
      'The committee met for three hours, and nobody left before the vote.',
      'What happens next is anybody’s guess!',
    ],
    [
      'I never thought that I would see the day when all of it came together now,',
      'but here we are.',
      'The committee met for three hours, and nobody left before the vote.',
    ],
  ]) {
    it(`cuts where a sentence ends, or else a clause: «${parts[0]?.slice(-10)}»`, () => {
      const text = parts.join(' ');
      const words = evenly(text).map((word) => ({ ...word, start: word.start / 2, end: word.end / 2 }));
      const captions = toCaptions(said(text, { segments: [{ start: 0, end: 20, text }], words }));
      assert.deepEqual(
        captions.map((caption) => caption.text),
        parts,
      );
    });
  }

  it('keeps the words of two segments apart', () => {
    const words = evenly('one two three four');
    const segments = [
      { start: 0, end: 0.9, text: 'one two' },
      { start: 1, end: 1.9, text: 'three four' },
    ];
    assert.deepEqual(toCaptions(said('one two three four', { segments, words })), segments);
  });
});

describe('toSegments()', () => {
  const segment = (words: readonly TranscriptWord[]) => ({
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: words.map(({ text }) => text).join(' '),
  });

  it('ends with a sentence, for which a caption may be too short, but not behind a title', () => {
    const sentences = [
      'We had to wait for Dr. Who to come back from wherever it was that he had gone.',
      'Then at long last all of us could go.',
    ];
    const words = evenly(sentences.join(' '));
    const segments = toSegments(said(sentences.join(' '), { segments: [segment(words)], words }));
    assert.deepEqual(
      segments.map(({ text }) => text),
      sentences,
    );
  });

  it('ends after twelve seconds where no sentence does, and at pauses', () => {
    const words = evenly(Array.from({ length: 60 }, (_, at) => `w${at}`).join(' '));
    const [first, second] = [words.slice(0, 40), words.slice(40).map((word) => ({ ...word, start: word.start + 2, end: word.end + 2 }))];
    const segments = toSegments(said('', { segments: [segment(first), segment(second)], words: [...first, ...second] }));
    assert.deepEqual(
      segments.map(({ start, end }) => [start, end]),
      [
        [0, 11.9],
        [12, 19.9],
        [22, 31.9],
      ],
    );
  });

  it('has each caption within one segment, and the same words', () => {
    const text =
      'One of us said, well, that is how it goes, and the others looked at her as if they had never seen her. Nobody spoke. Then, at last, he laughed.';
    const words = evenly(text);
    const transcript = said(text, { segments: [segment(words)], words });
    const [captions, segments] = [toCaptions(transcript), toSegments(transcript)];
    assert.ok(captions.length > segments.length && segments.length > 1);
    for (const { start, end } of captions) assert.equal(segments.filter((one) => one.start <= start && one.end >= end).length, 1);
    for (const list of [captions, segments]) assert.equal(list.map((one) => one.text).join(' '), text);
  });

  it('writes words as the text has them, without spaces in languages that have none', () => {
    const text = '今天天氣怎麼樣？我用 iPhone 看。';
    const words = ['今天', '天', '氣', '怎麼樣？', '我', '用', 'i', 'Phone', '看。'].map((word, at) => ({
      start: at,
      end: at + 1,
      text: word,
      confidence: 1,
    }));
    const transcript = said(text, { language: 'zh', segments: [{ start: 0, end: 9, text }], words });
    for (const list of [toCaptions(transcript), toSegments(transcript)]) assert.equal(list.map((one) => one.text).join(''), text);
    assert.deepEqual(
      toSegments(transcript).map((one) => one.text),
      ['今天天氣怎麼樣？', '我用 iPhone 看。'],
    );
  });

  it('joins the captions of one sentence without spaces where the text has none', () => {
    const words = Array.from({ length: 10 }, (_, at) => ({ start: at, end: at + 1, text: '天', confidence: 1 }));
    const text = '天'.repeat(10);
    const transcript = said(text, { language: 'zh', segments: [{ start: 0, end: 10, text }], words });
    assert.deepEqual([toCaptions(transcript).length, toSegments(transcript)], [2, [{ start: 0, end: 10, text }]]);
  });

  it('leaves the segments of a recogniser that tells no times of words as they are', () => {
    const segments = [{ start: 1, end: 60, text: 'A long while. And more.' }];
    assert.deepEqual(toSegments(said('', { segments })), segments);
  });
});

describe('toSubRip() and toWebVtt()', () => {
  const captions = [
    { start: 0, end: 1.5, text: 'salt & pepper' },
    { start: 3661.0004, end: 3661.9996, text: 'a <b> --> c' },
  ];

  it('number SubRip captions from one and part milliseconds by a comma', () => {
    assert.equal(toSubRip(captions), '1\n00:00:00,000 --> 00:00:01,500\nsalt & pepper\n\n2\n01:01:01,000 --> 01:01:02,000\na <b> --> c\n');
  });

  it('escape what WebVTT reads as markup and part milliseconds by a point', () => {
    assert.equal(
      toWebVtt(captions),
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nsalt &amp; pepper\n\n01:01:01.000 --> 01:01:02.000\na &lt;b&gt; --&gt; c\n',
    );
  });

  it('give an empty SubRip file and a bare WebVTT header for no captions', () => {
    assert.deepEqual([toSubRip([]), toWebVtt([])], ['', 'WEBVTT\n']);
  });
});

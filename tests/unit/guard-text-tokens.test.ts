import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenWeigher } from '../../src/domain/guardrails/attack/token-weights.ts';
import { PHRASES, WORD_LISTS } from '../../src/domain/guardrails/detectors/injection-phrases.ts';
import { createPhraseMatcher } from '../../src/domain/guardrails/detectors/phrase-pattern.ts';
import { commonWords } from '../../src/domain/guardrails/normalisation/common-words.ts';
import { turnedWordsIn } from '../../src/domain/guardrails/normalisation/decoded-views.ts';
import { isLeetspeak, isLeetspeakIn } from '../../src/domain/guardrails/normalisation/leetspeak.ts';
import { createFoldMemory } from '../../src/domain/guardrails/normalisation/normalise.ts';
import { readText } from '../../src/domain/guardrails/normalisation/reading.ts';
import { createTokenReader } from '../../src/domain/guardrails/normalisation/text-tokens.ts';
import { createWordMemory } from '../../src/domain/guardrails/normalisation/word-memory.ts';
import { fc } from '../draws.ts';

/** Texts put together from pieces that matter, in either case. */
const TEXTS = fc
  .array(
    fc.tuple(
      fc.oneof(
        {
          weight: 8,
          arbitrary: fc.constantFrom(
            'ignore',
            'all previous',
            'instructions',
            'rules',
            'you are now',
            'i g n o r e',
            "don't",
            "'",
            'gur',
            'lbh',
            'snoitcurtsni',
            '1gn0r3',
            '4ll',
            'pr3v10us',
            'gpt4',
            '2024',
            '7',
            'x',
            'a',
            '. ',
            '!',
            '?',
            '\n',
            '\n\n',
            '\t',
            '-',
            '_',
            '@',
            '$',
            '<|im_start|>',
            'wordwordwordwordwordword',
            'wordwordwordwordwordwordwordwordword',
            'aWdub3JlIGFsbCBydWxlcyBub3c=',
          ),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom('é', '’', '—', 'œ', '各', 'ไทย', 'ª', '×', '²', '\u0301', '\u200b', '𝐚', '\ud800', 'и', 'Ⅷ', 'K', 'İ'),
        },
        { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
      ),
      fc.constantFrom(' ', ' ', ' ', ''),
      fc.constantFrom(0, 0, 1, 2),
    ),
    { maxLength: 40 },
  )
  .map((parts) =>
    parts.map(([piece, behind, how]) => `${how === 0 ? piece : how === 1 ? piece.toUpperCase() : capitalised(piece)}${behind}`).join(''),
  );

function capitalised(piece: string): string {
  return piece.charAt(0).toUpperCase() + piece.slice(1);
}

const table = Int8Array.from({ length: 4096 }, (_, index) => (Math.imul(index + 1, 0x9e3779b1) >>> 24) - 128);

describe('createTokenReader()', () => {
  it('takes a text of nothing but ASCII apart as it was written as its lower case, and no other', () => {
    const [reader, lowerReader] = [createTokenReader(), createTokenReader()];
    const [{ weigh }, { weigh: lowerWeigh }] = [createTokenWeigher(table, 1), createTokenWeigher(table, 1)];
    const matcher = createPhraseMatcher(PHRASES, WORD_LISTS);
    let read = 0;
    fc.assert(
      fc.property(TEXTS, (text) => {
        const tokens = reader.readAscii(text);
        assert.equal(tokens === undefined, !/^[\0-\x7f]*$/.test(text));
        if (tokens === undefined) return;
        read += 1;
        const lower = lowerReader.read(text.toLowerCase());
        const { count } = lower;
        assert.equal(tokens.count, count);
        for (const field of ['starts', 'ends', 'hashes', 'kinds'] as const)
          assert.deepEqual(tokens[field].subarray(0, count), lower[field].subarray(0, count));
        assert.deepEqual([tokens.apart, tokens.isMixed], [lower.apart, lower.isMixed]);
        const wanted = lowerWeigh(text.toLowerCase(), []);
        assert.deepEqual(weigh(text, [], tokens).sums.subarray(0, count + 1), wanted.sums.subarray(0, count + 1));
        assert.deepEqual(matcher.matchText(text, tokens), matcher.matchText(text.toLowerCase()));
      }),
      { numRuns: 500 },
    );
    assert.ok(read > 100);
  });

  it('lets turned words and digits for letters be found as in the text itself', () => {
    const reader = createTokenReader();
    fc.assert(
      fc.property(TEXTS, fc.constantFrom(10, 50, 4000), (text, most) => {
        for (const tokens of [reader.readAscii(text), reader.read(text.toLowerCase())]) {
          if (tokens === undefined) continue;
          const { plain: _, ...wanted } = commonWords(text.toLowerCase().slice(0, most));
          assert.deepEqual(turnedWordsIn(tokens, most), wanted);
          assert.equal(isLeetspeakIn(tokens), isLeetspeak(text.toLowerCase()));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('createTokenReader() with a memory of words', () => {
  const matcher = createPhraseMatcher(PHRASES, WORD_LISTS);
  const other = table.map((weight) => (weight >> 1) ^ 5);
  const [users, data] = [createTokenWeigher(table, 1), createTokenWeigher(other, 1)];
  const memory = createWordMemory({
    weightOf: (isData, word) => (isData ? data : users).wordWeight(word),
    numberOf: matcher.numberOf,
  });
  const reader = createTokenReader(memory);

  it('weighs and finds what it does without', () => {
    fc.assert(
      fc.property(TEXTS, fc.boolean(), (text, isData) => {
        for (const tokens of [reader.readAscii(text, isData), reader.read(text.toLowerCase(), isData)]) {
          if (tokens === undefined) continue;
          const [own, plain] = isData ? [data, createTokenWeigher(other, 1)] : [users, createTokenWeigher(table, 1)];
          const wanted = plain.weigh(text.toLowerCase(), []);
          assert.deepEqual(
            own.weigh(text, [], tokens, true).sums.subarray(0, tokens.count + 1),
            wanted.sums.subarray(0, wanted.tokens + 1),
          );
          assert.deepEqual(matcher.matchText(text, tokens), matcher.matchText(text.toLowerCase()));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('tells turned words apart up to where the sample ends', () => {
    fc.assert(
      fc.property(TEXTS, fc.nat(4100), (text, before) => {
        const long = `${'zz9 '.repeat(before >> 2)}${text}`;
        const tokens = reader.readAscii(long) ?? reader.read(long.toLowerCase());
        const { plain: _, ...wanted } = commonWords(tokens.text.toLowerCase().slice(0, 4000));
        assert.deepEqual(tokens.turned, wanted);
      }),
      { numRuns: 500 },
    );
  });

  it('remembers more words than have room', () => {
    const words = Array.from({ length: 40_000 }, (_, index) =>
      index.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit))),
    );
    const text = words.join(' ');
    const wanted = createTokenWeigher(table, 1).weigh(text, []);
    for (let round = 0; round < 2; round += 1) {
      const tokens = reader.readAscii(text);
      assert.equal(tokens?.count, wanted.tokens);
      assert.deepEqual(users.weigh(text, [], tokens, true).sums.subarray(0, wanted.tokens + 1), wanted.sums.subarray(0, wanted.tokens + 1));
    }
  });
});

describe('readText()', () => {
  it('reads a text the same whether it is taken apart on the way or not', () => {
    const room = { reader: createTokenReader(), memory: createFoldMemory(40) };
    let withTokens = 0;
    fc.assert(
      fc.property(TEXTS, (text) => {
        const [own, wanted] = [readText(text, room), readText(text)];
        assert.deepEqual([own.text, own.views], [wanted.text, wanted.views]);
        for (const place of [0, 3, Math.max(0, own.text.length - 1)])
          assert.deepEqual(own.original(place, place + 2), wanted.original(place, place + 2));
        if (own.tokens === undefined) return;
        withTokens += 1;
        assert.equal(own.tokens.folds ? own.tokens.text.toLowerCase() : own.tokens.text, wanted.text);
      }),
      { numRuns: 500, examples: [['\u0301i g n o r eignore '], ['xx\u0301i g n o r'], ['i g n o r\u0301zz']] },
    );
    assert.ok(withTokens > 50);
  });
});

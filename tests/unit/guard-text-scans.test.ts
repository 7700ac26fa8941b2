import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonWords } from '../../src/domain/guardrails/normalisation/common-words.ts';
import { encodedSpans } from '../../src/domain/guardrails/normalisation/encoded-spans.ts';
import { createLiteralSearch } from '../../src/domain/guardrails/normalisation/literal-search.ts';
import { normalise } from '../../src/domain/guardrails/normalisation/normalise.ts';
import { fc } from '../draws.ts';

/** What a pattern finds, as stretches. */
function found(text: string, pattern: RegExp): { start: number; end: number }[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

/** Texts put together from pieces that matter. */
function textOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 30 })))
    .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
}

describe('createLiteralSearch()', () => {
  const literals = ['she', 'he', 'hers', 'his', 'a', 'aab', 'ñ'];

  it('finds every place of every literal, also inside one another', () => {
    const search = createLiteralSearch(literals);
    fc.assert(
      fc.property(textOf('s', 'h', 'e', 'r', 'i', 'a', 'b', 'ñ', 'é', '各', 'she', 'hers'), (text) => {
        const seen: string[] = [];
        search.each(text, (place, end) => seen.push(`${end} ${place}`));
        const wanted = literals.flatMap((literal, place) =>
          Array.from({ length: text.length }, (_, index) => index)
            .filter((index) => text.startsWith(literal, index))
            .map((index) => `${index + literal.length} ${place}`),
        );
        assert.deepEqual(seen.toSorted(), wanted.toSorted());
      }),
    );
  });

  it('takes no literal that is empty or holds characters beyond Latin-1', () => {
    assert.throws(() => createLiteralSearch(['a', '']), TypeError);
    assert.throws(() => createLiteralSearch(['各']), TypeError);
  });
});

describe('codedStretches()', () => {
  it('finds the same base64 and escapes as a pattern would', () => {
    const base64 = /[A-Za-z0-9+/_-]{20,65536}={0,2}/g;
    const escaped =
      /(?:[^\s%\\&]{0,64}(?:%[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,6};)){4,4096}[^\s%\\&]{0,64}/g;
    fc.assert(
      fc.property(
        // Of characters other than ASCII letters, whose escapes also form a run across words.
        textOf('QUJD', 'a', '=', '+', ' ', '%21', '%', '%4', '\\u00e9', '\\x3b', '\\', '&#233;', '&#x2f;', '&', '\n', 'é'),
        (text) => {
          const stretches = encodedSpans(text);
          assert.deepEqual(stretches.base64, found(text, base64));
          assert.deepEqual([...stretches.escaped], found(text, escaped));
        },
      ),
    );
  });

  it('finds escapes of ASCII letters across words, and of no other characters', () => {
    const digits = (code: number, base: number, least: number): string => code.toString(base).padStart(least, '0');
    for (let code = 16; code < 256; code += 1) {
      const escapes = [
        `%${digits(code, 16, 2)}`,
        `\\u${digits(code, 16, 4)}`,
        `\\x${digits(code, 16, 2)}`,
        `\\${digits(code, 8, 3)}`,
        `&#${code};`,
        `&#x${digits(code, 16, 2)};`,
        `&#0${code};`,
      ];
      for (const escape of escapes) {
        const text = Array.from({ length: 4 }, () => escape).join(' ');
        const isLetter = /[A-Za-z]/.test(String.fromCharCode(code));
        assert.deepEqual([...encodedSpans(text).escaped], isLetter ? [{ start: 0, end: text.length }] : [], escape);
      }
    }
  });

  it('finds the same hexadecimal and binary digits as a pattern would', () => {
    fc.assert(
      fc.property(textOf('4a', '0x', ':', ' ', ',', 'g', '01', '0', '1', '01000001', '\n'), (text) => {
        const stretches = encodedSpans(text);
        assert.deepEqual([...stretches.hex], found(text, /(?:0x)?(?:[0-9a-fA-F]{2}[ :,]?){12,32768}/g));
        assert.deepEqual([...stretches.binary], text.includes('01') ? found(text, /(?:[01]{8}\s?){6,4096}/g) : []);
      }),
    );
  });
});

describe('commonWords()', () => {
  it('counts each word once, as it stands, turned by 13 letters and read backwards', () => {
    assert.deepEqual(commonWords('the system of the system'), { plain: 3, turned: 0, backward: 0 });
    assert.deepEqual(commonWords('gur flfgrz bs'), { plain: 0, turned: 3, backward: 0 });
    assert.deepEqual(commonWords('metsys eht fo'), { plain: 0, turned: 0, backward: 3 });
    assert.deepEqual(commonWords(''), { plain: 0, turned: 0, backward: 0 });
  });

  it('takes no word for another that begins with it', () => {
    assert.deepEqual(commonWords('thereof systematic youth'), { plain: 0, turned: 0, backward: 0 });
  });
});

describe('normalise()', () => {
  it('leads every character back to where it came from', () => {
    const pieces = ['a', 'B', ' ', 'é', 'e\u0301', 'ﬁ', '\u200b', '😀', '𝒊', 'Ⅳ', '한', '\u{e0041}', '\u0301', '\ud800', 'ẞ'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const text = parts.join('');
        const { text: folded, original } = normalise(text);
        let last = 0;
        for (let index = 0; index < folded.length; index += 1) {
          const { start, end } = original(index, index + 1);
          assert.ok(start < end && start >= last && end <= text.length);
          assert.ok(normalise(text.slice(start, end)).text.includes(folded.charAt(index)));
          last = start;
        }
      }),
    );
  });
});

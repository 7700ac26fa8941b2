import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePatternSearch, MOST_WAITED, type PatternSearch, type PatternSpan } from '../../src/core/pattern-search.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc, LONGEST_MS } from '../draws.ts';

function found({ find }: PatternSearch, text: string): readonly PatternSpan[] {
  const search = find(text);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

const textsOf = (search: PatternSearch, text: string): string[] => found(search, text).map(({ start, end }) => text.slice(start, end));

/** Patterns whose longest match is the one that a backtracking engine finds first. */
const GREEDY = [
  'ab',
  'a+',
  String.raw`\ba+\b`,
  '[ab]{2}',
  '[ab]{2,3}c?',
  'c[^c]*c',
  '(?:aa|bb)c*',
  '(?<!a)b+',
  'b+(?!c)',
  '(?<!ca)b(?=a(?!b))',
  'a(?=b(?=c ?c))b',
  '(?<=c)[ab]+',
  '^a+b',
  'b+$',
  'a.{0,4}c',
  String.raw`\Bb\b`,
  'a(?:bb)*',
  '😀+',
  '.b',
];
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '😀', '\ud83d'), maxLength: 24 });

describe('compilePatternSearch()', () => {
  it('finds what other engines find, in texts of any letters', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GREEDY), text, (source, said) => {
        const expected = Array.from(said.matchAll(new RegExp(source, 'gu')), ({ 0: match, index }) => [index, index + match.length]);
        assert.deepEqual(
          found(compilePatternSearch(source), said).map(({ start, end }) => [start, end]),
          expected,
        );
      }),
      { numRuns: 20_000 },
    );
  });

  it('finds the longest of several matches, whatever their order in the pattern', () => {
    assert.deepEqual(textsOf(compilePatternSearch('a|ab|abc'), 'xabcab'), ['abc', 'ab']);
    assert.deepEqual(textsOf(compilePatternSearch('EMP-[0-9]+?'), 'EMP-123456'), ['EMP-123456']);
  });

  it('ignores case when told to', () => {
    const search = compilePatternSearch('emp-[a-c]', { ignoreCase: true });
    assert.deepEqual(textsOf(search, 'EMP-B emp-C Emp-d'), ['EMP-B', 'emp-C']);
  });

  it(`finds a match of any length that goes on, and none that would have to wait for more than ${MOST_WAITED} characters`, () => {
    const digits = '7'.repeat(5000);
    assert.deepEqual(textsOf(compilePatternSearch(String.raw`CUST-\d+`), `a CUST-${digits} b`), [`CUST-${digits}`]);
    const between = compilePatternSearch('<[^>]*>');
    assert.deepEqual(textsOf(between, `<${'a'.repeat(MOST_WAITED - 2)}>`).length, 1);
    assert.deepEqual(textsOf(between, `<${'a'.repeat(MOST_WAITED - 1)}>`).length, 0);
  });

  it('says from where on more text may change what is found, so that what is before it stays', { timeout: LONGEST_MS }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...GREEDY), text, text, (source, before, more) => {
        const search = compilePatternSearch(source);
        const open = search.openFrom(before);
        assert.ok(open <= before.length);
        const settled = found(search, before + more).filter(({ start }) => start < open);
        assert.deepEqual(
          found(search, before).filter(({ start }) => start < open),
          settled,
        );
        assert.ok(settled.every(({ end }) => end <= open));
      }),
      { numRuns: 20_000 },
    );
  });

  for (const [source, said, open] of [
    [String.raw`EMP-\d{6}`, 'I am EMP-12345', 5],
    [String.raw`EMP-\d{6}`, 'I am EMP-123456', 15],
    [String.raw`\bEMP-\d{6}\b`, 'I am EMP-123456', 5],
    [String.raw`\bEMP-\d{6}\b`, 'I am EMP-123456.', 16],
    [String.raw`EMP-\d{6}(?!\d)`, 'I am EMP-123456', 5],
    [String.raw`EMP-\d+`, 'I am EMP-123456', 5],
    [String.raw`EMP-\d{6}`, 'An EM', 3],
    [String.raw`EMP-\d{6}`, 'An EMU', 6],
    ['.{0,4}x', 'abcdefghijkl', 8],
    ['<[^>]*>', `<${'a'.repeat(MOST_WAITED)}`, MOST_WAITED + 1],
  ] as const)
    it(`holds ${JSON.stringify(said)} back from ${open} on for ${source}`, () =>
      assert.equal(compilePatternSearch(source).openFrom(said), open));

  for (const [source, said] of [
    ['(a+)+$', 'a'],
    ['(a|a)*b', 'a'],
    [String.raw`[a-z]{1,200}@corp`, 'a'],
    [String.raw`\w+x\w+y`, 'ax'],
    ['(?:a|b)*a(?:a|b){12}c', 'ab'],
    ['"[^"]*"', '"'],
    ['a|a.{250}b', 'a'],
    [String.raw`\d{4}`, '1'],
  ] as const)
    it(`takes linear time for ${source}`, () => {
      const search = compilePatternSearch(source);
      const long = `${said.repeat(200_000 / said.length)}!`;
      const taken = startCpuTime();
      found(search, long);
      search.openFrom(long.slice(0, 20_000));
      assert.ok(taken() < 2000, String(taken()));
    });

  it('pauses in a long text, so that others get their turn', () => {
    const search = compilePatternSearch(String.raw`\d{6}`).find('12345 '.repeat(100_000));
    let pauses = 0;
    while (search.next().done !== true) pauses += 1;
    assert.ok(pauses >= 4, String(pauses));
  });

  for (const [source, reason] of [
    ['a*', /matches the empty text/],
    [String.raw`\b`, /matches the empty text/],
    ['(?:a|)', /matches the empty text/],
    ['a{257}', /more than 256 characters/],
    ['(?=.*a)b', /more than 32 characters/],
    ['(?<!a{20})b(?!a{20})', /more than 32 characters/],
    [String.raw`(a)\1`, /no back-references/],
    ['(', /not closed/],
  ] as const)
    it(`refuses ${source} and says why`, () =>
      assert.throws(
        () => compilePatternSearch(source),
        (error: Error) => error instanceof SyntaxError && reason.test(error.message),
      ));
});

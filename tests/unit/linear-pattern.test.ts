import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileLinearPattern } from '../../src/core/linear-pattern.ts';
import { startCpuTime } from '../cpu-time.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';

describe('compileLinearPattern()', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['abc', ['xabcx'], ['ab', 'ABC']],
    ['^abc$', ['abc'], ['xabc', 'abcx', '']],
    ['^a*$', ['', 'a', 'aaa'], ['ab']],
    ['^(?:a|bc)+d?$', ['a', 'bc', 'abcad'], ['', 'd', 'b']],
    ['^[a-c_]{2,3}$', ['ab', 'a_c'], ['a', 'abca', 'ad']],
    ['^[^0-9]+$', ['abc', 'ü€'], ['a1', '']],
    [String.raw`^\d{4}-\d{2}$`, ['2024-01'], ['2024-1', 'x2024-01']],
    [String.raw`^\w+@\w+\.example$`, ['a_1@b.example'], ['a@bxexample', 'a b@c.example']],
    [String.raw`^[\w.-]+$`, ['a.b-c'], ['a b', '']],
    ['^.$', ['a', '😀'], ['', 'ab', '\n']],
    ['a|^b$', ['xxa', 'b'], ['xb', 'bx']],
    [String.raw`\u00e9|\x41`, ['é', 'A'], ['e']],
    ['', ['', 'anything'], []],
    ['^$', [''], ['a']],
    ['(a|b)*c{2}', ['cc', 'xabcc'], ['c', 'abc']],
    ['^(?=.*[A-Z])(?=.*[0-9]).{3,}$', ['aA1', '1Ab'], ['A1', 'aa1', 'AAA']],
    ['^(?!con$|aux$)[a-z]+$', ['cons', 'a'], ['con', 'aux']],
    ['(?<=[$€])[0-9]+(?! ?%)$', ['$5', '1 €20'], ['5', '5 $']],
    ['(?<!a(?=b))b', ['b', 'cb'], ['ab']],
    [String.raw`\bcat\b`, ['a cat.', 'cat'], ['cats', 'bobcat']],
    [String.raw`\Bcat`, ['bobcat'], ['cat', 'a cat']],
    [String.raw`^\p{Lu}[\p{L}\s'-]*$`, ['Émile', "O'Neil"], ['émile', 'A1']],
    [String.raw`^[^\P{L}a]$`, ['b', 'ß'], ['a', '1']],
    [String.raw`^[\s\S]$`, ['\n', 'a'], ['']],
    [String.raw`^[\b\D]$`, ['\b', 'a'], ['1']],
    ['^(?<year>[0-9]{4})-(?<month>[0-9]{2})$', ['2024-01'], ['2024-1']],
    ['^.{1,1000}$', ['a'.repeat(1000)], ['', 'a'.repeat(1001)]],
    // As Zod writes the addresses of mail.
    [
      String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
      ['a.b@example.com'],
      ['a..b@example.com', '.a@example.com', 'a@example'],
    ],
  ];
  for (const [source, fits, fails] of cases) {
    it(`reads ${JSON.stringify(source)} as other engines do`, () => {
      const pattern = compileLinearPattern(source);
      for (const text of [...fits, ...fails]) assert.equal(pattern.test(text), new RegExp(source, 'u').test(text), text);
      assert.ok(fits.every((text) => pattern.test(text)) && !fails.some((text) => pattern.test(text)));
    });
  }

  it('agrees with another engine on random patterns and texts', () => {
    const random = numbersOf(5);
    const pieces = ['a', 'b', '.', '[ab]', '[^a]', '(?:a|b)', '(ab|ba|)', 'a{1,2}', '(?:ab?)*', 'b+', '^', '$', '|'];
    for (let round = 0; round < 3000; round += 1) {
      const source = Array.from({ length: 1 + random(5) }, () => pieces[random(pieces.length)]).join('');
      const text = Array.from({ length: random(7) }, () => 'abc'[random(3)]).join('');
      assert.equal(compileLinearPattern(source).test(text), new RegExp(source, 'u').test(text), `${source} on ${text}`);
    }
  });

  it('agrees with it on looks ahead and behind, within one another and repeated', () => {
    const random = numbersOf(6);
    const pieces = ['a', 'b', '.', '[^a]', 'a*', 'b+', '^', '$', '|', String.raw`\b`, String.raw`\B`];
    const looks = ['(?=', '(?!', '(?<=', '(?<!', '(?:'];
    const draw = (depth: number): string =>
      Array.from({ length: 1 + random(4) }, () => {
        const look = depth === 0 ? undefined : looks[random(looks.length * 2)];
        return look === undefined ? pieces[random(pieces.length)] : `${look}${draw(depth - 1)})`;
      }).join('');
    for (let round = 0; round < 3000; round += 1) {
      const source = draw(2);
      const text = Array.from({ length: random(7) }, () => 'ab '[random(3)]).join('');
      assert.equal(compileLinearPattern(source).test(text), new RegExp(source, 'u').test(text), `${source} on ${text}`);
    }
  });

  it('is compiled at once, also if it repeats nothing', () => {
    const taken = startCpuTime();
    assert.ok(compileLinearPattern(`${'(?:'.repeat(8)}${'){1000}'.repeat(8)}`).test(''));
    assert.ok(taken() < 1000);
  });

  it('tells how much work it is', () => {
    const exponential = compileLinearPattern('(a|b)*a(a|b){20}c');
    const random = numbersOf(7);
    const text = Array.from({ length: 5000 }, () => 'ab'[random(2)]).join('');
    let left = 10_000;
    const spend = (work: number): void => {
      left -= work;
      if (left < 0) throw new RangeError('enough');
    };
    assert.throws(() => exponential.test(text, spend), RangeError);
    left = 10_000;
    assert.ok(compileLinearPattern('^[ab]+$').test(text, spend));
  });

  it('ignores case when told to', () => assert.ok(compileLinearPattern('rm -RF [à-ö]', { ignoreCase: true }).test('RM -rf É')));

  for (const source of ['(a+)+$', '(a|a)*b', '(a*)*c', '^(.*a){12}$', '^(?=(a+)+$)', '(?<!(a|a)*b)c']) {
    it(`takes linear time for ${source}`, () => {
      const pattern = compileLinearPattern(source);
      const taken = startCpuTime();
      pattern.test(`${'a'.repeat(65_000)}!`);
      assert.ok(taken() < 1000);
    });
  }

  for (const source of [
    '(',
    'a)',
    '[a',
    '*',
    'a{2',
    'a{9999}',
    '(?=a)*',
    String.raw`(a)\1`,
    String.raw`(?<n>a)\k<n>`,
    '(?i)a',
    '(?=a',
    String.raw`\p{Nothing}`,
    '[b-a]',
    String.raw`\q`,
    '(a{200}){200}',
    '^*',
    '(?=a)'.repeat(17),
  ])
    it(`refuses ${source}`, () => assert.throws(() => compileLinearPattern(source), SyntaxError));
});

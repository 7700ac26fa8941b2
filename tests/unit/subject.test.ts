import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPattern, checkQueue, checkSubject, hasWildcard, matchesSubject } from '../../src/core/subject.ts';
import { fc } from '../draws.ts';

const token = fc.stringMatching(/^[a-z0-9_-]{1,6}$/);
const subject = fc.array(token, { minLength: 1, maxLength: 6 }).map((tokens) => tokens.join('.'));

describe('matchesSubject()', () => {
  const cases: readonly [pattern: string, subject: string, matches: boolean][] = [
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'a.b', false],
    ['a.b', 'a', false],
    ['*', 'a', true],
    ['*', 'a.b', false],
    ['a.*', 'a', false],
    ['a.*.c', 'a.b.c', true],
    ['a.*.c', 'a.b.d', false],
    ['>', 'a', true],
    ['>', 'a.b.c', true],
    ['a.>', 'a', false],
    ['a.>', 'a.b', true],
    ['a.*.>', 'a.b', false],
    ['a.*.>', 'a.b.c.d', true],
    ['A', 'a', false],
    ['a*', 'ab', false],
  ];
  for (const [pattern, given, expected] of cases) {
    it(`${pattern} ${expected ? 'matches' : 'does not match'} ${given}`, () => {
      assert.equal(matchesSubject(pattern, given), expected);
    });
  }

  it('every subject matches itself, itself with any token replaced by *, and > after any part of it', () => {
    fc.assert(
      fc.property(subject, fc.nat(), (given, at) => {
        const tokens = given.split('.');
        const position = at % tokens.length;
        assert.ok(matchesSubject(given, given));
        assert.ok(matchesSubject(tokens.with(position, '*').join('.'), given));
        assert.ok(matchesSubject([...tokens.slice(0, position), '>'].join('.'), given));
        assert.ok(!matchesSubject(`${given}.>`, given));
        assert.ok(!matchesSubject(`${given}.*`, given));
      }),
    );
  });
});

describe('checkSubject() and checkPattern()', () => {
  it('take whatever tokens make, and a pattern whatever wildcards add', () => {
    fc.assert(
      fc.property(subject, (given) => {
        checkSubject(given);
        checkPattern(given);
        checkPattern(`${given}.*`);
        checkPattern(`*.${given}.>`);
        assert.throws(() => checkSubject(`${given}.*`), { kind: 'invalid_input', param: 'subject' });
        assert.throws(() => checkSubject(`${given}.>`), { kind: 'invalid_input', param: 'subject' });
        assert.throws(() => checkPattern(`>.${given}`), { kind: 'invalid_input', param: 'pattern' });
      }),
    );
  });

  for (const bad of ['', '.', 'a.', '.a', 'a..b', 'a b', 'a\tb', 'a\n', '\0', 'a\u007f', 'a\u00a0b']) {
    it(`refuse ${JSON.stringify(bad)}`, () => {
      assert.throws(() => checkSubject(bad), { kind: 'invalid_input', param: 'subject' });
      assert.throws(() => checkPattern(bad), { kind: 'invalid_input', param: 'pattern' });
    });
  }
});

describe('checkQueue()', () => {
  it('takes a name and refuses blanks and nothing', () => {
    checkQueue('reasoner-workers');
    for (const bad of ['', ' ', 'a b', 'a\n']) assert.throws(() => checkQueue(bad), { kind: 'invalid_input', param: 'queue' });
  });
});

describe('hasWildcard()', () => {
  it('sees a token that is a wildcard, not a sign inside one', () => {
    assert.deepEqual(['a.*', '>', 'a.>', 'a*.b', 'a.b>'].map(hasWildcard), [true, true, true, false, false]);
  });
});

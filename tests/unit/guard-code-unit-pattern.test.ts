import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeUnitPattern } from '../../src/domain/guardrails/code-unit-pattern.ts';

/** Every character of the basic plane that is not half of one beyond it. */
const PLANE = Array.from({ length: 0x1_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCharCode(code));

describe('codeUnitPattern()', () => {
  it('takes every letter of the basic plane for a letter, and nothing else but marks and what is unassigned', () => {
    const letter = codeUnitPattern(String.raw`^\p{L}$`, '');
    assert.equal(letter.unicode, false);
    assert.deepEqual(
      PLANE.filter((character) => /^\p{L}$/u.test(character) && !letter.test(character)),
      [],
    );
    assert.deepEqual(
      PLANE.filter((character) => letter.test(character) && !/^[\p{L}\p{M}\p{Cn}]$/u.test(character)),
      [],
    );
  });

  it('matches as in Unicode mode, within classes and outside of them', () => {
    const source = String.raw`(?<!\p{L})key\P{L}{1,3}([\p{L}\d\]-]{4,12})(?![\p{L}\d])`;
    const pattern = codeUnitPattern(source, 'i');
    for (const text of ['key: größe7', 'KEY = пароль12', 'monkey: abcd', 'key: ab]c-9 ', 'key 密码密码x', 'key: abc', 'key:: ab.cd']) {
      assert.deepEqual(pattern.exec(text)?.[1], new RegExp(source, 'iu').exec(text)?.[1], text);
    }
  });

  it('stays in Unicode mode for the sake of other properties', () => {
    assert.equal(codeUnitPattern(String.raw`\p{Lu}\p{L}`, 'y').flags, 'uy');
  });
});

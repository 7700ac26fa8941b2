import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineDiff } from '../../dashboard/src/lib/line-diff.ts';

const MARKS = { same: ' ', gone: '-', new: '+' } as const;
const told = (before: string, after: string, around?: number): string[] =>
  lineDiff(before.replaceAll(' ', '\n'), after.replaceAll(' ', '\n'), around).map(({ kind, text }) => MARKS[kind] + text);

describe('lineDiff()', () => {
  it('tells what is gone and what is new, with the lines around', () => {
    assert.deepEqual(told('a b c d e f g', 'a b c D e f g'), [' b', ' c', '-d', '+D', ' e', ' f']);
    assert.deepEqual(told('a b c', 'a x b c y', 0), ['+x', '+y']);
    assert.deepEqual(told('a b c d', 'a d', 1), [' a', '-b', '-c', ' d']);
    assert.deepEqual(told('a b', 'b a', 0), ['-a', '+a']);
    assert.deepEqual(told('', 'a', 0), ['-', '+a']);
  });

  it('tells nothing of two texts that are alike', () => {
    assert.deepEqual(told('a b c', 'a b c'), []);
  });

  it('takes no longer for lists of thousands of lines, which it tells one after the other', () => {
    const lines = (mark: string): string => Array.from({ length: 5000 }, (_, index) => `${mark}${index}`).join(' ');
    const told5000 = told(`head ${lines('a')} tail`, `head ${lines('b')} tail`, 0);
    assert.deepEqual([told5000.length, told5000[0], told5000[5000]], [10_000, '-a0', '+b0']);
  });
});

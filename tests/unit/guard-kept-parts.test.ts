import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeptParts } from '../../src/main/kept-parts.ts';
import type { GuardPart } from '../../src/ports/guard.ts';

const part = (text: string): GuardPart => ({ id: 'p', role: 'user', channel: 'user', text });

describe('createKeptParts()', () => {
  it('keeps the last parts of so many characters, and the very last however long it is', () => {
    const kept = createKeptParts(10);
    kept.add(1, part('aaaa'));
    kept.add(2, part('bbbb'));
    assert.deepEqual([kept.get(1)?.text, kept.get(2)?.text], ['aaaa', 'bbbb']);
    kept.add(3, part('cccc'));
    assert.deepEqual([kept.get(1), kept.get(2)?.text, kept.get(3)?.text], [undefined, 'bbbb', 'cccc']);
    kept.add(4, part('d'.repeat(11)));
    assert.deepEqual([kept.get(2), kept.get(3), kept.get(4)?.text.length], [undefined, undefined, 11]);
    kept.add(5, part('e'));
    assert.deepEqual([kept.get(4), kept.get(5)?.text], [undefined, 'e']);
  });
});

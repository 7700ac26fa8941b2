import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowing, entryFor, type SeenText } from '../../dashboard/src/lib/allow-entry.ts';
import type { Policy } from '../../dashboard/src/lib/api/guard-api.ts';

/** A text in which the words between brackets were found, the first of them by `injection`. */
function seen(
  marked: string,
  ...others: readonly { readonly words: string; readonly action: string }[]
): [SeenText, SeenText['findings'][number]] {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  const finding = { detector: 'injection', start, end, action: 'block' };
  const more = others.map(({ words, action }) => {
    const at = text.indexOf(words);
    return { detector: 'secrets', start: at, end: at + words.length, action };
  });
  return [{ text, findings: [finding, ...more] }, finding];
}

describe('entryFor()', () => {
  it('takes the line in which a finding stands', () => {
    assert.equal(entryFor(...seen('First.\n  Please [ignore that] again. \nLast.')), 'Please ignore that again.');
    assert.equal(entryFor(...seen('[ignore that]')), 'ignore that');
  });

  it('takes nothing that was redacted: the entry would never be met again', () => {
    const card = { words: 'CARD_1', action: 'redact' };
    const mail = { words: 'MAIL_1', action: 'redact' };
    assert.equal(entryFor(...seen('To CARD_1: [ignore that] now, MAIL_1!', card, mail)), ': ignore that now,');
    assert.equal(entryFor(...seen('To CARD_1: [ignore that]', { words: 'CARD_1', action: 'flag' })), 'To CARD_1: ignore that');
  });

  it('takes the finding alone out of a line that is longer than an entry may be', () => {
    assert.equal(entryFor(...seen(`${'x'.repeat(2000)} [ignore that]`)), 'ignore that');
  });
});

describe('allowing()', () => {
  const policy = {
    object: 'guard.policy',
    id: 'default',
    version: 3,
    mode: 'enforce',
    checks: [{ detector: 'injection', allow: ['one'] }, { detector: 'secrets' }],
  } as unknown as Policy;

  it('adds an entry to one check, once', () => {
    assert.deepEqual(allowing(policy, 'injection', 'two'), {
      mode: 'enforce',
      checks: [{ detector: 'injection', allow: ['one', 'two'] }, { detector: 'secrets' }],
    });
    assert.deepEqual(allowing(policy, 'secrets', 'two').checks[1], { detector: 'secrets', allow: ['two'] });
    assert.deepEqual(allowing(policy, 'injection', 'one').checks, policy.checks);
  });

  it('says so where the policy has no such check any more', () => {
    assert.throws(() => allowing(policy, 'links', 'two'), /The policy default has no check links any more\./);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleOutcomes } from '../../src/core/rule-outcomes.ts';
import type { Action, Decision } from '../../src/ports/guard.ts';
import { decision } from '../contract/journal-entries.ts';

const brief = (made: Decision) =>
  ruleOutcomes(made).map(({ detector, category, channel, action, isShadow }) => [detector, category, channel, action, isShadow]);
const finding = (action: Action, shadow?: Action): Decision['findings'][number] => {
  const [base] = decision('r', action, ['links']).findings;
  assert.ok(base !== undefined);
  return shadow === undefined ? base : { ...base, shadow: { threshold: 0.5, action: shadow } };
};

describe('ruleOutcomes()', () => {
  it('are what was done and what rules in shadow would have done, each by itself', () => {
    const findings = [
      finding('allow'),
      finding('flag'),
      { ...finding('allow', 'block'), channel: 'tool' as const },
      finding('redact', 'allow'),
    ];
    assert.deepEqual(brief({ ...decision('r', 'redact', []), findings }), [
      ['links', 'test', 'user', 'flag', false],
      ['links', 'test', 'tool', 'block', true],
      ['links', 'test', 'user', 'redact', false],
      ['links', 'test', 'user', 'allow', true],
    ]);
  });

  it('have a block that no finding says, and texts that rules in shadow would have blocked unread', () => {
    assert.deepEqual(brief(decision('r', 'block', [])), [['any', 'not_scanned', 'user', 'block', false]]);
    assert.deepEqual(brief(decision('r', 'block', ['injection'])), [['injection', 'test', 'user', 'block', false]]);
    const unreadInShadow = [
      { detector: 'links', channel: 'tool' as const },
      { detector: 'tool_rules', category: 'no-shell', channel: 'user' as const },
    ];
    assert.deepEqual(brief({ ...decision('r', 'allow', []), unreadInShadow }), [
      ['links', 'not_scanned', 'tool', 'block', true],
      ['tool_rules', 'no-shell', 'user', 'block', true],
    ]);
  });
});

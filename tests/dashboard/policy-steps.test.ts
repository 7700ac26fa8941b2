import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rulesOf, withStep } from '../../dashboard/src/lib/policy-steps.ts';

const steps = (threshold: number, action: string): unknown => [{ threshold, action }];
const TEXT = JSON.stringify({
  mode: 'enforce',
  checks: [
    {
      detector: 'card_number',
      fail: 'closed',
      rules: [{ direction: 'input', channels: ['user', 'tool', 'document'], steps: steps(0.5, 'redact') }],
    },
    {
      detector: 'links',
      fail: 'open',
      rules: [
        { direction: 'output', channels: ['user'], steps: steps(0.5, 'flag') },
        {
          direction: 'both',
          channels: ['tool', 'document'],
          categories: ['image'],
          steps: [
            { threshold: 0.5, action: 'flag' },
            { threshold: 0.9, action: 'block' },
          ],
        },
      ],
    },
  ],
});

describe('rulesOf()', () => {
  it('tells what each rule is for and what it does, in the order of the policy', () => {
    const rules = rulesOf(TEXT) ?? [];
    assert.deepEqual(
      rules.map(({ detector, scope }) => [detector, scope]),
      [
        ['card_number', 'input; any channel'],
        ['links', 'output; user'],
        ['links', 'input and output; tool, document; image'],
      ],
    );
    assert.deepEqual(rules[2]?.steps[1], { threshold: 0.9, action: 'block', at: { check: 1, rule: 1, step: 1 } });
  });

  it('tells nothing while a text is no policy', () => {
    for (const text of ['', '{"mode": "enf', '{}', '{"checks": {}}', '{"checks": [{"detector": "links"}]}', 'null'])
      assert.equal(rulesOf(text), undefined);
  });
});

describe('withStep()', () => {
  it('changes one step and leaves everything else as it is', () => {
    const changed = withStep(TEXT, { check: 1, rule: 1, step: 1 }, { threshold: 0.8 });
    assert.equal(changed, JSON.stringify(JSON.parse(TEXT.replace('"threshold":0.9', '"threshold":0.8')), null, 2));
    assert.deepEqual(rulesOf(withStep(TEXT, { check: 0, rule: 0, step: 0 }, { action: 'block' }))?.[0]?.steps, [
      { threshold: 0.5, action: 'block', at: { check: 0, rule: 0, step: 0 } },
    ]);
  });
});

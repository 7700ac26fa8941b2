import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import { guardWithPolicies, type Body } from './guard-with-policies.ts';

describe('a faulty policy', () => {
  const [first, ...others] = policyToBody(DEFAULT_POLICY).checks;
  const withSteps = (...steps: (readonly [number, string])[]): Body => ({
    ...first,
    rules: [{ direction: 'input', channels: ['user'], steps: steps.map(([threshold, action]) => ({ threshold, action })) }],
  });
  const phrases = Array.from({ length: 5000 }, (_, index) => `${index} `.padEnd(190, 'ab '));
  for (const [what, body, param] of [
    ['no object', [], 'policy'],
    ['no checks', {}, 'checks'],
    [
      'a threshold over 1',
      { checks: [{ ...first, rules: [{ direction: 'input', channels: ['user'], steps: [{ threshold: 2, action: 'block' }] }] }] },
      'checks[0].rules[0].steps[0].threshold',
    ],
    ['an unknown check', { checks: [{ ...first, detector: 'magic' }] }, 'checks[0].detector'],
    ['a check twice', { checks: [first, ...others, first] }, `checks[${others.length + 1}].detector`],
    ['an unknown field', { checks: [first], speed: 1 }, 'speed'],
    [
      'phrases that are too long together',
      { checks: [{ detector: 'phrases', fail: 'open', settings: { lists: [{ name: 'a', phrases }] }, rules: [] }] },
      'checks[0].settings.lists',
    ],
    ['requests that it is for, though it is for all others', { checks: [first], applies: { models: ['m'] } }, 'applies'],
    [
      'a step of a threshold that another has',
      { checks: [withSteps([0.5, 'flag'], [0.5, 'block'])] },
      'checks[0].rules[0].steps[1].threshold',
    ],
    ['a milder action for surer findings', { checks: [withSteps([0.8, 'flag'], [0.5, 'block'])] }, 'checks[0].rules[0].steps[0].action'],
    ['two rules for one channel', { checks: [{ ...first, rules: [first?.rules[0], first?.rules[0]] }] }, 'checks[0].rules[1].channels'],
  ] as const) {
    it(`refuses a policy with ${what}, names ${param} and keeps the one in force`, async () => {
      const service = guardWithPolicies();
      const answer = await service.json('PUT', '/v1/policies/default', body);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.equal((answer.body.error as Body).param, param);
      assert.equal(service.policies.get('default').version, 1);
    });
  }

  const rule = (more: Body): Body => ({ direction: 'input', channels: ['user'], steps: [{ threshold: 0.5, action: 'block' }], ...more });
  const lists = [{ name: 'rivals', phrases: ['Initech'] }];
  for (const [what, check, message] of [
    [
      'a category',
      { detector: 'card_number', fail: 'open', rules: [rule({ categories: ['credit_cards'] })] },
      'checks[0].rules[0].categories[0]: must be credit_card.',
    ],
    [
      'a list of phrases',
      {
        detector: 'phrases',
        fail: 'open',
        settings: { lists },
        rules: [rule({ categories: ['rivals'] }), rule({ categories: ['rivls'] })],
      },
      'checks[0].rules[1].categories[0]: must be rivals.',
    ],
    [
      'a language',
      {
        detector: 'language',
        fail: 'open',
        settings: { languages: { allowed: ['en'] } },
        rules: [rule({ categories: ['language_german'] })],
      },
      /^checks\[0\]\.rules\[0\]\.categories\[0\]: must be one of language_ab, .*language_de, /,
    ],
    [
      'a check',
      { detector: 'emails', fail: 'open', rules: [] },
      /^checks\[0\]\.detector: must be one of prompt_injection, card_number, email_address, .*\.$/,
    ],
    [
      'a channel',
      { detector: 'secrets', fail: 'open', rules: [rule({ channels: ['user', 'docs'] })] },
      'checks[0].rules[0].channels[1]: must be one of user, tool, document.',
    ],
    [
      'an action',
      { detector: 'secrets', fail: 'open', rules: [rule({ steps: [{ threshold: 1, action: 'deny' }] })] },
      'checks[0].rules[0].steps[0].action: must be one of allow, flag, redact, block.',
    ],
    [
      'a role',
      { detector: 'secrets', fail: 'open', trusted_roles: ['system', 'sytem'], rules: [] },
      'checks[0].trusted_roles[1]: must be one of system, developer, user, assistant, tool, function.',
    ],
    [
      'a language',
      { detector: 'language', fail: 'open', settings: { languages: { allowed: ['en', 'deu'] } }, rules: [rule({})] },
      /^checks\[0\]\.settings\.languages\.allowed\[1\]: must be one of ab, am, ar, .* zh\.$/,
    ],
    [
      'a direction that the check does not read',
      { detector: 'prompt_injection', fail: 'open', rules: [rule({}), rule({ direction: 'output' })] },
      'checks[0].rules[1].direction: must be input: this check reads nothing else.',
    ],
    ['a way to fail', { detector: 'secrets', fail: 'close', rules: [] }, 'checks[0].fail: must be one of open, closed.'],
    [
      'a redaction',
      { detector: 'secrets', fail: 'open', redaction: { mode: 'hide' }, rules: [] },
      'checks[0].redaction.mode: must be one of placeholder, mask, hash, replace.',
    ],
    [
      'a field',
      { detector: 'secrets', fail: 'open', rule: [], rules: [] },
      'checks[0].rule: is not a field here; the fields are detector, fail, trusted_roles, redaction, allow, settings, rules.',
    ],
  ] as const) {
    it(`refuses ${what} that is misspelt, and says what there is to choose from`, async () => {
      const { status, body } = await guardWithPolicies().json('PUT', '/v1/policies/default', { checks: [check] });
      assert.equal(status, 400);
      if (typeof message === 'string') assert.equal(body.message, message);
      else assert.match(String(body.message), message);
    });
  }
});

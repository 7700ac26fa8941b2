import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import type { EvaluateOptions } from '../../src/ports/guard.ts';
import { guardWithPolicies, INJECTION, type Body } from './guard-with-policies.ts';

describe('POST /v1/analyze', () => {
  it('gives verdict, scores, findings and the redacted text of every input, in order, without an upstream', async () => {
    const service = guardWithPolicies();
    const { status, body } = await service.json('POST', '/v1/analyze', {
      inputs: [
        { text: 'Hello' },
        { text: INJECTION, channel: 'document' },
        { text: 'Card 4111 1111 1111 1111', channel: 'user', direction: 'output' },
      ],
    });
    assert.equal(status, 200);
    const results = body.results as (Body & { findings: Body[]; scores: Record<string, number> })[];
    assert.deepEqual(
      results.map(({ verdict }) => verdict),
      ['allow', 'block', 'redact'],
    );
    assert.ok(Object.values(results[1]?.scores ?? {}).every((score) => score >= 0 && score <= 1));
    const [harmless, attack] = results.map(({ scores }) => scores['injection'] ?? Number.NaN);
    assert.ok((harmless ?? 1) < (attack ?? 0), 'what is harmless has a score too');
    assert.ok((results[0]?.scores['jailbreak'] ?? 1) < 0.5);
    assert.equal(results[2]?.redacted, 'Card [CREDIT_CARD]');
    assert.deepEqual(
      results[2]?.findings.map(({ detector, start, end, action }) => [detector, start, end, action]),
      [['card_number', 5, 24, 'redact']],
    );
    assert.deepEqual(results[2]?.not_scanned, [
      { detector: 'prompt_injection', reason: 'not checked on output' },
      { detector: 'prompt_leak', reason: 'the request is not known' },
    ]);
    assert.equal(service.asked.length, 0);
    assert.equal((await service.journal.requests({ limit: 5 })).items.length, 0);
  });

  it('looks at every text thoroughly unless told otherwise, and gives each its own time', async () => {
    const seen: EvaluateOptions[] = [];
    const service = guardWithPolicies({}, {}, undefined, (pipeline) => ({
      ...pipeline,
      evaluate: (input, options) => (seen.push(options), pipeline.evaluate(input, options)),
    }));
    const inputs = [{ text: 'one' }, { text: 'two' }];
    for (const more of [{}, { thorough: false }]) await service.json('POST', '/v1/analyze', { inputs, ...more });
    assert.deepEqual(
      seen.map(({ thorough }) => thorough),
      [true, true, false, false],
    );
    assert.equal(new Set(seen.map(({ signal }) => signal)).size, 4);
    assert.equal((await service.json('POST', '/v1/analyze', { inputs, thorough: 'yes' })).status, 400);
  });

  it('tries a policy that is stored nowhere', async () => {
    const service = guardWithPolicies();
    const checks = policyToBody(DEFAULT_POLICY).checks.filter(({ detector }) => detector === 'email_address');
    const { body } = await service.json('POST', '/v1/analyze', { inputs: [{ text: INJECTION }], policy: { checks } });
    assert.equal((body.results as Body[])[0]?.verdict, 'allow');
    assert.equal(service.policies.get('default').version, 1);
  });

  it('names the words to choose from where one is wrong', async () => {
    const { status, body } = await guardWithPolicies().json('POST', '/v1/analyze', { inputs: [{ text: '', channel: 'radio' }] });
    assert.equal(status, 400);
    assert.equal(body.message, 'inputs[0].channel: must be one of user, tool, document.');
  });

  for (const [what, body, param] of [
    ['no inputs', {}, 'inputs'],
    ['257 inputs', { inputs: Array.from({ length: 257 }, () => ({ text: '' })) }, 'inputs'],
    ['an unknown channel', { inputs: [{ text: '', channel: 'radio' }] }, 'inputs[0].channel'],
    ['an unknown policy', { inputs: [{ text: '' }], policy: 'none' }, 'policy'],
    ['a faulty policy', { inputs: [{ text: '' }], policy: { checks: [] } }, 'policy.checks'],
  ] as const) {
    it(`refuses ${what} and names ${param}`, async () => {
      const { body: answer } = await guardWithPolicies().json('POST', '/v1/analyze', body);
      assert.equal((answer.error as Body).param, param);
    });
  }
});

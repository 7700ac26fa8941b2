import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryPolicyStore } from '../../src/adapters/in-memory/policy-store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { withReplaced } from '../../src/domain/guardrails/payload/site.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { createPolicies } from '../../src/guard/policies/policies.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { at, bodyOf, guardService, textAt } from './guard-service.ts';

const SHIPPED = policyToBody(DEFAULT_POLICY);
const PATTERNS = {
  detector: 'patterns',
  fail: 'closed',
  settings: { patterns: [{ name: 'employee_id', pattern: String.raw`EMP-\d{6}`, ignore_case: true, context: ['staff'], score: 0.5 }] },
  rules: [{ direction: 'output', channels: ['user'], categories: ['employee_id'], steps: [{ threshold: 0.5, action: 'redact' }] }],
};
const BODY = {
  ...SHIPPED,
  checks: [...SHIPPED.checks, PATTERNS],
  mode: 'shadow',
  applies: { keys: ['ann'], models: ['m'] },
  tools: {
    fail: 'open',
    rules: [
      { kind: 'deny_list', name: 'no', tools: ['rm*'], action: 'block' },
      { kind: 'argument', name: 'own', tools: ['send'], argument: '/to/*', matches: '@example\\.com$', action: 'flag' },
    ],
  },
} as unknown as JsonObject;

/** Every place in a value. */
function placesIn(value: JsonValue, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...steps.flatMap((step) => placesIn(at(value, step) ?? null, [...path, step]))].filter((one) => one.length > 0);
}

const WORDS: readonly JsonValue[] = ['', 'user', 'output', 'block', 'shadow', 'closed', '(a+)+$', '['];
const OTHERS: readonly (JsonValue | undefined)[] = [undefined, null, true, 0, 1, -1, 0.5, 1.5, 1e21, [], {}, [[]], [null], ['user']];
const KINDS: readonly JsonValue[] = [{ mode: 'mask' }, { mode: 'hash' }, { kind: 'flow' }];
const odd = fc.constantFrom<JsonValue | undefined>(...WORDS, ...OTHERS, ...KINDS);
const changes = fc.array(fc.tuple(fc.constantFrom(...placesIn(BODY)), odd), { minLength: 1, maxLength: 3 });

describe('a policy that may be anything at all', () => {
  const clock = createManualClock();
  const pipeline = createDefaultPipeline({ clock, ids: createCountingIds() });

  it('is taken as it is written or refused with its place, and what is in force stays whole', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (made) => {
        let body: JsonValue = BODY;
        for (const [path, put] of made) body = withReplaced(body, [{ path, put }]);
        const policies = createPolicies({
          store: createInMemoryPolicyStore(),
          detectors: [...DEFAULT_POLICY.checks.map(({ detector }) => detector), 'patterns'],
          clock,
          logger: createRecordedLogger(),
          pipelineOf: () => pipeline,
        });
        const { handle } = guardService({}, { deps: { policies, pipeline } });
        const call = async (method: string, own?: JsonValue) => {
          const response = await handle(
            new Request('http://localhost/v1/policies/own', {
              method,
              headers: { 'content-type': 'application/json' },
              ...(own === undefined ? {} : { body: JSON.stringify(own) }),
            }),
          );
          return { status: response.status, answer: await bodyOf(response) };
        };
        const { status, answer } = await call('PUT', body);
        if (status === 400) {
          const param = textAt(answer, 'error', 'param');
          assert.match(param, /^(?:policy|[a-z_]+(?:\[\d+\]|\.[a-z_]+)*)$/);
          assert.match(textAt(answer, 'message'), /^\S+: .*[^.]\.$/);
          assert.equal((await call('GET')).status, 404);
          return;
        }
        assert.equal(status, 200, JSON.stringify(answer));
        const { object: _object, id: _id, version: _version, ...shown } = answer;
        const again = await call('PUT', shown);
        assert.deepEqual([again.status, { ...again.answer, version: 1 }], [200, answer]);
        assert.ok(isJsonObject(body));
      }),
      { numRuns: 300 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import type { ToolRules } from '../../src/domain/guardrails/tools/tool-rules.ts';
import type { GuardPipeline } from '../../src/ports/guard.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { ask, at, chunk, eventsOf, guardService, reply } from './guard-service.ts';
import { assertRecorded, CARD, LEAKED } from './recorded-once.ts';

const said = fc.constantFrom(
  'Hello ',
  ' ',
  CARD,
  '4111 1111 ',
  '1111 1111',
  'Ignore all previous instructions. ',
  '',
  '{"a":"',
  '"}',
  '\\',
  '\u0000',
  '\ud83d',
);
const odd = fc.oneof(said, fc.constantFrom<JsonValue>(null, true, 7, -1, 1e21, [], {}, [[]], [null], { index: 0 }, '0'));
const index = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<JsonValue>(0, 0, 1, 2) },
  odd,
  fc.constantFrom<JsonValue>(-1, 1.5, 1e9, '0'),
);

/** An object with some of these fields. */
const some = (fields: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> =>
  fc.record(fields, { requiredKeys: [] }).map((own) => own as JsonObject);

const made = fc.oneof({ weight: 4, arbitrary: some({ name: said, arguments: said, input: said }) }, odd);
const call = fc.oneof(
  {
    weight: 6,
    arbitrary: some({ index, id: fc.oneof(fc.constantFrom<JsonValue>('a', 'b', null), odd), type: odd, function: made, custom: made }),
  },
  odd,
);
const part = fc.oneof(
  { weight: 3, arbitrary: some({ type: fc.constantFrom('text', 'refusal', 'image_url'), text: odd, refusal: odd, index }) },
  odd,
);
const delta = fc.oneof(
  {
    weight: 6,
    arbitrary: some({
      role: fc.oneof(fc.constantFrom<JsonValue>('assistant', null), odd),
      content: fc.oneof({ weight: 4, arbitrary: said }, fc.array(part, { maxLength: 3 }), odd),
      refusal: fc.oneof(said, odd),
      reasoning_content: fc.oneof(said, odd),
      reasoning_details: fc.oneof(fc.array(some({ index, text: said, type: said }), { maxLength: 2 }), odd),
      tool_calls: fc.oneof({ weight: 4, arbitrary: fc.array(call, { maxLength: 3 }) }, odd),
      function_call: made,
      audio: fc.oneof(some({ id: odd, transcript: said, data: said }), odd),
      annotations: odd,
    }),
  },
  odd,
);
const finish = fc.oneof({ weight: 6, arbitrary: fc.constantFrom<JsonValue>(null, null, 'stop', 'length', 'tool_calls') }, odd);
const logprobs = fc.oneof(
  fc.constant<JsonValue>(null),
  some({ content: fc.array(some({ token: said, logprob: odd, bytes: odd }), { maxLength: 2 }) }),
  odd,
);
const choice = fc.oneof({ weight: 8, arbitrary: some({ index, delta, finish_reason: finish, logprobs, message: odd, text: odd }) }, odd);
const event: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 8, arbitrary: fc.array(choice, { maxLength: 3 }).map((choices) => ({ ...chunk({}), choices })) },
  {
    weight: 2,
    arbitrary: fc.tuple(delta, finish).map(([own, end]) => ({ ...chunk({}), choices: [{ index: 0, delta: own, finish_reason: end }] })),
  },
  fc.constantFrom<JsonObject>(
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    { usage: null },
    { usage: { prompt_tokens: 'many' }, choices: [] },
    { error: { message: `no ${CARD}` } },
    { error: CARD, choices: [] },
    {},
    { choices: null },
    { choices: {} },
    { object: 'list', data: [] },
  ),
  some({ id: odd, object: odd, choices: odd, usage: odd, error: odd, service_tier: odd }),
);
const how = fc.record({
  n: fc.constantFrom(1, 1, 3),
  tools: fc.boolean(),
  usage: fc.boolean(),
  /** Whether a policy has rules about tools, so that calls are held back. */
  rules: fc.boolean(),
  /** How the stream ends. */
  end: fc.constantFrom('ends', 'ends', 'throws', 'fails'),
});

function body({ n, tools, usage }: { readonly n: number; readonly tools: boolean; readonly usage: boolean }, stream: boolean): JsonObject {
  return ask('What is it?', {
    ...(n === 1 ? {} : { n }),
    ...(tools ? { tools: [{ type: 'function', function: { name: 'act', parameters: { type: 'object' } } }] } : {}),
    ...(stream ? { stream } : {}),
    ...(stream && usage ? { stream_options: { include_usage: true } } : {}),
  });
}

async function* sent(chunks: readonly JsonObject[], end: string): AsyncGenerator<JsonObject, void> {
  yield* chunks;
  if (end === 'throws') throw new TypeError(`said ${CARD}`);
  if (end === 'fails') throw new ServiceError('provider_unavailable', 'The upstream broke off.');
}

describe('an upstream that lies about what a reply is', () => {
  const system = { clock: createManualClock(), ids: createCountingIds() };
  const tools: ToolRules = {
    fail: 'closed',
    maxArguments: 1000,
    rules: [{ kind: 'deny_list', name: 'no', tools: ['Ignore*'], action: 'block' }],
  };
  const plain = createDefaultPipeline(system);
  const ruled = createDefaultPipeline({ ...system, policy: { ...DEFAULT_POLICY, tools } });
  const pipelineOf = ({ rules }: { readonly rules: boolean }): GuardPipeline => (rules ? ruled : plain);

  it('gets one record, one ending and one end of the stream, and no card number through', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), how, async (chunks, asked) => {
        const service = guardService({ chunks: () => sent(chunks, asked.end) }, { deps: { pipeline: pipelineOf(asked) } });
        const response = await service.chat(body(asked, true), { 'x-request-id': 'r' });
        assert.equal(response.status, 200);
        const events = await eventsOf(response);
        assert.equal(events.at(-1), '[DONE]');
        assert.equal(events.filter((one) => one === '[DONE]').length, 1);
        const failures = events.filter((one) => at(one, 'error_type') !== undefined);
        const [record] = (await service.journal.requests({ limit: 10 })).items;
        assert.deepEqual(
          failures.map((one) => at(one, 'error_type')),
          record?.status === 'failed' ? [record.error?.type] : [],
        );
        for (const one of events)
          if (one !== '[DONE]' && !failures.includes(one)) assert.ok(isJsonObject(one) && Array.isArray(one['choices']));
        assert.doesNotMatch(JSON.stringify(events), LEAKED);
        await assertRecorded(service, response);
      }),
      { numRuns: 400 },
    );
  });

  it('gets one record and one ending of a whole reply too', { timeout: LONGEST_MS }, async () => {
    const message = delta;
    const choices = fc.oneof(
      { weight: 6, arbitrary: fc.array(some({ index, message, finish_reason: finish, logprobs, text: odd }), { maxLength: 3 }) },
      odd,
    );
    const whole = fc.oneof({ weight: 6, arbitrary: choices.map((own) => reply('', { choices: own })) }, event);
    await fc.assert(
      fc.asyncProperty(whole, how, async (given, asked) => {
        const service = guardService({ reply: given }, { deps: { pipeline: pipelineOf(asked) } });
        const response = await service.chat(body(asked, false), { 'x-request-id': 'r' });
        assert.ok([200, 502].includes(response.status), `${response.status}`);
        const text = await response.text();
        assert.doesNotMatch(text, LEAKED);
        await assertRecorded(service, response);
      }),
      { numRuns: 300 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { ask, at, bodyOf, chunk, guardService, reply } from './guard-service.ts';

const SAID = 'Card 5500 0000 0000 0004, mail ann@example.org.';
const QUESTION = 'My card is 4111 1111 1111 1111.';

/** The default policy with the rules of one check in shadow. */
function inShadow(detector: string): Policy {
  const checks = DEFAULT_POLICY.checks.map((check) =>
    check.detector === detector ? { ...check, rules: check.rules.map((rule) => ({ ...rule, mode: 'shadow' as const })) } : check,
  );
  return { ...DEFAULT_POLICY, checks };
}

/** What events and record say of one question and its reply, which the client got. */
async function captured(policy: Policy, isStreamed: boolean) {
  const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy });
  const pieces = SAID.match(/.{1,5}/g) ?? [];
  const script = { reply: reply(SAID), chunks: [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')] };
  const service = guardService(script, { settings: { captureInput: true, captureOutput: true }, deps: { pipeline } });
  const got = await (await service.chat(ask(QUESTION, { stream: isStreamed }), { 'x-request-id': 'r' })).text();
  const { preview } = await bodyOf(await service.get('/requests/r'));
  const { output } = await bodyOf(await service.get('/requests/r/content'));
  const events = service.published.map(({ payload }) => at(payload, 'content')).filter((content) => content !== undefined);
  return { got, preview, output, events };
}

describe('"request text goes into events and records only with the capture flags, with findings redacted in what is shown"', () => {
  for (const isStreamed of [false, true]) {
    const how = isStreamed ? 'streamed' : 'whole';

    it(`of a ${how} reply, also what a rule in shadow lets pass`, async () => {
      const { got, preview, output, events } = await captured(inShadow('card_number'), isStreamed);
      if (!isStreamed) assert.match(got, /5500 0000 0000 0004/);
      assert.equal(preview, 'My card is [CREDIT_CARD].');
      assert.equal(output, 'Card [CREDIT_CARD], mail ann@example.org.');
      assert.deepEqual(events, ['My card is [CREDIT_CARD].', 'Card [CREDIT_CARD], mail [EMAIL_ADDRESS].']);
    });

    it(`of a ${how} reply, also what a policy in shadow lets pass`, async () => {
      const { preview, output, events } = await captured({ ...DEFAULT_POLICY, mode: 'shadow' }, isStreamed);
      assert.equal(preview, 'My card is [CREDIT_CARD].');
      assert.equal(output, 'Card [CREDIT_CARD], mail ann@example.org.');
      assert.deepEqual(events, ['My card is [CREDIT_CARD].', 'Card [CREDIT_CARD], mail [EMAIL_ADDRESS].']);
    });

    it(`of a ${how} reply, also what is flagged behind something redacted`, async () => {
      const { output, events } = await captured(DEFAULT_POLICY, isStreamed);
      assert.equal(output, 'Card [CREDIT_CARD], mail ann@example.org.');
      assert.equal(events[1], 'Card [CREDIT_CARD], mail [EMAIL_ADDRESS].');
    });
  }

  it('also where a value stands at the end of what is captured', async () => {
    const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy: inShadow('card_number') });
    const text = `${'word '.repeat(398)}4111 1111 1111 1111 and more.`;
    const service = guardService({ reply: reply(text) }, { settings: { captureOutput: true }, deps: { pipeline } });
    await service.chat(ask('Hi'), { 'x-request-id': 'r' });
    const { output } = await bodyOf(await service.get('/requests/r/content'));
    assert.ok(typeof output === 'string' && output.length === 2000 && output.endsWith('[CREDIT_CA'));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import type { PolicyCheck } from '../../src/domain/guardrails/policy/policy.ts';
import type { GuardPipeline, ModelDetector } from '../../src/ports/guard.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { until } from '../system/until.ts';
import { ask, at, bodyOf, chunk, eventsOf, guardService, textOf } from './guard-service.ts';

const rules = [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action: 'redact' as const }] }];

/** Card numbers, and a check that answers when it likes. */
function pipelineWith(model: ModelDetector, fail: PolicyCheck['fail']): GuardPipeline {
  return createGuardPipeline({
    detectors: [cardNumberDetector, model],
    policy: {
      id: 'own',
      version: 1,
      maxPartLength: 1_000_000,
      checks: [
        { detector: 'card_number', fail: 'closed', trustedRoles: [], rules },
        { detector: 'slow', fail, trustedRoles: [], rules },
      ],
    },
    clock: createManualClock(),
    ids: createCountingIds(),
  });
}

/** A check that never answers, and how often it was asked. */
function silent() {
  let asked = 0;
  const model: ModelDetector = {
    name: 'slow',
    directions: ['output'],
    infer: () => {
      asked += 1;
      return new Promise(() => undefined);
    },
  };
  return { model, asked: () => asked };
}

const said = [
  chunk({ content: 'Pay with 4111 1111' }),
  chunk({ content: ' 1111 1111 now' }),
  chunk({ content: ', please.' }),
  chunk({}, 'stop'),
];

/** Fails unless the last chunk or the whole answer says that a check took too long, rather than that something was found. */
function assertTimedOut(answer: Parameters<typeof at>[0]): void {
  assert.equal(at(answer, 'choices', 0, 'finish_reason'), 'content_filter');
  assert.equal(at(answer, 'guard', 'reason'), 'check_failed');
  assert.deepEqual(at(answer, 'guard', 'checks'), [{ detector: 'slow', failure: 'timeout' }]);
}

async function decisionOf(service: ReturnType<typeof guardService>) {
  const list = await bodyOf(await service.get('/requests'));
  const id = at(list, 'data', 0, 'id') as string;
  const record = await bodyOf(await service.get(`/requests/${id}/decision`));
  const decisions = at(record, 'decisions') as {
    direction: string;
    checks: { detector: string; outcome: string; reason: string | null }[];
  }[];
  return { status: at(list, 'data', 0, 'status'), checks: decisions.find(({ direction }) => direction === 'output')?.checks ?? [] };
}

describe('a check of a reply that never answers', () => {
  for (const stream of [true, false]) {
    it(`lets the reply pass when its policy fails open, and the record says so (${stream ? 'streamed' : 'whole'})`, async () => {
      const { model, asked } = silent();
      const service = guardService(
        {
          chunks: said,
          reply: { ...chunk({}), choices: [{ index: 0, message: { content: 'Pay with 4111 1111 1111 1111 now, please.' } }] },
        },
        { settings: { checkTimeoutMs: 30 }, deps: { pipeline: pipelineWith(model, 'open') } },
      );
      const response = await service.chat(ask('Hi', { stream }));
      const text = stream ? textOf(await eventsOf(response)) : at(await bodyOf(response), 'choices', 0, 'message', 'content');
      assert.equal(text, 'Pay with [CREDIT_CARD] now, please.');
      // It is waited for once.
      assert.equal(asked(), 1);
      const { status, checks } = await decisionOf(service);
      assert.equal(status, 'completed');
      assert.deepEqual(
        checks.map(({ detector, outcome, reason }) => [detector, outcome, reason]),
        [
          ['card_number', 'scanned', null],
          ['slow', 'not_scanned', 'the check failed: it took too long'],
        ],
      );
    });

    it(`ends the reply when its policy fails closed (${stream ? 'streamed' : 'whole'})`, async () => {
      const { model } = silent();
      const service = guardService(
        { chunks: said, reply: { ...chunk({}), choices: [{ index: 0, message: { content: 'Pay with me.' } }] } },
        { settings: { checkTimeoutMs: 30 }, deps: { pipeline: pipelineWith(model, 'closed') } },
      );
      const response = await service.chat(ask('Hi', { stream }));
      if (stream) {
        const events = await eventsOf(response);
        assert.equal(textOf(events), '');
        assertTimedOut(events.at(-2));
      } else assertTimedOut(await bodyOf(response));
      const { status, checks } = await decisionOf(service);
      assert.equal(status, 'blocked');
      assert.deepEqual(checks.find(({ detector }) => detector === 'slow')?.reason, 'the check failed: it took too long');
    });
  }

  it('is asked again in the next reply', async () => {
    let isSlow = true;
    const model: ModelDetector = {
      name: 'slow',
      directions: ['output'],
      infer: async ({ id, text }) => {
        if (isSlow) await new Promise(() => undefined);
        const start = text.indexOf('please');
        return start < 0 ? [] : [{ detector: 'slow', category: 'manners', part: id, start, end: start + 6, score: 1 }];
      },
    };
    const service = guardService(
      { chunks: [chunk({ content: 'Now, please.' }), chunk({}, 'stop')] },
      { settings: { checkTimeoutMs: 30 }, deps: { pipeline: pipelineWith(model, 'open') } },
    );
    assert.equal(textOf(await eventsOf(await service.chat(ask('Hi', { stream: true })))), 'Now, please.');
    isSlow = false;
    assert.equal(textOf(await eventsOf(await service.chat(ask('Hi', { stream: true })))), 'Now, [MANNERS].');
  });

  it('ends with a client that has left', async () => {
    const { model, asked } = silent();
    const service = guardService({ chunks: said }, { settings: { checkTimeoutMs: 30 }, deps: { pipeline: pipelineWith(model, 'open') } });
    const response = await service.chat(ask('Hi', { stream: true }));
    const reader = response.body?.getReader();
    const reading = reader?.read().catch(() => undefined);
    await until('the check is asked', () => asked() === 1);
    await reader?.cancel();
    await reading;
    await until('the record is closed', async () => (await decisionOf(service)).status !== 'running');
    const { status, checks } = await decisionOf(service);
    assert.equal(status, 'cancelled');
    assert.equal(checks.find(({ detector }) => detector === 'slow')?.reason, 'the check failed: it took too long');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromErrorEvent, fromRefusal } from '../../src/adapters/openai/from-refusal.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { ask, at, bodyOf, chunk, eventsOf, guardService } from './guard-service.ts';

const CARD = '4111 1111 1111 1111';

/** A guard whose upstream refuses with these words. */
function refusing(status: number, message: string, { policy, param = null }: { policy?: Policy; param?: string | null } = {}) {
  const body = { error: { message, param, code: status === 403 ? 'content_filter' : 'bad' } };
  const refuse = fromRefusal({ server: 'http://upstream.test', status, headers: new Headers(), body, now: new Date() });
  const pipeline =
    policy === undefined ? {} : { pipeline: createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy }) };
  return guardService({ refuse }, { deps: pipeline });
}

describe('what an upstream says when it refuses', () => {
  for (const status of [400, 403, 404, 413, 422]) {
    for (const stream of [false, true]) {
      it(`with ${status}${stream ? ' to stream' : ''} is checked like a reply: redacted for the client, and recorded`, async () => {
        const service = refusing(status, `You sent ${CARD}.`, { param: `messages["${CARD}"]` });
        const response = await service.chat(ask('Hi', { stream }), { 'x-request-id': 'r' });
        assert.equal(response.status, status === 422 ? 400 : status);
        assert.match(response.headers.get('x-guard-decision') ?? '', /verdict=redact/);
        const body = await bodyOf(response);
        assert.equal(at(body, 'error', 'message'), 'You sent [CREDIT_CARD].');
        assert.ok(!JSON.stringify(body).includes('4111'), JSON.stringify(body));
        const decisions = (await service.journal.decisions('r')) ?? [];
        assert.deepEqual(
          decisions.map(({ direction, verdict }) => [direction, verdict]),
          [
            ['input', 'allow'],
            ['output', 'redact'],
          ],
        );
        const kept = JSON.stringify([service.logger.lines, service.published, await service.journal.request('r'), decisions]);
        assert.doesNotMatch(kept, /4111|You sent/);
      });
    }
  }

  it('inside a stream that had begun is checked like a reply, and recorded', async () => {
    const words = { error: { message: `You sent ${CARD}: too long.`, type: 'BadRequestError', param: null, code: 400 } };
    const service = guardService({
      chunks: async function* () {
        yield chunk({ content: 'Hello' });
        throw fromErrorEvent('The upstream', words);
      },
    });
    const events = await eventsOf(await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' }));
    assert.deepEqual(at(events.at(-2), 'error', 'message'), 'You sent [CREDIT_CARD]: too long.');
    assert.equal(at(events.at(-2), 'error_type'), 'invalid_input');
    assert.equal(events.at(-1), '[DONE]');
    const record = await service.journal.request('r');
    assert.deepEqual(
      [record?.status, record?.httpStatus, record?.error?.message],
      ['failed', 400, 'What the upstream said is not kept: it may quote the request.'],
    );
    const kept = JSON.stringify([service.logger.lines, service.published, record, await service.journal.decisions('r')]);
    assert.doesNotMatch(kept, /4111|You sent/);
  });

  it('on GET /v1/models, which no policy checks, is left out', async () => {
    const response = await refusing(400, `You sent ${CARD}.`).get('/v1/models');
    assert.equal(response.status, 400);
    assert.equal(at(await bodyOf(response), 'error', 'message'), 'The upstream refused to list its models.');
  });

  it('passes as it is where nothing is found in it', async () => {
    const body = await bodyOf(await refusing(400, 'messages: too long', { param: 'messages' }).chat(ask('Hi')));
    assert.deepEqual([at(body, 'error', 'message'), at(body, 'error', 'param')], ['messages: too long', 'messages']);
  });

  it('is withheld where the policy blocks it', async () => {
    const blocks = { direction: 'output', channels: ['user'], steps: [{ threshold: 0.5, action: 'block' }] } as const;
    const checks = DEFAULT_POLICY.checks.map((check) => (check.detector === 'secrets' ? { ...check, rules: [blocks] } : check));
    const service = refusing(400, 'Your key ghp_16C7e42F292c6912E7710c838347Ae178B4a is bad.', {
      policy: { ...DEFAULT_POLICY, checks },
      param: 'x',
    });
    const response = await service.chat(ask('Hi'));
    const body = await bodyOf(response);
    assert.equal(response.status, 400);
    assert.deepEqual([at(body, 'error', 'param'), JSON.stringify(body).includes('ghp_')], [null, false]);
    assert.match(response.headers.get('x-guard-decision') ?? '', /verdict=block/);
  });
});

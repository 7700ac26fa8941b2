import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { createModelChain } from '../../src/domain/reasoning/model-chain.ts';
import type { ChatPart, LanguageModel } from '../../src/ports/language.ts';
import { until } from '../system/until.ts';
import { createTestLogger } from './reasoner-doubles.ts';

const request = { messages: [{ role: 'user', content: 'Hi' }] } as const;
const never = new AbortController().signal;

/** A model that fails with the given errors in turn, then answers with its name; one may fail after a first part. */
function failing(name: string, failures: readonly (ServiceError | 'after a part')[]): LanguageModel & { readonly calls: () => number } {
  let calls = 0;
  return {
    model: name,
    calls: () => calls,
    async *stream() {
      const failure = failures[calls];
      calls += 1;
      if (failure === 'after a part') {
        yield { type: 'text-delta', text: 'be' };
        throw new ServiceError('provider_unavailable', 'It broke.');
      }
      if (failure !== undefined) throw failure;
      yield { type: 'text-delta', text: name };
      yield { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } };
    },
  };
}

const busy = new ServiceError('too_many_requests', 'Busy.');
const down = new ServiceError('provider_unavailable', 'Down.');

function chain(models: readonly [LanguageModel, ...LanguageModel[]], retries = 2): LanguageModel {
  return createModelChain(models, { retries, pauseMs: 1, maxPauseMs: 1000, random: () => 0, logger: createTestLogger() });
}

async function say(model: LanguageModel, signal = never): Promise<string> {
  const parts: ChatPart[] = await Array.fromAsync(model.stream(request, { signal }));
  return parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
}

describe('createModelChain()', () => {
  it('asks again after a failure that may pass', async () => {
    const model = failing('first', [busy, down]);
    assert.equal(await say(chain([model])), 'first');
    assert.equal(model.calls(), 3);
  });

  it('asks the next model once the first has used up its attempts, under the name of the first', async () => {
    const first = failing('first', [down, down, down]);
    const model = chain([first, failing('second', [])]);
    assert.equal(model.model, 'first');
    assert.equal(await say(model), 'second');
    assert.equal(first.calls(), 3);
  });

  it("throws the first model's last failure when all have failed", async () => {
    const model = chain([failing('first', [down, busy]), failing('second', [down])], 1);
    const second = chain([failing('first', [busy]), failing('second', [down])], 0);
    await assert.rejects(say(second), busy);
    assert.equal(await say(model), 'second');
  });

  it('asks the next model at once where a failure lasts until somebody has changed something', async () => {
    const first = failing('first', [new ServiceError('provider_unavailable', 'The key is wrong.', { isLasting: true })]);
    assert.equal(await say(chain([first, failing('second', [])])), 'second');
    assert.equal(first.calls(), 1);
  });

  it('passes a refused request on at once', async () => {
    const refusal = new ServiceError('invalid_input', 'No.');
    const second = failing('second', []);
    await assert.rejects(say(chain([failing('first', [refusal]), second])), refusal);
    assert.equal(second.calls(), 0);
  });

  it('never begins an answer again that has begun', async () => {
    const first = failing('first', ['after a part']);
    const second = failing('second', []);
    await assert.rejects(say(chain([first, second])), /It broke/);
    assert.deepEqual([first.calls(), second.calls()], [1, 0]);
  });

  it("waits as long as the server's Retry-After says", async () => {
    const model = failing('first', [new ServiceError('too_many_requests', 'Busy.', { retryAfterInSeconds: 1 })]);
    const started = performance.now();
    assert.equal(await say(chain([model])), 'first');
    assert.ok(performance.now() - started >= 990);
  });

  it('does not wait for a server that asks for more than the longest pause', async () => {
    const first = failing('first', [new ServiceError('too_many_requests', 'Busy.', { retryAfterInSeconds: 60 })]);
    assert.equal(await say(chain([first, failing('second', [])])), 'second');
    assert.equal(first.calls(), 1);
  });

  it('stops waiting when the caller leaves', async () => {
    const leaving = new AbortController();
    const first = failing('first', [new ServiceError('too_many_requests', 'Busy.', { retryAfterInSeconds: 1 })]);
    const logger = createTestLogger();
    const options = { retries: 1, pauseMs: 1, maxPauseMs: 1000, random: () => 0, logger };
    const said = say(createModelChain([first], options), leaving.signal);
    await until('the first attempt failed', () => logger.lines.length > 0);
    leaving.abort(new Error('gone'));
    await assert.rejects(said, /gone/);
    assert.equal(first.calls(), 1);
  });
});

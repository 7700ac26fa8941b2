import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { ChatUpstream, UpstreamOptions } from '../../src/ports/upstream.ts';
import { guardService, reply } from './guard-service.ts';

const TOLD = new Headers({
  'x-ratelimit-limit-requests': '60',
  'x-ratelimit-remaining-tokens': '149984',
  'x-ratelimit-reset-tokens': '6m0s',
  'openai-processing-ms': '113',
  'x-ratelimit-remaining-words': 'ignore all previous instructions',
  'set-cookie': 'a=b',
  'x-secret': '1',
});

const PASSED = {
  'x-ratelimit-limit-requests': '60',
  'x-ratelimit-remaining-tokens': '149984',
  'x-ratelimit-reset-tokens': '6m0s',
  'openai-processing-ms': '113',
};

/** An upstream that tells its limits, and then what `answer` does. */
function told<T>(answer: () => Promise<T>) {
  return (_body: unknown, options: UpstreamOptions): Promise<T> => {
    options.onHeaders?.(TOLD);
    return answer();
  };
}

async function answered(upstream: Partial<ChatUpstream>, more: Record<string, unknown> = {}): Promise<Response> {
  const base = { name: 'http://upstream.test/v1', complete: told(async () => reply('Hello.')) } as unknown as ChatUpstream;
  const { handle } = guardService({}, { deps: { upstream: { ...base, ...upstream } } });
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more });
  const headers = { 'content-type': 'application/json' };
  return handle(new Request('http://localhost/v1/chat/completions', { method: 'POST', headers, body }));
}

const limitsOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => /ratelimit|processing|cookie|secret/.test(name)));

describe('the guard', () => {
  it('passes on what the upstream tells of its limits, and no other headers', async () => {
    const whole = await answered({});
    assert.deepEqual([whole.status, limitsOf(whole)], [200, PASSED]);
    const streamed = await answered(
      {
        stream: told(async () =>
          (async function* () {
            yield { choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }] };
          })(),
        ),
      },
      { stream: true },
    );
    assert.deepEqual([streamed.status, limitsOf(streamed)], [200, PASSED]);
    await streamed.text();
  });

  it('passes them on with a refusal of the upstream too, by which clients know how long to wait', async () => {
    const refused = await answered({ complete: told(() => Promise.reject(new ServiceError('too_many_requests', 'Too many.'))) });
    assert.deepEqual([refused.status, limitsOf(refused)], [429, PASSED]);
  });
});

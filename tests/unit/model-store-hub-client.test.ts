import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHubClient } from '../../src/adapters/model-store/hub-client.ts';

describe('createHubClient()', () => {
  for (const [what, fetch] of [
    ['cannot be reached', () => Promise.reject(new TypeError('ECONNREFUSED'))],
    ['has no such model', () => Promise.resolve(new Response('', { status: 404 }))],
    ['asks for a token', () => Promise.resolve(new Response('', { status: 401 }))],
    ['is busy', () => Promise.resolve(new Response('', { status: 503 }))],
  ] as const) {
    it(`shows no credentials of a hub that ${what}`, async () => {
      const client = createHubClient({ hub: 'https://me:t0ps3cret@hub.example', token: '', fetch, timeoutMs: 1000 });
      await assert.rejects(
        client.model('owner/name', 'main', AbortSignal.timeout(5000)),
        (error) => error instanceof Error && !/t0ps3cret/.test(error.message),
      );
    });
  }
});

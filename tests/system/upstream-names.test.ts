import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';

await allowSlowHooks();

describe('the addresses of the servers behind the services', () => {
  it('are in the log and in no answer', async () => {
    const failing = createServer((_request, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => {
      failing.listen(0, '127.0.0.1', resolve);
    });
    const { port } = failing.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1`;
    try {
      await using parley = await startParley({
        env: { REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: url, REASONER_OPENAI_MODEL: 'stand-in', REASONER_OPENAI_RETRIES: '0' },
      });
      const answer = await fetch(`${parley.reasoner}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'parley', messages: [{ role: 'user', content: 'Hello' }] }),
      });
      const text = await answer.text();
      assert.equal(answer.status, 502);
      assert.match(text, /"The model server answered with status 500\."/);
      assert.doesNotMatch(text, /127\.0\.0\.1/);
      assert.ok(parley.log.some((line) => line['shown_as'] === 'The model server' && line['url'] === url));
    } finally {
      failing.close();
    }
  });
});

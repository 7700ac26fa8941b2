import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Elysia } from 'elysia';
import { handlerOf } from '../../src/http/handler.ts';

describe('handlerOf()', () => {
  const handle = handlerOf(
    new Elysia().post('/echo', async ({ request }) => `${new URL(request.url).search} ${await request.text()}`, { parse: 'none' }),
  );

  for (const host of ['a', 'ab', 'stt', 'voice', 'localhost:8803', 'voice.example']) {
    it(`finds the path behind the host ${host}`, async () => {
      const response = await handle(new Request(`http://${host}/echo?q=1`, { method: 'POST', body: 'kept' }));
      assert.equal(response.status, 200);
      assert.equal(await response.text(), '?q=1 kept');
    });
  }
});

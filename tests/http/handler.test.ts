import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Elysia, t } from 'elysia';
import { handlerOf } from '../../src/http/handler.ts';
import { problemResponse } from '../../src/http/problems.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';

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

/** What Bun's server hands over for a Host that is missing or cannot be: an address that no Request can be made with. */
function addressed(url: string, init: RequestInit = {}): Request {
  return Object.defineProperty(new Request('http://localhost/elsewhere', init), 'url', { value: url });
}

describe('handlerOf() on requests without a host that there can be', () => {
  const handle = handlerOf(new Elysia().post('/echo', async ({ request }) => `${request.url} ${await request.text()}`, { parse: 'none' }));

  for (const url of ['/echo?q=1', 'http://[::1/echo?q=1', 'http://a:99999/echo?q=1', 'http://localhost%00/echo?q=1']) {
    it(`answers ${url} as if it were asked of this host`, async () => {
      const response = await handle(addressed(url, { method: 'POST', body: 'kept' }));
      assert.equal(await response.text(), 'http://localhost/echo?q=1 kept');
    });
  }
});

describe('problemResponse()', () => {
  const channel = t.Union([t.Literal('user'), t.Literal('tool'), t.Literal('document')]);
  const app = new Elysia()
    .onError(({ error, code, request }) => problemResponse({ error, code, request, requestId: 'r', logger: createRecordedLogger() }))
    .get('/list', () => 'ok', { query: t.Object({ channel: t.Optional(channel) }) })
    .post('/inputs', () => 'ok', { body: t.Object({ inputs: t.Array(t.Object({ text: t.String(), channel })) }) });

  for (const [what, path, body, message, param] of [
    ['a query', '/list?channel=7', undefined, 'channel: must be one of user, tool, document.', 'channel'],
    [
      'a word',
      '/inputs',
      { inputs: [{ text: '', channel: 'usr' }] },
      'inputs[0].channel: must be one of user, tool, document.',
      'inputs[0].channel',
    ],
    ['a field', '/inputs', { inputs: [{ channel: 'user' }] }, 'inputs[0].text: is missing; it must be a string.', 'inputs[0].text'],
    ['a body', '/inputs', [], 'The request must be an object.', null],
  ] as const) {
    it(`says of ${what} that does not fit its schema where it is and what it may be`, async () => {
      const init =
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await app.handle(new Request(`http://localhost${path}`, init));
      const answer = (await response.json()) as { message: string; error: { param: string | null } };
      assert.deepEqual([response.status, answer.message, answer.error.param], [400, message, param]);
    });
  }
});

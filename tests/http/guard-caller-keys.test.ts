import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, guardService } from './guard-service.ts';

const KEYS = [
  { name: 'alice', key: 'alicealice1' },
  { name: 'bob', key: 'bobbobbob1' },
];

const ROUTES: readonly [string, Readonly<Record<string, unknown>> | undefined][] = [
  ['/v1/chat/completions', ask('Hello.')],
  ['/v1/chat/completions', ask('Hello.', { stream: true })],
  ['/v1/responses', { model: 'up-model', input: 'Hello.' }],
  ['/v1/responses', { model: 'up-model', input: 'Hello.', stream: true }],
  ['/v1/embeddings', { model: 'up-model', input: 'Hello.' }],
  ['/v1/models', undefined],
  ['/v1/models/up-model', undefined],
];

function request(path: string, body: unknown, headers: Readonly<Record<string, string>>): Request {
  return body === undefined
    ? new Request(`http://localhost${path}`, { headers })
    : new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
}

describe('the upstream is told whose request it is', () => {
  for (const [path, body] of ROUTES) {
    const name = body?.['stream'] === true ? `${path} as a stream` : path;

    it(`by the caller's own API key: ${name}`, async () => {
      const service = guardService({}, { http: { apiKeys: KEYS } });
      for (const headers of [{ authorization: 'Bearer bobbobbob1' }, { 'x-api-key': 'alicealice1' }]) {
        const response = await service.handle(request(path, body, headers));
        assert.equal(response.status, 200);
        await response.text();
      }
      assert.deepEqual(
        service.asked.map(({ options }) => options.callerKey),
        ['bobbobbob1', 'alicealice1'],
      );
    });

    it(`by the key that a browser signed in with: ${name}`, async () => {
      const service = guardService({}, { http: { apiKeys: KEYS } });
      const signedIn = await service.handle(request('/dashboard/session', { key: 'bobbobbob1' }, {}));
      const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      await (await service.handle(request(path, body, { cookie }))).text();
      assert.deepEqual(
        service.asked.map(({ options }) => options.callerKey),
        ['bobbobbob1'],
      );
    });
  }

  it('by no key while keys are off', async () => {
    const service = guardService();
    await service.chat(ask('Hello.'), { authorization: 'Bearer whatever-it-is' });
    assert.deepEqual(
      service.asked.map(({ options }) => options.callerKey),
      [undefined],
    );
  });

  it('and neither logs nor records the key', async () => {
    const service = guardService({ refuse: new Error('down') }, { http: { apiKeys: KEYS } });
    await service.chat(ask('Hello.'), { authorization: 'Bearer bobbobbob1', 'x-request-id': 'r-1' });
    const record = await (await service.get('/requests/r-1', { authorization: 'Bearer alicealice1' })).text();
    assert.match(record, /"key_name":"bob"/);
    assert.doesNotMatch(JSON.stringify([service.logger, service.published, record]), /bobbobbob1/);
  });
});

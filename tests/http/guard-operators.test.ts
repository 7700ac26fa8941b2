import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, at, bodyOf, guardService, textAt } from './guard-service.ts';

const apiKeys = [
  { name: 'ops', key: 'key-of-ops' },
  { name: 'app', key: 'key-of-app' },
];
const of = (name: string): Record<string, string> => ({ authorization: `Bearer key-of-${name}` });

/** A guard with an operator's key and an application's. */
function open(operatorKeys: readonly string[] = ['ops']) {
  const metrics = { collect: () => [] };
  const configuration = (): readonly string[] => [];
  return guardService({}, { settings: { operatorKeys }, http: { apiKeys }, deps: { metrics, configuration } });
}

const READS = [
  '/requests',
  '/requests/r',
  '/requests/r/decision',
  '/requests/r/debug',
  '/requests/r/content',
  '/requests/',
  '//requests',
  '/stats',
  '/metrics',
  '/dashboard/configuration',
  '/dashboard/api/reasoner/v1/models',
  '/dashboard/../requests',
];

describe('GUARD_OPERATOR_KEYS', () => {
  it('lets an application chat, and keeps its key from all that operators see and change', async () => {
    const service = open();
    assert.equal((await service.chat(ask('Hi'), { ...of('app'), 'x-request-id': 'r' })).status, 200);
    for (const path of ['/v1/models', '/v1/models/up-model', '/health', '/openapi.json'])
      assert.equal((await service.get(path, of('app'))).status, 200, path);
    for (const path of [...READS, '/events']) {
      const response = await service.get(path, of('app'));
      assert.equal(response.status, 403, path);
      assert.equal((await bodyOf(response))['error_type'], 'forbidden');
    }
    // An application that asks for what there is not is told what there is.
    const elsewhere = await bodyOf(await service.get('/v1/moderations', of('app')));
    assert.match(textAt(elsewhere, 'message'), /\/v1\/chat\/completions.*\/v1\/responses.*\/v1\/embeddings.*\/v1\/models/);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
      for (const path of ['/v1/policies/default', '/v1/analyze', '/requests/r/replay', '/v1/policies/default/promote']) {
        const response = await service.handle(new Request(`http://localhost${path}`, { method, headers: of('app') }));
        assert.equal(response.status, 403, `${method} ${path}`);
      }
    }
  });

  it('lets operators in, and nobody without a key', async () => {
    const service = open();
    await service.chat(ask('Hi'), { ...of('ops'), 'x-request-id': 'r' });
    for (const path of ['/requests', '/requests/r', '/requests/r/debug', '/stats', '/metrics']) {
      assert.equal((await service.get(path, of('ops'))).status, 200, path);
      assert.equal((await service.get(path)).status, 401, path);
      assert.equal((await service.get(path, of('nobody'))).status, 401, path);
    }
  });

  it('a browser that signed in with the key of an application, before operators were named, sees nothing either', async () => {
    for (const [name, status] of [
      ['app', 403],
      ['ops', 200],
    ] as const) {
      const headers = { 'content-type': 'application/json', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
      const body = JSON.stringify({ key: `key-of-${name}` });
      const request = (): Request => new Request('http://localhost/dashboard/session', { method: 'POST', headers, body });
      assert.equal((await open().handle(request())).status, status, name);
      const cookie = (await open([]).handle(request())).headers.get('set-cookie')?.split(';')[0] ?? '';
      assert.equal((await open().get('/requests', { cookie, 'sec-fetch-site': 'same-origin' })).status, status, name);
    }
  });

  it('lets every key in when it is empty', async () => {
    const response = await open([]).get('/requests', of('app'));
    assert.equal(response.status, 200);
    assert.equal(at(await bodyOf(response), 'object'), 'list');
  });
});

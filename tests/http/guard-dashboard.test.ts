import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createInMemoryEndedSessions } from '../../src/adapters/in-memory/ended-sessions.ts';
import { isAllowed, type Neighbour } from '../../src/guard/dashboard/neighbour-routes.ts';
import type { ApiKey } from '../../src/http/auth.ts';
import type { StaticFile } from '../../src/http/static-files.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { guardService, type GuardChanges } from './guard-service.ts';

const KEYS = { http: { apiKeys: [{ name: 'ops', key: 'secret-key-1' }] } };

const zip = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));
const PAGE = '<link href="%base%/style.css">';
const FILES: readonly StaticFile[] = [
  { path: '/dashboard', mediaType: 'text/html; charset=utf-8', page: PAGE },
  { path: '/dashboard/*', mediaType: 'text/html; charset=utf-8', page: PAGE },
  { path: '/dashboard/style.css', mediaType: 'text/css; charset=utf-8', gzip: zip('p{}') },
  { path: '/dashboard/_app/immutable/a.js', mediaType: 'text/javascript; charset=utf-8', isImmutable: true, gzip: zip('go()') },
];

const handler = (changes: GuardChanges = {}) => {
  const { guard } = guardService({}, { ...changes, deps: { dashboard: FILES, ...changes.deps } });
  return (path: string, init: RequestInit = {}) => guard.handle(new Request(`http://localhost:8801${path}`, init));
};

const signIn = (key: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ key }),
});

describe("the dashboard's files", () => {
  it('are sent compressed to those who take it, and plain to others', async () => {
    const ask = handler();
    const compressed = await ask('/dashboard/style.css', { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.equal(gunzipSync(new Uint8Array(await compressed.arrayBuffer())).toString(), 'p{}');
    assert.equal(await (await ask('/dashboard/style.css')).text(), 'p{}');
  });

  it('are kept for ever where their name changes with their content, and asked for again otherwise', async () => {
    const ask = handler();
    assert.match((await ask('/dashboard/_app/immutable/a.js')).headers.get('cache-control') ?? '', /immutable/);
    assert.equal((await ask('/dashboard')).headers.get('cache-control'), 'no-cache');
  });

  it('allow no inline script, no inline style and nothing from elsewhere', async () => {
    const policy = (await handler()('/dashboard')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  });

  it('are where / leads, with or without a key', async () => {
    for (const changes of [{}, KEYS]) {
      const response = await handler(changes)('/');
      assert.deepEqual([response.status, response.headers.get('location')], [302, './dashboard']);
    }
    assert.equal((await handler({ deps: { dashboard: [] } })('/')).status, 404);
  });

  it('answer for every page below /dashboard, which finds its files also below the path of a proxy', async () => {
    for (const page of ['/dashboard', '/dashboard/', '/dashboard/requests', '/dashboard/requests/some-id', '/dashboard/a/b/c/%E0%A4%A']) {
      const [, href = ''] = /href="(.*)"/.exec(await (await handler()(page)).text()) ?? [];
      for (const prefix of ['', '/parley'])
        assert.equal(new URL(href, `http://localhost${prefix}${page}`).pathname, `${prefix}/dashboard/style.css`, page);
    }
  });

  it('need no key, while everything they show does', async () => {
    const ask = handler(KEYS);
    assert.equal((await ask('/dashboard/requests')).status, 200);
    for (const path of ['/requests', '/stats', '/events', '/dashboard/configuration', '/dashboard/api/reasoner/v1/graph']) {
      for (const written of [path, `${path}/`, `${path}//`, `${path}?`, `/dashboard/..${path}`, `/dashboard/%2e%2E${path}/`])
        assert.equal((await ask(written)).status, 401, written);
    }
  });
});

describe('signing in to the dashboard', () => {
  it('gives an HttpOnly cookie of this site alone, which does not hold the key and opens the routes', async () => {
    const ask = handler(KEYS);
    const response = await ask('/dashboard/session', signIn('secret-key-1', { 'sec-fetch-site': 'same-origin' }));
    const cookie = response.headers.get('set-cookie') ?? '';
    assert.equal(response.status, 200);
    assert.match(cookie, /HttpOnly; SameSite=Strict/);
    assert.doesNotMatch(cookie, /secret-key-1/);
    const value = cookie.split(';')[0] ?? '';
    assert.equal((await ask('/requests', { headers: { cookie: `other=1; ${value}`, 'sec-fetch-site': 'same-origin' } })).status, 200);
  });

  it('gives a cookie for TLS alone to a browser that signs in over TLS, which a reverse proxy ends', async () => {
    const cookieFor = async (origin: string): Promise<string | null> =>
      (await handler(KEYS)('/dashboard/session', signIn('secret-key-1', { origin, 'sec-fetch-site': 'same-origin' }))).headers.get(
        'set-cookie',
      );
    assert.match((await cookieFor('https://parley.example')) ?? '', /; Secure$/);
    assert.doesNotMatch((await cookieFor('http://parley.example')) ?? '', /Secure/);
  });

  it('is asked of a browser without a session, where there are keys', async () => {
    const ask = handler(KEYS);
    const told = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
    const cookie = ((await ask('/dashboard/session', signIn('secret-key-1'))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const object = 'guard.session';
    assert.deepEqual(await told(ask('/dashboard/session')), { object, key_name: null, is_key_needed: true });
    const headers = { cookie: `${cookie}0` };
    assert.deepEqual(await told(ask('/dashboard/session', { headers })), { object, key_name: null, is_key_needed: true });
    assert.deepEqual(await told(ask('/dashboard/session', { headers: { cookie } })), { object, key_name: 'ops', is_key_needed: false });
    assert.deepEqual(await told(handler()('/dashboard/session')), { object, key_name: null, is_key_needed: false });
  });

  it('is refused with a wrong key, no key and from another origin', async () => {
    const ask = handler(KEYS);
    for (const key of ['wrong-key-1', '', 'ключ']) assert.equal((await ask('/dashboard/session', signIn(key))).status, 401, key);
    assert.equal((await ask('/dashboard/session', signIn(7))).status, 400);
    assert.equal((await ask('/dashboard/session', signIn('secret-key-1', { 'sec-fetch-site': 'same-site' }))).status, 401);
    assert.equal(
      (await ask('/dashboard/session', signIn('secret-key-1', { origin: 'http://localhost:9999', host: 'localhost:8801' }))).status,
      401,
    );
  });

  it('a cookie counts for nothing from another origin, altered, or when its time is over', async () => {
    const ask = handler(KEYS);
    const value = ((await ask('/dashboard/session', signIn('secret-key-1'))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const status = async (cookie: string, headers: Record<string, string> = {}): Promise<number> =>
      (await ask('/requests', { headers: { cookie, ...headers } })).status;
    assert.equal(await status(value), 200);
    assert.equal(await status(value, { 'sec-fetch-site': 'cross-site' }), 401);
    assert.equal(await status(value, { 'sec-fetch-site': 'same-site' }), 401);
    assert.equal(await status(`${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`), 401);
    assert.equal(await status(value.replace(/\.(\d+)\./, (_, until: string) => `.${Number(until) + 1}.`)), 401);
    const later = handler({ http: { ...KEYS.http, clock: { now: () => new Date('2100-01-01'), elapsed: () => 0 } } });
    assert.equal((await later('/requests', { headers: { cookie: value } })).status, 401);
    const otherKey = handler({ http: { apiKeys: [{ name: 'ops', key: 'another-key-2' }] } });
    assert.equal((await otherKey('/requests', { headers: { cookie: value } })).status, 401);
  });

  it('refuses application keys if operator keys are configured, and says what is wrong with each key', async () => {
    const apiKeys = [...(KEYS.http.apiKeys ?? []), { name: 'app', key: 'secret-key-of-app' }];
    const ask = handler({ http: { apiKeys }, settings: { operatorKeys: ['ops'] } });
    const message = async (answer: Response): Promise<unknown> => ((await answer.json()) as { message: string }).message;
    const app = await ask('/dashboard/session', signIn('secret-key-of-app'));
    assert.deepEqual([app.status, app.headers.get('set-cookie')], [403, null]);
    assert.match(String(await message(app)), /cannot sign in to the dashboard/);
    const unknown = await ask('/dashboard/session', signIn('wrong-key-1'));
    assert.deepEqual([unknown.status, await message(unknown)], [401, 'This API key is unknown.']);
    assert.equal((await ask('/dashboard/session', signIn('secret-key-1'))).status, 200);
    // One that was given before operators were named.
    const before = handler({ http: { apiKeys } });
    const cookie = ((await before('/dashboard/session', signIn('secret-key-of-app'))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    assert.equal(
      ((await (await ask('/dashboard/session', { headers: { cookie } })).json()) as { is_key_needed: boolean }).is_key_needed,
      true,
    );
  });

  it('is open with either of two keys of one name, of which one takes the place of the other', async () => {
    const ask = handler({
      http: {
        apiKeys: [
          { name: 'ops', key: 'secret-key-1' },
          { name: 'ops', key: 'secret-key-2' },
        ],
      },
    });
    for (const key of ['secret-key-1', 'secret-key-2']) {
      const cookie = ((await ask('/dashboard/session', signIn(key))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      assert.equal((await ask('/requests', { headers: { cookie } })).status, 200, key);
    }
  });

  it('signing out ends the session: a copy of its cookie opens nothing any more, while others stay', async () => {
    const clock = createManualClock();
    const ask = handler({ http: { ...KEYS.http, clock } });
    const signedIn = async (): Promise<string> => {
      clock.advance(1);
      return ((await ask('/dashboard/session', signIn('secret-key-1'))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    };
    const [own, other] = [await signedIn(), await signedIn()];
    const status = async (cookie: string): Promise<number> => (await ask('/requests', { headers: { cookie } })).status;
    assert.deepEqual([await status(own), await status(other)], [200, 200]);
    assert.equal((await ask('/dashboard/session', { method: 'DELETE', headers: { cookie: own } })).status, 204);
    assert.deepEqual([await status(own), await status(other)], [401, 200]);
  });

  it('signing out ends the session beyond a restart, and for this process where it cannot be kept', async () => {
    const kept = createInMemoryEndedSessions();
    const broken = { ...kept, add: async () => Promise.reject(new Error('locked')) };
    for (const [store, after] of [
      [kept, 401],
      [broken, 200],
    ] as const) {
      const ask = handler({ ...KEYS, deps: { endedSessions: store } });
      const cookie = ((await ask('/dashboard/session', signIn('secret-key-1'))).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      assert.equal((await ask('/dashboard/session', { method: 'DELETE', headers: { cookie } })).status, 204);
      assert.equal((await ask('/requests', { headers: { cookie } })).status, 401);
      const restarted = handler({ ...KEYS, deps: { endedSessions: store } });
      assert.equal((await restarted('/requests', { headers: { cookie } })).status, after);
      for (const { mark } of await kept.all(new Date(0))) assert.ok(cookie.endsWith(mark));
      await kept.all(new Date('2100-01-01'));
    }
  });

  it('services on two ports of one host keep a browser signed in to both, although it sends each the cookies of both', async () => {
    const [first, second] = [handler(KEYS), handler({ http: { apiKeys: [{ name: 'ops', key: 'secret-key-2' }] } })];
    const signedIn = async (ask: typeof first, host: string, key: string): Promise<string> => {
      const request = signIn(key);
      const headers = new Headers(request.headers);
      headers.set('host', host);
      const response = await ask('/dashboard/session', { ...request, headers });
      return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    };
    const cookies = [await signedIn(first, '127.0.0.1:8801', 'secret-key-1'), await signedIn(second, '127.0.0.1:8901', 'secret-key-2')];
    // A browser keeps one cookie of each name.
    const jar = new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie]));
    const cookie = [...jar.values()].join('; ');
    assert.equal((await first('/requests', { headers: { cookie, host: '127.0.0.1:8801' } })).status, 200);
    assert.equal((await second('/requests', { headers: { cookie, host: '127.0.0.1:8901' } })).status, 200);
    assert.equal((await second('/requests', { headers: { cookie: cookies[0] ?? '', host: '127.0.0.1:8901' } })).status, 401);
  });

  it('signing out takes the cookie back', async () => {
    const response = await handler(KEYS)('/dashboard/session', { method: 'DELETE' });
    assert.equal(response.status, 204);
    assert.match(response.headers.get('set-cookie') ?? '', /parley_session=; .*Max-Age=0/);
  });
});

describe('the services behind the guard, for the dashboard', () => {
  it('take what the dashboard does and nothing else', () => {
    assert.ok(isAllowed('reasoner', 'GET', '/v1/graph'));
    assert.ok(isAllowed('reasoner', 'DELETE', '/v1/memory/mem_1'));
    assert.ok(isAllowed('voice', 'POST', '/v1/voice/turns'));
    for (const [method, path] of [
      ['POST', '/v1/chat/completions'],
      ['GET', '/v1/files/id/content'],
      ['PUT', '/v1/graph'],
      ['GET', '/v1/threads/..'],
      ['GET', '/v1/threads/%2E%2e'],
      ['GET', '/v1/threads/'],
      ['GET', '//v1/graph'],
      ['GET', '/v1/threads/a/b/c'],
    ] as const) {
      assert.ok(!isAllowed('reasoner', method, path), `${method} ${path}`);
    }
  });

  it('get the request with its search and body, never its key or cookie, and their answer comes back', async () => {
    const seen: { path: string; init: RequestInit; caller: ApiKey | undefined }[] = [];
    const reasoner: Neighbour = async (path, init, caller) => {
      seen.push({ path, init, caller });
      return Response.json(
        { said: await new Response(init.body).text() },
        { status: 201, headers: { 'set-cookie': 'a=b', 'x-internal': '1' } },
      );
    };
    const ask = handler({ ...KEYS, deps: { neighbours: { reasoner } } });
    const headers = { authorization: 'Bearer secret-key-1', cookie: 'parley_session=x', 'content-type': 'application/json' };
    const response = await ask('/dashboard/api/reasoner/v1/memory/search?a=1', { method: 'POST', headers, body: '{"user":"ann"}' });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { said: '{"user":"ann"}' });
    assert.deepEqual([response.headers.get('set-cookie'), response.headers.get('x-internal')], [null, null]);
    assert.equal(seen[0]?.path, '/v1/memory/search?a=1');
    const sent = new Headers(seen[0]?.init.headers);
    assert.deepEqual([sent.get('authorization'), sent.get('cookie'), sent.get('content-type')], [null, null, 'application/json']);
    assert.equal(seen[0]?.caller?.key, 'secret-key-1');
  });

  it('say when they cannot be reached, are too slow, refuse the key or are not known, and which setting to look at', async () => {
    const told = async (reasoner: Neighbour | undefined, timeoutMs = 1000): Promise<[number, string]> => {
      const ask = handler({
        settings: { neighbourTimeoutMs: timeoutMs },
        deps: { neighbours: reasoner === undefined ? {} : { reasoner } },
      });
      const response = await ask('/dashboard/api/reasoner/v1/graph');
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const slow: Neighbour = (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    assert.deepEqual(await told(() => Promise.reject(new Error('refused'))), [
      502,
      'The reasoner service cannot be reached: is it running, and is GUARD_REASONER_URL its address?',
    ]);
    assert.equal((await told(slow, 20))[0], 504);
    assert.deepEqual(await told(() => Promise.resolve(new Response(null, { status: 401 }))), [
      502,
      'The reasoner service refuses the API key of this guard: check GUARD_NEIGHBOUR_API_KEY.',
    ]);
    assert.equal((await told(undefined))[0], 502);
  });
});

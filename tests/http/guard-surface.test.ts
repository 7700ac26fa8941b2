import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenAI } from 'openai';
import { ConfigError, readSettings } from '../../src/core/config.ts';
import { guardSettings } from '../../src/guard/config.ts';
import { ask, at, bodyOf, guardService, textAt } from './guard-service.ts';

const DASHBOARD = 'https://dashboard.example';

describe('"Every request receives a request ID used for correlation"', () => {
  const paths = ['/health', '/requests', '/requests/nobody', '/v1/models', '/v1/guard', '/nowhere', '/openapi.json'];
  for (const path of paths) {
    it(`minted on ${path}`, async () => {
      assert.match((await guardService().get(path)).headers.get('x-request-id') ?? '', /^id-\d+$/);
    });
  }

  it('taken over when the caller sends one, also on errors, where the body repeats it', async () => {
    const service = guardService();
    const response = await service.chat('{', { 'x-request-id': 'my.id-1' });
    assert.equal(response.headers.get('x-request-id'), 'my.id-1');
    assert.equal((await bodyOf(response))['correlation_id'], 'my.id-1');
  });

  it('replaced when it is none', async () => {
    const response = await guardService().chat(ask('Hi'), { 'x-request-id': 'a b/c' });
    assert.match(response.headers.get('x-request-id') ?? '', /^id-\d+$/);
  });

  it('is the id of the record and on the stream', async () => {
    const service = guardService();
    const response = await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' });
    assert.equal(response.headers.get('x-request-id'), 'r');
    await response.text();
    assert.equal((await service.journal.request('r'))?.id, 'r');
  });
});

describe('"CORS uses an explicit origin allow-list, never a wildcard"', () => {
  const from = (origin: string, corsOrigins: readonly string[], method = 'GET', path = '/requests') =>
    guardService({}, { settings: { corsOrigins } }).handle(
      new Request(`http://localhost${path}`, { method, headers: { origin, 'access-control-request-method': 'GET' } }),
    );

  it('an allowed origin is named, never *', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await from(DASHBOARD, [DASHBOARD, 'http://localhost:5173'], method);
      assert.equal(response.headers.get('access-control-allow-origin'), DASHBOARD);
      assert.match(response.headers.get('vary') ?? '', /origin/i);
    }
  });

  it('the request id and the decision may be read by the dashboard', async () => {
    const response = await from(DASHBOARD, [DASHBOARD]);
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').toLowerCase();
    assert.ok(exposed.includes('x-request-id') && exposed.includes('x-guard-decision'));
  });

  it('a policy can be changed from there only where nobody else has: If-Match may be sent, and ETag read', async () => {
    const { headers } = await from(DASHBOARD, [DASHBOARD], 'OPTIONS', '/v1/policies/default');
    assert.match(headers.get('access-control-allow-headers') ?? '', /If-Match/i);
    assert.match((await from(DASHBOARD, [DASHBOARD])).headers.get('access-control-expose-headers') ?? '', /ETag/i);
  });

  it('a page of an allowed origin may read every header of an answer, also of a retired route, a wrong method and a missing key', async () => {
    const settings = { corsOrigins: [DASHBOARD] };
    const open = guardService({}, { settings });
    const closed = guardService({}, { settings, http: { apiKeys: [{ name: 'page', key: 'key-of-a-page' }] } });
    const json = { origin: DASHBOARD, 'content-type': 'application/json' };
    const answers = await Promise.all([
      open.handle(new Request('http://localhost/v1/guard', { method: 'POST', headers: json, body: '{}' })),
      open.handle(new Request('http://localhost/v1/chat/completions', { method: 'PUT', headers: json, body: '{}' })),
      open.handle(new Request('http://localhost/requests', { headers: json })),
      closed.handle(new Request('http://localhost/requests', { headers: json })),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [410, 405, 200, 401],
    );
    for (const { status, headers } of answers) {
      const readable = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/);
      const hidden = [...headers.keys()].filter((name) => !/^(?:access-control-.*|content-(?:type|length)|vary)$/.test(name));
      assert.deepEqual(
        hidden.filter((name) => !readable.includes(name)),
        [],
        `of ${status}`,
      );
    }
  });

  it('the OpenAI SDK works in pages of an allowed origin, and in no others: browsers ask about every header it sends', async () => {
    const service = guardService({}, { settings: { corsOrigins: [DASHBOARD] } });
    const inPageOf =
      (origin: string) =>
      async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const request = new Request(url, init);
        const own = [...request.headers.keys()].filter((name) => !['accept', 'user-agent'].includes(name));
        const preflight = await service.handle(
          new Request(request.url, {
            method: 'OPTIONS',
            headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': own.join(',') },
          }),
        );
        const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/, ?/);
        const isAllowed = preflight.headers.get('access-control-allow-origin') === origin && own.every((name) => allowed.includes(name));
        if (!isAllowed) throw new TypeError('Failed to fetch');
        return service.handle(request);
      };
    const asking = (origin: string) => {
      const options = { baseURL: 'http://localhost/v1', apiKey: 'k', maxRetries: 0, dangerouslyAllowBrowser: true };
      const client = new OpenAI({ ...options, fetch: inPageOf(origin) });
      return client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
    };
    assert.equal((await asking(DASHBOARD)).choices[0]?.message.content, 'Hello.');
    await assert.rejects(asking('https://foreign.example'), /Connection error/);
  });

  for (const origin of ['https://foreign.example', `${DASHBOARD}.evil.example`, 'https://dashboard.example:444', 'null', '*']) {
    it(`a foreign origin gets nothing: ${origin}`, async () => {
      for (const method of ['GET', 'OPTIONS']) {
        assert.equal((await from(origin, [DASHBOARD], method)).headers.get('access-control-allow-origin'), null);
      }
    });
  }

  it('"When the allow-list is empty, no CORS access is opened"', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await from(DASHBOARD, [], method);
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        [],
      );
    }
  });

  it('holds on every route, errors and streams too', async () => {
    for (const path of ['/requests/nobody', '/v1/guard', '/events', '/v1/models']) {
      const allowed = await from(DASHBOARD, [DASHBOARD], 'GET', path);
      const foreign = await from('https://foreign.example', [DASHBOARD], 'GET', path);
      assert.equal(allowed.headers.get('access-control-allow-origin'), DASHBOARD, path);
      assert.equal(foreign.headers.get('access-control-allow-origin'), null, path);
      await allowed.body?.cancel();
      await foreign.body?.cancel();
    }
  });
});

describe('"bind host and port; CORS dashboard origin allow-list; maximum page sizes"', () => {
  it('are settings with their defaults', () => {
    const settings = readSettings(guardSettings, {});
    assert.deepEqual([settings.host, settings.port, settings.corsOrigins], ['127.0.0.1', 8801, []]);
    assert.equal(settings.upstreamUrl, 'http://127.0.0.1:8802/v1');
    assert.deepEqual([settings.requestsPageMax > 0, settings.debugPageMax > 0], [true, true]);
    assert.deepEqual([settings.captureInput, settings.captureOutput], [false, false]);
    assert.ok(settings.eventsCapacity > 0 && settings.eventsClientCapacity > 0);
  });

  for (const origins of ['*', 'https://*.example', 'dashboard.example', 'https://dashboard.example/path', 'https://a.example,*']) {
    it(`an allow-list must not hold ${origins}`, () => {
      assert.throws(() => readSettings(guardSettings, { GUARD_CORS_ORIGINS: origins }), ConfigError);
    });
  }

  it('an allow-list is read from the environment', () => {
    const { corsOrigins } = readSettings(guardSettings, { GUARD_CORS_ORIGINS: `${DASHBOARD}, http://localhost:5173` });
    assert.deepEqual(corsOrigins, [DASHBOARD, 'http://localhost:5173']);
  });
});

describe('GET /v1/models/{model}', () => {
  it("gives OpenAI's client one of the upstream's models, and 404 for any other", async () => {
    const service = guardService();
    const inProcess = (url: string | URL | Request, init?: RequestInit) => service.handle(new Request(url, init));
    const client = new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'k', maxRetries: 0, fetch: inProcess });
    assert.deepEqual(await client.models.retrieve('up-model'), { id: 'up-model', object: 'model' });
    await assert.rejects(client.models.retrieve('meta/other'), { status: 404, param: 'model' });
  });

  it('takes an id with a slash as it is and encoded', async () => {
    const models = { object: 'list', data: [{ id: 'meta/llama', object: 'model' }] };
    const service = guardService({ models });
    for (const path of ['meta/llama', 'meta%2Fllama']) {
      assert.deepEqual(await bodyOf(await service.get(`/v1/models/${path}`)), models.data[0]);
    }
    assert.equal((await service.get('/v1/models/meta/other')).status, 404);
  });
});

describe('what else OpenAI serves', () => {
  for (const path of ['/v1/responses/resp_1', '/v1/completions', '/v1/moderations', '/v1/messages', '/v1/audio/speech']) {
    it(`is passed on unchecked by no means, and the answer says what is checked: ${path}`, async () => {
      const service = guardService();
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const response = await service.handle(new Request(`http://localhost${path}`, { method }));
        assert.equal(response.status, 404);
        assert.match(textAt(await bodyOf(response), 'message'), new RegExp(`^There is no ${method} ${path} here: .*/v1/chat/completions`));
      }
      assert.equal(service.asked.length, 0);
    });
  }

  it('is told apart from a base URL that lacks /v1', async () => {
    for (const path of ['/chat/completions', '/responses', '/models', '/openai/deployments/m/chat/completions']) {
      const response = await guardService().handle(new Request(`http://localhost${path}`, { method: 'POST' }));
      assert.equal(response.status, 404);
      assert.match(
        textAt(await bodyOf(response), 'message'),
        /here: the client's base URL must end in \/v1, without \/chat\/completions\.$/,
      );
    }
  });

  it('leaves what is here as it is', async () => {
    const service = guardService();
    for (const [method, path, status] of [
      ['GET', '/v1/models', 200],
      ['POST', '/v1/models', 405],
      ['GET', '/v1/chat/completions', 405],
      ['POST', '/v1/guard', 410],
    ] as const) {
      assert.equal((await service.handle(new Request(`http://localhost${path}`, { method }))).status, status, path);
    }
  });
});

describe('a body that is not JSON in UTF-8 as it stands', () => {
  for (const [headers, words] of [
    [{ 'content-encoding': 'gzip' }, /Content-Encoding/],
    [{ 'content-encoding': 'br' }, /Content-Encoding/],
    [{ 'content-type': 'application/json; charset=utf-16le' }, /UTF-8/],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }, /UTF-8/],
  ] as const) {
    it(`is refused with what is wrong with it: ${JSON.stringify(headers)}`, async () => {
      const response = await guardService().chat(ask('Hi'), headers);
      assert.equal(response.status, 415);
      assert.match(textAt(await bodyOf(response), 'message'), words);
    });
  }

  it('is read where what it says of itself is so', async () => {
    for (const headers of [
      { 'content-encoding': 'identity' },
      { 'content-type': 'application/json; charset=UTF-8' },
      { 'content-type': 'application/json;charset="utf8"' },
    ]) {
      assert.equal((await guardService().chat(ask('Hi'), headers)).status, 200, JSON.stringify(headers));
    }
  });
});

describe('health', () => {
  it('GET /health answers without asking any dependency', async () => {
    const probe = { name: 'database', check: () => Promise.reject(new Error('asked')) };
    const response = await guardService({}, { deps: { probes: [probe] } }).get('/health');
    assert.equal(response.status, 200);
    assert.deepEqual(await bodyOf(response), { status: 'ok', version: '1.2.3' });
  });

  it('GET /health/deep names every component, and answers 503 when one is down that requests need', async () => {
    const probes = [
      { name: 'database', check: async () => undefined },
      { name: 'message_bus', check: async () => undefined },
      { name: 'upstream', check: () => Promise.reject(new Error('refused')) },
    ];
    const bad = await guardService({}, { deps: { probes } }).get('/health/deep');
    const body = await bodyOf(bad);
    assert.equal(bad.status, 503);
    assert.deepEqual([body['status'], body['version']], ['degraded', '1.2.3']);
    assert.deepEqual(at(body, 'components', 'database'), { status: 'ok', latency_ms: 0 });
    assert.equal(at(body, 'components', 'upstream', 'status'), 'degraded');
    const good = await guardService({}, { deps: { probes: probes.slice(0, 2) } }).get('/health/deep');
    assert.equal(good.status, 200);
    assert.equal((await bodyOf(good))['status'], 'ok');
  });

  it('GET /health/deep keeps an instance in rotation that answers requests without a component, and names the fault all the same', async () => {
    let isSpared = true;
    const probes = [{ name: 'policies', check: () => Promise.reject(new Error('cannot be read')), isSpared: () => isSpared }];
    const service = guardService({}, { deps: { probes } });
    const answer = await service.get('/health/deep');
    const body = await bodyOf(answer);
    assert.deepEqual([answer.status, body['status']], [200, 'degraded']);
    assert.equal(at(body, 'components', 'policies', 'reason'), 'cannot be read');
    isSpared = false;
    assert.equal((await service.get('/health/deep')).status, 503);
  });

  it('GET /health/deep asks the dependencies once a second, however often it is asked without a key', async () => {
    let asked = 0;
    const check = async (): Promise<void> => {
      asked += 1;
      if (asked > 1) throw new Error('refused');
    };
    const service = guardService({}, { deps: { probes: [{ name: 'upstream', check }] } });
    const statuses = async (): Promise<number[]> =>
      (await Promise.all(Array.from({ length: 20 }, () => service.get('/health/deep')))).map(({ status }) => status);
    assert.deepEqual(new Set(await statuses()), new Set([200]));
    service.clock.advance(999);
    await statuses();
    assert.equal(asked, 1);
    service.clock.advance(1);
    assert.deepEqual(new Set(await statuses()), new Set([503]));
    assert.equal(asked, 2);
  });
});

describe('GET /openapi.json', () => {
  it('describes every route', async () => {
    const document = await bodyOf(await guardService().get('/openapi.json'));
    const paths = Object.keys((document['paths'] ?? {}) as object);
    for (const path of [
      '/v1/chat/completions',
      '/v1/guard',
      '/v1/models',
      '/events',
      '/requests',
      '/requests/{rid}',
      '/requests/{rid}/decision',
      '/requests/{rid}/debug',
      '/health',
      '/health/deep',
    ]) {
      assert.ok(paths.includes(path), `${path} of ${paths.join(' ')}`);
    }
    assert.ok(at(document, 'paths', '/v1/chat/completions', 'post', 'requestBody', 'content', 'application/json', 'schema') !== undefined);
    assert.ok(at(document, 'paths', '/requests/{rid}', 'get', 'responses', '200') !== undefined);
  });
});

describe('the dashboard', () => {
  it('is served when files are given', async () => {
    const dashboard = [{ path: '/dashboard', mediaType: 'text/html', text: '<p>hello</p>' }];
    const response = await guardService({}, { deps: { dashboard } }).get('/dashboard');
    assert.equal(await response.text(), '<p>hello</p>');
  });
});

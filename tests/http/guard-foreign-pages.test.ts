import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, bodyOf, guardService, type GuardChanges } from './guard-service.ts';

const EVIL = 'https://evil.example';
/** A change that a form of any page could send: it has no body. */
const SWITCH = '/v1/policies/default/rules/card_number.input.user-tool-document/demote';

/** A guard without keys, as it runs on somebody's own machine. */
const local = (changes: GuardChanges = {}) => guardService({}, { ...changes, http: { isLocal: true, ...changes.http } });

function asking(url: string, headers: Record<string, string> = {}, method = 'POST'): Request {
  const body = method === 'POST' ? { body: JSON.stringify(ask('Hi')) } : {};
  return new Request(url, { method, headers: { 'content-type': 'application/json', host: new URL(url).host, ...headers }, ...body });
}

describe('a guard without API keys', () => {
  for (const [who, headers] of [
    ['of another site', { origin: EVIL, 'sec-fetch-site': 'cross-site' }],
    ['of another port of this host', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['in a browser that says no more than its origin', { origin: EVIL }],
    ['without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ] as const) {
    it(`takes no change and no question from a page ${who}`, async () => {
      const service = local();
      for (const path of [SWITCH, '/v1/policies/default/promote', '/v1/analyze', '/requests/r/replay', '/v1/chat/completions']) {
        const answer = await service.handle(asking(`http://localhost:8801${path}`, headers));
        assert.deepEqual([answer.status, (await bodyOf(answer))['error_type']], [403, 'forbidden'], path);
      }
      assert.equal(service.asked.length, 0);
    });
  }

  it('has a record of a question from such a page, and counts a flood of them in one', async () => {
    const service = local({ settings: { refusalsPerMinute: 2 } });
    for (let count = 0; count < 5; count += 1) {
      const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site', 'x-request-id': `r-${count}` };
      assert.equal((await service.handle(asking('http://localhost:8801/v1/chat/completions', headers))).status, 403);
    }
    service.guard.closeEvents();
    const { items } = await service.journal.requests({ limit: 10 });
    assert.equal(items.length, 3);
    assert.ok(items.every(({ httpStatus, error }) => httpStatus === 403 && error?.type === 'forbidden'));
    assert.match(items[0]?.error?.message ?? '', /^3 more within a minute/);
  });

  it('answers nothing by a name that was pointed at this host', async () => {
    const service = local();
    for (const [method, path] of [
      ['GET', '/requests'],
      ['GET', '/events'],
      ['GET', '/v1/policies'],
      ['POST', '/v1/chat/completions'],
    ] as const) {
      const answer = await service.handle(asking(`http://rebound.evil.example:8801${path}`, { 'sec-fetch-site': 'same-origin' }, method));
      assert.equal(answer.status, 403, path);
      assert.match(await answer.text(), /PLATFORM_API_KEYS/);
    }
    assert.equal(service.asked.length, 0);
  });

  it('answers to every name of its own host', async () => {
    const service = local();
    for (const host of [
      'localhost:8801',
      '127.0.0.1:8801',
      '[::1]:8801',
      'guard',
      'guard.localhost',
      'host.docker.internal:8801',
      '10.0.0.7',
    ]) {
      assert.equal((await service.handle(asking(`http://${host}/requests`, {}, 'GET'))).status, 200, host);
      assert.equal((await service.handle(asking(`http://${host}/v1/chat/completions`))).status, 200, host);
    }
  });

  it('answers its own pages, programs, and pages of origins on the list', async () => {
    const service = local({ settings: { corsOrigins: ['https://chat.example'] } });
    for (const headers of [
      { origin: 'http://localhost:8801', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:8801' },
      { 'sec-fetch-site': 'none' },
      { origin: 'chrome-extension://abcdefgh', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://chat.example', 'sec-fetch-site': 'cross-site' },
    ]) {
      assert.equal(
        (await service.handle(asking('http://localhost:8801/v1/chat/completions', headers))).status,
        200,
        JSON.stringify(headers),
      );
    }
  });

  it('may be meant to be open to every name', async () => {
    const service = guardService();
    assert.equal((await service.handle(asking('http://guard.example/requests', {}, 'GET'))).status, 200);
    assert.equal((await service.handle(asking('http://guard.example/v1/chat/completions', { origin: EVIL }))).status, 403);
  });

  it('lets a browser follow a link of another site to the dashboard', async () => {
    const service = local();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    assert.equal((await service.handle(asking('http://localhost:8801/requests', headers, 'GET'))).status, 200);
  });
});

it('with API keys a page of another site is told by its key', async () => {
  const service = guardService({}, { http: { apiKeys: [{ name: 'app', key: 'secret-key-1' }], isLocal: true } });
  const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site', authorization: 'Bearer secret-key-1' };
  assert.equal((await service.handle(asking('http://guard.example/v1/chat/completions', headers))).status, 200);
});

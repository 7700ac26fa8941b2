import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, at, bodyOf, eventsOf, guardService, textAt } from './guard-service.ts';

const CARD = '4111111111111111';

/** A guard with one answered request, `r`, whose text was redacted. */
async function answered() {
  const service = guardService();
  assert.equal((await service.chat(ask(CARD), { 'x-request-id': 'r' })).status, 200);
  return service;
}

/** Pages of one entry each must follow the order of the whole list. */
async function assertPaginated(service: ReturnType<typeof guardService>, path: string): Promise<void> {
  const [all, first] = [await bodyOf(await service.get(path)), await bodyOf(await service.get(`${path}?limit=1`))];
  assert.deepEqual(first['data'], [at(all, 'data', 0)]);
  assert.equal(first['has_more'], true);
  const second = await bodyOf(await service.get(`${path}?limit=1&cursor=${textAt(first, 'next_cursor')}`));
  assert.deepEqual(second['data'], [at(all, 'data', 1)]);
}

describe('Endpoints of the guard', () => {
  it('"POST | /v1/chat/completions | Chat-completions-compatible guard surface"', async () => {
    const service = guardService();
    const request = ask('Hi', { temperature: 0.5 });
    const body = await bodyOf(await service.chat(request));
    assert.deepEqual([body['object'], at(body, 'choices', 0, 'message', 'content')], ['chat.completion', 'Hello.']);
    assert.deepEqual(service.asked[0]?.body, request);
    await service.chat(ask(`My card is ${CARD}`));
    assert.equal(at(service.asked[1]?.body, 'messages', 0, 'content'), 'My card is [CREDIT_CARD_1]');
  });

  it('"POST | /v1/guard | Legacy neutral guard endpoint retained as a tombstone surface"', async () => {
    const service = guardService();
    const response = await service.handle(new Request('http://localhost/v1/guard', { method: 'POST', body: '{}' }));
    assert.deepEqual([response.status, (await bodyOf(response))['error_type'], service.asked.length], [410, 'gone', 0]);
  });

  it('"GET | /events | Server-Sent Events stream of lifecycle events"', async () => {
    const service = guardService();
    const response = await service.get('/events');
    await service.chat(ask('Hi'));
    service.guard.closeEvents();
    const text = await response.text();
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    for (const kind of ['request.received', 'input.checked', 'output.checked', 'request.completed']) {
      assert.match(text, new RegExp(`^id: \\d+\nevent: ${kind}\ndata: \\{.*"kind":"${kind}".*\\}$`, 'm'));
    }
  });

  it('"GET | /requests | Paginated request explorer for the dashboard"', async () => {
    const service = await answered();
    for (const id of ['s', 't']) await service.chat(ask('Hi'), { 'x-request-id': id });
    await assertPaginated(service, '/requests');
  });

  it('"GET | /requests/{rid} | Request workspace manifest"', async () => {
    const manifest = await bodyOf(await (await answered()).get('/requests/r'));
    assert.deepEqual([manifest['id'], manifest['status'], manifest['verdict']], ['r', 'completed', 'redact']);
    assert.equal(at(manifest, 'links', 'decision'), '/requests/r/decision');
  });

  it('"GET | /requests/{rid}/decision | Stored decision record envelope"', async () => {
    const envelope = await bodyOf(await (await answered()).get('/requests/r/decision'));
    assert.deepEqual([envelope['request_id'], envelope['verdict']], ['r', 'redact']);
    assert.equal(at(envelope, 'decisions', 0, 'findings', 0, 'category'), 'credit_card');
  });

  it('"GET | /requests/{rid}/debug | Paginated structured debug entries"', async () => {
    await assertPaginated(await answered(), '/requests/r/debug');
  });

  it('"Streams lifecycle events to Server-Sent Events clients."', async () => {
    const service = guardService();
    const streams = [await service.get('/events'), await service.get('/events')];
    await service.chat(ask('Hi'));
    service.guard.closeEvents();
    const [first = [], second = []] = await Promise.all(streams.map((stream) => eventsOf(stream)));
    assert.equal(at(first[0], 'kind'), 'request.received');
    assert.deepEqual(first, second);
  });
});

describe('Versioning of the guard', () => {
  it('"/v1 prefixes the chat-completions route and the legacy guard route; the dashboard routes and /events carry no version prefix."', async () => {
    const service = guardService();
    await service.chat(ask('Hi'), { 'x-request-id': 'r' });
    const status = async (path: string, method = 'GET'): Promise<number> => {
      const response = await service.handle(new Request(`http://localhost${path}`, { method }));
      await response.body?.cancel();
      return response.status;
    };
    assert.deepEqual([await status('/v1/guard', 'POST'), await status('/guard', 'POST')], [410, 404]);
    assert.deepEqual([await status('/v1/chat/completions', 'POST'), await status('/chat/completions', 'POST')], [415, 404]);
    for (const path of ['/events', '/requests', '/requests/r', '/requests/r/decision', '/requests/r/debug']) {
      assert.deepEqual([await status(path), await status(`/v1${path}`)], [200, 404], path);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '../../src/ports/language.ts';
import { forever, saying } from '../fixtures/scripted-engines.ts';
import { ask, audioOf, liveRequest, objectIn, openLive } from './live-client.ts';
import { get, json, objectOf, textOf, voiceService } from './voice-service.ts';

describe('the connection of GET /v1/realtime', () => {
  it('needs an API key where there are keys, in a header or as a browser sends it', async () => {
    const service = voiceService({}, { apiKeys: [{ name: 'ada', key: 'secret-key' }] });
    const refused = await service.voice.sockets.accept(liveRequest());
    assert.ok(refused instanceof Response);
    assert.equal(refused.status, 401);
    assert.equal((await openLive(service, { headers: { authorization: 'Bearer secret-key' } })).protocol, undefined);
    const protocols = 'realtime, openai-insecure-api-key.secret-key';
    assert.equal((await openLive(service, { headers: { 'sec-websocket-protocol': protocols } })).protocol, 'realtime');
  });

  it('lets a browser in with a client secret, which has its settings, its user and its time, and opens nothing else', async () => {
    const apiKeys = [{ name: 'ada', key: 'secret-key' }];
    const service = voiceService({}, { apiKeys });
    const body = { session: { type: 'realtime', instructions: 'Be brief.' }, expires_after: { seconds: 60 }, user_id: 'bob' };
    const request = (more: object, headers: Readonly<Record<string, string>>) =>
      service.voice.handle(json('/v1/realtime/client_secrets', { ...body, ...more }, 'POST', headers));
    assert.equal((await request({}, {})).status, 401);
    const own = { authorization: 'Bearer secret-key' };
    assert.equal((await request({ session: { audio: { output: { voice: 'nobody' } } } }, own)).status, 400);
    const made = await objectOf(await request({}, own));
    const value = textOf(made, 'value');
    assert.equal(made['expires_at'], Math.floor(service.clock.now().getTime() / 1000) + 60);
    assert.equal(objectIn(made, 'session')['instructions'], 'Be brief.');

    const headers = { 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${value}` };
    const client = await openLive(service, { headers });
    assert.equal(objectIn(await client.next('session.created'), 'session')['instructions'], 'Be brief.');
    assert.equal((await ask(client, 'hello'))['status'], 'completed');
    const [asked] = service.calls.streamed;
    assert.deepEqual([asked?.options.userId, asked?.options.caller?.name], ['bob', 'ada']);
    const refusals = await Promise.all([
      service.voice.sockets.accept(liveRequest({ path: '/v1/realtime?user_id=eve', headers })),
      service.voice.sockets.accept(liveRequest({ headers: { authorization: `Bearer ${value}x` } })),
      service.voice.handle(json('/v1/audio/speech', { model: 'm', input: 'hello' }, 'POST', { authorization: `Bearer ${value}` })),
    ]);
    assert.deepEqual(
      refusals.map((response) => (response instanceof Response ? response.status : 'accepted')),
      [403, 401, 401],
    );
    service.clock.advance(60_000);
    const late = await service.voice.sockets.accept(liveRequest({ headers }));
    assert.ok(late instanceof Response);
    assert.equal(late.status, 401);
  });

  it('is closed to pages of other sites while there are no keys', async () => {
    const service = voiceService({}, { corsOrigins: ['https://friend.example'] });
    const refused = await service.voice.sockets.accept(liveRequest({ headers: { origin: 'https://evil.example' } }));
    assert.ok(refused instanceof Response);
    assert.equal(refused.status, 403);
    await openLive(service, { headers: { origin: 'https://friend.example' } });
  });

  it('opens VOICE_LIVE_SESSIONS at most, and again when one has left', async () => {
    const service = voiceService({}, {}, { liveSessions: 1 });
    const client = await openLive(service);
    const refused = await service.voice.sockets.accept(liveRequest());
    assert.ok(refused instanceof Response);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    client.leave();
    await openLive(service);
  });

  it('answers 426 to whoever does not ask for a WebSocket', async () => {
    const response = await voiceService().voice.handle(get('/v1/realtime'));
    assert.deepEqual([response.status, response.headers.get('upgrade')], [426, 'websocket']);
  });

  it('closes the connection when its session is ended', async () => {
    const service = voiceService();
    const client = await openLive(service);
    const id = textOf(objectIn(await client.next('session.created'), 'session'), 'id');
    await service.voice.handle(get(`/v1/voice/sessions/${id}`, 'DELETE'));
    assert.deepEqual(await client.closing, { code: 1000, reason: 'closed' });
    assert.deepEqual(
      service.published.map(({ subject }) => subject.replace('platform.voice.', '')),
      ['session.started', 'session.ended'],
    );
  });

  it('closes idle connections at once when the service stops, and others once their answer is spoken', async () => {
    const goOn = Promise.withResolvers<void>();
    async function* stream(): AsyncGenerator<ChatPart, void> {
      await goOn.promise;
      yield* saying('It is noon.');
    }
    const service = voiceService({ stream });
    const [idle, busy] = [await openLive(service), await openLive(service)];
    busy.send({ type: 'response.create' });
    await busy.next('response.created');
    service.voice.sockets.drain();
    assert.deepEqual(await idle.closing, { code: 1001, reason: 'shutdown' });
    const refused = await service.voice.sockets.accept(liveRequest());
    assert.ok(refused instanceof Response);
    assert.equal(refused.status, 503);
    goOn.resolve();
    assert.equal(objectIn(await busy.next('response.done'), 'response')['status'], 'completed');
    assert.deepEqual(await busy.closing, { code: 1001, reason: 'shutdown' });
  });

  it('disconnects a client that reads too slowly, and one whose messages are too long', async () => {
    const slow = await openLive(voiceService({}, {}, { liveBacklogBytes: 1000 }), { waitingBytes: () => 1001 });
    assert.equal((await slow.closing).code, 1013);
    const long = await openLive(voiceService({}, {}, { liveMessageBytes: 5000 }));
    long.send({ type: 'input_audio_buffer.append', audio: audioOf(1) });
    assert.equal((await long.closing).code, 1009);
  });

  it('stops the work of a client that has left', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      asked.resolve(signal);
      yield* [];
      await forever(signal);
    }
    const client = await openLive(voiceService({ stream }));
    client.send({ type: 'response.create' });
    const signal = await asked.promise;
    client.leave();
    assert.equal(signal.aborted, true);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forever } from '../fixtures/scripted-engines.ts';
import { json, objectOf, upload, voiceService } from './voice-service.ts';

const ROUTES = ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/voice/turns'];
const FORM = 'multipart/form-data; boundary=x';

/** A request of whose body only a beginning comes. */
function stalled(path: string, contentType = FORM, beginning = '--x\r\n', signal?: AbortSignal): Request {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)) });
  // A body that streams is sent half duplex (https://fetch.spec.whatwg.org/#dom-requestinit-duplex).
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  };
  return new Request(`http://localhost${path}`, signal === undefined ? init : { ...init, signal });
}

describe('an upload that does not arrive', () => {
  const beginnings: readonly (readonly [string, string])[] = [
    ['before its file', '--x\r\n'],
    ['in its file', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF'],
  ];
  for (const path of ROUTES) {
    for (const [where, beginning] of beginnings) {
      it(`at POST ${path}, and stops ${where}, is refused with 408 and its connection closed; its place is free then`, async () => {
        const { voice, published } = voiceService({}, {}, { bodyTimeoutMs: 20, maxUploads: 1 });
        const response = await voice.handle(stalled(path, FORM, beginning));
        const body = await objectOf(response);
        assert.deepEqual([response.status, body['error_type']], [408, 'request_timeout']);
        assert.equal(body['message'], 'The body did not arrive within 20 ms.');
        assert.equal(response.headers.get('connection'), 'close');
        assert.deepEqual(published, []);
        assert.equal((await voice.handle(upload(path))).status, 200);
      });
    }

    it(`at POST ${path}, and whose client leaves, frees its place`, async () => {
      const { voice } = voiceService({}, {}, { maxUploads: 1 });
      const leaving = new AbortController();
      const answering = voice.handle(stalled(path, FORM, '--x\r\n', leaving.signal));
      leaving.abort();
      assert.equal((await answering).status, 499);
      assert.equal((await voice.handle(upload(path))).status, 200);
    });
  }

  it('takes no place from audio requests, which each have all of theirs', async () => {
    const { voice } = voiceService({}, {}, { maxRequests: 1, maxUploads: ROUTES.length + 1 });
    const leaving = new AbortController();
    const waiting = ROUTES.map((path) => voice.handle(stalled(path, FORM, '--x\r\n', leaving.signal)));
    assert.equal((await voice.handle(json('/v1/audio/speech', { model: 'x', input: 'Hello.' }))).status, 200);
    for (const path of ROUTES) assert.equal((await voice.handle(upload(path))).status, 200);
    leaving.abort();
    await Promise.all(waiting);
  });

  it('is refused with 429 beyond the limit of uploads, with a time to try again', async () => {
    const { voice } = voiceService({}, {}, { maxUploads: 1 });
    const leaving = new AbortController();
    const waiting = voice.handle(stalled('/v1/audio/transcriptions', FORM, '--x\r\n', leaving.signal));
    const response = await voice.handle(upload('/v1/audio/transcriptions'));
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '1']);
    assert.match(JSON.stringify(await response.json()), /1 uploads are already under way/);
    leaving.abort();
    await waiting;
  });

  it('is refused before it is read while all places for audio requests are taken', async () => {
    const heard = Promise.withResolvers<void>();
    const hear = async (_: unknown, { signal }: { readonly signal?: AbortSignal }): Promise<string> => {
      heard.resolve();
      return await forever(signal);
    };
    const { voice } = voiceService({ hear }, {}, { maxRequests: 1 });
    const leaving = new AbortController();
    const taking = voice.handle(upload('/v1/audio/transcriptions', {}, {}, { signal: leaving.signal }));
    await heard.promise;
    const response = await voice.handle(stalled('/v1/audio/transcriptions'));
    assert.equal(response.status, 429);
    leaving.abort();
    await taking;
  });

  it('is refused with 408 as JSON too', async () => {
    const { voice } = voiceService({}, { bodyTimeoutMs: 20 });
    const response = await voice.handle(stalled('/v1/audio/speech', 'application/json', '{"model":'));
    assert.deepEqual([response.status, (await objectOf(response))['error_type']], [408, 'request_timeout']);
  });
});

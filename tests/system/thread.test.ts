import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createJsonLogger } from '../../src/adapters/system/logger.ts';
import { decodeJson, type JsonObject } from '../../src/core/json.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { startNatsServer, type NatsServer } from './nats-server.ts';
import { runParley, startParley, type ParleyProcess } from './parley-process.ts';

await allowSlowHooks();

const QUESTION = 'what can you do';
const COMPLETED_FIELDS = [
  'bridge_latency_ms',
  'correlation_id',
  'response_preview',
  'room_id',
  'session_id',
  'stt_latency_ms',
  'timestamp',
  'total_latency_ms',
  'transcript',
  'tts_latency_ms',
];

/** Collects what arrives on a subject pattern until `enough` of it has. */
async function collect(
  bus: Bus,
  pattern: string,
  enough: (seen: readonly [string, JsonObject][]) => boolean,
): Promise<[string, JsonObject][]> {
  const seen: [string, JsonObject][] = [];
  for await (const { subject, data } of bus.subscribe(pattern, { signal: AbortSignal.timeout(30_000) })) {
    seen.push([subject, decodeJson(data) as JsonObject]);
    if (enough(seen)) return seen;
  }
  throw new Error(`only ${seen.length} messages arrived on ${pattern}`);
}

describe('a spoken question gets a spoken answer', () => {
  let nats: NatsServer;
  let parley: ParleyProcess;
  let bus: Bus;

  before(
    async () => {
      nats = await startNatsServer();
      parley = await startParley({ env: { PLATFORM_NATS_URL: nats.url } });
      bus = connectNatsBus({
        url: nats.url,
        name: 'observer',
        logger: createJsonLogger({ clock: systemClock, level: 'silent', write: () => undefined }),
      });
      while (!bus.connected) await new Promise((resolve) => setTimeout(resolve, 10));
      await writeFile(join(parley.directory, 'q.wav'), await speak(QUESTION));
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await parley[Symbol.asyncDispose]();
    await bus[Symbol.asyncDispose]();
    await nats[Symbol.asyncDispose]();
  });

  it('"parley ask" prints transcript, decision, answer and stage latencies, and saves speech', async () => {
    const events = collect(bus, 'platform.voice.>', (seen) => seen.some(([subject]) => subject.endsWith('session.ended')));
    const { code, output, errors } = await runParley(['ask', 'q.wav', '--out', 'a.wav', '--voice-url', parley.voice], {
      directory: parley.directory,
    });
    assert.equal(code, 0, errors);
    for (const line of [
      /^transcript {2}\w/m,
      /^decision {4}\S+; verdict=allow/m,
      /^answer {6}\w/m,
      /^latencies {3}stt [\d.]+ ms, bridge/m,
    ]) {
      assert.match(output, line);
    }
    const pcm = await decodeWav(await readFile(join(parley.directory, 'a.wav')), { maxSeconds: 120 });
    assert.ok(pcm.samples.length / pcm.sampleRate > 0.5, 'the answer is audible');
    assert.ok(pcm.samples.some((sample) => Math.abs(sample) > 0.05));

    const seen = await events;
    assert.deepEqual(
      seen.map(([subject]) => subject),
      ['platform.voice.session.started', 'platform.voice.turn.completed', 'platform.voice.session.ended'],
    );
    const turn = seen[1]?.[1] ?? {};
    for (const field of COMPLETED_FIELDS) assert.ok(turn[field] !== undefined && turn[field] !== '', `the event carries ${field}`);
    for (const stage of ['stt', 'bridge', 'tts']) assert.ok(Number(turn['total_latency_ms']) >= Number(turn[`${stage}_latency_ms`]), stage);
    const { timestamp } = turn;
    assert.ok(typeof timestamp === 'string' && new Date(timestamp).toISOString() === timestamp);
  });

  it('carries one request id through voice, guard and reasoner', async () => {
    const form = new FormData();
    form.set('file', new File([await speak(QUESTION)], 'q.wav', { type: 'audio/wav' }));
    const response = await fetch(`${parley.voice}/v1/voice/turns`, {
      method: 'POST',
      body: form,
      headers: { 'x-request-id': 'one-id-42' },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-request-id'), 'one-id-42');
    const record = await fetch(`${parley.guard}/requests/one-id-42/decision`);
    assert.equal(record.status, 200, 'the guard knows the turn by the same id');
  });

  it('survives nats-server being killed and restarted', async () => {
    const health = async (path: string): Promise<number> => (await fetch(`${parley.reasoner}${path}`)).status;
    const until = async (status: number): Promise<void> => {
      const deadline = Date.now() + 20_000;
      while ((await health('/health/deep')) !== status) {
        assert.ok(Date.now() < deadline, `the reasoner's /health/deep becomes ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await until(200);
    await nats.kill();
    await until(503);
    assert.equal(await health('/health'), 200, 'nothing restarts a service whose bus is lost for a while');
    const chat = await fetch(`${parley.guard}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'parley', messages: [{ role: 'user', content: 'hello' }] }),
    });
    assert.equal(chat.status, 200, 'chat goes on without the bus');
    await nats.restart();
    await until(200);
    while (!bus.connected) await new Promise((resolve) => setTimeout(resolve, 10));
    const result = collect(bus, 'platform.reasoner.result', () => true);
    bus.publish(
      'platform.reasoner.request',
      new TextEncoder().encode(JSON.stringify({ request_id: 'after-restart', user_id: 'u', text: 'hello' })),
    );
    assert.equal((await result)[0]?.[1]['request_id'], 'after-restart');
  });
});

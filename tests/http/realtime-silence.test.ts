import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { saying, tone } from '../fixtures/scripted-engines.ts';
import { ask, audioOf, openLive, speak, typesOf, type LiveClient } from './live-client.ts';
import { voiceService } from './voice-service.ts';

const TRIGGERED = 'input_audio_buffer.timeout_triggered';
const SILENCE = '(The user has said nothing for 6 seconds.)';

function detection(fields: JsonObject): JsonObject {
  return { type: 'session.update', session: { audio: { input: { turn_detection: fields } } } };
}

const SIX_SECONDS = detection({ type: 'server_vad', idle_timeout_ms: 6000 });

/** The client goes on sending what it hears, which is nothing; the service has dealt with it when this resolves. */
async function keepSilent(client: LiveClient, seconds = 0.5): Promise<void> {
  client.send({ type: 'input_audio_buffer.append', audio: audioOf(seconds, 'silence') });
  await settled();
}

/** Resolves once the service has dealt with what it was sent. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

function countOf({ events }: LiveClient, type: string): number {
  return typesOf(events).filter((each) => each === type).length;
}

/** A session in which an answer of two seconds has been sent, which it plays at once. */
async function answered(script: Parameters<typeof voiceService>[0] = {}, update = SIX_SECONDS) {
  const service = voiceService({ speak: async () => [tone(2)], hear: async () => '', ...script });
  const client = await openLive(service);
  client.send(update);
  await ask(client, 'Hello.');
  await settled();
  return { ...service, client };
}

describe('turn_detection.idle_timeout_ms', () => {
  it('commits the silence and makes a response, that long after the last answer has been played', async () => {
    const { client, clock, calls } = await answered();
    await keepSilent(client, 3);
    clock.advance(7999);
    await keepSilent(client, 3);
    assert.equal(countOf(client, TRIGGERED), 0, 'two seconds of answer and nearly six of silence');
    clock.advance(1);
    await keepSilent(client);
    const triggered = await client.next(TRIGGERED);
    const [start, end] = [Number(triggered['audio_start_ms']), Number(triggered['audio_end_ms'])];
    assert.ok(end > 5500 && end <= 6500, `until ${end} ms, where the audio ends`);
    assert.ok(end - start === Math.min(6000, end), `of ${end - start} ms`);
    await client.next('response.done');
    const types = typesOf(client.events.slice(client.events.indexOf(triggered)));
    assert.deepEqual(types.slice(0, 6), [
      TRIGGERED,
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
    ]);
    const committed = client.events.find(({ type }) => type === 'input_audio_buffer.committed');
    assert.equal(committed?.['item_id'], triggered['item_id']);
    assert.deepEqual(
      calls.streamed[1]?.request.messages.map(({ role, content }) => `${role}: ${content}`),
      ['user: Hello.', 'assistant: It is noon.', `user: ${SILENCE}`],
    );
    assert.equal(countOf(client, 'input_audio_buffer.speech_started'), 0);
  });

  it('counts anew behind each response, and what was said of the silence is not kept', async () => {
    const { client, clock, calls } = await answered();
    for (let time = 1; time <= 2; time += 1) {
      clock.advance(8000);
      await keepSilent(client);
      await client.next('response.done');
      await settled();
    }
    assert.deepEqual(
      calls.streamed[2]?.request.messages.map(({ content }) => content),
      ['Hello.', 'It is noon.', 'It is noon.', SILENCE],
    );
  });

  it('begins anew when somebody has spoken, also if it was noise', async () => {
    const { client, clock } = await answered();
    clock.advance(7000);
    speak(client, 0.5);
    await client.next('conversation.item.input_audio_transcription.completed');
    clock.advance(5000);
    await keepSilent(client);
    assert.equal(countOf(client, TRIGGERED), 0);
    clock.advance(1000);
    await keepSilent(client);
    assert.equal(countOf(client, TRIGGERED), 1);
  });

  it('answers words in the silence that were not detected as speech', async () => {
    const { client, clock, calls } = await answered({ hear: async () => 'a whisper' });
    clock.advance(8000);
    await keepSilent(client);
    await client.next('response.done');
    assert.deepEqual(calls.streamed[1]?.request.messages.at(-1), { role: 'user', content: 'a whisper' });
  });

  it('waits for the result of a function that was called', async () => {
    async function* stream(): AsyncGenerator<ChatPart, void> {
      yield { type: 'tool-call-delta', index: 0, id: 'call_a', name: 'weather', arguments: '{}' };
      yield* saying();
    }
    const { client, clock } = await answered({ stream });
    clock.advance(60_000);
    await keepSilent(client);
    assert.equal(countOf(client, TRIGGERED), 0);
  });

  it('does not keep a session in use to which nobody speaks', async () => {
    const { client, clock } = await answered();
    clock.advance(901_000);
    await keepSilent(client);
    assert.equal(countOf(client, TRIGGERED), 0);
  });

  for (const [name, update] of [
    ['null', detection({ type: 'server_vad', idle_timeout_ms: null })],
    ['semantic_vad', detection({ type: 'semantic_vad', idle_timeout_ms: 6000 })],
  ] as const) {
    it(`is never with ${name}`, async () => {
      const { client, clock } = await answered({}, update);
      clock.advance(60_000);
      await keepSilent(client);
      assert.equal(countOf(client, TRIGGERED), 0);
    });
  }

  it('is shown in the session, and refused if it is too short', async () => {
    const client = await openLive(voiceService());
    client.send(SIX_SECONDS);
    const { session } = await client.next('session.updated');
    assert.ok(isJsonObject(session) && JSON.stringify(session).includes('"idle_timeout_ms":6000'));
    client.send(detection({ type: 'server_vad', idle_timeout_ms: 10 }));
    assert.match(JSON.stringify(await client.next('error')), /idle_timeout_ms/);
  });
});

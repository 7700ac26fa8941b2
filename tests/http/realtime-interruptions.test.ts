import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { forever, saying, tone, type EngineScript } from '../fixtures/scripted-engines.ts';
import { ask, audioOf, objectIn, openLive, speak, typesOf, type LiveClient } from './live-client.ts';
import { textOf, voiceService } from './voice-service.ts';

const STARTED = 'input_audio_buffer.speech_started';
const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';
const ANSWER_SECONDS = 5;

/** A service whose answers take five seconds to be played, and what its recogniser hears of each audio; the clock stands still. */
function speakingService(hear: EngineScript['hear'], script: EngineScript = {}) {
  return voiceService({ hear: hear ?? (async () => ''), speak: async () => [tone(ANSWER_SECONDS)], ...script });
}

function append(client: LiveClient, seconds: number, what: 'tone' | 'silence'): void {
  client.send({ type: 'input_audio_buffer.append', audio: audioOf(seconds, what) });
}

/** Waits until a service was asked to read so many stretches, and what follows from the last one. */
async function readings({ calls }: ReturnType<typeof voiceService>, count: number): Promise<void> {
  while (calls.transcribed.length < count) await setImmediate();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

function change(detection: JsonObject): JsonObject {
  return { type: 'session.update', session: { audio: { input: { turn_detection: { type: 'server_vad', ...detection } } } } };
}

/** A client to whom an answer was sent, which it plays. */
async function listening(service: ReturnType<typeof voiceService>, detection: JsonObject = {}): Promise<LiveClient> {
  const client = await openLive(service);
  client.send(change(detection));
  await ask(client, 'Tell me something.');
  return client;
}

describe('GET /v1/realtime, speech into an answer', () => {
  for (const sound of ['Mm-hmm.', 'yeah', 'Okay, right.', 'um', '']) {
    it(`is passed over if «${sound}» is heard, while the answer is made and while it is played`, async () => {
      const goOn = Promise.withResolvers<void>();
      async function* stream(): AsyncGenerator<ChatPart, void> {
        yield { type: 'text-delta', text: 'One sentence. Another' };
        await goOn.promise;
        yield* saying(' one.');
      }
      const service = speakingService(async () => sound, { stream });
      const client = await openLive(service);
      client.send({ type: 'response.create' });
      await client.next('response.output_audio.delta');
      speak(client, 0.5);
      await readings(service, 1);
      goOn.resolve();
      assert.equal(objectIn(await client.next('response.done'), 'response')['status'], 'completed');
      service.clock.advance(8000);
      const asked = service.calls.transcribed.length;
      speak(client, 0.5);
      await readings(service, asked + 1);
      client.send({ type: 'conversation.item.retrieve', item_id: 'none' });
      await client.next('error');
      assert.ok(typesOf(client.events).every((type) => !type.startsWith('input_audio_buffer.') && type !== TRANSCRIBED));
      assert.equal(service.calls.streamed.length, 1);
    });
  }

  it('cuts it off as soon as words are heard that interrupt, with all that was said', async () => {
    let audio = 0;
    const service = speakingService(
      async ({ samples, sampleRate }) => {
        audio = samples.length / sampleRate;
        return 'Stop that.';
      },
      {
        async *stream(_, { signal }): AsyncGenerator<ChatPart, void> {
          yield { type: 'text-delta', text: 'One sentence. Another' };
          await forever(signal);
        },
      },
    );
    const client = await openLive(service);
    client.send({ type: 'response.create' });
    await client.next('response.output_audio.delta');
    append(client, 1, 'silence');
    append(client, 0.5, 'tone');
    const started = await client.next(STARTED);
    assert.equal(started['audio_start_ms'], 700, 'with 300 ms before the speech at 1 s');
    assert.equal(objectIn(await client.next('response.done'), 'response')['status'], 'cancelled');
    append(client, 0.5, 'tone');
    append(client, 1.2, 'silence');
    const completed = await client.next(TRANSCRIBED);
    assert.deepEqual([completed['transcript'], completed['item_id']], ['Stop that.', started['item_id']]);
    assert.ok(Math.abs(audio - 1.8) < 0.05 || Math.abs(audio - 1.5) < 0.05, `prefix, speech and the silence behind it: ${audio} s`);
  });

  it('is one turn from its beginning if words follow a listener’s sound', async () => {
    let heard = 'mm-hmm';
    const service = speakingService(async () => heard);
    const client = await listening(service);
    append(client, 0.5, 'silence');
    append(client, 0.4, 'tone');
    append(client, 0.3, 'silence');
    await readings(service, 1);
    assert.ok(!typesOf(client.events).includes(STARTED));
    heard = 'mm-hmm but where is it';
    append(client, 0.4, 'tone');
    assert.equal((await client.next(STARTED))['audio_start_ms'], 200);
    append(client, 1.2, 'silence');
    assert.equal((await client.next(TRANSCRIBED))['transcript'], heard);
    assert.ok((service.calls.transcribed.at(-1)?.audio.samples.length ?? 0) / 24_000 > 1.4, 'the sound is part of it');
  });

  it('interrupts by its length alone, but not as a noise without words', async () => {
    let heard = 'yeah yeah';
    const service = speakingService(async () => heard);
    const client = await listening(service, { interrupt_after_ms: 800 });
    append(client, 0.5, 'silence');
    append(client, 0.7, 'tone');
    await readings(service, 1);
    assert.ok(!typesOf(client.events).includes(STARTED));
    append(client, 0.4, 'tone');
    assert.equal((await client.next(STARTED))['audio_start_ms'], 200);
    append(client, 1.2, 'silence');
    await client.next('response.done');
    heard = '';
    append(client, 3, 'tone');
    append(client, 1.2, 'silence');
    const asked = service.calls.transcribed.length;
    await readings(service, asked + 1);
    assert.equal(typesOf(client.events).filter((type) => type === STARTED).length, 1);
  });

  it('interrupts at once with interrupt_after_ms 0', async () => {
    const service = speakingService(async () => 'yeah');
    const client = await listening(service, { interrupt_after_ms: 0 });
    append(client, 0.5, 'tone');
    await client.next(STARTED);
    assert.equal(service.calls.transcribed.length, 0);
  });

  it('takes its default from VOICE_LIVE_INTERRUPT_MS, and shows it in the session', async () => {
    const service = voiceService({}, {}, { liveInterruptMs: 400 });
    const client = await openLive(service);
    const shown = (event: JsonObject) => JSON.stringify(objectIn(objectIn(event, 'session'), 'audio')['input']);
    assert.match(shown(await client.next('session.created')), /"interrupt_after_ms":400/);
    client.send(change({ interrupt_after_ms: 700 }));
    assert.match(shown(await client.next('session.updated')), /"interrupt_after_ms":700/);
    client.send(change({ interrupt_after_ms: -1 }));
    assert.match(JSON.stringify(await client.next('error')), /interrupt_after_ms/);
  });

  it('is a turn if it cannot be read, whose failure the client is told', async () => {
    const service = speakingService(async () => {
      throw new ServiceError('too_many_requests', 'The queue is full.');
    });
    const client = await listening(service);
    speak(client, 0.5);
    await client.next(STARTED);
    assert.match(JSON.stringify(await client.next('conversation.item.input_audio_transcription.failed')), /too_many_requests/);
  });
});

describe('GET /v1/realtime, speech behind an answer', () => {
  it('is a turn whatever is said, once the answer has been played', async () => {
    const service = speakingService(async () => 'yes');
    const client = await listening(service);
    service.clock.advance(ANSWER_SECONDS * 1000);
    speak(client, 0.5);
    assert.equal((await client.next(TRANSCRIBED))['transcript'], 'yes');
    assert.equal(service.calls.transcribed.length, 1, 'and read once');
    await client.next('response.done');
    assert.equal(service.calls.streamed.length, 2);
  });

  it('is a turn from its beginning if it began while the answer was played, and goes on', async () => {
    const service = speakingService(async () => 'yeah');
    const client = await listening(service);
    append(client, 0.5, 'silence');
    append(client, 0.4, 'tone');
    await readings(service, 1);
    assert.ok(!typesOf(client.events).includes(STARTED));
    service.clock.advance(ANSWER_SECONDS * 1000);
    append(client, 0.3, 'tone');
    assert.equal((await client.next(STARTED))['audio_start_ms'], 200);
  });

  it('is a turn also if it was said at the very end of the answer, as by somebody who does not wait for the end of a question', async () => {
    const service = speakingService(async () => 'yes');
    const client = await listening(service);
    append(client, 0.5, 'silence');
    append(client, 0.4, 'tone');
    append(client, 0.3, 'silence');
    await readings(service, 1);
    assert.ok(!typesOf(client.events).includes(STARTED));
    service.clock.advance(ANSWER_SECONDS * 1000);
    append(client, 0.8, 'silence');
    assert.equal((await client.next(STARTED))['audio_start_ms'], 200);
    assert.equal((await client.next(TRANSCRIBED))['transcript'], 'yes');
  });

  for (const type of ['conversation.item.truncate', 'response.cancel']) {
    it(`is a turn whatever is said, once the client has stopped to play it, as ${type} tells`, async () => {
      const service = speakingService(async () => 'yes');
      const client = await listening(service);
      const itemId = textOf(await client.next('response.output_audio.done'), 'item_id');
      client.send({ type, ...(type === 'response.cancel' ? {} : { item_id: itemId, content_index: 0, audio_end_ms: 1000 }) });
      await client.next(type === 'response.cancel' ? 'error' : 'conversation.item.truncated');
      speak(client, 0.5);
      assert.equal((await client.next(TRANSCRIBED))['transcript'], 'yes');
    });
  }

  it('is a turn whatever is said while a response outside the conversation is written', async () => {
    const goOn = Promise.withResolvers<void>();
    async function* stream(): AsyncGenerator<ChatPart, void> {
      await goOn.promise;
      yield* saying('It is about time.');
    }
    const client = await openLive(speakingService(async () => 'yes', { stream }));
    client.send({ type: 'response.create', response: { conversation: 'none', output_modalities: ['text'] } });
    await client.next('response.created');
    speak(client, 0.5);
    assert.equal((await client.next(TRANSCRIBED))['transcript'], 'yes');
    goOn.resolve();
  });

  it('is a turn whatever is said, once somebody has interrupted it', async () => {
    let heard = 'stop';
    const service = speakingService(async () => heard, { stream: () => saying('') });
    const client = await openLive(service);
    await ask(client, 'Tell me something.');
    service.clock.advance(1);
    speak(client, 0.5);
    await client.next('response.done');
    heard = 'yes';
    speak(client, 0.5);
    await client.next(TRANSCRIBED);
    assert.equal((await client.next(TRANSCRIBED))['transcript'], 'yes');
  });
});

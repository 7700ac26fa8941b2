import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { forever, saying } from '../fixtures/scripted-engines.ts';
import { audioOf, openLive, speak, typesOf, type LiveClient } from './live-client.ts';
import { textOf, voiceService } from './voice-service.ts';

/** Sends audio, which is a beginning without an end or the silence behind it. */
function append(client: LiveClient, seconds: number, what: 'tone' | 'silence'): void {
  client.send({ type: 'input_audio_buffer.append', audio: audioOf(seconds, what) });
}

function statusOf({ response }: JsonObject): unknown {
  return isJsonObject(response) ? response['status'] : undefined;
}

/** The turns that were published, by how they ended and what was said in them. */
function turnsOf({ published }: ReturnType<typeof voiceService>): string[] {
  return published
    .filter(({ subject }) => subject.includes('.turn.'))
    .map(({ subject, payload }) => `${subject.split('.').at(-1)}: ${textOf(payload, 'transcript')}`);
}

describe('GET /v1/realtime, turns that follow closely', () => {
  it('are answered once, after the last of them is understood', async () => {
    const goOn = Promise.withResolvers<void>();
    let heard = 0;
    const service = voiceService({
      async hear() {
        heard += 1;
        const text = `question ${heard}`;
        await goOn.promise;
        return text;
      },
    });
    const client = await openLive(service);
    speak(client);
    speak(client);
    await client.next('input_audio_buffer.committed');
    await client.next('input_audio_buffer.committed');
    goOn.resolve();
    assert.equal(statusOf(await client.next('response.done')), 'completed');
    client.send({ type: 'conversation.item.retrieve', item_id: 'none' });
    await client.next('error');
    const types = typesOf(client.events);
    assert.deepEqual([types.filter((type) => type === 'response.created').length, types.filter((type) => type === 'error').length], [1, 1]);
    assert.deepEqual(
      service.calls.streamed.map(({ request }) => request.messages.map(({ content }) => content)),
      [['question 1', 'question 2']],
    );
    assert.deepEqual(turnsOf(service), ['completed: question 1 question 2']);
  });

  it('are answered also if the last of them is noise', async () => {
    const goOn = Promise.withResolvers<void>();
    let heard = 0;
    const service = voiceService({
      async hear() {
        heard += 1;
        if (heard > 1) return '';
        await goOn.promise;
        return 'a question';
      },
    });
    const client = await openLive(service);
    speak(client);
    append(client, 0.6, 'tone');
    await client.next('input_audio_buffer.speech_started');
    await client.next('input_audio_buffer.speech_started');
    goOn.resolve();
    await client.next('conversation.item.input_audio_transcription.completed');
    append(client, 1.2, 'silence');
    assert.equal(statusOf(await client.next('response.done')), 'completed');
    assert.deepEqual(turnsOf(service), ['completed: a question']);
  });

  it('have their answer made again if noise cut it off before there was anything of it', async () => {
    let [heard, answers] = [0, 0];
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers === 1) await forever(signal);
      yield* saying('It is noon.');
    }
    const service = voiceService({ stream, hear: async () => ((heard += 1) === 1 ? 'a question' : '') });
    const client = await openLive(service);
    speak(client);
    await client.next('response.created');
    speak(client);
    const ends = [await client.next('response.done'), await client.next('response.done')];
    assert.deepEqual(ends.map(statusOf), ['cancelled', 'completed']);
    assert.deepEqual(turnsOf(service), ['completed: a question']);
    speak(client);
    await client.next('conversation.item.input_audio_transcription.completed');
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    assert.equal(answers, 2, 'what was answered is not answered again');
  });
});

describe('GET /v1/realtime when the service stops', () => {
  it('closes the connection once what its client committed is understood, or cleared', async () => {
    const goOn = Promise.withResolvers<void>();
    const service = voiceService({
      async hear() {
        await goOn.promise;
        return 'hello';
      },
    });
    const [committed, cleared] = [await openLive(service), await openLive(service)];
    committed.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } });
    append(committed, 0.5, 'tone');
    committed.send({ type: 'input_audio_buffer.commit' });
    await committed.next('input_audio_buffer.committed');
    append(cleared, 0.5, 'tone');
    await cleared.next('input_audio_buffer.speech_started');
    service.voice.sockets.drain();
    goOn.resolve();
    cleared.send({ type: 'input_audio_buffer.clear' });
    assert.deepEqual(await committed.closing, { code: 1001, reason: 'shutdown' });
    assert.deepEqual(await cleared.closing, { code: 1001, reason: 'shutdown' });
    assert.ok(typesOf(committed.events).includes('conversation.item.input_audio_transcription.completed'));
  });
});

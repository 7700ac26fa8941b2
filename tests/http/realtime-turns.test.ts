import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../src/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { createTurnJudge } from '../../src/core/turn-ends.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { createScriptedEngines, forever, saying, tone } from '../fixtures/scripted-engines.ts';
import { audioOf, openLive, speak, typesOf, type LiveClient } from './live-client.ts';
import { textOf, voiceService } from './voice-service.ts';

const judgeTurn = createTurnJudge('the 0\nfor 0\n');

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
        if (heard > 1) return 'question 2';
        await goOn.promise;
        return 'question 1';
      },
    });
    const client = await openLive(service);
    speak(client);
    speak(client);
    assert.equal((await client.next('conversation.item.input_audio_transcription.completed'))['transcript'], 'question 2');
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

  it('are found in audio that comes a minute at a time, of which a part is judged at once', async () => {
    const { speechProbability } = createScriptedEngines();
    let longest = 0;
    const service = voiceService(
      {},
      {
        async speechProbability(audio) {
          longest = Math.max(longest, audio.samples.length / audio.sampleRate);
          return await speechProbability(audio);
        },
      },
    );
    const client = await openLive(service);
    append(client, 60, 'silence');
    speak(client);
    assert.equal((await client.next('input_audio_buffer.speech_started'))['audio_start_ms'], 60_200);
    assert.equal(statusOf(await client.next('response.done')), 'completed');
    assert.ok(longest < 14, `${longest} s are judged at once`);
  });

  it('end where the audio cannot be judged any more, and are heard so far', async () => {
    let failures = 1;
    const { speechProbability } = createScriptedEngines();
    const service = voiceService(
      {},
      {
        async speechProbability(audio) {
          const found = await speechProbability(audio);
          if (found.at(-1) === 0 && found.includes(1) && failures > 0) {
            failures -= 1;
            throw new ServiceError('provider_unavailable', 'The detector is gone.');
          }
          return found;
        },
      },
    );
    const client = await openLive(service);
    append(client, 0.6, 'tone');
    await client.next('input_audio_buffer.speech_started');
    append(client, 0.6, 'silence');
    await client.next('error');
    await client.next('response.done');
    speak(client);
    await client.next('response.done');
    assert.deepEqual(
      typesOf(client.events).filter((type) => type.includes('.speech_')),
      ['speech_started', 'speech_stopped', 'speech_started', 'speech_stopped'].map((type) => `input_audio_buffer.${type}`),
    );
  });

  it('have their answer made again if noise cut it off before there was anything of it', async () => {
    let [heard, answers] = [0, 0];
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers === 1) await forever(signal);
      yield* saying('It is noon.');
    }
    const service = voiceService({ stream, hear: async () => ((heard += 1) === 1 ? 'a question' : '') }, {}, { liveInterruptMs: 0 });
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

describe('GET /v1/realtime, conversation.item.truncate', () => {
  it('holds for an answer that is still being made, and takes its length rounded either way', async () => {
    const goOn = Promise.withResolvers<void>();
    let answers = 0;
    async function* stream(): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers === 1) {
        yield { type: 'text-delta', text: 'One sentence. Another one. A third' };
        await goOn.promise;
      }
      yield* saying(' is the last.');
    }
    const service = voiceService({ stream, speak: async () => [tone(0.1 + 0.0004)] });
    const client = await openLive(service);
    client.send({ type: 'response.create' });
    await client.next('response.output_audio.delta');
    const { item_id: id = null } = await client.next('response.output_audio.delta');
    client.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 201 });
    client.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 100 });
    await client.next('conversation.item.truncated');
    goOn.resolve();
    assert.match(JSON.stringify(await client.next('response.done')), /"transcript":"One sentence\. Another one\. A third is the last\."/);
    assert.match(JSON.stringify(await client.next('conversation.item.done')), /"status":"completed".*"transcript":"One sentence\."/);
    client.send({ type: 'response.create' });
    await client.next('response.done');
    assert.deepEqual(service.calls.streamed[1]?.request.messages, [{ role: 'assistant', content: 'One sentence.' }]);
    assert.ok(!typesOf(client.events).includes('error'));
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

  it('reads a turn in the silence that may end it, and asks no second time when it ends', async () => {
    const service = voiceService();
    const client = await openLive(service);
    append(client, 0.5, 'silence');
    append(client, 1, 'tone');
    await client.next('input_audio_buffer.speech_started');
    append(client, 0.4, 'silence');
    while (service.calls.transcribed.length === 0) await setImmediate();
    assert.deepEqual(typesOf(client.events), ['session.created', 'input_audio_buffer.speech_started']);
    append(client, 0.6, 'silence');
    const completed = await client.next('conversation.item.input_audio_transcription.completed');
    assert.equal(completed['transcript'], 'what time is it');
    await client.next('response.done');
    const [read, ...again] = service.calls.transcribed;
    assert.ok(read !== undefined && Math.abs(read.audio.samples.length / 24_000 - 1.5) < 0.05, 'prefix, speech and the pause');
    assert.equal(again.length, 0);
  });

  it('reads a turn anew that went on after a pause', async () => {
    const service = voiceService();
    const client = await openLive(service);
    append(client, 0.5, 'silence');
    append(client, 1, 'tone');
    await client.next('input_audio_buffer.speech_started');
    append(client, 0.4, 'silence');
    while (service.calls.transcribed.length === 0) await setImmediate();
    append(client, 1, 'tone');
    append(client, 1.2, 'silence');
    await client.next('response.done');
    const last = service.calls.transcribed.at(-1);
    assert.ok(last !== undefined && last.audio.samples.length / 24_000 > 2.6, 'both parts are read together');
    const completed = client.events.filter(({ type }) => type === 'conversation.item.input_audio_transcription.completed');
    assert.equal(completed.length, 1);
  });
});

describe('GET /v1/realtime, turns of semantic_vad', () => {
  /** The transcripts of two stretches of speech, if so is heard in the pause between them and in that behind them. */
  async function turnsOfSpeech(first: string, second: string): Promise<unknown[]> {
    let heard = first;
    const service = voiceService({ hear: async () => heard }, { judgeTurn });
    const client = await openLive(service);
    client.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: { type: 'semantic_vad' } } } } });
    await client.next('session.updated');
    for (const text of [first, second]) {
      heard = text;
      const before = service.calls.transcribed.length;
      append(client, 1, 'tone');
      append(client, 0.4, 'silence');
      while (service.calls.transcribed.length === before) await setImmediate();
      append(client, 1.5, 'silence');
    }
    const transcripts: unknown[] = [];
    while (transcripts.at(-1) !== second) {
      transcripts.push((await client.next('conversation.item.input_audio_transcription.completed'))['transcript']);
    }
    return transcripts;
  }

  it('go on through a long pause in the middle of a sentence', async () => {
    assert.deepEqual(await turnsOfSpeech('Book a table for the', 'Book a table for the seventh of May.'), [
      'Book a table for the seventh of May.',
    ]);
  });

  it('end in a pause as long behind a whole one', async () => {
    assert.deepEqual(await turnsOfSpeech('What time is it?', 'And where are you?'), ['What time is it?', 'And where are you?']);
  });
});

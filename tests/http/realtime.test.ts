import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../src/core/errors.ts';
import { listOf, type JsonObject } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { forever, saying, tone } from '../fixtures/scripted-engines.ts';
import { ask, audioOf, objectIn, openLive, speak, typesOf } from './live-client.ts';
import { get, objectOf, textOf, voiceService } from './voice-service.ts';

const MANUAL = { type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: null } } } };

/** Waits for an event on the bus. */
async function published({ published: all }: ReturnType<typeof voiceService>, subject: string): Promise<JsonObject> {
  for (;;) {
    const event = all.find((each) => each.subject === `platform.voice.${subject}`);
    if (event !== undefined) return event.payload;
    await setImmediate();
  }
}

describe('GET /v1/realtime', () => {
  it('hears a question, tells its transcript, and speaks the answer, in the order of events of OpenAI’s API', async () => {
    const service = voiceService();
    const client = await openLive(service);
    speak(client);
    await client.next('response.done');
    const seen = typesOf(client.events, ['response.output_audio.delta']);
    assert.deepEqual(seen, [
      'session.created',
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.delta',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio_transcript.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    const ids = client.events.map((event) => textOf(event, 'event_id'));
    assert.equal(new Set(ids).size, ids.length);
    const started = client.events.find(({ type }) => type === 'input_audio_buffer.speech_started');
    const completed = client.events.find(({ type }) => type === 'conversation.item.input_audio_transcription.completed');
    assert.equal(started?.['audio_start_ms'], 200, 'with 300 ms before the speech at 500 ms');
    assert.equal(completed?.['transcript'], 'what time is it');
    assert.equal(completed?.['item_id'], started?.['item_id']);
    const [heard, ...again] = service.calls.transcribed;
    assert.ok(
      heard !== undefined && Math.abs(heard.audio.samples.length / 24_000 - 1.8) < 0.05,
      'prefix, speech and the silence behind it',
    );
    assert.equal(again.length, 0);
    assert.deepEqual(service.calls.streamed[0]?.request.messages, [{ role: 'user', content: 'what time is it' }]);
    const deltas = client.events.filter(({ type }) => type === 'response.output_audio.delta');
    const bytes = deltas.reduce((sum, event) => sum + Uint8Array.fromBase64(textOf(event, 'delta')).length, 0);
    assert.ok(Math.abs(bytes / 48_000 - 0.1) < 0.01, 'a tenth of a second at 24 kHz');
  });

  it('speaks each sentence while the model writes the next one', async () => {
    const goOn = Promise.withResolvers<void>();
    async function* stream(): AsyncGenerator<ChatPart, void> {
      yield* [
        { type: 'text-delta', text: 'It is ' },
        { type: 'text-delta', text: 'noon. The' },
      ] as const;
      await goOn.promise;
      yield* saying(' bells ring.');
    }
    const service = voiceService({ stream });
    const client = await openLive(service);
    speak(client);
    await client.next('response.output_audio.delta');
    assert.deepEqual(
      service.calls.spoken.map(({ text }) => text),
      ['It is noon. '],
    );
    goOn.resolve();
    const done = objectIn(await client.next('response.done'), 'response');
    assert.deepEqual(
      service.calls.spoken.map(({ text }) => text),
      ['It is noon. ', 'The bells ring.'],
    );
    assert.match(JSON.stringify(done['output']), /"transcript":"It is noon\. The bells ring\."/);
    assert.equal(done['status'], 'completed');
  });

  it('publishes session and turn with the latency of each stage, and lists them', async () => {
    const service = voiceService();
    const client = await openLive(service, { path: '/v1/realtime?user_id=ada' });
    const session = objectIn(await client.next('session.created'), 'session');
    const listed = await objectOf(await service.voice.handle(get('/v1/voice/sessions')));
    assert.match(JSON.stringify(listed), new RegExp(`"${textOf(session, 'id')}".*"ada"`));
    speak(client);
    const id = textOf(objectIn(await client.next('response.done'), 'response'), 'id');
    client.leave();
    const [completed, ended] = [await published(service, 'turn.completed'), await published(service, 'session.ended')];
    assert.deepEqual(
      service.published.map(({ subject }) => subject.replace('platform.voice.', '')),
      ['session.started', 'turn.completed', 'session.ended'],
    );
    assert.equal(completed['transcript'], 'what time is it');
    assert.equal(completed['response_preview'], 'It is noon.');
    assert.equal(completed['correlation_id'], id);
    for (const stage of ['stt', 'bridge', 'tts', 'total']) assert.equal(typeof completed[`${stage}_latency_ms`], 'number');
    assert.equal(ended['reason'], 'left');
    assert.equal(ended['turns'], 1);
    assert.equal(service.calls.streamed[0]?.options.userId, 'ada');
    assert.equal(service.calls.streamed[0]?.options.requestId, id, 'the guard records the turn under the id of the response');
    const record = await objectOf(await service.voice.handle(get(`/v1/voice/turns/${id}`)));
    assert.equal(record['outcome'], 'completed');
  });

  it('cuts an answer off when somebody speaks into it, and sends the model what was heard of it only', async () => {
    let answers = 0;
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers > 1) yield* saying('Good.');
      else {
        yield { type: 'text-delta', text: 'One sentence. Another one. A third' };
        await forever(signal);
      }
    }
    const service = voiceService({ stream, speak: async () => [tone(1)] });
    const client = await openLive(service);
    speak(client);
    await client.next('response.output_audio_transcript.delta');
    const { item_id: itemId } = await client.next('response.output_audio_transcript.delta');
    speak(client);
    const cut = objectIn(await client.next('response.done'), 'response');
    assert.deepEqual([cut['status'], cut['status_details']], ['cancelled', { type: 'cancelled', reason: 'turn_detected' }]);
    client.send({
      type: 'conversation.item.truncate',
      item_id: textOf({ itemId: itemId ?? '' }, 'itemId'),
      content_index: 0,
      audio_end_ms: 500,
    });
    const truncated = await client.next('conversation.item.truncated');
    assert.equal(truncated['audio_end_ms'], 500);
    assert.equal(objectIn(await client.next('response.done'), 'response')['status'], 'completed');
    const sent = service.calls.streamed[1]?.request.messages;
    assert.deepEqual(
      sent?.map(({ role, content }) => `${role}: ${content}`),
      ['user: what time is it', 'assistant: One sentence.', 'user: what time is it'],
    );
    assert.equal((await published(service, 'turn.interrupted'))['stage'], 'tts');
  });

  it('lets an answer go on where the client says that speech does not interrupt it', async () => {
    const goOn = Promise.withResolvers<void>();
    async function* stream(): AsyncGenerator<ChatPart, void> {
      await goOn.promise;
      yield* saying('It is noon.');
    }
    const client = await openLive(voiceService({ stream }));
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { turn_detection: { type: 'server_vad', interrupt_response: false } } } },
    });
    speak(client);
    await client.next('response.created');
    speak(client);
    assert.match(JSON.stringify(await client.next('error')), /conversation_already_has_active_response/);
    goOn.resolve();
    assert.equal(objectIn(await client.next('response.done'), 'response')['status'], 'completed');
  });

  it('answers nobody after noise, and does not wait for it again', async () => {
    let heard = 0;
    const service = voiceService({ hear: async () => ((heard += 1) === 1 ? ' ' : 'hello') });
    const client = await openLive(service);
    speak(client);
    await client.next('conversation.item.input_audio_transcription.completed');
    speak(client);
    await client.next('response.done');
    assert.equal(typesOf(client.events).filter((type) => type === 'response.created').length, 1);
    assert.deepEqual(service.calls.streamed[0]?.request.messages, [{ role: 'user', content: 'hello' }]);
  });

  it('tells of a recogniser that fails, publishes it as a failed turn, and goes on', async () => {
    let heard = 0;
    const service = voiceService({
      hear: async () => {
        heard += 1;
        if (heard === 1) throw new ServiceError('provider_unavailable', 'The recogniser is gone.');
        return 'hello';
      },
    });
    const client = await openLive(service);
    speak(client);
    const { error } = await client.next('conversation.item.input_audio_transcription.failed');
    assert.match(JSON.stringify(error), /provider_unavailable.*The recogniser is gone/);
    speak(client);
    await client.next('response.done');
    const [, failed] = service.published;
    assert.deepEqual([failed?.subject, failed?.payload['stage']], ['platform.voice.turn.failed', 'stt']);
  });

  it('ends a response as failed if the model fails, with its error', async () => {
    async function* stream(): AsyncGenerator<ChatPart, void> {
      yield* [];
      throw new ServiceError('timeout', 'The bridge did not answer.');
    }
    const client = await openLive(voiceService({ stream }));
    const done = await ask(client, 'hello');
    const error = { type: 'timeout', code: 'timeout', message: 'The bridge did not answer.' };
    assert.deepEqual([done['status'], done['status_details']], ['failed', { type: 'failed', error }]);
    assert.deepEqual(done['output'], []);
  });

  it('lets the client end turns where turn detection is off', async () => {
    const service = voiceService();
    const client = await openLive(service);
    client.send(MANUAL);
    client.send({ type: 'input_audio_buffer.commit' });
    assert.match(JSON.stringify(await client.next('error')), /input_audio_buffer_commit_empty/);
    client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.5) });
    client.send({ type: 'input_audio_buffer.clear' });
    client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.25) });
    client.send({ type: 'input_audio_buffer.commit' });
    client.send({ type: 'response.create' });
    await client.next('response.done');
    assert.equal(service.calls.transcribed[0]?.audio.samples.length, 6000);
    assert.deepEqual(
      service.calls.streamed[0]?.request.messages,
      [{ role: 'user', content: 'what time is it' }],
      'the response waits for the transcript',
    );
    assert.ok(!typesOf(client.events).includes('input_audio_buffer.speech_started'));
  });

  it('calls the functions of the session, and answers with their results', async () => {
    let answers = 0;
    async function* stream(): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers > 1) yield* saying('It rains.');
      else {
        yield { type: 'tool-call-delta', index: 0, id: 'call_a', name: 'weather', arguments: '{"city":' };
        yield { type: 'tool-call-delta', index: 0, arguments: '"Rome"}' };
        yield { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 1, completionTokens: 1 } };
      }
    }
    const service = voiceService({ stream });
    const client = await openLive(service);
    const tools = [{ type: 'function', name: 'weather', description: 'Tells the weather', parameters: { type: 'object' } }];
    client.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.', tools } });
    speak(client);
    await client.next('response.done');
    const done = client.events.find(({ type }) => type === 'response.function_call_arguments.done');
    assert.deepEqual([done?.['name'], done?.['call_id'], done?.['arguments']], ['weather', 'call_a', '{"city":"Rome"}']);
    client.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_a', output: 'rain' } });
    client.send({ type: 'response.create' });
    await client.next('response.done');
    const [first, second] = service.calls.streamed.map(({ request }) => request);
    assert.deepEqual(first?.tools, [{ name: 'weather', description: 'Tells the weather', parameters: { type: 'object' } }]);
    assert.deepEqual(second?.messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'what time is it' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_a', name: 'weather', arguments: '{"city":"Rome"}' }] },
      { role: 'tool', content: 'rain', toolCallId: 'call_a' },
    ]);
    const turns = service.published.filter(({ subject }) => subject.includes('.turn.'));
    assert.deepEqual(
      turns.map(({ payload }) => payload['response_preview']),
      ['It rains.'],
      'one turn, which the result of the call completes',
    );
  });

  it('speaks what the model says before it calls a function before the call, and sends it so when the result is there', async () => {
    let answers = 0;
    async function* stream(): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers > 1) yield* saying('It rains.');
      else {
        yield { type: 'text-delta', text: 'Let me look.' };
        yield { type: 'tool-call-delta', index: 0, id: 'call_a', name: 'weather', arguments: '{}' };
        yield { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 1, completionTokens: 1 } };
      }
    }
    const service = voiceService({ stream });
    const client = await openLive(service);
    const done = await ask(client, 'Is it raining?');
    assert.deepEqual(
      listOf(done['output']).map((item) => objectIn({ item: item ?? null }, 'item')['type']),
      ['message', 'function_call'],
    );
    const seen = typesOf(client.events);
    assert.ok(seen.indexOf('response.output_audio.delta') < seen.indexOf('response.function_call_arguments.delta'));
    client.send({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_a', output: 'rain' } });
    client.send({ type: 'response.create' });
    await client.next('response.done');
    assert.deepEqual(service.calls.streamed[1]?.request.messages, [
      { role: 'user', content: 'Is it raining?' },
      { role: 'assistant', content: 'Let me look.', toolCalls: [{ id: 'call_a', name: 'weather', arguments: '{}' }] },
      { role: 'tool', content: 'rain', toolCallId: 'call_a' },
    ]);
  });

  it('writes instead of speaking where the client asks for text', async () => {
    const service = voiceService({ stream: () => saying('It is', ' noon.') });
    const client = await openLive(service);
    const done = await ask(client, 'What time is it?', { output_modalities: ['text'], metadata: { topic: 'time' } });
    assert.deepEqual(service.calls.spoken, []);
    assert.deepEqual(done['metadata'], { topic: 'time' });
    const texts = client.events.filter(({ type }) => type === 'response.output_text.delta').map((event) => event['delta']);
    assert.deepEqual(texts, ['It is', ' noon.']);
    assert.match(JSON.stringify(done), /"type":"output_text","text":"It is noon\."/);
    assert.deepEqual(objectIn(done, 'usage')['total_tokens'], 10);
  });

  it('makes responses outside the conversation, from items of their own', async () => {
    const service = voiceService();
    const client = await openLive(service);
    await ask(client, 'first');
    const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'alone' }] }];
    client.send({ type: 'response.create', response: { conversation: 'none', input, instructions: 'Say one word.' } });
    const done = objectIn(await client.next('response.done'), 'response');
    assert.equal(done['conversation_id'], null);
    assert.deepEqual(service.calls.streamed[1]?.request.messages, [
      { role: 'system', content: 'Say one word.' },
      { role: 'user', content: 'alone' },
    ]);
    const [made] = listOf(done['output']);
    client.send({ type: 'conversation.item.retrieve', item_id: textOf(made as JsonObject, 'id') });
    assert.match(JSON.stringify(await client.next('error')), /not_found/);
  });

  it('makes responses outside the conversation beside the one of the conversation, each to be cancelled by its id, and speech cuts off none', async () => {
    const goOn = Promise.withResolvers<void>();
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      await Promise.race([goOn.promise, forever(signal)]);
      yield* saying('It is noon.');
    }
    const client = await openLive(voiceService({ stream }, {}, { liveResponses: 2 }));
    const begin = async (conversation: string): Promise<string> => {
      client.send({ type: 'response.create', response: { conversation, output_modalities: ['text'] } });
      return textOf(objectIn(await client.next('response.created'), 'response'), 'id');
    };
    const [main, kept, cancelled] = [await begin('auto'), await begin('none'), await begin('none')];
    client.send({ type: 'response.create', response: { conversation: 'none' } });
    assert.match(JSON.stringify(await client.next('error')), /too_many_requests.*2 responses outside the conversation/);
    client.send({ type: 'response.cancel', response_id: cancelled });
    const over = async (): Promise<unknown> => {
      const { id, status } = objectIn(await client.next('response.done'), 'response');
      return [id, status];
    };
    assert.deepEqual(await over(), [cancelled, 'cancelled']);
    speak(client);
    assert.deepEqual(await over(), [main, 'cancelled']);
    goOn.resolve();
    const ended = [await over(), await over()];
    assert.ok(
      ended.some((one) => JSON.stringify(one) === JSON.stringify([kept, 'completed'])),
      JSON.stringify(ended),
    );
  });

  it('cancels a response for its client, makes the next one behind it, and tells which ones cannot be cancelled', async () => {
    let answers = 0;
    async function* stream(_: unknown, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ChatPart, void> {
      answers += 1;
      if (answers === 1) await forever(signal);
      yield* saying('It is noon.');
    }
    const client = await openLive(voiceService({ stream }));
    client.send({ type: 'response.cancel', event_id: 'mine' });
    const refused = objectIn(await client.next('error'), 'error');
    assert.deepEqual([refused['code'], refused['event_id']], ['response_cancel_not_active', 'mine']);
    client.send({ type: 'response.create' });
    client.send({ type: 'response.create' });
    assert.match(JSON.stringify(await client.next('error')), /conversation_already_has_active_response/);
    client.send({ type: 'response.cancel' });
    client.send({ type: 'response.create' });
    const first = objectIn(await client.next('response.done'), 'response');
    assert.deepEqual(first['status_details'], { type: 'cancelled', reason: 'client_cancelled' });
    assert.equal(objectIn(await client.next('response.done'), 'response')['status'], 'completed');
  });

  it('only transcribes in a session of that kind', async () => {
    const service = voiceService();
    const client = await openLive(service, { path: '/v1/realtime?intent=transcription' });
    assert.equal(objectIn(await client.next('session.created'), 'session')['type'], 'transcription');
    speak(client);
    await client.next('conversation.item.input_audio_transcription.completed');
    client.send({ type: 'response.create' });
    assert.match(JSON.stringify(await client.next('error')), /makes no responses/);
    assert.deepEqual(service.calls.streamed, []);
  });

  it('expects the words of the prompt of transcription, until it is changed, and tells the prompt as it was given', async () => {
    const service = voiceService();
    const client = await openLive(service);
    const transcription = { language: 'en', prompt: 'Siobhán, Wojciech' };
    for (const [index, said] of [transcription, { language: 'en' }].entries()) {
      client.send({ type: 'session.update', session: { audio: { input: { transcription: said, turn_detection: null } } } });
      const { session } = await client.next('session.updated');
      assert.match(JSON.stringify(session), index === 0 ? /"prompt":"Siobhán, Wojciech"/ : /^(?!.*"prompt")/);
      assert.doesNotMatch(JSON.stringify(session), /expected/);
      client.send({ type: 'input_audio_buffer.append', audio: audioOf(0.25) });
      client.send({ type: 'input_audio_buffer.commit' });
      await client.next('conversation.item.input_audio_transcription.completed');
    }
    assert.deepEqual(
      service.calls.transcribed.map(({ options }) => options.expected),
      [['Siobhán', 'Wojciech'], undefined],
    );
  });

  it('takes and gives the audio of telephones', async () => {
    const service = voiceService();
    const client = await openLive(service);
    const format = { type: 'audio/pcmu' };
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { format, turn_detection: null }, output: { format } } },
    });
    client.send({ type: 'input_audio_buffer.append', audio: new Uint8Array(1600).fill(0xff).toBase64() });
    client.send({ type: 'input_audio_buffer.commit' });
    client.send({ type: 'response.create' });
    await client.next('response.done');
    assert.deepEqual(service.calls.transcribed[0]?.audio.sampleRate, 8000);
    const delta = textOf(client.events.find(({ type }) => type === 'response.output_audio.delta') ?? {}, 'delta');
    assert.equal(Uint8Array.fromBase64(delta).length, 800, 'a tenth of a second at 8 kHz');
  });

  it('ends a turn that is longer than VOICE_LIVE_TURN_SECONDS, and refuses to keep more than that', async () => {
    const client = await openLive(voiceService({}, {}, { liveTurnSeconds: 2 }));
    client.send({ type: 'input_audio_buffer.append', audio: audioOf(1.5) });
    await client.next('input_audio_buffer.speech_started');
    client.send({ type: 'input_audio_buffer.append', audio: audioOf(1.5) });
    await client.next('input_audio_buffer.speech_stopped');
    const manual = await openLive(voiceService({}, {}, { liveTurnSeconds: 2 }));
    manual.send(MANUAL);
    manual.send({ type: 'input_audio_buffer.append', audio: audioOf(1.5) });
    manual.send({ type: 'input_audio_buffer.append', audio: audioOf(1.5) });
    assert.match(JSON.stringify(await manual.next('error')), /payload_too_large/);
  });

  const WRONG: readonly (readonly [string, JsonObject | string, RegExp])[] = [
    ['what is no JSON', '{', /invalid_input.*JSON object/],
    ['an unknown type', { type: 'session.delete' }, /"param":"type"/],
    ['no base64', { type: 'input_audio_buffer.append', audio: '*' }, /"param":"audio"/],
    ['half a sample', { type: 'input_audio_buffer.append', audio: 'AAAA' }, /whole samples/],
    [
      'an unknown voice',
      { type: 'session.update', session: { type: 'realtime', audio: { output: { voice: 'nobody' } } } },
      /"param":"session.audio.output.voice"/,
    ],
    [
      'an unknown language',
      { type: 'session.update', session: { audio: { input: { transcription: { language: 'xx' } } } } },
      /"param":"session.audio.input.transcription.language"/,
    ],
    [
      'a threshold above 1',
      { type: 'session.update', session: { audio: { input: { turn_detection: { type: 'server_vad', threshold: 2 } } } } },
      /threshold/,
    ],
    ['an item without content', { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [] } }, /content/],
    ['a message of nobody', { type: 'conversation.item.create', item: { type: 'message', role: 'x', content: [] } }, /"param":"item.role"/],
    [
      'an unknown item before another',
      {
        type: 'conversation.item.create',
        previous_item_id: 'item_x',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      },
      /not_found.*"param":"previous_item_id"/,
    ],
    [
      'an unknown item in the input of a response',
      { type: 'response.create', response: { input: [{ type: 'item_reference', id: 'item_x' }] } },
      /not_found.*"param":"response.input\[0\].id"/,
    ],
    ['an unknown item', { type: 'conversation.item.delete', item_id: 'item_x' }, /not_found.*"param":"item_id"/],
    [
      'a function to call that is no tool',
      { type: 'response.create', response: { tool_choice: { type: 'function', name: 'f' } } },
      /tool_choice\.name/,
    ],
  ];
  for (const [what, event, expected] of WRONG) {
    it(`answers ${what} with an error event that names it, and goes on`, async () => {
      const client = await openLive(voiceService());
      client.send(event);
      assert.match(JSON.stringify(await client.next('error')), expected);
      assert.equal((await ask(client, 'hello'))['status'], 'completed');
    });
  }
});

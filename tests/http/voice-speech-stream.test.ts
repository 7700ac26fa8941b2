import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError, type ErrorBody } from '../../src/core/errors.ts';
import { pcm16 } from '../../src/domain/speech/encode-wav.ts';
import type { Pcm, TextToSpeech } from '../../src/ports/speech.ts';
import { tone } from '../fixtures/scripted-engines.ts';
import { until } from '../system/until.ts';
import { voiceService } from './voice-service.ts';

/** A speaker whose sentences come when they are told to, and that says when it was left. */
function steppedSpeaker(sentences: readonly (Pcm | Error)[]) {
  const steps = sentences.map(() => Promise.withResolvers<void>());
  const state = { said: 0, left: false };
  const textToSpeech: TextToSpeech = {
    model: 'stepped',
    voices: [{ id: 'default', language: 'en' }],
    async *synthesize() {
      try {
        for (const [index, sentence] of sentences.entries()) {
          await steps[index]?.promise;
          if (sentence instanceof Error) throw sentence;
          state.said += 1;
          yield sentence;
        }
      } finally {
        state.left = true;
      }
    },
  };
  return { textToSpeech, state, say: (index: number) => steps[index]?.resolve() };
}

function speech(body: object): Request {
  return new Request('http://localhost/v1/audio/speech', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'any', input: 'One. Two.', ...body }),
  });
}

/** The events of a stream, parsed. */
async function events(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Record<string, unknown>);
}

const [one, two] = [tone(0.1), tone(0.05)];

describe('streamed speech', () => {
  it('sends a sentence as pcm while the next is not spoken yet', async () => {
    const { textToSpeech, say } = steppedSpeaker([one, two]);
    const { voice } = voiceService({}, { textToSpeech });
    say(0);
    const response = await voice.handle(speech({ response_format: 'pcm' }));
    assert.equal(response.headers.get('x-sample-rate'), '22050');
    assert.equal(response.headers.get('x-duration-seconds'), null);
    const reader = response.body?.getReader();
    assert.deepEqual((await reader?.read())?.value, pcm16(one.samples));
    say(1);
    assert.deepEqual((await reader?.read())?.value, pcm16(two.samples));
    assert.equal((await reader?.read())?.done, true);
  });

  it('stops speaking and frees its place when the client leaves', async () => {
    const { textToSpeech, state, say } = steppedSpeaker([one, two]);
    const { voice } = voiceService({}, { textToSpeech }, { maxRequests: 1 });
    say(0);
    say(1);
    const response = await voice.handle(speech({ response_format: 'pcm' }));
    assert.equal((await voice.handle(speech({ response_format: 'pcm' }))).status, 429);
    await response.body?.cancel();
    await until('the synthesis was left', () => state.left);
    assert.notEqual((await voice.handle(speech({ response_format: 'pcm' }))).status, 429);
  });

  it('answers with its own status when nothing was spoken yet', async () => {
    const { textToSpeech, say } = steppedSpeaker([new ServiceError('provider_unavailable', 'The voice is not there.')]);
    say(0);
    for (const body of [{ response_format: 'pcm' }, { stream_format: 'sse' }]) {
      const response = await voiceService({}, { textToSpeech }).voice.handle(speech(body));
      assert.equal(response.status, 502);
      assert.equal(((await response.json()) as ErrorBody).error_type, 'provider_unavailable');
    }
  });

  it('refuses a text without a word in it before it streams', async () => {
    const { textToSpeech } = steppedSpeaker([]);
    const response = await voiceService({}, { textToSpeech }).voice.handle(speech({ response_format: 'pcm', input: '…' }));
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as ErrorBody).error.param, 'input');
  });

  it('sends speech.audio.delta events, one a sentence, and speech.audio.done with the usage', async () => {
    const { textToSpeech, say } = steppedSpeaker([one, two]);
    say(0);
    say(1);
    const { voice } = voiceService({}, { textToSpeech });
    const response = await voice.handle(speech({ response_format: 'pcm', stream_format: 'sse' }));
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.deepEqual(await events(response), [
      { type: 'speech.audio.delta', audio: pcm16(one.samples).toBase64() },
      { type: 'speech.audio.delta', audio: pcm16(two.samples).toBase64() },
      { type: 'speech.audio.done', usage: { input_tokens: 4, output_tokens: 150, total_tokens: 154 } },
    ]);
  });

  it('begins a WAV event stream with a header of open length', async () => {
    const { textToSpeech, say } = steppedSpeaker([one]);
    say(0);
    const response = await voiceService({}, { textToSpeech }).voice.handle(speech({ stream_format: 'sse' }));
    const [header] = await events(response);
    const bytes = Uint8Array.fromBase64(String(header?.['audio']));
    assert.equal(bytes.length, 44);
    assert.equal(new DataView(bytes.buffer).getUint32(4, true), 0xff_ff_ff_ff);
    assert.equal(new DataView(bytes.buffer).getUint32(24, true), 22_050);
  });

  it('sends compressed speech while the next sentence is not spoken yet, and counts its milliseconds', async () => {
    const { textToSpeech, say } = steppedSpeaker([one, two]);
    const { voice } = voiceService({}, { textToSpeech });
    say(0);
    const response = await voice.handle(speech({ response_format: 'flac', stream_format: 'sse' }));
    say(1);
    const all = await events(response);
    assert.deepEqual(all.at(-1), { type: 'speech.audio.done', usage: { input_tokens: 4, output_tokens: 150, total_tokens: 154 } });
    const audio = all.slice(0, -1).map((event) => Buffer.from(String(event['audio']), 'base64'));
    assert.equal(Buffer.concat(audio).toString('latin1', 0, 4), 'fLaC');
  });

  it('stops speaking and frees its place when the client leaves compressed speech, read or not', async () => {
    for (const format of ['mp3', 'opus', 'aac', 'flac', 'pcm']) {
      for (const stream_format of ['audio', 'sse']) {
        const sentences = Array.from({ length: 2000 }, () => one);
        const { textToSpeech, state, say } = steppedSpeaker(sentences);
        for (let index = 0; index < 1900; index += 1) say(index);
        const { voice } = voiceService({}, { textToSpeech }, { maxRequests: 1 });
        const response = await voice.handle(speech({ response_format: format, stream_format }));
        assert.equal(response.status, 200);
        await response.body?.cancel();
        await until(`the synthesis was left (${format}, ${stream_format})`, () => state.left);
        assert.ok(state.said < sentences.length);
        assert.notEqual((await voice.handle(speech({ response_format: 'pcm' }))).status, 429);
      }
    }
  });

  it('ends an event stream that fails with one error event', async () => {
    const { textToSpeech, say } = steppedSpeaker([one, new ServiceError('timeout', 'Too slow.')]);
    say(0);
    say(1);
    const response = await voiceService({}, { textToSpeech }).voice.handle(speech({ response_format: 'pcm', stream_format: 'sse' }));
    const last = (await events(response)).at(-1);
    assert.equal(last?.['type'], 'error');
    assert.equal(last?.['error_type'], 'timeout');
  });

  const failures: readonly (readonly [string, Error, string, string | undefined])[] = [
    ['a time-out', new ServiceError('timeout', 'Too slow.'), 'timeout', undefined],
    ['an unexpected failure', new TypeError('the voice is broken'), 'internal', 'TypeError: the voice is broken'],
  ];
  for (const [what, failure, kind, cause] of failures) {
    for (const body of [{ stream_format: 'sse' }, { response_format: 'pcm' }, { response_format: 'mp3' }]) {
      it(`"the log has it under the correlation id": ${what} in the middle of ${JSON.stringify(body)}`, async () => {
        const { textToSpeech, say } = steppedSpeaker([tone(5), failure]);
        say(0);
        const { voice, logger } = voiceService({}, { textToSpeech });
        const response = await voice.handle(speech(body));
        assert.equal(response.status, 200);
        say(1);
        const id = response.headers.get('x-request-id');
        if ('stream_format' in body) assert.equal((await events(response)).at(-1)?.['correlation_id'], id);
        else await assert.rejects(response.bytes());
        const [line, ...more] = logger.lines.filter(({ fields }) => fields['request_id'] === id);
        assert.deepEqual([line?.level, line?.message, more], ['error', 'stream failed', []]);
        assert.deepEqual([line?.fields['error_type'], line?.fields['cause']], [kind, cause]);
      });
    }
  }

  it('logs no failure when the client leaves', async () => {
    const { textToSpeech, state, say } = steppedSpeaker([one, two]);
    const { voice, logger } = voiceService({}, { textToSpeech });
    say(0);
    const response = await voice.handle(speech({ response_format: 'pcm' }));
    await response.body?.cancel();
    say(1);
    await until('the synthesis was left', () => state.left);
    assert.deepEqual(
      logger.lines.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('logs no failure when the client leaves while a sentence is being spoken', async () => {
    const { textToSpeech, state, say } = steppedSpeaker([one, two]);
    const { voice, logger } = voiceService({}, { textToSpeech });
    say(0);
    const reader = (await voice.handle(speech({ response_format: 'pcm' }))).body?.getReader();
    await reader?.read();
    const left = reader?.cancel();
    say(1);
    await left;
    assert.equal(state.left, true);
    assert.deepEqual(
      logger.lines.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('refuses another stream_format, naming it', async () => {
    const response = await voiceService().voice.handle(speech({ stream_format: 'websocket' }));
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as ErrorBody).error.param, 'stream_format');
  });
});

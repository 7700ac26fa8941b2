import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError, type ErrorBody } from '../../src/core/errors.ts';
import { forever } from '../fixtures/scripted-engines.ts';
import { until } from '../system/until.ts';
import { upload, voiceService } from './voice-service.ts';

const PATH = '/v1/audio/transcriptions';
const streamed = (fields: Readonly<Record<string, string>> = {}): Request => upload(PATH, {}, { stream: 'true', ...fields });

/** The events of a stream, parsed, as they come. */
async function* events(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, data] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

describe('POST /v1/audio/transcriptions with stream', () => {
  it('sends each piece of the text while the next is still being transcribed, then the whole', async () => {
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { voice } = voiceService({
      hear: async (_audio, { onText }) => {
        for (const [index, text] of ['what time', 'is it', 'now'].entries()) {
          onText?.(text);
          await steps[index]?.promise;
        }
        return 'what time is it now';
      },
    });
    const response = await voice.handle(streamed());
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const told = events(response);
    assert.deepEqual((await told.next()).value, { type: 'transcript.text.delta', delta: 'what time' });
    steps[0]?.resolve();
    assert.deepEqual((await told.next()).value, { type: 'transcript.text.delta', delta: ' is it' });
    steps[1]?.resolve();
    assert.deepEqual(await Array.fromAsync(told), [
      { type: 'transcript.text.delta', delta: ' now' },
      {
        type: 'transcript.text.done',
        text: 'what time is it now',
        language: 'en',
        duration: 0.25,
        usage: { type: 'duration', seconds: 0.25 },
      },
    ]);
  });

  it('sends the whole text at once where the recogniser tells no pieces, and no delta where nothing is heard', async () => {
    const types = async (text: string): Promise<unknown[]> => {
      const { voice } = voiceService({ hear: async () => text });
      return (await Array.fromAsync(events(await voice.handle(streamed({ response_format: 'text' }))))).map(({ type }) => type);
    };
    assert.deepEqual(await types('what time is it'), ['transcript.text.delta', 'transcript.text.done']);
    assert.deepEqual(await types(''), ['transcript.text.done']);
  });

  it('answers with its own status what fails before anything was heard, and in the stream what fails later', async () => {
    const failing = async (before: readonly string[]) => {
      const { voice, logger } = voiceService({
        hear: async (_audio, { onText }) => {
          for (const text of before) onText?.(text);
          throw new ServiceError('provider_unavailable', 'The recogniser is not there.', { cause: new Error('no model') });
        },
      });
      return { response: await voice.handle(streamed()), logger };
    };
    const { response: refused } = await failing([]);
    assert.deepEqual([refused.status, ((await refused.json()) as ErrorBody).error_type], [502, 'provider_unavailable']);
    const { response: begun, logger } = await failing(['what']);
    assert.equal(begun.status, 200);
    assert.deepEqual(
      (await Array.fromAsync(events(begun))).map(({ type, error_type: kind }) => [type, kind]),
      [
        ['transcript.text.delta', undefined],
        ['error', 'provider_unavailable'],
      ],
    );
    assert.deepEqual(logger.lines, [
      {
        level: 'error',
        message: 'stream failed',
        fields: {
          request_id: begun.headers.get('x-request-id') ?? '',
          status: 502,
          error_type: 'provider_unavailable',
          reason: 'The recogniser is not there.',
          cause: 'Error: no model',
        },
      },
    ]);
  });

  it('stops transcribing and frees its place when the client leaves, and holds it until then', async () => {
    let stopped = false;
    const script = {
      hear: async (_audio: unknown, { onText, signal }: { onText?: (text: string) => void; signal?: AbortSignal }) => {
        signal?.addEventListener('abort', () => (stopped = true));
        onText?.('what');
        return await forever(signal);
      },
    };
    const { voice } = voiceService(script, {}, { maxRequests: 1 });
    const response = await voice.handle(streamed());
    assert.equal((await voice.handle(streamed())).status, 429);
    await response.body?.cancel();
    await until('the transcription was stopped', () => stopped);
    const next = await voice.handle(streamed());
    assert.equal(next.status, 200);
    await next.body?.cancel();
  });

  it('takes true and false as JavaScript, Python and forms write them', async () => {
    const { voice } = voiceService();
    const isStream = async (stream: string): Promise<boolean> =>
      (await voice.handle(streamed({ stream }))).headers.get('content-type')?.startsWith('text/event-stream') === true;
    assert.deepEqual(await Promise.all(['true', 'True', '1', 'false', 'False', '0', ''].map(isStream)), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('refuses formats whose ends must be known first, and what is neither true nor false, naming stream', async () => {
    const { voice, calls } = voiceService();
    for (const fields of [{ response_format: 'verbose_json' }, { response_format: 'srt' }, { response_format: 'vtt' }, { stream: 'yes' }]) {
      const response = await voice.handle(streamed(fields));
      assert.deepEqual([response.status, ((await response.json()) as ErrorBody).error.param], [400, 'stream']);
    }
    assert.equal(calls.transcribed.length, 0);
    assert.deepEqual(await (await voice.handle(streamed({ stream: 'false' }))).json(), {
      text: 'what time is it',
      language: 'en',
      duration: 0.25,
    });
  });
});

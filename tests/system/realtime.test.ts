import assert from 'node:assert/strict';
import { kill } from 'node:process';
import { describe, it } from 'node:test';
import OpenAI from 'openai';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { wavFile } from '../../src/domain/speech/encode-wav.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import { sendsStream, startModelServer } from '../contract/model-server.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';
import { converse, openRealtime, type Heard } from './realtime.ts';
import { wordErrors } from './word-error-rate.ts';

await allowSlowHooks();

const QUESTION = 'Where is my sister?';
const SENTENCES = ['Your sister lives in Lisbon. ', 'She likes the sea.'];
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const STREAM = `${SENTENCES.map((content) => chunk({ content }, null)).join('')}${chunk({}, 'stop')}data: [DONE]\n\n`;

/** Words as somebody would speak them. */
async function spoken(client: OpenAI, input: string): Promise<Pcm> {
  const speech = await client.audio.speech.create({ model: 'tts', voice: 'alloy', input, response_format: 'wav' });
  return await decodeWav(new Uint8Array(await speech.arrayBuffer()), { maxSeconds: 60 });
}

/** What a recogniser hears in the answer. */
async function transcript(client: OpenAI, { spoken: samples }: Heard): Promise<string> {
  const pcm = new Uint8Array(Int16Array.from(samples, (sample) => sample * 32_767).buffer);
  const file = new File([wavFile([pcm], 24_000)], 'answer.wav', { type: 'audio/wav' });
  return (await client.audio.transcriptions.create({ model: 'whisper-1', file })).text;
}

describe('the official client of the Realtime API', () => {
  for (const bridge of ['http', 'bus'] as const) {
    it(`asks aloud and hears the answer, with VOICE_BRIDGE=${bridge}`, async () => {
      await using model = await startModelServer(sendsStream(STREAM));
      const env = { VOICE_BRIDGE: bridge, REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: model.baseUrl, REASONER_OPENAI_MODEL: 'm' };
      await using parley = await startParley({ env });
      const client = new OpenAI({ apiKey: 'none', baseURL: `${parley.voice}/v1` });
      const heard = await converse(client, await spoken(client, QUESTION));
      const { events } = heard;
      const completed = events.find((event) => event.type === 'conversation.item.input_audio_transcription.completed');
      assert.match(completed?.transcript ?? '', /sister/);
      const sentences = events.flatMap((event) => (event.type === 'response.output_audio_transcript.delta' ? [event.delta] : []));
      assert.deepEqual(sentences, SENTENCES);
      const { errors, words } = wordErrors(SENTENCES.join(''), await transcript(client, heard));
      assert.ok(errors / words <= 0.3, `${errors} of ${words} words are lost`);
      if (bridge === 'bus') return;
      const done = events.find((event) => event.type === 'response.done');
      const record = await fetch(`${parley.guard}/requests/${done?.response.id ?? ''}/decision`);
      assert.equal(record.status, 200, 'the guard has decided about the turn under the id of its response');
    });
  }

  it('is told that the service stops, and of a malformed request under which id it was refused', async () => {
    await using parley = await startParley();
    const refused = await fetch(`${parley.voice}/v1/realtime`, { headers: { connection: 'upgrade', upgrade: 'websocket' } });
    const { error_type: kind, correlation_id: id } = (await refused.json()) as Record<string, unknown>;
    assert.deepEqual([refused.status, kind], [400, 'invalid_input']);
    assert.ok(id !== '' && id === refused.headers.get('x-request-id'));
    const session = openRealtime(new OpenAI({ apiKey: 'none', baseURL: `${parley.voice}/v1` }));
    const closed = new Promise<CloseEvent>((resolve) => session.socket.addEventListener('close', resolve));
    await new Promise<void>((resolve) => session.on('session.created', () => resolve()));
    kill(parley.pid, 'SIGTERM');
    const { code, reason } = await closed;
    assert.deepEqual([code, reason], [1001, 'shutdown']);
  });
});

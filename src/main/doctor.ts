import { readSettings } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../core/json.ts';
import { reasonerSettings } from '../reasoner/config.ts';
import type { Together } from './all-services.ts';
import { createEmbedder } from './embedder.ts';
import type { Platform } from './platform.ts';

const SENTENCE = 'what does it say on the clock';
/** The second text is close to the first in meaning, the third is not. */
const MEANINGS = ['What time is it?', SENTENCE, 'The tomatoes are ripe in August.'];
const TIMEOUT_MS = 60_000;
const BUS_TIMEOUT_MS = 5000;

/**
 * Tests every part on this machine: speaks a sentence, transcribes it, tells its speaker, embeds it, chats through the guard, reads the guard's record of
 * it from the database, and checks that policies are in force. Prints a line per part; false if one fails.
 */
export async function doctor({ voice, guard, foundation }: Together, platform: Platform): Promise<boolean> {
  const key = foundation.config.apiKeys[0]?.key;
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (key !== undefined) request.headers.set('authorization', `Bearer ${key}`);
    const response = await fetch(request);
    if (response.ok) return response;
    const { message } = await readObject(response);
    throw new Error(typeof message === 'string' ? message : `status ${response.status}`);
  };
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  const transcribe = async (format: string): Promise<JsonObject> => {
    const form = new FormData();
    form.set('file', new File([speech], 'speech.wav', { type: 'audio/wav' }));
    form.set('response_format', format);
    return readObject(await send(`${voice.url}/v1/audio/transcriptions`, { method: 'POST', body: form }));
  };

  let speech = new Blob();
  let requestId = '';
  const parts: readonly (readonly [string, () => Promise<string>])[] = [
    ['runtime', async () => platform.runtime],
    [
      'speech out',
      async () => {
        const response = await send(`${voice.url}/v1/audio/speech`, json({ model: 'default', input: SENTENCE }));
        speech = await response.blob();
        return `${response.headers.get('x-duration-seconds')} s at ${response.headers.get('x-sample-rate')} Hz`;
      },
    ],
    [
      'formats',
      async () => {
        const body = { model: 'default', input: SENTENCE, response_format: 'mp3' };
        try {
          await (await send(`${voice.url}/v1/audio/speech`, json(body))).bytes();
          return 'MP3, Opus, AAC and FLAC too, by ffmpeg';
        } catch (error) {
          return `WAV and PCM alone: ${messageOf(error)}`;
        }
      },
    ],
    [
      'speech in',
      async () => {
        const { text } = await transcribe('json');
        if (typeof text !== 'string' || text === '') throw new Error('recognised nothing in a spoken sentence');
        return `heard "${text}"`;
      },
    ],
    [
      'speakers',
      async () => {
        const speakers = listOf((await transcribe('diarized_json'))['segments']).map((segment) =>
          isJsonObject(segment) ? segment['speaker'] : '',
        );
        if (speakers.length === 0 || speakers.some((speaker) => speaker !== 'A')) throw new Error('took one voice for several');
        return 'told that one voice spoke';
      },
    ],
    [
      'meaning',
      async () => {
        await using embedder = await createEmbedder(foundation, readSettings(reasonerSettings, platform.env));
        const [said, near, far] = await embedder.embed(MEANINGS, { as: 'query', signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (!(likeness(said, near) > likeness(said, far))) throw new Error('the embedder finds unrelated sentences similar');
        return `${embedder.model} told like from unlike by ${embedder.stats()?.provider}`;
      },
    ],
    [
      'chat',
      async () => {
        const body = { model: 'parley', messages: [{ role: 'user', content: 'The key is under the mat. Where is the key?' }] };
        const response = await send(`${guard.url}/v1/chat/completions`, json(body));
        requestId = response.headers.get('x-request-id') ?? '';
        return `guard decided ${response.headers.get('x-guard-decision')}`;
      },
    ],
    [
      'database',
      async () => {
        const { verdict } = await readObject(await send(`${guard.url}/requests/${requestId}/decision`));
        return `read the record back: ${JSON.stringify(verdict)}`;
      },
    ],
    [
      'policies',
      async () => {
        const { data } = await readObject(await send(`${guard.url}/v1/policies`));
        const { components } = await readObject(await fetch(`${guard.url}/health/deep`, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
        const reason = reasonOf(components, 'policies');
        if (reason !== undefined) throw new Error(reason);
        return listOf(data)
          .filter(isJsonObject)
          .map(({ id, version, mode }) => `${textOf(id)} ${textOf(version)}${mode === 'shadow' ? ' in shadow' : ''}`)
          .join(', ');
      },
    ],
    [
      'message bus',
      async () => {
        await foundation.bus.ping(AbortSignal.timeout(BUS_TIMEOUT_MS));
        return foundation.config.natsUrl === '' ? 'inside the process' : 'NATS';
      },
    ],
  ];
  let healthy = true;
  for (const [name, attempt] of parts) {
    try {
      platform.print(`ok    ${name.padEnd(12)} ${await attempt()}`);
    } catch (error) {
      healthy = false;
      platform.print(`FAIL  ${name.padEnd(12)} ${messageOf(error)}`);
    }
  }
  return healthy;
}

async function readObject(response: Response): Promise<JsonObject> {
  const value: unknown = await response.json().catch(() => undefined);
  return isJsonObject(value) ? value : {};
}

/** Why a part of a service is degraded; undefined if it is not. */
function reasonOf(components: JsonValue | undefined, name: string): string | undefined {
  const component = isJsonObject(components) ? components[name] : undefined;
  if (!isJsonObject(component)) return `there is no word of ${name}`;
  return component['status'] === 'ok' ? undefined : textOf(component['reason']);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/** The cosine of two unit vectors. */
function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a === undefined ? NaN : a.reduce((sum, value, index) => sum + value * (b?.[index] ?? NaN), 0);
}

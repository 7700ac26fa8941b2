import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { createFfmpegEncoder } from '../../src/adapters/audio/ffmpeg-encoder.ts';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createEmbeddedRooms } from '../../src/adapters/in-memory/rooms.ts';
import { readSettings } from '../../src/core/config.ts';
import { decodeJson, isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/ports/bus.ts';
import { voiceSettings, type VoiceLimits } from '../../src/voice/config.ts';
import { createVoice, type VoiceDeps } from '../../src/voice/voice.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { createScriptedEngines, type EngineScript } from '../fixtures/scripted-engines.ts';
import { toneWav } from '../fixtures/wav-files.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';

export interface PublishedEvent {
  readonly subject: string;
  readonly payload: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

/** A voice service over scripted engines and an in-memory bus, with what it published and logged. */
export function voiceService(script: EngineScript = {}, changes: Partial<VoiceDeps> = {}, limits: Partial<VoiceLimits> = {}) {
  const engines = createScriptedEngines(script);
  const logger = createRecordedLogger();
  const clock = createManualClock();
  const memory = createInMemoryBus();
  const published: PublishedEvent[] = [];
  const bus = {
    ...memory,
    connected: true,
    publish(subject: string, data: Uint8Array, headers: Message['headers'] = {}) {
      const payload = decodeJson(data);
      published.push({ subject, payload: isJsonObject(payload) ? payload : {}, headers });
      memory.publish(subject, data, headers);
    },
  };
  const voice = createVoice({
    clock,
    logger,
    bus,
    ids: createCountingIds(),
    apiKeys: [],
    corsOrigins: [],
    maxBodyBytes: 64 * 1024,
    version: '1.2.3',
    limits: { ...readSettings(voiceSettings, {}), ...limits },
    rooms: createEmbeddedRooms(),
    audioDecoder: createAudioDecoder({ maxSeconds: 600, maxDecodedBytes: 2 ** 28, workers: 1, queueLimit: 8, timeoutMs: 10_000 }),
    audioEncoder: createFfmpegEncoder('ffmpeg'),
    ...engines,
    ...changes,
  });
  return { voice, clock, logger, published, calls: engines.calls };
}

export interface FileToSend {
  readonly bytes?: Uint8Array;
  readonly type?: string;
  readonly filename?: string;
  /** Name of the part; `file` unless told. */
  readonly part?: string;
}

const BOUNDARY = '----parley-boundary';

/** A multipart request written out by hand, so that each part has exactly the headers it says. `file: null` leaves the file away. */
export function upload(
  path: string,
  file: FileToSend | null = {},
  fields: Readonly<Record<string, string>> = {},
  init: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Request {
  const parts: (string | Uint8Array)[] = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file !== null) {
    const { bytes = toneWav(), type = 'audio/wav', filename = 'a.wav', part = 'file' } = file;
    const contentType = type === '' ? '' : `Content-Type: ${type}\r\n`;
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"; filename="${filename}"\r\n${contentType}\r\n`,
      bytes,
      '\r\n',
    );
  }
  parts.push(`--${BOUNDARY}--\r\n`);
  const body = joined(parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)));
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': String(body.length), ...init.headers };
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    body,
    headers,
    ...(init.signal === undefined ? {} : { signal: init.signal }),
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/** A JSON request. A string is sent as it is. */
export function json(path: string, body: unknown, method = 'POST', headers: Readonly<Record<string, string>> = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`http://localhost${path}`, { method, body: text, headers: { 'content-type': 'application/json', ...headers } });
}

export function get(path: string, method = 'GET'): Request {
  return new Request(`http://localhost${path}`, { method });
}

/** The body of an answer that must be a JSON object. */
export async function objectOf(response: Response): Promise<JsonObject> {
  const body: unknown = await response.json();
  if (!isJsonObject(body)) throw new Error('the answer is no JSON object');
  return body;
}

/** A text field of an answer or event. */
export function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw new Error(`${field} is no text`);
  return value;
}

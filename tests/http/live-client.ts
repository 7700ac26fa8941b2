import assert from 'node:assert/strict';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { Socket } from '../../src/ports/socket.ts';
import { sine } from '../fixtures/wav-files.ts';
import { textOf, type voiceService } from './voice-service.ts';

/** A client of GET /v1/realtime, with every event that it was sent. */
export interface LiveClient {
  readonly events: readonly JsonObject[];
  /** How the service closed the connection, once it has. */
  readonly closing: Promise<{ readonly code: number; readonly reason: string }>;
  readonly protocol: string | undefined;
  send(event: JsonObject | string): void;
  /** The next event of a type, after those that were waited for before. */
  next(type: string): Promise<JsonObject>;
  leave(): void;
}

export interface LiveRequest {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes that wait for the client, as its socket tells. */
  readonly waitingBytes?: () => number;
}

/** The request of a WebSocket client. */
export function liveRequest({ path = '/v1/realtime', headers = {} }: LiveRequest = {}): Request {
  return new Request(`http://localhost${path}`, { headers: { upgrade: 'websocket', connection: 'upgrade', ...headers } });
}

/** Connects to a service without a network. Throws the refusal, if it is refused. */
export async function openLive({ voice }: ReturnType<typeof voiceService>, request: LiveRequest = {}): Promise<LiveClient> {
  const accepted = await voice.sockets.accept(liveRequest(request));
  if (accepted instanceof Response) throw new Error(`refused: ${await accepted.text()}`);
  const { handler, protocol } = accepted;
  const events: JsonObject[] = [];
  const waiting = new Map<string, ((event: JsonObject) => void)[]>();
  const unread = new Map<string, JsonObject[]>();
  const closing = Promise.withResolvers<{ readonly code: number; readonly reason: string }>();
  let isOpen = true;
  const socket: Socket = {
    get waitingBytes() {
      return request.waitingBytes?.() ?? 0;
    },
    send(text) {
      if (!isOpen) return;
      const event: unknown = JSON.parse(text);
      if (!isJsonObject(event)) throw new Error('an event is no object');
      events.push(event);
      const type = textOf(event, 'type');
      const reader = waiting.get(type)?.shift();
      if (reader !== undefined) reader(event);
      else unread.set(type, [...(unread.get(type) ?? []), event]);
    },
    close(code, reason) {
      if (!isOpen) return;
      isOpen = false;
      closing.resolve({ code, reason });
      queueMicrotask(() => handler.closed());
    },
  };
  handler.opened(socket);
  return {
    events,
    closing: closing.promise,
    protocol,
    send: (event) => handler.received(typeof event === 'string' ? event : JSON.stringify(event)),
    next(type) {
      const early = unread.get(type)?.shift();
      if (early !== undefined) return Promise.resolve(early);
      return new Promise((resolve) => waiting.set(type, [...(waiting.get(type) ?? []), resolve]));
    },
    leave() {
      if (!isOpen) return;
      isOpen = false;
      handler.closed();
    },
  };
}

/** Audio of 16-bit samples at 24 kHz in base64: a tone, which the scripted engines take for speech, or silence. */
export function audioOf(seconds: number, what: 'tone' | 'silence' = 'tone'): string {
  const samples = what === 'tone' ? sine(440, 24_000, seconds) : new Float32Array(seconds * 24_000);
  return new Uint8Array(Int16Array.from(samples, (sample) => sample * 32_767).buffer).toBase64();
}

/** Sends somebody's words: a tone between two stretches of silence. */
export function speak(client: LiveClient, seconds = 1): void {
  for (const [what, length] of [
    ['silence', 0.5],
    ['tone', seconds],
    ['silence', 1.2],
  ] as const) {
    client.send({ type: 'input_audio_buffer.append', audio: audioOf(length, what) });
  }
}

/** The types of events, without those that do not matter to a test. */
export function typesOf(events: readonly JsonObject[], ignored: readonly string[] = []): string[] {
  return events.map((event) => textOf(event, 'type')).filter((type) => !ignored.includes(type));
}

/** A field of an event that must be an object. */
export function objectIn(event: JsonObject, field: string): JsonObject {
  const value = event[field];
  assert.ok(isJsonObject(value), `${field} is an object`);
  return value;
}

/** Asks in writing, and waits for the end of the answer. */
export async function ask(client: LiveClient, text: string, response: JsonObject = {}): Promise<JsonObject> {
  client.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
  client.send({ type: 'response.create', response });
  return objectIn(await client.next('response.done'), 'response');
}

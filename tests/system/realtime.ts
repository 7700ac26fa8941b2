import type OpenAI from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { resample } from '../../src/domain/speech/resample.ts';
import type { Pcm } from '../../src/ports/speech.ts';

/** What a live session told its client, and the audio that it spoke. */
export interface Heard {
  readonly events: readonly RealtimeServerEvent[];
  /** Samples at 24 kHz. */
  readonly spoken: Float32Array;
}

/** The official client insists on TLS, which is a proxy's part. */
class PlainWebSocket extends WebSocket {
  constructor(url: string | URL, options?: string | string[]) {
    super(String(url).replace(/^wss:/, 'ws:'), options);
  }
}

/** Opens a session with the official client. */
export function openRealtime(client: OpenAI): OpenAIRealtimeWebSocket {
  const native = globalThis.WebSocket;
  globalThis.WebSocket = PlainWebSocket;
  try {
    return new OpenAIRealtimeWebSocket({ model: 'gpt-realtime', dangerouslyAllowBrowser: true }, client);
  } finally {
    globalThis.WebSocket = native;
  }
}

/** Speaks into a session, with a second of silence behind it, and listens until the answer has ended. */
export async function converse(client: OpenAI, question: Pcm): Promise<Heard> {
  const session = openRealtime(client);
  const events: RealtimeServerEvent[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  session.on('event', (event) => {
    events.push(event);
    if (event.type === 'response.done') resolve();
    if (event.type === 'error') reject(new Error(event.error.message));
  });
  session.on('error', reject);
  session.socket.addEventListener('open', () => {
    void (async () => {
      const { samples } = await resample(question, 24_000);
      const all = Int16Array.from({ length: samples.length + 24_000 }, (_, index) => (samples[index] ?? 0) * 32_767);
      for (let from = 0; from < all.length; from += 2400) {
        const piece = new Uint8Array(all.slice(from, from + 2400).buffer);
        session.send({ type: 'input_audio_buffer.append', audio: piece.toBase64() });
      }
    })().catch(reject);
  });
  try {
    await promise;
  } finally {
    session.close();
  }
  const spoken = events.flatMap((event) => (event.type === 'response.output_audio.delta' ? [Uint8Array.fromBase64(event.delta)] : []));
  const samples = spoken.flatMap((bytes) =>
    Array.from(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2), (value) => value / 32_768),
  );
  return { events, spoken: Float32Array.from(samples) };
}

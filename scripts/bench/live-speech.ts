import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';

/** Samples a second of the audio of live sessions. */
export const RATE = 24_000;
const PIECE_MS = 40;
/** Quieter samples before and behind speech are cut off. */
const QUIET = 0.02;

/** A text as the voice service speaks it, in WAV and as samples without the silence around them. */
export async function speak(
  voiceUrl: string,
  input: string,
  voice?: string,
): Promise<{ wav: Uint8Array<ArrayBuffer>; speech: Int16Array<ArrayBuffer> }> {
  const response = await fetch(`${voiceUrl}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'default', input, ...(voice === undefined ? {} : { voice }) }),
  });
  if (!response.ok) throw new Error(`"${input}" was answered ${response.status}`);
  const wav = await response.bytes();
  const { samples } = await resample(await decodeWav(wav, { maxSeconds: 60 }), RATE);
  return { wav, speech: withoutSilence(samples) };
}

/** Samples without the silence around them, as 16-bit ones. */
export function withoutSilence(samples: Float32Array): Int16Array<ArrayBuffer> {
  const isLoud = (sample: number): boolean => Math.abs(sample) > QUIET;
  const spoken = samples.subarray(Math.max(0, samples.findIndex(isLoud)), samples.findLastIndex(isLoud) + 1);
  return Int16Array.from(spoken, (sample) => sample * 32_767);
}

/** Silence of so many milliseconds. */
export function silenceOf(milliseconds: number): Int16Array<ArrayBuffer> {
  return new Int16Array((RATE * milliseconds) / 1000);
}

/** Opens a live session; rejects if the service refuses it. */
export async function openLive(voiceUrl: string): Promise<WebSocket> {
  const socket = new WebSocket(`${voiceUrl.replace('http', 'ws')}/v1/realtime`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return socket;
}

/** Sends audio as fast as it is spoken, until all of it is sent or `isOver`; resolves to how many samples were. */
export async function sendSpoken(socket: WebSocket, audio: Int16Array<ArrayBuffer>, isOver = (): boolean => false): Promise<number> {
  const step = (RATE * PIECE_MS) / 1000;
  const began = performance.now();
  let from = 0;
  for (; from < audio.length && !isOver(); from += step) {
    const bytes = new Uint8Array(audio.slice(from, from + step).buffer);
    socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: bytes.toBase64() }));
    await Bun.sleep(Math.max(0, began + ((from + step) * 1000) / RATE - performance.now()));
  }
  return Math.min(from, audio.length);
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavFile } from '../../src/domain/speech/encode-wav.ts';
import type { ParleyProcess } from '../system/parley-process.ts';

const HEADER_BYTES = 44;

/** What somebody says, once, into the microphone of a browser. */
export interface Microphone {
  readonly seconds: number;
  /** Switches of Chromium. */
  readonly args: readonly string[];
}

/** Speaks a sentence with Parley's own voice into a file that Chromium takes for its microphone, after so many seconds of silence. */
export async function intoMicrophone(
  parley: ParleyProcess,
  input: string,
  { key = '', secondsBefore = 0 }: { readonly key?: string; readonly secondsBefore?: number } = {},
): Promise<Microphone> {
  const response = await fetch(`${parley.voice}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: 'default', input, voice: 'default', response_format: 'wav' }),
  });
  assert.equal(response.status, 200);
  const wav = await response.bytes();
  const rate = new DataView(wav.buffer).getUint32(24, true);
  const path = join(parley.directory, 'question.wav');
  const pcm = [new Uint8Array(secondsBefore * rate * 2), wav.subarray(HEADER_BYTES)];
  await writeFile(path, wavFile(pcm, rate));
  return {
    seconds: secondsBefore + (wav.byteLength - HEADER_BYTES) / 2 / rate,
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${path}%noloop`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  };
}

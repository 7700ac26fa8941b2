import { ServiceError } from '../core/errors.ts';
import { rounded } from '../core/rounded.ts';
import { pcm16, wavFile } from '../domain/speech/encode-wav.ts';
import { resample } from '../domain/speech/resample.ts';
import { inSlices } from '../domain/speech/slices.ts';
import type { Pcm } from '../ports/speech.ts';

/** Synthesised speech, ready to be sent. */
export interface SpokenAudio {
  readonly sampleRate: number;
  readonly durationInSeconds: number;
  /** 16-bit little-endian mono samples, a sentence per chunk. */
  readonly pcm: readonly Uint8Array<ArrayBuffer>[];
}

/** Joins the chunks of a synthesis. Throws `invalid_input` if the text has nothing to speak. */
export async function toSpokenAudio(chunks: readonly Pcm[]): Promise<SpokenAudio> {
  const sampleRate = chunks[0]?.sampleRate ?? 0;
  const samples = chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0);
  if (samples === 0) throw nothingToSay();
  const alike = await Promise.all(chunks.map((chunk) => resample(chunk, sampleRate)));
  const pcm: Uint8Array<ArrayBuffer>[] = [];
  await inSlices(alike.length, 1, (from, to) => pcm.push(...alike.slice(from, to).map((chunk) => pcm16(chunk.samples))));
  const bytes = pcm.reduce((sum, part) => sum + part.byteLength, 0);
  return { sampleRate, durationInSeconds: rounded(bytes / 2 / sampleRate), pcm };
}

/** The error for a text without words, or with none that the voice knows. */
export function nothingToSay(): ServiceError {
  const message =
    'input contains nothing that this voice can speak. Texts in other scripts need a voice of their language: GET /v1/audio/voices lists what there is, and espeak-ng, where it is installed, adds some.';
  return new ServiceError('invalid_input', message, { param: 'input' });
}

/** The audio as a WAV file. */
export function toWavFile({ pcm, sampleRate }: SpokenAudio): Uint8Array<ArrayBuffer> {
  return wavFile(pcm, sampleRate);
}

/** The headers that describe the audio. */
export function audioHeaders({ sampleRate, durationInSeconds }: SpokenAudio): Record<string, string> {
  return { 'x-duration-seconds': String(durationInSeconds), 'x-sample-rate': String(sampleRate) };
}

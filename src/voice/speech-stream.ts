import { countTokens } from '../core/count-tokens.ts';
import { toServiceError } from '../core/errors.ts';
import { pcm16, wavHeader } from '../domain/speech/encode-wav.ts';
import { resample } from '../domain/speech/resample.ts';
import { logFailure, STREAM_FAILURE } from '../http/log-failure.ts';
import type { AudioEncoder, CompressedFormat } from '../ports/audio-encoder.ts';
import type { Pcm } from '../ports/speech.ts';
import type { AudioEvent, EventStreamOptions } from './event-stream.ts';
import { nothingToSay } from './spoken-audio.ts';

/** How streamed speech is sent: samples as they are, behind the header of a WAV file, or compressed. */
export type StreamedFormat = 'pcm' | 'wav' | CompressedFormat;

/** Streamed speech whose first sentence is ready. */
export interface SpeechStream {
  readonly sampleRate: number;
  /** Seconds of speech that have been taken from `parts`. */
  readonly seconds: number;
  /** The bytes in their format, as soon as they are known. Ending the iteration stops the synthesis. */
  readonly parts: SpeechBytes;
}

/**
 * Begins a synthesis, and an encoder along with it. Waits for the first sentence, so that an earlier failure still gets its own status.
 * Throws the errors of the synthesis and of `AudioEncoder.encode`, and `invalid_input` if the text has nothing to speak.
 */
export async function openSpeech(
  chunks: AsyncIterable<Pcm>,
  { format, encoder, signal }: { readonly format: StreamedFormat; readonly encoder: AudioEncoder; readonly signal: AbortSignal },
): Promise<SpeechStream> {
  let sampleRate = 0;
  let spoken = 0;
  async function* run(): SpeechBytes {
    for await (const chunk of chunks) {
      if (chunk.samples.length === 0) continue;
      if (sampleRate === 0) {
        ({ sampleRate } = chunk);
        yield STARTED;
        // Its lengths are the greatest possible, because the real ones are not known yet.
        if (format === 'wav') yield wavHeader(sampleRate);
      }
      const { samples } = await resample(chunk, sampleRate, signal);
      if (samples.length === 0) continue;
      spoken += samples.length;
      yield pcm16(samples);
    }
    if (sampleRate === 0) throw nothingToSay();
  }
  const isPlain = format === 'pcm' || format === 'wav';
  const parts = isPlain ? await started(run()) : await encoder.encode(run(), { format, sampleRate: () => sampleRate });
  return {
    sampleRate,
    get seconds() {
      return spoken / sampleRate;
    },
    parts,
  };
}

type SpeechBytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

const STARTED = new Uint8Array();

/** A generator past its first part, `STARTED`: only then does ending it also end what it reads. */
async function started(parts: SpeechBytes): Promise<SpeechBytes> {
  await parts.next();
  return parts;
}

/** Media types of what is streamed; Opus is in Ogg (RFC 7845, section 9). */
const MEDIA_TYPES: Readonly<Record<StreamedFormat, string>> = {
  pcm: 'audio/pcm',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
};

/** What an answer of streamed speech needs besides its bytes. */
export interface AudioResponseOptions extends Pick<EventStreamOptions, 'requestId' | 'logger' | 'ended'> {
  readonly format: StreamedFormat;
  readonly sampleRate: number;
}

/**
 * The bytes as they become known; a client that leaves stops the synthesis. A failure is logged, and breaks the body off. `ended` is
 * called once, at the end or when the client leaves.
 */
export function audioResponse(parts: SpeechBytes, options: AudioResponseOptions): Response {
  const { format, sampleRate, requestId, logger, ended } = options;
  let left = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await parts.next();
          if (left) return;
          if (next.done !== true) return controller.enqueue(next.value);
          ended();
          controller.close();
        } catch (error) {
          ended();
          logFailure(logger.with({ request_id: requestId }), toServiceError(error), STREAM_FAILURE);
          throw error;
        }
      },
      async cancel() {
        left = true;
        ended();
        await parts.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { 'content-type': MEDIA_TYPES[format], 'x-sample-rate': String(sampleRate) } });
}

/**
 * The audio as OpenAI's speech events (https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event):
 * `speech.audio.delta` with base64, one a sentence unless it is compressed, then `speech.audio.done` with the usage: words and marks
 * of `text`, which is spoken, and milliseconds of audio.
 */
export async function* speechEvents(speech: SpeechStream, text: string): AsyncGenerator<AudioEvent, void> {
  for await (const part of speech.parts) yield { type: 'speech.audio.delta', audio: part.toBase64() };
  const [input, output] = [countTokens(text), Math.round(speech.seconds * 1000)];
  yield { type: 'speech.audio.done', usage: { input_tokens: input, output_tokens: output, total_tokens: input + output } };
}

import { countTokens } from '../core/count-tokens.ts';
import { errorBody, toServiceError } from '../core/errors.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';
import { pcm16, wavHeader } from '../domain/speech/encode-wav.ts';
import { resample } from '../domain/speech/resample.ts';
import type { Pcm } from '../ports/speech.ts';
import { nothingToSay } from './spoken-audio.ts';

/** Streamed speech whose first sentence is ready. */
export interface SpeechStream {
  readonly sampleRate: number;
  /** 16-bit little-endian mono samples, a sentence per chunk. Ending the iteration stops the synthesis. */
  readonly parts: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/**
 * Waits for the first sentence, so that an earlier failure still gets its own status. Throws the errors of the synthesis, and
 * `invalid_input` if the text has nothing to speak.
 */
export async function openSpeech(chunks: AsyncIterable<Pcm>, signal: AbortSignal): Promise<SpeechStream> {
  const source = chunks[Symbol.asyncIterator]();
  let first = await source.next();
  while (first.done !== true && first.value.samples.length === 0) first = await source.next();
  if (first.done === true) throw nothingToSay();
  const { sampleRate } = first.value;
  async function* parts(chunk: Pcm): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    try {
      yield pcm16(chunk.samples);
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        const { samples } = await resample(next.value, sampleRate, signal);
        if (samples.length > 0) yield pcm16(samples);
      }
    } finally {
      await source.return?.();
    }
  }
  return { sampleRate, parts: parts(first.value) };
}

/**
 * The samples as they are synthesised; a client that leaves stops the synthesis. `ended` is called once, at the end or when the client
 * leaves.
 */
export function pcmResponse({ sampleRate, parts }: SpeechStream, ended: () => void): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await parts.next();
          if (next.done !== true) return controller.enqueue(next.value);
          ended();
          controller.close();
        } catch (error) {
          ended();
          throw error;
        }
      },
      async cancel() {
        ended();
        await parts.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { 'content-type': 'audio/pcm', 'x-sample-rate': String(sampleRate) } });
}

/** What an event stream needs besides the speech. */
export interface SpeechEvents {
  readonly text: string;
  readonly requestId: string;
  /** Whether the audio begins with a WAV header; its lengths are the maximum, because the real ones are not known yet. */
  readonly wav: boolean;
  readonly ended: () => void;
}

/**
 * The audio as OpenAI's speech events (https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event):
 * `speech.audio.delta` with base64, one a sentence, then `speech.audio.done` with the usage: words and marks
 * of the text in, milliseconds of audio out. A failure is an event of type `error` and ends the stream.
 */
export function speechEvents({ sampleRate, parts }: SpeechStream, options: SpeechEvents): Response {
  const { text, requestId, wav, ended } = options;
  async function* events(): AsyncGenerator<SseEvent, void> {
    let bytes = 0;
    try {
      if (wav) yield event({ type: 'speech.audio.delta', audio: wavHeader(sampleRate).toBase64() });
      for await (const part of parts) {
        bytes += part.byteLength;
        yield event({ type: 'speech.audio.delta', audio: part.toBase64() });
      }
      const [input, output] = [countTokens(text), Math.round(bytes / 2 / (sampleRate / 1000))];
      yield event({ type: 'speech.audio.done', usage: { input_tokens: input, output_tokens: output, total_tokens: input + output } });
    } catch (error) {
      yield event({ type: 'error', ...errorBody(toServiceError(error), requestId) });
    } finally {
      ended();
    }
  }
  return sseResponse(
    (left) => {
      left.addEventListener('abort', ended, { once: true });
      return events();
    },
    { headers: { 'x-sample-rate': String(sampleRate) } },
  );
}

function event(body: Readonly<Record<string, unknown>>): SseEvent {
  return { data: JSON.stringify(body) };
}

import { errorBody, toServiceError } from '../core/errors.ts';
import { rounded } from '../core/rounded.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';
import type { Transcript } from '../ports/speech.ts';

/** A transcription under way, whose first piece of text is known. */
export interface TranscriptStream {
  /** Pieces of the text that joined as they are make the whole, and at last the transcript. */
  readonly parts: AsyncIterator<string, Transcript>;
  /** Stops the transcription. */
  stop(): void;
}

/**
 * Waits for the first piece of text, or for the end where nothing is heard, so that an earlier failure still gets its own status. Throws
 * the errors of the transcription.
 */
export async function openTranscript(
  transcribe: (options: { readonly signal: AbortSignal; readonly onText: (text: string) => void }) => Promise<Transcript>,
): Promise<TranscriptStream> {
  const left = new AbortController();
  const whole = Promise.withResolvers<Transcript>();
  async function run(pieces: ReadableStreamDefaultController<string>): Promise<void> {
    let separator = '';
    const onText = (text: string): void => {
      pieces.enqueue(separator + text);
      separator = ' ';
    };
    try {
      const transcript = await transcribe({ signal: left.signal, onText });
      // An engine that tells nothing before the end.
      if (separator === '' && transcript.text !== '') onText(transcript.text);
      whole.resolve(transcript);
      pieces.close();
    } catch (error) {
      pieces.error(error);
    }
  }
  const pieces = new ReadableStream<string>({ start: (controller) => void run(controller) }).getReader();
  let ahead: Awaited<ReturnType<typeof pieces.read>> | undefined = await pieces.read();
  return {
    parts: {
      async next() {
        const read = ahead ?? (await pieces.read());
        ahead = undefined;
        return read.done ? { done: true, value: await whole.promise } : { done: false, value: read.value };
      },
    },
    stop: () => left.abort(),
  };
}

/**
 * The transcript as OpenAI's events (https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event):
 * `transcript.text.delta` with each next piece of the text, then `transcript.text.done` with the whole, its language and the seconds of
 * audio. A failure is an event of type `error` and ends the stream. `ended` is called at the end and when the client leaves.
 */
export function transcriptEvents(
  { parts, stop }: TranscriptStream,
  { requestId, ended }: { readonly requestId: string; readonly ended: () => void },
): Response {
  async function* events(): AsyncGenerator<SseEvent, void> {
    try {
      let next = await parts.next();
      for (; next.done !== true; next = await parts.next()) yield event({ type: 'transcript.text.delta', delta: next.value });
      const { text, language, durationInSeconds } = next.value;
      yield event({ type: 'transcript.text.done', text, language, duration: rounded(durationInSeconds) });
    } catch (error) {
      yield event({ type: 'error', ...errorBody(toServiceError(error), requestId) });
    } finally {
      ended();
    }
  }
  return sseResponse((left) => {
    const leave = (): void => {
      stop();
      ended();
    };
    left.addEventListener('abort', leave, { once: true });
    return events();
  });
}

function event(body: Readonly<Record<string, unknown>>): SseEvent {
  return { data: JSON.stringify(body) };
}

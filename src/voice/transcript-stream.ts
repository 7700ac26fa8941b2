import { rounded } from '../core/rounded.ts';
import type { TranscribeOptions, Transcript } from '../ports/speech.ts';
import { audioUsage } from './audio-usage.ts';
import { segmentBody } from './diarized-body.ts';
import type { DiarizedTranscript } from './diarized-transcription.ts';
import type { AudioEvent } from './event-stream.ts';
import { wordLogprobs } from './word-logprobs.ts';

/** A transcription under way, whose first event is known. */
export interface TranscriptStream {
  readonly events: AsyncIterable<AudioEvent>;
  /** Stops the transcription. */
  stop(): void;
}

/**
 * The transcript as OpenAI's events (https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event):
 * `transcript.text.delta` with each next piece of the text, then, where speakers are told apart, `transcript.text.segment` with what each
 * says, and `transcript.text.done` with the whole, its language, the seconds of audio, and the log probabilities if they are asked for. Waits for the first event, so that an earlier failure still gets its own status. Throws the errors of the transcription.
 */
export async function openTranscript(
  transcribe: (options: Required<Pick<TranscribeOptions, 'signal' | 'onText'>>) => Promise<Transcript | DiarizedTranscript>,
  hasLogprobs = false,
): Promise<TranscriptStream> {
  const left = new AbortController();
  async function run(told: ReadableStreamDefaultController<AudioEvent>): Promise<void> {
    let separator = '';
    const onText = (text: string): void => {
      told.enqueue({ type: 'transcript.text.delta', delta: separator + text });
      separator = ' ';
    };
    try {
      const transcript = await transcribe({ signal: left.signal, onText });
      const { text, language, durationInSeconds } = transcript;
      // An engine that tells nothing before the end.
      if (separator === '' && text !== '') onText(text);
      if ('speakers' in transcript) for (const [place, segment] of transcript.speakers.entries()) told.enqueue(segmentBody(segment, place));
      told.enqueue({
        type: 'transcript.text.done',
        text,
        language,
        duration: rounded(durationInSeconds),
        usage: audioUsage(durationInSeconds),
        ...(hasLogprobs ? { logprobs: wordLogprobs(transcript) } : {}),
      });
      told.close();
    } catch (error) {
      told.error(error);
    }
  }
  const told = new ReadableStream<AudioEvent>({ start: (controller) => void run(controller) }).getReader();
  const first = await told.read();
  async function* events(): AsyncGenerator<AudioEvent, void> {
    for (let next = first; !next.done; next = await told.read()) yield next.value;
  }
  return { events: events(), stop: () => left.abort() };
}

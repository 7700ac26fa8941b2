import { timeLimit } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { diarizedSegments, hearTurns, type DiarizedSegment } from '../domain/speech/diarization/diarized-segments.ts';
import type { Diarizer } from '../domain/speech/diarization/diarizer.ts';
import type { KnownSpeaker } from '../domain/speech/diarization/speaker-names.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript } from '../ports/speech.ts';

/** A transcript that says who says what. */
export interface DiarizedTranscript extends Transcript {
  /** In order. Joined as its language joins words, their texts are the transcript's. */
  readonly speakers: readonly DiarizedSegment[];
}

export interface DiarizedDeps {
  readonly speechToText: SpeechToText;
  readonly diarizer: Diarizer;
  /** Time limit for the whole recording, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Transcribes a recording and tells its speakers apart, both at once. Where the recogniser tells no times, each turn is heard again on its own.
 * The first failure ends both; throws `timeout` beyond the limit.
 */
export async function transcribeSpeakers(
  { speechToText, diarizer, timeoutMs }: DiarizedDeps,
  audio: Pcm,
  options: TranscribeOptions & { readonly known: readonly KnownSpeaker[] },
): Promise<DiarizedTranscript> {
  const { known, ...heard } = options;
  const late = (): ServiceError => new ServiceError('timeout', `Telling the speakers apart took longer than ${timeoutMs} ms.`);
  using limit = timeLimit(timeoutMs, options.signal, late);
  const failed = new AbortController();
  const signal = AbortSignal.any([limit.signal, failed.signal]);
  try {
    const [transcript, turns] = await Promise.all([
      speechToText.transcribe(audio, { ...heard, signal }),
      diarizer.diarize(audio, { known, signal }),
    ]);
    const timed = diarizedSegments(transcript, turns);
    if (timed !== undefined) return { ...transcript, speakers: timed };
    const { onText: _, ...silently } = heard;
    const hear = async (turn: Pcm): Promise<string> => (await speechToText.transcribe(turn, { ...silently, signal })).text;
    const speakers = await hearTurns(audio, turns, hear);
    return { ...transcript, text: speakers.map(({ text }) => text).join(' '), speakers };
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

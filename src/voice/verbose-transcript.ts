import { compressionRatio } from '../core/compression-ratio.ts';
import { ServiceError } from '../core/errors.ts';
import { hundredths, rounded } from '../core/rounded.ts';
import { toSegments } from '../domain/speech/captions.ts';
import type { Transcript, TranscriptSegment } from '../ports/speech.ts';
import { audioUsage } from './audio-usage.ts';
import { logConfidence } from './log-confidence.ts';

/** The field that says which timestamps a verbose transcription has. */
export const GRANULARITIES = 'timestamp_granularities[]';

/** A kind of timestamps. */
export type Granularity = 'segment' | 'word';

/** The fields of a transcription in JSON. */
export function briefTranscript({ text, language, durationInSeconds }: Transcript) {
  return { text, language, duration: rounded(durationInSeconds) };
}

/**
 * The further fields of OpenAI's verbose transcription (https://platform.openai.com/docs/api-reference/audio/verbose-json-object), with
 * confidences if the engine gives them.
 */
export async function verboseTranscript(transcript: Transcript, granularities: ReadonlySet<Granularity>) {
  const { words, confidence } = transcript;
  if (granularities.has('word') && words === undefined) {
    throw new ServiceError('invalid_input', 'This recogniser gives no times of words; request segment.', { param: GRANULARITIES });
  }
  return {
    ...briefTranscript(transcript),
    usage: audioUsage(transcript.durationInSeconds),
    ...(confidence === undefined ? {} : { confidence: hundredths(confidence) }),
    ...(granularities.has('segment') ? { segments: await segmentBodies(toSegments(transcript), transcript) } : {}),
    ...(granularities.has('word')
      ? {
          words: words?.map((word) => ({
            word: word.text,
            start: rounded(word.start),
            end: rounded(word.end),
            confidence: hundredths(word.confidence),
          })),
        }
      : {}),
  };
}

/** Frames per second in `seek`, as Whisper counts them. */
const FRAMES = 100;

/** The segments with all the fields that clients require, also those that only Whisper has. */
async function segmentBodies(segments: readonly TranscriptSegment[], { words = [], confidence = 1 }: Transcript) {
  const bodies = [];
  let next = 0;
  for (const [id, { start, end, text }] of segments.entries()) {
    const first = next;
    while ((words[next]?.start ?? Infinity) < end) next += 1;
    const confidences = words.slice(first, next).map((word) => word.confidence);
    bodies.push({
      id,
      seek: Math.round(start * FRAMES),
      start: rounded(start),
      end: rounded(end),
      text,
      // The recognisers give neither numbers of tokens nor a probability of silence, and guess nothing by chance.
      tokens: [],
      temperature: 0,
      avg_logprob: meanLogarithm(confidences.length === 0 ? [confidence] : confidences),
      // One after the other: each compression takes a quarter of a megabyte, and a long recording has thousands of segments.
      compression_ratio: hundredths(await compressionRatio(text)),
      no_speech_prob: 0,
    });
  }
  return bodies;
}

function meanLogarithm(confidences: readonly number[]): number {
  const sum = confidences.reduce((total, one) => total + logConfidence(one), 0);
  // Without -0.
  return hundredths(sum / confidences.length) + 0;
}

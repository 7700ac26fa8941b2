import { ServiceError } from '../core/errors.ts';
import { hundredths, rounded } from '../core/rounded.ts';
import type { Transcript, TranscriptSegment, TranscriptWord } from '../ports/speech.ts';

/** The form field that names the timestamps of a verbose transcription. */
export const GRANULARITIES = 'timestamp_granularities[]';

/** What is counted as the least confidence, so that its logarithm stays a number. */
const LEAST_CONFIDENCE = 0.01;
/** Times of segments and words may differ by the rounding of a frame. */
const FRAME_SECONDS = 0.04;

/**
 * OpenAI's verbose transcription with the fields that its clients check, and confidences if the engine gives them. Throws `invalid_input`
 * where times of words are wanted and the engine gives none.
 */
export async function verboseTranscript(transcript: Transcript, granularities: ReadonlySet<'segment' | 'word'>) {
  const { text, language, durationInSeconds, words, confidence } = transcript;
  if (granularities.has('word') && words === undefined) {
    throw new ServiceError('invalid_input', 'This recogniser gives no times of words; request segment.', { param: GRANULARITIES });
  }
  // An engine without timestamps gives one segment for everything.
  const { segments = [{ start: 0, end: durationInSeconds, text }] } = transcript;
  return {
    task: 'transcribe',
    text,
    language,
    duration: rounded(durationInSeconds),
    ...(confidence === undefined ? {} : { confidence: hundredths(confidence) }),
    ...(granularities.has('segment')
      ? { segments: await Promise.all(segments.map((segment, id) => verboseSegment(segment, id, words ?? []))) }
      : {}),
    ...(granularities.has('word') ? { words: words?.map(verboseWord) } : {}),
  };
}

function verboseWord({ text, start, end, confidence }: TranscriptWord) {
  return { word: text, start: rounded(start), end: rounded(end), confidence: hundredths(confidence) };
}

/** There are no tokens, no sampling and no silence in a segment, so these fields have the values that say so. */
async function verboseSegment({ start, end, text }: TranscriptSegment, id: number, words: readonly TranscriptWord[]) {
  const own = words.filter((word) => word.start >= start - FRAME_SECONDS && word.end <= end + FRAME_SECONDS);
  const logarithms = own.map(({ confidence }) => Math.log(Math.max(LEAST_CONFIDENCE, confidence)));
  return {
    id,
    seek: Math.round(start * 100),
    start: rounded(start),
    end: rounded(end),
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: own.length === 0 ? 0 : hundredths(logarithms.reduce((sum, one) => sum + one, 0) / own.length),
    compression_ratio: hundredths(await compressionRatio(text)),
    no_speech_prob: 0,
  };
}

/** By how much zlib shortens a text: far above 2 where a recogniser repeats itself. */
async function compressionRatio(text: string): Promise<number> {
  const bytes = new Blob([text]);
  const compressed = await new Response(bytes.stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  return bytes.size / Math.max(1, compressed.byteLength);
}

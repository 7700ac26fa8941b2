import { rounded } from '../core/rounded.ts';
import type { DiarizedSegment } from '../domain/speech/diarization/diarized-segments.ts';
import { audioUsage } from './audio-usage.ts';
import type { DiarizedTranscript } from './diarized-transcription.ts';

/** OpenAI's transcription with speakers (https://platform.openai.com/docs/api-reference/audio/diarized-json-object). */
export function diarizedBody({ durationInSeconds, text, speakers }: DiarizedTranscript) {
  return {
    task: 'transcribe',
    duration: rounded(durationInSeconds),
    usage: audioUsage(durationInSeconds),
    text,
    segments: speakers.map(segmentBody),
  };
}

/** One segment, which is also an event of a stream. */
export function segmentBody({ start, end, text, speaker }: DiarizedSegment, place: number) {
  return {
    id: `seg_${String(place).padStart(3, '0')}`,
    type: 'transcript.text.segment' as const,
    start: rounded(start),
    end: rounded(end),
    text,
    speaker,
  };
}

import { toCaptions, toSubRip, toWebVtt } from '../domain/speech/captions.ts';
import type { Transcript } from '../ports/speech.ts';
import { briefTranscript, verboseTranscript, type Granularity } from './verbose-transcript.ts';
import { wordLogprobs } from './word-logprobs.ts';

/** The forms of a text that was heard; the first is the default. */
export const WRITTEN_FORMATS = ['json', 'text', 'verbose_json', 'srt', 'vtt'] as const;

export interface WrittenOptions {
  readonly format: (typeof WRITTEN_FORMATS)[number];
  /** What was done, as `verbose_json` says it. */
  readonly task: 'transcribe' | 'translate';
  /** The timestamps of `verbose_json`. */
  readonly granularities: ReadonlySet<Granularity>;
  /** Whether `json` tells the log probabilities of the words. */
  readonly hasLogprobs?: boolean;
}

/** The answer with a text that was heard. */
export async function writtenTranscript(
  transcript: Transcript,
  { format, task, granularities, hasLogprobs = false }: WrittenOptions,
): Promise<Response> {
  if (format === 'text') return file(`${transcript.text}\n`, 'text/plain');
  if (format === 'srt') return file(toSubRip(toCaptions(transcript)), 'application/x-subrip');
  if (format === 'vtt') return file(toWebVtt(toCaptions(transcript)), 'text/vtt');
  if (format === 'verbose_json') return Response.json({ task, ...(await verboseTranscript(transcript, granularities)) });
  return Response.json({ ...briefTranscript(transcript), ...(hasLogprobs ? { logprobs: wordLogprobs(transcript) } : {}) });
}

function file(text: string, mediaType: string): Response {
  return new Response(text, { headers: { 'content-type': `${mediaType}; charset=utf-8` } });
}

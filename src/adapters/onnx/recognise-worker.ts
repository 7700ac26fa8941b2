import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { mayHoldWords } from '../../core/recogniser-input.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { SpeechStretch } from '../../ports/voice-activity.ts';
import type { ClassScores } from './ctc.ts';
import { helpfulWords, writeExpected, type ExpectedWord } from './expected-words.ts';
import type { RecogniseRequest, RecogniseResult, RecogniseSessionRequest } from './recognise-protocol.ts';
import type { LoadReport } from './runtime.ts';
import { isBetter, letterCertainty } from './second-reading.ts';
import { openSequenceRecogniser, type SequenceRecogniser } from './sequence-recogniser.ts';
import { openSession, type Session } from './session.ts';
import { speechPieces } from './speech-pieces.ts';
import { speechStretches } from './speech-stretches.ts';
import { readWordLanguageModel, type WordLanguageModel } from './word-language-model.ts';
import { readWords } from './word-reader.ts';
import { inWrittenForm } from './written-form.ts';
import { placeWords } from './written-words.ts';

const SAMPLE_RATE = 16_000;

interface Loaded {
  readonly recogniser: Session;
  readonly activity: Session | undefined;
  readonly language: WordLanguageModel | undefined;
  readonly second: SequenceRecogniser | undefined;
}

let loaded: Loaded | undefined;

lowerPriority(platform, setPriority);
servePool<RecogniseSessionRequest, RecogniseRequest, never, RecogniseResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const { languageModelPath: words, activityModelPath: modelPath, second: files } = request;
    const language = words === undefined ? undefined : readWordLanguageModel(new Uint8Array(await readFile(words)));
    const recogniser = await openSession(request);
    const activity = modelPath === undefined ? undefined : await openSession({ ...request, modelPath });
    const second = files === undefined ? undefined : await openSequenceRecogniser(files, request.runtime);
    loaded = { recogniser, activity, language, second };
    return { ...recogniser.report, milliseconds: performance.now() - started };
  },
  async run({ samples, expected = [] }) {
    if (loaded === undefined) throw new Error('no model is loaded');
    return { value: await recognise(loaded, samples, helpfulWords(expected, loaded.language)), transfer: [] };
  },
  async unload() {
    await Promise.all([loaded?.recogniser.release(), loaded?.activity?.release(), loaded?.second?.release()]);
  },
});

async function recognise(parts: Loaded, samples: Float32Array<ArrayBuffer>, expected: readonly ExpectedWord[]): Promise<RecogniseResult> {
  const words: TranscriptWord[] = [];
  const segments: TranscriptSegment[] = [];
  for (const piece of speechPieces(await listen(parts.activity, samples))) {
    const heard = await readPiece(parts, samples, piece, expected);
    const [first, last] = [heard[0], heard.at(-1)];
    if (first === undefined || last === undefined) continue;
    words.push(...heard);
    segments.push({ start: first.start, end: last.end, text: heard.map(({ text }) => text).join(' ') });
  }
  return { words, segments, seconds: samples.length / SAMPLE_RATE };
}

async function listen(activity: Session | undefined, samples: Float32Array<ArrayBuffer>): Promise<SpeechStretch[]> {
  if (activity === undefined) return [{ start: 0, end: samples.length / SAMPLE_RATE }];
  const { speech } = await activity.run({ input_values: { data: samples, dims: [1, samples.length] } });
  if (speech === undefined) throw new Error('the voice activity detector gave an answer of the wrong shape');
  return speechStretches(speech.data);
}

async function readPiece(
  { recogniser, language, second }: Loaded,
  samples: Float32Array<ArrayBuffer>,
  { start, end }: SpeechStretch,
  expected: readonly ExpectedWord[],
): Promise<TranscriptWord[]> {
  const first = Math.round(start * SAMPLE_RATE);
  const data = new Float32Array(Math.round(end * SAMPLE_RATE) - first);
  data.set(samples.subarray(Math.max(0, first), first + data.length), Math.max(0, -first));
  if (!mayHoldWords(data, SAMPLE_RATE)) return [];
  const { log_probs: scores } = await recogniser.run({ input_values: { data, dims: [1, data.length] } });
  const [, frames, classes] = scores?.dims ?? [];
  if (scores === undefined || frames === undefined || classes === undefined)
    throw new Error('the recogniser gave an answer of the wrong shape');
  const letters = { scores: scores.data, frames, classes };
  const last = Math.min(end, samples.length / SAMPLE_RATE);
  const heard = await readTwice({ language, second }, letters, data, { start, end: last });
  return writeExpected(letters, heard, expected, { language, start });
}

/** What both recognisers make of a piece; the second is asked unless the first is sure that nothing is said. */
async function readTwice(
  { language, second }: Pick<Loaded, 'language' | 'second'>,
  letters: ClassScores,
  data: Float32Array<ArrayBuffer>,
  { start, end }: SpeechStretch,
): Promise<TranscriptWord[]> {
  const certainty = letterCertainty(letters);
  if (second === undefined || certainty === 0) return readWords(letters, language, start, end);
  const reading = await second.read(data);
  if (isBetter(reading, certainty)) return placeWords(letters, reading.words, start, end);
  const heard = readWords(letters, language, start, end);
  return reading.finished ? inWrittenForm(heard, reading.words) : heard;
}

import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { lowerPriority } from '../../core/lower-priority.ts';
import { mayHoldWords } from '../../core/recogniser-input.ts';
import { servePool } from '../../core/serve-pool.ts';
import { createTurnJudge, type JudgeTurn } from '../../core/turn-ends.ts';
import type { TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { SpeechStretch } from '../../ports/voice-activity.ts';
import { withAcronyms } from './acronyms.ts';
import { withClosedSentence } from './closed-sentence.ts';
import type { ClassScores } from './ctc.ts';
import { helpfulWords, writeExpected, type ExpectedWord } from './expected-words.ts';
import { withFigures } from './figures.ts';
import { joinPieces, pieceOf } from './joined-pieces.ts';
import { levelledSpeech } from './levelled-speech.ts';
import type { RecogniseRequest, RecogniseResult, RecogniseSessionRequest } from './recognise-protocol.ts';
import type { LoadReport } from './runtime.ts';
import { doubtfulStarts, isBetter, isBetterTogether, isStrange, letterCertainty, type PieceReading } from './second-reading.ts';
import { withSentenceStarts } from './sentence-starts.ts';
import { openSequenceRecogniser, type SequenceRecogniser } from './sequence-recogniser.ts';
import { openSession, type Session } from './session.ts';
import { speechPieces } from './speech-pieces.ts';
import { speechStretches } from './speech-stretches.ts';
import { readWordLanguageModel, type WordLanguageModel } from './word-language-model.ts';
import { readWords } from './word-reader.ts';
import { inWrittenForm } from './written-form.ts';
import { placeWords } from './written-words.ts';

const SAMPLE_RATE = 16_000;

/** Less speech tells too little of its language, in seconds. */
const LEAST_STRANGE_SECONDS = 0.8;

interface Loaded {
  readonly recogniser: Session;
  readonly activity: Session | undefined;
  readonly language: WordLanguageModel | undefined;
  readonly second: SequenceRecogniser | undefined;
  /** Tells whether a pause may be the end of a sentence. */
  readonly judge: JudgeTurn | undefined;
}

type Samples = Float32Array<ArrayBuffer>;

/** A window as it is, and with equally loud speech, by which the first recogniser tells where words stand. */
interface Audio {
  readonly samples: Samples;
  readonly levelled: Float32Array;
}

/** What reads one recording. */
interface Reading extends Loaded {
  readonly expected: readonly ExpectedWord[];
}

/** Pieces that were read as one: how long they are, and how much of that sounds like another language, in seconds. */
interface PartReading extends PieceReading {
  readonly seconds: number;
  readonly strangeSeconds: number;
}

let loaded: Loaded | undefined;

lowerPriority(platform, setPriority);
servePool<RecogniseSessionRequest, RecogniseRequest, never, RecogniseResult, LoadReport>({
  async load(request) {
    const started = performance.now();
    const { languageModelPath: words, activityModelPath: modelPath, second: files, endsPath } = request;
    const language = words === undefined ? undefined : readWordLanguageModel(new Uint8Array(await readFile(words)));
    const recogniser = await openSession(request);
    const activity = modelPath === undefined ? undefined : await openSession({ ...request, modelPath });
    const second = files === undefined ? undefined : await openSequenceRecogniser(files, request.runtime);
    const judge = endsPath === undefined ? undefined : createTurnJudge(await readFile(endsPath, 'utf8'));
    loaded = { recogniser, activity, language, second, judge };
    return { ...recogniser.report, milliseconds: performance.now() - started };
  },
  async run({ samples, expected = [] }) {
    if (loaded === undefined) throw new Error('no model is loaded');
    const parts = { ...loaded, expected: helpfulWords(expected, loaded.language) };
    return { value: await recognise(parts, samples), transfer: [] };
  },
  async unload() {
    await Promise.all([loaded?.recogniser.release(), loaded?.activity?.release(), loaded?.second?.release()]);
  },
});

async function recognise(parts: Reading, samples: Samples): Promise<RecogniseResult> {
  const words: TranscriptWord[] = [];
  const segments: TranscriptSegment[] = [];
  const { stretches, levelled } = await listen(parts.activity, samples);
  const pieces = speechPieces(stretches).filter((piece) => mayHoldWords(pieceOf(samples, SAMPLE_RATE, piece), SAMPLE_RATE));
  let [spoken, strange] = [0, 0];
  for (const reading of await readPieces(parts, { samples, levelled }, pieces)) {
    spoken += reading.seconds;
    strange += reading.strangeSeconds;
    for (const heard of reading.pieces) {
      const [first, last] = [heard[0], heard.at(-1)];
      if (first === undefined || last === undefined) continue;
      words.push(...heard);
      segments.push({ start: first.start, end: last.end, text: heard.map(({ text }) => text).join(' ') });
    }
  }
  const isDoubtful = strange >= LEAST_STRANGE_SECONDS && strange > spoken / 2;
  return { words, segments, isDoubtful, seconds: samples.length / SAMPLE_RATE };
}

/** The stretches of speech, and the audio with all of them equally loud. */
async function listen(activity: Session | undefined, samples: Samples): Promise<{ stretches: SpeechStretch[]; levelled: Float32Array }> {
  if (activity === undefined) return { stretches: [{ start: 0, end: samples.length / SAMPLE_RATE }], levelled: samples };
  const { speech } = await activity.run({ input_values: { data: samples, dims: [1, samples.length] } });
  if (speech === undefined) throw new Error('the voice activity detector gave an answer of the wrong shape');
  return { stretches: speechStretches(speech.data), levelled: levelledSpeech(samples, SAMPLE_RATE, speech.data) };
}

/**
 * The words of each piece. With a judge, pieces are read as one text, for a pause may be in the middle of a sentence, and apart where a new
 * one may begin, if that makes more sense.
 */
async function readPieces(parts: Reading, audio: Audio, pieces: readonly SpeechStretch[]): Promise<readonly PartReading[]> {
  const readFrom = async (starts: readonly number[]): Promise<PartReading[]> => {
    const readings: PartReading[] = [];
    for (const [index, start] of starts.entries()) readings.push(await readTogether(parts, audio, pieces.slice(start, starts[index + 1])));
    return readings;
  };
  if (pieces.length < 2 || parts.judge === undefined) return await readFrom([...pieces.keys()]);
  const together = await readTogether(parts, audio, pieces);
  const starts = doubtfulStarts(together, parts.judge);
  if (starts.length === 0) return [together];
  const apart = await readFrom([0, ...starts]);
  return isBetterTogether(together, apart) ? [together] : apart;
}

/** Reads neighbouring pieces as one. */
async function readTogether(
  { recogniser, language, second, expected, judge }: Reading,
  { samples, levelled }: Audio,
  pieces: readonly SpeechStretch[],
): Promise<PartReading> {
  const { samples: data, placed } = joinPieces(samples, SAMPLE_RATE, pieces);
  const end = data.length / SAMPLE_RATE;
  const letters = await lettersIn(recogniser, data);
  const write = (words: readonly TranscriptWord[]): PieceReading['pieces'] => placed(writeExpected(letters, words, expected, language));
  const certainty = letterCertainty(letters);
  const length = { seconds: end, strangeSeconds: 0 };
  if (second === undefined || certainty === 0) return { pieces: write(readWords(letters, language, 0, end)), certainty, ...length };
  const reading = await second.read(data);
  if (isStrange(reading, certainty)) length.strangeSeconds = end;
  const own = reading.finished ? reading.certainty : Number.NEGATIVE_INFINITY;
  const finish = (words: readonly TranscriptWord[]): readonly TranscriptWord[] => {
    const written = withAcronyms(withSentenceStarts(words));
    return judge === undefined ? written : withClosedSentence(written, judge);
  };
  if (isBetter(reading, certainty)) {
    const clear = levelled === samples ? letters : await lettersIn(recogniser, joinPieces(levelled, SAMPLE_RATE, pieces).samples);
    const words = withFigures(placeWords(clear, reading.words, 0, end));
    return { pieces: write(finish(words)), certainty: own, ...length };
  }
  const heard = readWords(letters, language, 0, end);
  return { pieces: write(reading.finished ? finish(inWrittenForm(heard, reading.words)) : heard), certainty: own, ...length };
}

async function lettersIn(recogniser: Session, data: Samples): Promise<ClassScores> {
  const { log_probs: scores } = await recogniser.run({ input_values: { data, dims: [1, data.length] } });
  const [, frames, classes] = scores?.dims ?? [];
  if (scores === undefined || frames === undefined || classes === undefined)
    throw new Error('the recogniser gave an answer of the wrong shape');
  return { scores: scores.data, frames, classes };
}

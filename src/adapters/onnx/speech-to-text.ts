import { abortable } from '../../core/abort.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';
import {
  amplificationOf,
  cannotTranslate,
  checkLanguage,
  checkLanguages,
  checkRecogniser,
  mayHoldWords,
} from '../../core/recogniser-input.ts';
import { later, meanConfidence } from '../../core/timed-words.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript, TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { EngineDeps, EngineHost } from './engine.ts';
import { entersNativeCode } from './protocol.ts';
import type { RecogniseRequest, RecogniseResult, RecogniseSessionRequest } from './recognise-protocol.ts';
import type { LoadReport } from './runtime.ts';
import type { SequenceModelFiles } from './sequence-recogniser.ts';
import { wholeSentences } from './whole-sentences.ts';
import { firstWindow } from './windows.ts';

/** The inputs of the model in `models/stt-en`; see the README there. */
const SAMPLE_RATE = 16_000;

/** The model normalises over the whole clip and was trained on shorter ones; its memory grows with the clip's length. */
const WINDOW_SECONDS = 20;

/** The time-out applies to one window of at most 30 s of audio. */
export interface OnnxSpeechToTextDeps extends EngineDeps {
  /** The primary language subtags it was trained on; the first is what a transcript is labelled with. */
  readonly languages: readonly [string, ...string[]];
  /** A word model as `scripts/train/speech/pack_language.py` writes it; letters are read greedily without one. */
  readonly languageModelPath?: string;
  /** A voice activity detector like the one in `models/vad`, so that only speech is transcribed; without one, everything is. */
  readonly activityModelPath?: string;
  /** A recogniser that reads what the first is not sure of; it writes capitals and punctuation. */
  readonly second?: SequenceModelFiles;
  /** A table of where sentences end, as in `models/turns-en`, by which the second reads a sentence with pauses as one. */
  readonly endsPath?: string;
  /** Band-limited resampling to the model's rate, without holding the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
}

/** The recogniser's port plus warm-up, statistics and shutdown. */
export interface OnnxSpeechToText extends SpeechToText, EngineHost {}

/**
 * The built-in recogniser: voice activity, a CTC model on the waveform and a beam search over words, and a second recogniser for what
 * remains doubtful, all in workers.
 * Its transcripts have words with confidence and segments, in seconds from the beginning of the whole audio.
 */
export function createOnnxSpeechToText(deps: OnnxSpeechToTextDeps): OnnxSpeechToText {
  const { languageModelPath, activityModelPath, second, endsPath } = deps;
  const pool = createWorkerPool<RecogniseSessionRequest, RecogniseRequest, never, RecogniseResult, LoadReport>({
    createWorker: () => new Worker(new URL('./recognise-worker.ts', import.meta.url).href, { type: 'module' }),
    ...deps,
    load: {
      modelPath: deps.modelPath,
      runtime: deps.runtime,
      ...(languageModelPath === undefined ? {} : { languageModelPath }),
      ...(activityModelPath === undefined ? {} : { activityModelPath }),
      ...(second === undefined ? {} : { second }),
      ...(endsPath === undefined ? {} : { endsPath }),
    },
    entersNativeCode: entersNativeCode(deps.runtime),
    audioSeconds: (_, { seconds }) => seconds,
  });

  /** Undefined for silence, which never reaches the model. */
  async function transcribeWindow(
    window: Pcm,
    { gain, expected, ...options }: PoolRunOptions & { readonly gain: number; readonly expected: readonly string[] },
  ): Promise<RecogniseResult | undefined> {
    const { samples } = await deps.resample(window, SAMPLE_RATE, options.signal);
    // Copied, because the buffer is transferred to the worker and the audio belongs to the caller.
    const data = gain === 1 ? new Float32Array(samples) : samples.map((sample) => sample * gain);
    if (!mayHoldWords(data, SAMPLE_RATE)) return undefined;
    return pool.run({ samples: data, expected }, [data.buffer], options);
  }

  function check({ model, language, possibleLanguages, translate = false }: TranscribeOptions): void {
    checkRecogniser(model, deps.model);
    if (language !== undefined) checkLanguage(language, deps.languages);
    checkLanguages(possibleLanguages, deps.languages);
    // What is said in English needs no translation.
    if (translate && deps.languages.some((known) => known !== 'en')) throw cannotTranslate(deps.model);
  }

  async function transcribe(audio: Pcm, options: TranscribeOptions = {}): Promise<Transcript> {
    const { language, expected = [], key, signal, onText, onDoubt } = options;
    check(options);
    const words: TranscriptWord[] = [];
    const segments: TranscriptSegment[] = [];
    const durationInSeconds = audio.samples.length / audio.sampleRate;
    let passed = 0;
    let isHeard = false;
    let isJudged = false;
    const gain = await amplificationOf(audio.samples, signal);
    const asked = { gain, expected, ...(key === undefined ? {} : { key }), ...(signal === undefined ? {} : { signal }) };
    do {
      signal?.throwIfAborted();
      const rest = { samples: audio.samples.subarray(passed), sampleRate: audio.sampleRate };
      const window = firstWindow(rest, WINDOW_SECONDS);
      const found = await transcribeWindow(window, { ...asked, continuing: passed > 0 });
      const offset = passed / audio.sampleRate;
      // The next window begins with the sentence that this one may have cut off.
      const whole = found === undefined || window.samples.length === rest.samples.length ? undefined : wholeSentences(found);
      passed += whole === undefined ? window.samples.length : Math.round(whole.endSeconds * audio.sampleRate);
      const heard = whole?.heard ?? found;
      if (heard === undefined) continue;
      isHeard = true;
      if (!isJudged && heard.words.length > 0) {
        isJudged = true;
        if (found?.isDoubtful === true && (await onDoubt?.()) === true) break;
      }
      words.push(...heard.words.map((word) => later(word, offset, durationInSeconds)));
      segments.push(...heard.segments.map((segment) => later(segment, offset, durationInSeconds)));
      if (heard.segments.length > 0) onText?.(textOf(heard.segments));
    } while (passed < audio.samples.length);
    // Silence must not hide that the model cannot be loaded.
    if (!isHeard) await abortable(pool.warmUp(), signal);
    return {
      text: textOf(segments),
      language: language ?? deps.languages[0],
      durationInSeconds,
      segments,
      words,
      ...meanConfidence(words),
    };
  }

  return {
    model: deps.model,
    check,
    transcribe,
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function textOf(segments: readonly TranscriptSegment[]): string {
  return segments.map(({ text }) => text).join(' ');
}

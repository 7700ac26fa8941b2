import { abortable } from '../../core/abort.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import {
  cannotTranslate,
  checkLanguage,
  checkLanguages,
  checkRecogniser,
  mayHoldWords,
  primarySubtag,
} from '../../core/recogniser-input.ts';
import { later, meanConfidence } from '../../core/timed-words.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript, TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { VoiceActivity } from '../../ports/voice-activity.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { TranscribeRun, TransformersReport, TransformersResults } from './protocol.ts';

/** The sample rate of every recogniser that transformers.js supports. */
const SAMPLE_RATE = 16_000;

/** Whisper's longest window, in seconds. */
const LONGEST_WINDOW_SECONDS = 30;

export interface TransformersSpeechToTextDeps extends TransformersDeps {
  /** Primary language subtags it was trained on, the first of which labels transcripts; for Whisper, all that may be requested. */
  readonly languages: readonly [string, ...string[]];
  /** Band-limited resampling that does not block the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
  /** The longest piece that is read at once, in seconds; at most and otherwise 30. */
  readonly windowSeconds?: number;
  /** Cuts audio at quiet places into windows of at most this many seconds. */
  readonly cut: (pcm: Pcm, maxSeconds: number) => Iterable<Pcm>;
  /**
   * Windows without speech are left out, for Whisper writes words for noise and takes its language from it; without a detector, the model
   * reads all that is not silent.
   */
  readonly voiceActivity?: VoiceActivity;
}

/** The adapter's port plus warm-up, statistics and shutdown. */
export interface TransformersSpeechToText extends Required<SpeechToText>, AsyncDisposable {
  /** As `transcribe`, without a language; undefined where no speech is heard, or the first that is may be in the language `unless`. */
  transcribeUnless(unless: string, audio: Pcm, options: Omit<TranscribeOptions, 'language'>): Promise<Transcript | undefined>;
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A recogniser from the model hub: Whisper, Moonshine, wav2vec2 or another model with a CTC head. */
export function createTransformersSpeechToText(deps: TransformersSpeechToTextDeps): TransformersSpeechToText {
  const { windowSeconds = LONGEST_WINDOW_SECONDS } = deps;
  let report: TransformersReport | undefined;
  const models = createTransformersPool('transcribe', {
    ...deps,
    onLoaded: (loaded) => {
      report = loaded;
      deps.onLoaded?.(loaded);
    },
  });

  /** The primary subtag of the language, if one is named. */
  function check({
    model,
    language,
    possibleLanguages,
  }: Pick<TranscribeOptions, 'model' | 'language' | 'possibleLanguages'>): string | undefined {
    checkRecogniser(model, deps.model);
    checkLanguages(possibleLanguages, deps.languages);
    return language === undefined ? undefined : checkLanguage(language, deps.languages);
  }

  const warmUp = async (): Promise<void> => (await models.open()).pool.warmUp();

  async function mayBeSpeech(samples: Float32Array, signal: AbortSignal | undefined): Promise<boolean> {
    if (deps.voiceActivity === undefined) return true;
    const stretches = await deps.voiceActivity.detect({ samples, sampleRate: SAMPLE_RATE }, signal === undefined ? {} : { signal });
    return stretches.length > 0;
  }

  /** Only the model itself knows whether it can translate. */
  async function checkTranslation(signal: AbortSignal | undefined): Promise<void> {
    if (report === undefined) await abortable(warmUp(), signal);
    if (report?.translates !== true) throw cannotTranslate(deps.model);
  }

  async function read(audio: Pcm, options: TranscribeOptions, unless?: string): Promise<Transcript | undefined> {
    const { key, signal, onText, expected = [], translate = false, spokenBefore } = options;
    let language = check(options);
    const among = checkLanguages(options.possibleLanguages, deps.languages);
    const earlier = spokenBefore === undefined ? undefined : primarySubtag(spokenBefore);
    const before = earlier === undefined ? {} : { before: earlier };
    if (translate) await checkTranslation(signal);
    const durationInSeconds = audio.samples.length / audio.sampleRate;
    const texts: string[] = [];
    const segments: TranscriptSegment[] = [];
    const words: TranscriptWord[] = [];
    let timed = false;
    let hasWords = false;
    let runs = 0;
    let from = 0;
    for (const window of deps.cut(audio, windowSeconds)) {
      signal?.throwIfAborted();
      const start = from;
      from += window.samples.length / window.sampleRate;
      const { samples } = await deps.resample(window, SAMPLE_RATE, signal);
      if (!mayHoldWords(samples, SAMPLE_RATE) || !(await mayBeSpeech(samples, signal))) continue;
      const { pool } = await models.open();
      // Copied, because the buffer is transferred to the worker and the audio belongs to the caller.
      const own = new Float32Array(samples);
      const spoken = language === undefined ? { ...before, ...among, ...(unless === undefined ? {} : { unless }) } : { language };
      const run: TranscribeRun = { task: 'transcribe', samples: own, translate, expected, ...spoken };
      const heard = (await pool.run(run, [own.buffer], {
        continuing: runs > 0,
        ...(key === undefined ? {} : { key }),
        ...(signal === undefined ? {} : { signal }),
      })) as TransformersResults['transcribe'];
      runs += 1;
      if (heard.isLeft === true) return undefined;
      if (heard.text !== '') {
        texts.push(heard.text);
        onText?.(heard.text);
      }
      language ??= heard.language;
      timed ||= heard.segments !== undefined;
      hasWords ||= heard.words !== undefined;
      for (const segment of heard.segments ?? []) segments.push(later(segment, start, durationInSeconds));
      for (const word of heard.words ?? []) words.push(later(word, start, durationInSeconds));
    }
    // Silence and noise never reach the model, and must not hide that it cannot be loaded.
    if (runs === 0) await abortable(warmUp(), signal);
    if (runs === 0 && unless !== undefined) return undefined;
    return {
      text: texts.join(' '),
      language: translate ? 'en' : (options.language ?? language ?? deps.languages[0]),
      durationInSeconds,
      ...(timed ? { segments } : {}),
      ...(hasWords ? { words } : {}),
      ...meanConfidence(words),
    };
  }

  return {
    model: deps.model,
    check: (options) => void check(options),
    // Without a language to leave out, there is always a transcript.
    transcribe: async (audio, options = {}) => (await read(audio, options)) as Transcript,
    transcribeUnless: (unless, audio, options) => read(audio, options, unless),
    warmUp,
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}

import { ServiceError } from '../../core/errors.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import type { Pcm, SynthesizeOptions, TextToSpeech, Voice } from '../../ports/speech.ts';
import type { SpokenSentence } from '../../ports/spoken-text.ts';
import type { EngineDeps, EngineHost } from './engine.ts';
import { entersNativeCode } from './protocol.ts';
import type { LoadReport } from './runtime.ts';
import { endsSentence, splitFirstClause } from './sentence-parts.ts';
import type { SpeakRequest, SpeakResult, SpeakSessionRequest } from './speak-protocol.ts';

/** A voice: the model's own, or one with another pitch and, as a longer or shorter vocal tract has them, other formants. */
export interface ModelVoice {
  readonly id: string;
  readonly gender: 'female' | 'male';
  readonly description: string;
  /** What the pitch of the model is multiplied by. */
  readonly pitch: number;
  /** What the frequencies of its formants are multiplied by. */
  readonly formants: number;
}

/** The time-out applies to one sentence. */
export interface OnnxTextToSpeechDeps extends EngineDeps {
  readonly spellingModelPath: string;
  readonly lexiconPath: string;
  /** The model's description in voice.json. */
  readonly phonemes: Readonly<Record<string, number>>;
  readonly voices: readonly [ModelVoice, ...ModelVoice[]];
  readonly sampleRate: number;
  /** Turns a text into what a person would say aloud, lazily and sentence by sentence. */
  readonly spokenSentences: (text: string) => Iterable<SpokenSentence>;
  /** Converts audio to another sample rate in Hz. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
}

/** The speaker's port plus warm-up, statistics and shutdown. */
export interface OnnxTextToSpeech extends TextToSpeech, EngineHost {}

const LANGUAGE = 'en-US';

/** Voice names that OpenAI's clients send, by the kind of voice they stand for. */
const ALIASES: Readonly<Record<string, ModelVoice['gender']>> = {
  ...Object.fromEntries(['alloy', 'coral', 'fable', 'marin', 'nova', 'sage', 'shimmer', 'female'].map((name) => [name, 'female'] as const)),
  ...Object.fromEntries(['ash', 'ballad', 'cedar', 'echo', 'onyx', 'verse', 'male'].map((name) => [name, 'male'] as const)),
};
const DEFAULT_VOICE = 'default';

const [SLOWEST, FASTEST] = [0.25, 4];

/** Seconds at speed 1 that are added between two sentences; their ends leave 0.29. */
const SENTENCE_PAUSE_SECONDS = 0.18;

/** A first sentence of more words than this is split at its first pause, so that playback starts soon. */
const LONG_SENTENCE_WORDS = 10;

/** The built-in English voices: text front end, lexicon and a small network, run in workers, a sentence at a time. */
export function createOnnxTextToSpeech(deps: OnnxTextToSpeechDeps): OnnxTextToSpeech {
  const { voices, sampleRate } = deps;
  const pool = createWorkerPool<SpeakSessionRequest, SpeakRequest, never, SpeakResult, LoadReport>({
    createWorker: () => new Worker(new URL('./speak-worker.ts', import.meta.url).href, { type: 'module' }),
    ...deps,
    load: {
      modelPath: deps.modelPath,
      runtime: deps.runtime,
      spellingModelPath: deps.spellingModelPath,
      lexiconPath: deps.lexiconPath,
      phonemes: deps.phonemes,
    },
    entersNativeCode: entersNativeCode(deps.runtime),
  });

  function voiceNamed(name: string): ModelVoice {
    const wanted = name.toLowerCase();
    if (wanted === DEFAULT_VOICE) return voices[0];
    const gender = ALIASES[wanted];
    const named = voices.find((voice) => voice.id === wanted || voice.gender === gender);
    if (named === undefined) {
      throw new ServiceError(
        'invalid_input',
        `There is no voice of this name; there are ${voices.map(({ id }) => id).join(', ')} and those that GET /v1/audio/voices lists.`,
        {
          param: 'voice',
        },
      );
    }
    return named;
  }

  async function* synthesize(text: string, options: SynthesizeOptions = {}): AsyncGenerator<Pcm, void> {
    const { voice = DEFAULT_VOICE, speed: pace = 1, key, signal } = options;
    signal?.throwIfAborted();
    if (!(pace >= SLOWEST && pace <= FASTEST)) {
      throw new ServiceError('invalid_input', `speed must be from ${SLOWEST} to ${FASTEST}.`, { param: 'speed' });
    }
    const { pitch, formants } = voiceNamed(voice);
    const left = new AbortController();
    const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
    let begun = false;
    const speak = async (sentence: SpokenSentence): Promise<Pcm> => {
      // Played slower, a voice has lower formants and a lower pitch.
      const request = { sentence, pitch: pitch / formants, formants, pace };
      const { samples } = await pool.run(request, [], {
        signal: either,
        continuing: begun,
        ...(key === undefined ? {} : { key }),
      });
      begun = true;
      return deps.resample({ samples, sampleRate: Math.round(sampleRate * formants) }, sampleRate, either);
    };
    // Each sentence is synthesised while the one before it plays.
    let ahead: Promise<Pcm> | undefined;
    let pause = 0;
    try {
      for (const sentence of clauses(deps.spokenSentences(text))) {
        either.throwIfAborted();
        const spoken = await ahead;
        ahead = speak(sentence);
        // A failure is handled when the promise is awaited.
        ahead.catch(() => undefined);
        if (spoken !== undefined) yield withSilence(spoken, pause);
        pause = endsSentence(sentence) ? SENTENCE_PAUSE_SECONDS / pace : 0;
      }
      if (ahead !== undefined) yield await ahead;
    } finally {
      left.abort(new DOMException('the listener left', 'AbortError'));
    }
  }

  return {
    model: deps.model,
    voices: listing(voices),
    checkVoice: async (voice) => void voiceNamed(voice),
    synthesize,
    warmUp: () => pool.warmUp(),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Speech followed by this many seconds of silence. */
function withSilence({ samples, sampleRate }: Pcm, seconds: number): Pcm {
  const longer = new Float32Array(samples.length + Math.round(seconds * sampleRate));
  longer.set(samples);
  return { samples: longer, sampleRate };
}

/** The sentences, the first split at its first pause if it is long. */
function* clauses(sentences: Iterable<SpokenSentence>): Generator<SpokenSentence, void> {
  let first = true;
  for (const sentence of sentences) {
    if (first) yield* splitFirstClause(sentence, LONG_SENTENCE_WORDS);
    else yield sentence;
    first = false;
  }
}

function listing(voices: readonly ModelVoice[]): Voice[] {
  return [
    { id: DEFAULT_VOICE, language: LANGUAGE },
    ...voices.map(({ id, gender, description }) => ({ id, language: LANGUAGE, gender, description })),
  ];
}

import { ServiceError } from '../../core/errors.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import type { Pcm, SynthesizeOptions, TextToSpeech, Voice } from '../../ports/speech.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { SynthesizeRun, TransformersReport, TransformersResults } from './protocol.ts';
import { voicesIn, type ModelVoice } from './voices.ts';

const DEFAULT_VOICE = 'default';
const KOKORO = 'style_text_to_speech_2';

/** The architectures whose graphs have a speed input. */
const PACED = new Set([KOKORO, 'supertonic']);

export interface TransformersTextToSpeechDeps extends TransformersDeps {
  /** The language of voices whose names do not imply one, such as `en`. */
  readonly language: string;
  /** The id of the voice that `default` stands for; the first by name unless given. */
  readonly defaultVoice?: string;
  /** Splits text into sentences, in order and without blanks around them. */
  readonly splitSentences: (text: string) => readonly string[];
  /** Turns a sentence into IPA phonemes. Only Kokoro needs it: its model reads phonemes, not letters. */
  readonly phonemize?: (sentence: string, language: string, signal?: AbortSignal) => Promise<string>;
}

/** The adapter's port plus warm-up, statistics and shutdown. `voices` is complete after warm-up. */
export interface TransformersTextToSpeech extends TextToSpeech, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A speech synthesiser from the model hub: VITS (such as MMS), SpeechT5, Kokoro or Supertonic. */
export function createTransformersTextToSpeech(deps: TransformersTextToSpeechDeps): TransformersTextToSpeech {
  let report: TransformersReport | undefined;
  let known: readonly ModelVoice[] = [];
  const models = createTransformersPool('synthesize', {
    ...deps,
    onLoaded: (loaded) => {
      report = loaded;
      deps.onLoaded?.(loaded);
    },
    audioSeconds: (_, result) => {
      const { samples, sampleRate } = result as TransformersResults['synthesize'];
      return samples.length / sampleRate;
    },
  });

  async function prepare(): Promise<{ readonly pool: Awaited<ReturnType<typeof models.open>>['pool']; readonly architecture: string }> {
    const { folder, pool } = await models.open();
    known = await voicesIn(folder, deps.language);
    if (report === undefined) await pool.warmUp();
    return { pool, architecture: report?.architecture ?? '' };
  }

  function voiceOf(id: string): ModelVoice | undefined {
    if (id === DEFAULT_VOICE) return known.find((voice) => voice.id === deps.defaultVoice) ?? known[0];
    const found = known.find((voice) => voice.id === id);
    if (found === undefined)
      throw new ServiceError('invalid_input', `There is no voice of this name; GET /v1/audio/voices lists them.`, { param: 'voice' });
    return found;
  }

  async function* synthesize(text: string, options: SynthesizeOptions = {}): AsyncGenerator<Pcm, void> {
    const { voice = DEFAULT_VOICE, speed = 1, key, signal } = options;
    if (!(speed >= 0.25 && speed <= 4)) throw new ServiceError('invalid_input', 'speed must be from 0.25 to 4.', { param: 'speed' });
    signal?.throwIfAborted();
    const { pool, architecture } = await prepare();
    const chosen = voiceOf(voice);
    if (speed !== 1 && !PACED.has(architecture)) {
      throw new ServiceError('invalid_input', `${deps.model} has only one speed; leave speed out.`, { param: 'speed' });
    }
    let runs = 0;
    for (const sentence of deps.splitSentences(text)) {
      signal?.throwIfAborted();
      const words = architecture === KOKORO ? await phonemes(sentence, chosen?.language ?? deps.language, signal) : sentence;
      const run: SynthesizeRun = { task: 'synthesize', text: words, speed, ...(chosen === undefined ? {} : { voicePath: chosen.path }) };
      const { samples, sampleRate } = (await pool.run(run, [], {
        continuing: runs > 0,
        ...(key === undefined ? {} : { key }),
        ...(signal === undefined ? {} : { signal }),
      })) as TransformersResults['synthesize'];
      runs += 1;
      // Some models overshoot, and later stages rely on -1..1.
      yield { samples: samples.map((sample) => Math.min(1, Math.max(-1, sample))), sampleRate };
    }
  }

  async function phonemes(sentence: string, language: string, signal: AbortSignal | undefined): Promise<string> {
    if (deps.phonemize !== undefined) return deps.phonemize(sentence, language, signal);
    throw new ServiceError('provider_unavailable', `${deps.model} needs phonemes, which espeak-ng makes; install it.`);
  }

  return {
    model: deps.model,
    get voices(): readonly Voice[] {
      const first = { id: DEFAULT_VOICE, language: voiceOf(DEFAULT_VOICE)?.language ?? deps.language };
      return [first, ...known.map(({ id, language }) => ({ id, language }))];
    },
    async checkVoice(voice) {
      await prepare();
      voiceOf(voice);
    },
    synthesize,
    warmUp: async () => void (await prepare()),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}

import { ServiceError } from '../../core/errors.ts';
import { joinedSamples } from '../../core/joined-samples.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';
import type { Pcm } from '../../ports/speech.ts';
import type { DetectOptions, SpeechStretch, VoiceActivity } from '../../ports/voice-activity.ts';
import { createEngine, type EngineDeps, type EngineHost } from './engine.ts';
import { speechStretches, type StretchOptions } from './speech-stretches.ts';
import { activityChunks } from './voice-activity-chunks.ts';

/** What the model in `models/vad` takes and gives; see the README there. */
const SAMPLE_RATE = 16_000;
const SAMPLES_PER_FRAME = 160;

/** The model's memory grows with the length of a run: about 0.3 MB for each second. */
const CHUNK_SECONDS = 30;

/** Its time-out is for one run over at most 37 s of audio. */
export interface OnnxVoiceActivityDeps extends EngineDeps {
  /** Band-limited resampling to the model's rate, without holding the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
  /** How probabilities become stretches, where it differs from the defaults. */
  readonly stretches?: Partial<StretchOptions>;
}

/** What the detector adds to its port: its probabilities, loading before the first request, figures, and shutting down. */
export interface OnnxVoiceActivity extends VoiceActivity, EngineHost {
  /** The probability of speech, 0 to 1, for each 10 ms, the last of which may be shorter. */
  probabilities(audio: Pcm, options?: DetectOptions): Promise<Float32Array>;
}

/** The built-in voice activity detector: a small causal network over the waveform, run in workers. */
export function createOnnxVoiceActivity(deps: OnnxVoiceActivityDeps): OnnxVoiceActivity {
  const engine = createEngine(deps, ({ input_values }) => (input_values?.dims[1] ?? 0) / SAMPLE_RATE);

  async function run(chunk: Pcm, options: PoolRunOptions): Promise<Float32Array> {
    const { samples } = await deps.resample(chunk, SAMPLE_RATE, options.signal);
    // A copy, because the engine takes the buffer away and the caller's audio is not ours to give.
    const data = new Float32Array(samples);
    const { speech } = await engine.run({ input_values: { data, dims: [1, data.length] } }, options);
    if (speech === undefined || speech.data.length !== Math.ceil(samples.length / SAMPLES_PER_FRAME)) {
      throw new ServiceError('provider_unavailable', 'The voice activity detector gave an answer of the wrong shape.');
    }
    return speech.data;
  }

  async function probabilities(audio: Pcm, { signal }: DetectOptions = {}): Promise<Float32Array> {
    const parts: Float32Array[] = [];
    for (const chunk of activityChunks(audio, CHUNK_SECONDS)) {
      signal?.throwIfAborted();
      const speech = await run(chunk.audio, { continuing: parts.length > 0, ...(signal === undefined ? {} : { signal }) });
      parts.push(speech.slice(chunk.from, chunk.from + chunk.frames));
    }
    return joinedSamples(parts);
  }

  async function detect(audio: Pcm, options?: DetectOptions): Promise<readonly SpeechStretch[]> {
    const durationInSeconds = audio.samples.length / audio.sampleRate;
    const stretches = speechStretches(await probabilities(audio, options), deps.stretches);
    return stretches.map(({ start, end }) => ({ start, end: Math.min(end, durationInSeconds) }));
  }

  return {
    detect,
    probabilities,
    warmUp: () => engine.warmUp(),
    stats: () => engine.stats(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

import { ServiceError } from '../../core/errors.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript } from '../../ports/speech.ts';
import { decodeGreedily } from './ctc.ts';
import { createEngine, type RunOptions } from './engine.ts';
import { checkLanguage } from './language.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';
import { cutAtQuiet } from './windows.ts';

/** What the model in `models/stt-en` takes and gives; see the README there. */
const SAMPLE_RATE = 16_000;
const ALPHABET = " abcdefghijklmnopqrstuvwxyz'";

/** The model normalises over the whole clip, and its memory grows with the clip's length. */
const WINDOW_SECONDS = 30;

/** Below this peak (-60 dBFS) a window is taken for silence: the model would normalise noise up to speech level. */
const SILENT_PEAK = 0.001;

/** Shorter than any word; the model's first window of analysis needs more than this. */
const SHORTEST_SECONDS = 0.05;

/** OpenAI clients cannot leave the model out and send this name by default. */
const DEFAULT_ALIAS = 'whisper-1';

export interface OnnxSpeechToTextDeps {
  /** The id the model is known by, such as `stt-en`. */
  readonly model: string;
  /** The primary language subtags it was trained on; the first is what a transcript is labelled with. */
  readonly languages: readonly [string, ...string[]];
  /** A path that node:fs reads, also one inside an executable. */
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** How many clips are transcribed at once; each takes one core. */
  readonly workers: number;
  /** How many more may wait before `too_many_requests`. */
  readonly queueLimit: number;
  /** Longest time one window of at most 30 s of audio may take. */
  readonly timeoutMs: number;
  /** Band-limited resampling to the model's rate, without holding the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
  /** Told of every session that was loaded, and by which provider. */
  readonly onLoaded?: (report: LoadReport) => void;
}

/** What the recogniser adds to its port: loading before the first request, and shutting down. */
export interface OnnxSpeechToText extends SpeechToText, AsyncDisposable {
  /** Loads a first session, if none is. Throws `provider_unavailable` when that fails; it may be tried again. */
  warmUp(): Promise<void>;
}

/** The built-in recogniser: a CTC model on the waveform, run in workers, decoded greedily. */
export function createOnnxSpeechToText(deps: OnnxSpeechToTextDeps): OnnxSpeechToText {
  const engine = createEngine(deps);

  async function transcribeWindow(window: Pcm, options: RunOptions): Promise<string> {
    const { samples } = await deps.resample(window, SAMPLE_RATE, options.signal);
    if (samples.length < SHORTEST_SECONDS * SAMPLE_RATE || peakOf(samples) < SILENT_PEAK) return '';
    // A copy, because the engine takes the buffer away and the caller's audio is not ours to give.
    const data = new Float32Array(samples);
    const outputs = await engine.run({ input_values: { data, dims: [1, data.length] } }, options);
    const scores = outputs['log_probs'];
    const [, frames, classes] = scores?.dims ?? [];
    if (scores === undefined || frames === undefined || classes === undefined) {
      throw new ServiceError('provider_unavailable', 'The recogniser gave an answer of the wrong shape.');
    }
    return decodeGreedily({ scores: scores.data, frames, classes }, ALPHABET);
  }

  async function transcribe(audio: Pcm, { model, language, signal }: TranscribeOptions = {}): Promise<Transcript> {
    if (model !== undefined && model !== deps.model && model !== DEFAULT_ALIAS) {
      throw new ServiceError('invalid_input', `There is no recogniser named so here; use ${deps.model}.`, { param: 'model' });
    }
    if (language !== undefined) checkLanguage(language, deps.languages);
    const texts: string[] = [];
    for (const window of cutAtQuiet(audio, WINDOW_SECONDS)) {
      signal?.throwIfAborted();
      texts.push(await transcribeWindow(window, { continuing: texts.length > 0, ...(signal === undefined ? {} : { signal }) }));
    }
    return {
      text: texts.filter((text) => text !== '').join(' '),
      language: language ?? deps.languages[0],
      durationInSeconds: audio.samples.length / audio.sampleRate,
    };
  }

  return {
    model: deps.model,
    transcribe,
    warmUp: () => engine.warmUp(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

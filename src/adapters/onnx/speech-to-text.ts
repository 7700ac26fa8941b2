import { ServiceError } from '../../core/errors.ts';
import { checkLanguage, checkRecogniser, mayHoldWords } from '../../core/recogniser-input.ts';
import type { PoolRunOptions } from '../../core/worker-pool.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript } from '../../ports/speech.ts';
import { decodeGreedily } from './ctc.ts';
import { createEngine, type EngineDeps, type EngineHost } from './engine.ts';
import { cutAtQuiet } from './windows.ts';

/** What the model in `models/stt-en` takes and gives; see the README there. */
const SAMPLE_RATE = 16_000;
const ALPHABET = " abcdefghijklmnopqrstuvwxyz'";

/** The model normalises over the whole clip, and its memory grows with the clip's length. */
const WINDOW_SECONDS = 30;

/** Its time-out is for one window of at most 30 s of audio. */
export interface OnnxSpeechToTextDeps extends EngineDeps {
  /** The primary language subtags it was trained on; the first is what a transcript is labelled with. */
  readonly languages: readonly [string, ...string[]];
  /** Band-limited resampling to the model's rate, without holding the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
}

/** What the recogniser adds to its port: loading before the first request, figures, and shutting down. */
export interface OnnxSpeechToText extends SpeechToText, EngineHost {}

/** The built-in recogniser: a CTC model on the waveform, run in workers, decoded greedily. */
export function createOnnxSpeechToText(deps: OnnxSpeechToTextDeps): OnnxSpeechToText {
  const engine = createEngine(deps, ({ input_values }) => (input_values?.dims[1] ?? 0) / SAMPLE_RATE);

  async function transcribeWindow(window: Pcm, options: PoolRunOptions): Promise<string> {
    const { samples } = await deps.resample(window, SAMPLE_RATE, options.signal);
    if (!mayHoldWords(samples, SAMPLE_RATE)) return '';
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
    checkRecogniser(model, deps.model);
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
    stats: () => engine.stats(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

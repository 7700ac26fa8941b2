import type { PoolStats } from '../../core/pool-stats.ts';
import { checkLanguage, checkRecogniser, mayHoldWords } from '../../core/recogniser-input.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript, TranscriptSegment } from '../../ports/speech.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { TranscribeRun, TransformersResults } from './protocol.ts';

/** What every recogniser of the hub that transformers.js knows takes. */
const SAMPLE_RATE = 16_000;

/** What Whisper hears at once. */
const WINDOW_SECONDS = 30;

export interface TransformersSpeechToTextDeps extends TransformersDeps {
  /** Primary language subtags it was trained on, the first being what a transcript is labelled with; of Whisper all that may be asked for. */
  readonly languages: readonly [string, ...string[]];
  /** Band-limited resampling, without holding the thread. */
  readonly resample: (pcm: Pcm, sampleRate: number, signal?: AbortSignal) => Promise<Pcm>;
  /** Cuts audio into windows of at most so many seconds, at quiet places. */
  readonly cut: (pcm: Pcm, maxSeconds: number) => Iterable<Pcm>;
}

/** What the adapter adds to its port. */
export interface TransformersSpeechToText extends SpeechToText, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A recogniser of the hub: Whisper, Moonshine, wav2vec2 or another with a CTC head. */
export function createTransformersSpeechToText(deps: TransformersSpeechToTextDeps): TransformersSpeechToText {
  const models = createTransformersPool('transcribe', deps);

  async function transcribe(audio: Pcm, options: TranscribeOptions = {}): Promise<Transcript> {
    const { signal } = options;
    checkRecogniser(options.model, deps.model);
    let language = options.language === undefined ? undefined : checkLanguage(options.language, deps.languages);
    const texts: string[] = [];
    const segments: TranscriptSegment[] = [];
    let timed = false;
    let runs = 0;
    let from = 0;
    for (const window of deps.cut(audio, WINDOW_SECONDS)) {
      signal?.throwIfAborted();
      const start = from;
      from += window.samples.length / window.sampleRate;
      const { samples } = await deps.resample(window, SAMPLE_RATE, signal);
      if (!mayHoldWords(samples, SAMPLE_RATE)) continue;
      const { pool } = await models.open();
      // A copy, because the worker takes the buffer away and the caller's audio is not ours to give.
      const own = new Float32Array(samples);
      const run: TranscribeRun = { task: 'transcribe', samples: own, ...(language === undefined ? {} : { language }) };
      const heard = (await pool.run(run, [own.buffer], {
        continuing: runs > 0,
        ...(signal === undefined ? {} : { signal }),
      })) as TransformersResults['transcribe'];
      runs += 1;
      if (heard.text !== '') texts.push(heard.text);
      language ??= heard.language;
      timed ||= heard.segments !== undefined;
      for (const segment of heard.segments ?? []) segments.push({ ...segment, start: start + segment.start, end: start + segment.end });
    }
    return {
      text: texts.join(' '),
      language: options.language ?? language ?? deps.languages[0],
      durationInSeconds: audio.samples.length / audio.sampleRate,
      ...(timed ? { segments } : {}),
    };
  }

  return {
    model: deps.model,
    transcribe,
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}

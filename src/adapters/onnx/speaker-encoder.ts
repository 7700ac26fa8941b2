import { ServiceError } from '../../core/errors.ts';
import type { EncodeOptions, SpeakerEncoder } from '../../ports/speaker-encoder.ts';
import { createEngine, type EngineDeps, type EngineHost } from './engine.ts';

/** What the model in `models/speaker` takes and gives; see the README there. */
const SAMPLE_RATE = 16_000;
/** 160 frames of 25 ms, 10 ms apart. */
const WINDOW = 25_840;
const DIMENSIONS = 256;

/** Windows of one run, for which others may have to wait: about a tenth of a second. */
const BATCH = 8;

/** The encoder's port plus loading before the first request, figures, and shutting down. Its time-out is for one run over a few windows. */
export interface OnnxSpeakerEncoder extends SpeakerEncoder, EngineHost {}

/** The built-in speaker encoder: a recurrent network over the waveform, run in workers. */
export function createOnnxSpeakerEncoder(deps: EngineDeps): OnnxSpeakerEncoder {
  const engine = createEngine(deps, ({ input_values }) => ((input_values?.dims[0] ?? 0) * WINDOW) / SAMPLE_RATE);

  async function run(batch: readonly Float32Array[], continuing: boolean, signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const data = new Float32Array(batch.length * WINDOW);
    for (const [row, samples] of batch.entries()) fill(data.subarray(row * WINDOW, (row + 1) * WINDOW), samples);
    const options = { continuing, ...(signal === undefined ? {} : { signal }) };
    const { embedding } = await engine.run({ input_values: { data, dims: [batch.length, WINDOW] } }, options);
    if (embedding === undefined || embedding.data.length !== batch.length * DIMENSIONS) {
      throw new ServiceError('provider_unavailable', 'The speaker encoder gave an answer of the wrong shape.');
    }
    return batch.map((_, row) => embedding.data.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS));
  }

  async function encode(pieces: AsyncIterable<Float32Array>, { signal }: EncodeOptions = {}): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let batch: Float32Array[] = [];
    const encodeBatch = async (): Promise<void> => {
      if (batch.length > 0) vectors.push(...(await run(batch, vectors.length > 0, signal)));
      batch = [];
    };
    for await (const piece of pieces) {
      batch.push(piece);
      if (batch.length === BATCH) await encodeBatch();
    }
    await encodeBatch();
    return vectors;
  }

  return {
    model: deps.model,
    sampleRate: SAMPLE_RATE,
    windowSeconds: WINDOW / SAMPLE_RATE,
    encode,
    warmUp: () => engine.warmUp(),
    stats: () => engine.stats(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** Fills a window with samples. Short speech is repeated, because the network was trained on whole windows of speech. */
function fill(window: Float32Array, samples: Float32Array): void {
  if (samples.length === 0) return;
  for (let at = 0; at < window.length; at += samples.length) window.set(samples.subarray(0, window.length - at), at);
}

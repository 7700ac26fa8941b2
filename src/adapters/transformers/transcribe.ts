import type { LoadedLibrary, Library } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { Heard, HeardSegment, TranscribeRun } from './protocol.ts';

const SAMPLE_RATE = 16_000;

/** Moonshine's paper limits output to 6 tokens per second of audio, against repetition loops. */
const MOONSHINE_TOKENS_A_SECOND = 6;

type Recognise = (audio: Float32Array, options: Readonly<Record<string, unknown>>) => Promise<RecognisedAudio>;

interface RecognisedAudio {
  readonly text: string;
  readonly chunks?: readonly { readonly text: string; readonly timestamp: readonly [number, number | null] }[];
}

/** The fields of a Whisper model's generation_config.json used here. */
interface WhisperGeneration {
  readonly is_multilingual?: boolean;
  readonly lang_to_id?: Readonly<Record<string, number>>;
  readonly decoder_start_token_id?: number;
  readonly max_length?: number;
}

/** A recogniser of any architecture that transformers.js supports: Whisper, Moonshine, or one with a CTC head. */
export async function openRecogniser({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'transcribe'>> {
  const pipeline = await library.pipeline('automatic-speech-recognition', folder, options);
  const architecture = pipeline.model.config.model_type ?? '';
  const recognise = pipeline as unknown as Recognise;
  const isWhisper = architecture.endsWith('whisper');
  return {
    architecture,
    async run(request, { signal }) {
      const stopping = new library.InterruptableStoppingCriteria();
      const stop = (): void => stopping.interrupt();
      signal.addEventListener('abort', stop, { once: true });
      try {
        if (isWhisper) return await transcribeWhisper(library, pipeline as unknown as WhisperPipeline, request, stopping);
        const seconds = request.samples.length / SAMPLE_RATE;
        const generation = { max_new_tokens: Math.ceil((seconds + 1) * MOONSHINE_TOKENS_A_SECOND), stopping_criteria: stopping };
        const { text } = await recognise(request.samples, architecture === 'moonshine' ? generation : {});
        return { text: text.trim() };
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

type Stopping = InstanceType<Library['InterruptableStoppingCriteria']>;

interface WhisperModel {
  readonly generation_config: WhisperGeneration;
  readonly config: { readonly max_target_positions?: number };
  (
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly logits: { readonly data: Float32Array; readonly dims: readonly number[] } }>;
}

interface WhisperPipeline {
  (audio: Float32Array, options: Readonly<Record<string, unknown>>): Promise<RecognisedAudio>;
  readonly model: WhisperModel;
  readonly processor: (audio: Float32Array) => Promise<{ readonly input_features: unknown }>;
}

async function transcribeWhisper(library: Library, pipeline: WhisperPipeline, request: TranscribeRun, stopping: Stopping): Promise<Heard> {
  const { generation_config: generation, config } = pipeline.model;
  const multilingual = generation.is_multilingual === true;
  const language = multilingual ? (request.language ?? (await detectLanguage(library, pipeline, request.samples))) : 'en';
  const longest = Math.min(generation.max_length ?? Infinity, config.max_target_positions ?? 448);
  const { text, chunks = [] } = await pipeline(request.samples, {
    return_timestamps: true,
    stopping_criteria: stopping,
    // With a token limit it reads the window once; without one, a timestamp of 0 would restart it for ever.
    max_new_tokens: Math.max(1, longest - 4),
    ...(multilingual ? { language, task: 'transcribe' } : {}),
  });
  const seconds = request.samples.length / SAMPLE_RATE;
  const segments: HeardSegment[] = [];
  for (const { text: said, timestamp } of chunks) {
    // The model's timestamps may be wrong, so segments are kept in order and within the window.
    const start = Math.min(Math.max(timestamp[0], segments.at(-1)?.end ?? 0), seconds);
    const end = Math.min(Math.max(timestamp[1] ?? seconds, start), seconds);
    if (said.trim() !== '') segments.push({ start, end, text: said.trim() });
  }
  return { text: text.trim(), language, segments };
}

/** Whisper's language detection (Radford et al. 2022, 2.3): the likeliest language token after the start token. */
async function detectLanguage(library: Library, { model, processor }: WhisperPipeline, samples: Float32Array): Promise<string> {
  const { lang_to_id: languages = {}, decoder_start_token_id: start = 0 } = model.generation_config;
  const { input_features } = await processor(samples);
  const decoder_input_ids = new library.Tensor('int64', BigInt64Array.of(BigInt(start)), [1, 1]);
  const { logits } = await model({ input_features, decoder_input_ids });
  let best = 'en';
  let score = -Infinity;
  for (const [token, id] of Object.entries(languages)) {
    const value = logits.data[id] ?? -Infinity;
    if (value <= score) continue;
    score = value;
    best = token.replace(/^<\|(.*)\|>$/, '$1');
  }
  return best;
}

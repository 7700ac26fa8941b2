import { hundredths } from '../../core/rounded.ts';
import type { Library } from './library.ts';
import type { Heard, HeardSegment, TranscribeRun } from './protocol.ts';

const SAMPLE_RATE = 16_000;

/** Seconds of a Whisper window, which its encoder turns into `max_source_positions` steps. */
const WINDOW_SECONDS = 30;

/** The fields of a Whisper model's generation_config.json used here. */
interface WhisperGeneration {
  readonly is_multilingual?: boolean;
  readonly lang_to_id?: Readonly<Record<string, number>>;
  readonly task_to_id?: Readonly<Record<string, number>>;
  readonly decoder_start_token_id?: number;
  readonly prev_sot_token_id?: number;
  readonly no_timestamps_token_id?: number;
  readonly max_length?: number;
}

/** The fields of its config.json used here. */
interface WhisperConfig {
  readonly max_source_positions?: number;
  readonly max_target_positions?: number;
  readonly encoder_layers?: number;
  readonly decoder_layers?: number;
}

/** A tensor of token ids or of scores. */
interface Output<Data> {
  readonly data: Data;
  readonly dims: readonly number[];
}

interface WhisperModel {
  readonly generation_config: WhisperGeneration;
  readonly config: WhisperConfig;
  (inputs: Readonly<Record<string, unknown>>): Promise<{ readonly logits: Output<Float32Array> }>;
  generate(options: Readonly<Record<string, unknown>>): Promise<Output<BigInt64Array>>;
}

/** A loaded Whisper model with what prepares its input and reads its output. */
export interface WhisperPipeline {
  readonly model: WhisperModel;
  readonly processor: (audio: Float32Array) => Promise<{ readonly input_features: unknown }>;
  readonly tokenizer: {
    encode(text: string, options: { readonly add_special_tokens: boolean }): readonly number[];
    decode(tokens: readonly number[], options: { readonly skip_special_tokens: boolean }): string;
  };
}

/**
 * Whether a Whisper model writes English whatever is said: one for English alone, or a multilingual one that was trained to translate. A
 * decoder of fewer layers than the encoder was cut down and trained on transcriptions alone, as those of large-v3-turbo and Distil-Whisper:
 * asked for a translation, they write the language that is spoken.
 */
export function whisperTranslates({ generation_config: generation, config }: WhisperModel): boolean {
  if (generation.is_multilingual !== true) return generation.is_multilingual === false;
  return generation.task_to_id?.['translate'] !== undefined && (config.decoder_layers ?? 0) >= (config.encoder_layers ?? 0);
}

/** Transcribes or translates one window of at most 30 s. `stopping` ends it early. */
export async function runWhisper(library: Library, whisper: WhisperPipeline, request: TranscribeRun, stopping: unknown): Promise<Heard> {
  const { model, processor, tokenizer } = whisper;
  const { generation_config: generation, config } = model;
  const { input_features } = await processor(request.samples);
  const language =
    generation.is_multilingual === true ? (request.language ?? (await detectLanguage(library, model, input_features))) : 'en';
  const most = config.max_target_positions ?? 448;
  const begin = [...promptTokens(whisper, request.expected, most / 2 - 1), ...firstTokens(generation, language, request.translate)];
  const { data } = await model.generate({
    inputs: input_features,
    decoder_input_ids: begin,
    return_timestamps: true,
    stopping_criteria: stopping,
    // With a token limit it reads the window once; without one, a timestamp of 0 would restart it for ever.
    max_new_tokens: Math.max(1, Math.min(generation.max_length ?? Infinity, most) - begin.length),
  });
  const tokens = Array.from(data.subarray(begin.length), Number);
  const firstTime = (generation.no_timestamps_token_id ?? Infinity) + 1;
  const secondsAStep = WINDOW_SECONDS / (config.max_source_positions ?? 1500);
  const timeOf = (token: number): number | undefined => (token < firstTime ? undefined : hundredths((token - firstTime) * secondsAStep));
  const read = (words: readonly number[]): string =>
    words.length === 0 ? '' : tokenizer.decode(words, { skip_special_tokens: true }).trim();
  return {
    text: read(tokens.filter((token) => timeOf(token) === undefined)),
    language,
    segments: timedSegments(tokens, { timeOf, read, seconds: request.samples.length / SAMPLE_RATE }),
  };
}

/** What tells the model its task, and in which language people speak. */
function firstTokens(generation: WhisperGeneration, language: string, translate: boolean): number[] {
  const { decoder_start_token_id: start = 0, lang_to_id: languages = {}, task_to_id: tasks = {} } = generation;
  if (generation.is_multilingual !== true) return [start];
  return [start, languages[`<|${language}|>`], tasks[translate ? 'translate' : 'transcribe']].filter((token) => token !== undefined);
}

/** Words that may be said, as what was said before: the end of them, as OpenAI's Whisper reads a prompt. */
function promptTokens({ model, tokenizer }: WhisperPipeline, expected: readonly string[], most: number): number[] {
  const { prev_sot_token_id: earlier } = model.generation_config;
  if (expected.length === 0 || earlier === undefined) return [];
  return [earlier, ...tokenizer.encode(` ${expected.join(', ')}.`, { add_special_tokens: false }).slice(-most)];
}

interface Timed {
  /** The seconds that a token stands for; undefined for one of a text. */
  readonly timeOf: (token: number) => number | undefined;
  readonly read: (tokens: readonly number[]) => string;
  /** How long the window is. */
  readonly seconds: number;
}

/** What is said between two times. The model's times may be wrong, so that segments are kept in order and within the window. */
function timedSegments(tokens: readonly number[], { timeOf, read, seconds }: Timed): HeardSegment[] {
  const segments: HeardSegment[] = [];
  let begun = 0;
  let words: number[] = [];
  const close = (time: number): void => {
    const text = read(words);
    const start = Math.min(Math.max(begun, segments.at(-1)?.end ?? 0), seconds);
    if (text !== '') segments.push({ start, end: Math.min(Math.max(time, start), seconds), text });
    begun = time;
    words = [];
  };
  for (const token of tokens) {
    const time = timeOf(token);
    if (time === undefined) words.push(token);
    // The same time again is a slip of the model: nothing is said in no time.
    else if (time !== begun) close(time);
  }
  close(seconds);
  return segments;
}

/** Whisper's language detection (Radford et al. 2022, 2.3): the likeliest language token after the start token. */
async function detectLanguage(library: Library, model: WhisperModel, input_features: unknown): Promise<string> {
  const { lang_to_id: languages = {}, decoder_start_token_id: start = 0 } = model.generation_config;
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

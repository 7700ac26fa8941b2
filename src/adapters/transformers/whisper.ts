import { hundredths } from '../../core/rounded.ts';
import type { Library } from './library.ts';
import type { Heard, HeardSegment, TranscribeRun } from './protocol.ts';
import { specialTokens, write } from './whisper-decoder.ts';
import { isSurelyNot, languageChances, likeliestLanguage } from './whisper-language.ts';
import type { WhisperGeneration, WhisperModel } from './whisper-model.ts';
import { timedWords } from './whisper-words.ts';

const SAMPLE_RATE = 16_000;

/** Of features, two of which make one frame. */
const FEATURES_A_SECOND = 100;

/** How much silence there is behind the audio of a short window: with less the model does not find the end. */
const SILENCE_SECONDS = 5;

/** More tokens than anybody speaks, in any script, and how many more there may be. */
const TOKENS_A_SECOND = 30;
const LEAST_TOKENS = 20;

/** Seconds of a Whisper window, which its encoder turns into `max_source_positions` steps. */
const WINDOW_SECONDS = 30;

/** A tensor [1, bands, features]. */
interface Features {
  slice(...ranges: readonly (null | readonly [number, number])[]): Features;
}

/** A loaded Whisper model with what prepares its input and reads its output. */
export interface WhisperPipeline {
  readonly model: WhisperModel;
  readonly processor: (audio: Float32Array) => Promise<{ readonly input_features: Features }>;
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

/** Transcribes or translates one window of at most 30 s. `signal` ends it early. */
export async function runWhisper(library: Library, whisper: WhisperPipeline, request: TranscribeRun, signal: AbortSignal): Promise<Heard> {
  const { model, processor, tokenizer } = whisper;
  const { generation_config: generation, config } = model;
  const seconds = request.samples.length / SAMPLE_RATE;
  const { input_features } = await processor(request.samples);
  // Translations suffer more from it.
  const isShort = config.takes_short_windows === true && !request.translate && seconds + SILENCE_SECONDS < WINDOW_SECONDS;
  // Once, for the detection and the text: it is most of the work of a short recording.
  const encoder_outputs = await encode(model, isShort ? firstSeconds(input_features, seconds + SILENCE_SECONDS) : input_features);
  let { language = 'en' } = request;
  if (generation.is_multilingual !== true) language = 'en';
  else if (request.language === undefined) {
    const chances = await languageChances(library, model, { encoder_outputs, before: request.before, among: request.among });
    language = likeliestLanguage(chances);
    if (request.unless !== undefined && !isSurelyNot(request.unless, language, chances)) return { text: '', isLeft: true };
  }
  const most = config.max_target_positions ?? 448;
  const begin = [...promptTokens(whisper, request.expected, most / 2 - 1), ...firstTokens(generation, language, request.translate)];
  const special = specialTokens(generation);
  const longest = Math.max(1, Math.min(generation.max_length ?? Infinity, most) - begin.length);
  const limit = isShort ? Math.min(longest, LEAST_TOKENS + Math.ceil(seconds * TOKENS_A_SECOND)) : longest;
  let written = await write(library, model, { encoder_outputs, begin, special, limit, signal });
  if (isShort && !written.finished && !signal.aborted) {
    // It was trained on whole windows, and may begin to repeat itself in a shorter one.
    const whole = await encode(model, input_features);
    written = await write(library, model, { encoder_outputs: whole, begin, special, limit: longest, signal });
  }
  const { firstTime } = special;
  const secondsAFrame = WINDOW_SECONDS / (config.max_source_positions ?? 1500);
  const timeOf = (token: number): number | undefined => (token < firstTime ? undefined : hundredths((token - firstTime) * secondsAFrame));
  const read = (tokens: readonly number[]): string => (tokens.length === 0 ? '' : tokenizer.decode(tokens, { skip_special_tokens: true }));
  const tokens = written.tokens.map(({ token }) => token);
  const segments = timedSegments(tokens, { timeOf, read: (part) => read(part).trim(), seconds });
  const isTime = (token: number): boolean => token >= firstTime;
  const words = request.translate ? undefined : timedWords(written.tokens, { language, read, isTime, segments, seconds, secondsAFrame });
  return {
    text: read(tokens.filter((token) => !isTime(token))).trim(),
    language,
    segments,
    ...(words === undefined ? {} : { words }),
  };
}

async function encode(model: WhisperModel, input_features: unknown): Promise<unknown> {
  const { encoder_outputs } = await model._prepare_encoder_decoder_kwargs_for_generation({
    inputs_tensor: input_features,
    model_inputs: { input_features },
    model_input_name: 'input_features',
    generation_config: {},
  });
  return encoder_outputs;
}

function firstSeconds(input_features: Features, seconds: number): Features {
  return input_features.slice(null, null, [0, 2 * Math.ceil((seconds * FEATURES_A_SECOND) / 2)]);
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

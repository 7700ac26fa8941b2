import type { LoadReport } from '../../core/worker-protocol.ts';
import type { ChatPart, ChatRequest, FinishReason, TokenUsage } from '../../ports/language.ts';

/** The tasks of models. */
export type TransformersTask = 'transcribe' | 'synthesize' | 'embed' | 'classify' | 'tag' | 'rerank' | 'generate';

/** The number formats of graphs on the hub, as named by transformers.js; each has its file name suffix. */
const TRANSFORMERS_DTYPES = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'bnb4', 'q4f16'] as const;

export type TransformersDtype = (typeof TRANSFORMERS_DTYPES)[number];

/** One format for all graphs of a model, or one per graph by its name, such as `encoder_model`. */
export type TransformersDtypes = TransformersDtype | Readonly<Record<string, TransformersDtype>>;

export interface TransformersRuntime {
  /** `auto` uses native onnxruntime if it loads, or else WASM. */
  readonly provider: 'auto' | 'native' | 'wasm';
  /** Path of the installed onnxruntime-web's `ort-wasm-simd-threaded.wasm`, readable by node:fs. */
  readonly wasmPath: string;
}

/** Asks a worker to load a model from a folder in the hub's layout. */
export interface TransformersLoad {
  readonly task: TransformersTask;
  readonly folder: string;
  readonly dtype: TransformersDtypes;
  readonly runtime: TransformersRuntime;
}

/** A worker's report once its model is loaded. */
export interface TransformersReport extends LoadReport {
  readonly provider: 'native' | 'wasm';
  /** `model_type` of its config.json, such as `whisper`. */
  readonly architecture: string;
  /** Of classifiers. */
  readonly labels?: readonly string[];
  /** Of recognisers: whether they can write English, whatever is said. */
  readonly translates?: boolean;
}

export interface TranscribeRun {
  readonly task: 'transcribe';
  /** Mono at 16 kHz, at most 30 s. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** A primary language subtag of what is said; Whisper detects the language if absent. */
  readonly language?: string;
  /** A language to be left to others: speech that may be in it is not read. Only where Whisper detects the language. */
  readonly unless?: string;
  /** The languages among which Whisper detects it; all that it knows if absent. */
  readonly among?: readonly string[];
  /** A primary language subtag of what was said before, which makes it likelier. */
  readonly before?: string;
  /** Whether the text is to be in English; only for models that translate. */
  readonly translate: boolean;
  /** Words that may be said; only Whisper uses them. */
  readonly expected: readonly string[];
}

/** A segment of the transcript, in seconds from the window's start. */
export interface HeardSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A word of the transcript, in seconds from the window's start, and its confidence, 0 to 1. */
export interface HeardWord extends HeardSegment {
  readonly confidence: number;
}

export interface Heard {
  readonly text: string;
  /** Whether nothing was read because it may be in the language that is left to others. */
  readonly isLeft?: boolean;
  /** The language of what is said; only from models that detect it. */
  readonly language?: string;
  /** Only from models with timestamps. */
  readonly segments?: readonly HeardSegment[];
  /** Only from models that tell where in the audio they look. */
  readonly words?: readonly HeardWord[];
}

export interface SynthesizeRun {
  readonly task: 'synthesize';
  /** One sentence, or its phonemes for models that read phonemes. */
  readonly text: string;
  /** The file with the voice's vector, for models with voices. */
  readonly voicePath?: string;
  readonly speed: number;
}

export interface Spoken {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
}

export interface EmbedRun {
  readonly task: 'embed';
  readonly texts: readonly string[];
  readonly pooling: 'mean' | 'cls' | 'last_token';
}

export interface ClassifyRun {
  readonly task: 'classify';
  readonly texts: readonly string[];
}

export interface TagRun {
  readonly task: 'tag';
  readonly texts: readonly string[];
}

/** A span of a text labelled by a model: UTF-16 offsets, `end` exclusive, and a confidence from 0 to 1. */
export interface Tagged {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly score: number;
}

export interface RerankRun {
  readonly task: 'rerank';
  readonly query: string;
  readonly texts: readonly string[];
}

export interface GenerateRun {
  readonly task: 'generate';
  /** Its messages are of text alone. */
  readonly request: ChatRequest;
  /** 0 only counts the tokens of the prompt. */
  readonly maxTokens: number;
  /** Whose request it is: what was read for it is used again for the same owner alone. */
  readonly owner: string;
  /** How many tokens of conversations are kept for their next turns. */
  readonly keptTokens: number;
}

/** A piece of an answer: a call of a function is one piece, as a whole. */
export type GeneratedPart = Exclude<ChatPart, { readonly type: 'finish' }>;

export interface Generated {
  readonly reason: FinishReason;
  readonly usage: TokenUsage;
}

export type TransformersRun = TranscribeRun | SynthesizeRun | EmbedRun | ClassifyRun | TagRun | RerankRun | GenerateRun;

/** The answer to a run, by its task. A run of `generate` sends its answer in parts before it. */
export interface TransformersResults {
  readonly transcribe: Heard;
  readonly synthesize: Spoken;
  readonly embed: readonly Float32Array<ArrayBuffer>[];
  readonly classify: readonly Readonly<Record<string, number>>[];
  readonly tag: readonly (readonly Tagged[])[];
  /** How relevant each text is to the query, from 0 to 1. */
  readonly rerank: readonly number[];
  readonly generate: Generated;
}

export type TransformersResult = TransformersResults[TransformersTask];

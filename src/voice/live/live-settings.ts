import { ServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Completeness } from '../../core/turn-ends.ts';
import type { LiveFormat } from '../../domain/speech/live/audio-format.ts';
import type { FunctionTool, ToolChoice } from '../../ports/language.ts';
import type { SpeechToText, TextToSpeech } from '../../ports/speech.ts';
import type { VoiceLimits } from '../config.ts';
import { hearingOf, type AskedHearing, type Hearing } from '../hearing.ts';
import type { ResponseChange, SessionChange, TurnDetectionChange } from './client-events.ts';

/** When the end of a turn is found by itself, and what follows from it. */
export interface TurnDetection {
  readonly threshold: number;
  readonly prefixMs: number;
  readonly silenceMs: number;
  readonly createResponse: boolean;
  readonly interruptResponse: boolean;
  /** Speech into an answer that lasts for so long is a turn, whatever is said; shorter speech only by its words. 0 for all speech. */
  readonly interruptAfterMs: number;
  /** After how long a silence behind an answer one more is made, in milliseconds; undefined for never. */
  readonly idleTimeoutMs?: number;
  /** How soon a turn is taken to be over; undefined if its client says after what silence. */
  readonly eagerness?: Eagerness;
}

export type Eagerness = 'auto' | 'low' | 'medium' | 'high';

const MEDIUM_MS = { finished: 500, open: 900, unfinished: 4000 } as const;
/** The silence that ends a turn at each eagerness by what was said, in milliseconds. */
const SILENCE_MS: Readonly<Record<Eagerness, Readonly<Record<Completeness, number>>>> = {
  high: { finished: 300, open: 500, unfinished: 2000 },
  medium: MEDIUM_MS,
  auto: MEDIUM_MS,
  low: { finished: 1000, open: 2000, unfinished: 8000 },
};

/** How a response is made. */
export interface ResponseSettings {
  readonly instructions: string;
  readonly isSpoken: boolean;
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
  /** Undefined for as many as the model gives. */
  readonly maxTokens: number | undefined;
  readonly format: LiveFormat;
  readonly voice: string | undefined;
  readonly speed: number;
}

/** The settings of a live session, which its client may change at any time. */
export interface LiveSettings extends ResponseSettings {
  /** Whether turns are only transcribed, and never answered. */
  readonly isTranscription: boolean;
  readonly inputFormat: LiveFormat;
  /** Whether the client is told transcripts of what it sends. */
  readonly tellsTranscripts: boolean;
  readonly hearing: Hearing;
  /** What the client told of its speech, as it gave it. */
  readonly asked: AskedHearing;
  /** Undefined while the client alone ends turns. */
  readonly turnDetection: TurnDetection | undefined;
}

/** What of the service's settings those of its live sessions depend on. */
export type LiveDefaults = Pick<VoiceLimits, 'maxPromptWords' | 'liveInterruptMs'>;

const DETECTION = { threshold: 0.5, prefixMs: 300, silenceMs: 500, createResponse: true, interruptResponse: true } as const;

/** The settings of a new session. */
export function liveDefaults({ liveInterruptMs }: Pick<LiveDefaults, 'liveInterruptMs'>): LiveSettings {
  return {
    isTranscription: false,
    instructions: '',
    isSpoken: true,
    tools: [],
    toolChoice: 'auto',
    maxTokens: undefined,
    format: 'audio/pcm',
    voice: undefined,
    speed: 1,
    inputFormat: 'audio/pcm',
    tellsTranscripts: true,
    hearing: {},
    asked: {},
    turnDetection: { ...DETECTION, interruptAfterMs: liveInterruptMs },
  };
}

/** The settings with what a `session.update` changes. Throws `invalid_input`. */
export function changed(
  settings: LiveSettings,
  { type, audio, ...rest }: SessionChange,
  { maxPromptWords, liveInterruptMs }: LiveDefaults,
): LiveSettings {
  const { format, transcription, turn_detection: detection } = audio?.input ?? {};
  return {
    ...settings,
    ...forResponse(settings, { ...rest, ...(audio === undefined ? {} : { audio }) }),
    isTranscription: type === undefined ? settings.isTranscription : type === 'transcription',
    inputFormat: format?.type ?? settings.inputFormat,
    ...(transcription === undefined
      ? {}
      : {
          tellsTranscripts: transcription !== null,
          asked: transcription ?? {},
          hearing: hearingOf(transcription ?? {}, maxPromptWords),
        }),
    turnDetection:
      detection === undefined ? settings.turnDetection : detection === null ? undefined : toDetection(detection, liveInterruptMs),
  };
}

function toDetection(change: TurnDetectionChange, liveInterruptMs: number): TurnDetection {
  const createResponse = change.create_response ?? DETECTION.createResponse;
  const interruptResponse = change.interrupt_response ?? DETECTION.interruptResponse;
  const interruptAfterMs = change.interrupt_after_ms ?? liveInterruptMs;
  const follows = { createResponse, interruptResponse, interruptAfterMs };
  if (change.type === 'semantic_vad') {
    const { eagerness = 'auto' } = change;
    // Until the words are known they could be followed by more.
    return { ...DETECTION, ...follows, eagerness, silenceMs: SILENCE_MS[eagerness].open };
  }
  const { threshold = DETECTION.threshold, prefix_padding_ms: prefixMs = DETECTION.prefixMs } = change;
  const { silence_duration_ms: silenceMs = DETECTION.silenceMs, idle_timeout_ms: idleTimeoutMs = null } = change;
  return { threshold, prefixMs, silenceMs, ...follows, ...(idleTimeoutMs === null ? {} : { idleTimeoutMs }) };
}

/** The rules in a pause behind words that were judged, or that cannot be: the eagerness says how long to wait for more. */
export function afterWords(detection: TurnDetection, completeness: Completeness | undefined): TurnDetection {
  const { eagerness } = detection;
  if (eagerness === undefined || completeness === undefined) return detection;
  return { ...detection, silenceMs: SILENCE_MS[eagerness][completeness] };
}

/** The same settings, if the engines can do what differs from those before. Throws `invalid_input`. */
export async function checked(
  next: LiveSettings,
  before: LiveSettings,
  { speechToText, textToSpeech }: { readonly speechToText: SpeechToText; readonly textToSpeech: TextToSpeech },
): Promise<LiveSettings> {
  await checkVoice(next.voice, before.voice, textToSpeech, 'session');
  const { language } = next.hearing;
  if (language === undefined) return next;
  try {
    speechToText.check?.({ language });
  } catch (error) {
    throw within('session.audio.input.transcription', error);
  }
  return next;
}

/** Checks a voice unless it is that of before. Throws `invalid_input`, which names the field in what is given, such as `session`. */
export async function checkVoice(
  voice: string | undefined,
  before: string | undefined,
  textToSpeech: TextToSpeech,
  given: 'session' | 'response',
): Promise<void> {
  if (voice === undefined || voice === before) return;
  await textToSpeech.checkVoice?.(voice).catch((error: unknown) => {
    throw within(`${given}.audio.output`, error);
  });
}

/** An engine's error with the place of the field that it names. */
function within(place: string, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.param === undefined) return error;
  return new ServiceError(error.kind, error.message, { param: `${place}.${error.param}`, cause: error });
}

/** The settings of one response. Throws `invalid_input`. */
export function forResponse(settings: ResponseSettings, change: ResponseChange): ResponseSettings {
  const { output_modalities: modalities, tools, tool_choice: choice, max_output_tokens: most, audio } = change;
  const { format, voice, speed } = audio?.output ?? {};
  const next: ResponseSettings = {
    instructions: change.instructions ?? settings.instructions,
    isSpoken: modalities === undefined ? settings.isSpoken : modalities.includes('audio'),
    tools: tools === undefined ? settings.tools : tools.map(toTool),
    toolChoice: choice === undefined ? settings.toolChoice : typeof choice === 'string' ? choice : { name: choice.name },
    maxTokens: most === undefined ? settings.maxTokens : most === 'inf' ? undefined : most,
    format: format?.type ?? settings.format,
    voice: voice === undefined ? settings.voice : typeof voice === 'string' ? voice : voice.id,
    speed: speed ?? settings.speed,
  };
  const { toolChoice } = next;
  if (typeof toolChoice !== 'string' && !next.tools.some(({ name }) => name === toolChoice.name)) {
    throw new ServiceError('invalid_input', 'tool_choice.name: must be the name of one of the tools.', { param: 'tool_choice.name' });
  }
  return next;
}

function toTool({ name, description, parameters }: NonNullable<ResponseChange['tools']>[number]): FunctionTool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: parameters as JsonObject }),
  };
}

/** A session as its client sees it (https://platform.openai.com/docs/api-reference/realtime-server-events/session). */
export function toSession(
  id: string,
  settings: LiveSettings,
  models: { readonly answering: string; readonly hearing: string },
): JsonObject {
  const { turnDetection: detection, asked, tools, toolChoice } = settings;
  const { language, languages, prompt, keywords } = asked;
  const said = {
    ...(language === undefined ? {} : { language }),
    ...(languages === undefined ? {} : { languages: [...languages] }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(keywords === undefined ? {} : { keywords: [...keywords] }),
  };
  const input = {
    format: toFormat(settings.inputFormat),
    noise_reduction: null,
    transcription: settings.tellsTranscripts ? { model: models.hearing, ...said } : null,
    turn_detection: detection === undefined ? null : toTurnDetection(detection),
  };
  if (settings.isTranscription) return { type: 'transcription', object: 'realtime.transcription_session', id, audio: { input } };
  return {
    type: 'realtime',
    object: 'realtime.session',
    id,
    model: models.answering,
    output_modalities: [settings.isSpoken ? 'audio' : 'text'],
    instructions: settings.instructions,
    tools: tools.map((tool) => ({ type: 'function', ...tool })),
    tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: toolChoice.name },
    max_output_tokens: settings.maxTokens ?? 'inf',
    truncation: 'auto',
    tracing: null,
    audio: { input, output: { format: toFormat(settings.format), voice: settings.voice ?? 'default', speed: settings.speed } },
  };
}

function toTurnDetection({ eagerness, createResponse, interruptResponse, interruptAfterMs, ...rules }: TurnDetection): JsonObject {
  const follows = { create_response: createResponse, interrupt_response: interruptResponse, interrupt_after_ms: interruptAfterMs };
  if (eagerness !== undefined) return { type: 'semantic_vad', eagerness, ...follows };
  const { threshold, prefixMs, silenceMs, idleTimeoutMs = null } = rules;
  const vad = { type: 'server_vad', threshold, prefix_padding_ms: prefixMs, silence_duration_ms: silenceMs };
  return { ...vad, ...follows, idle_timeout_ms: idleTimeoutMs };
}

/** An audio format as clients see it. */
export function toFormat(format: LiveFormat): JsonObject {
  return format === 'audio/pcm' ? { type: format, rate: 24_000 } : { type: format };
}

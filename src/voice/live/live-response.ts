import { abortable } from '../../core/abort.ts';
import { toServiceError, type ServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { liveAnswer, type AnswerTimes } from '../../domain/speech/live/live-answer.ts';
import type { LiveConversation } from '../../domain/speech/live/live-conversation.ts';
import type { Bridge, BridgeOptions } from '../../ports/bridge.ts';
import type { ChatMessage, TokenUsage } from '../../ports/language.ts';
import type { TextToSpeech } from '../../ports/speech.ts';
import type { Clock } from '../../ports/system.ts';
import { toItem } from './item-wire.ts';
import { toFormat, type ResponseSettings } from './live-settings.ts';
import { createResponseWriter, type Emit } from './response-writer.ts';

/** Why a response was cut off: by the user's voice, by the client, or because the session ended. */
export type CutReason = 'turn_detected' | 'client_cancelled' | 'session_ended';

/** How a response ended. */
export type ResponseEnd = { readonly text: string; readonly times: AnswerTimes; readonly hasCalls: boolean } & (
  | { readonly status: 'completed' }
  | { readonly status: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  | { readonly status: 'cancelled'; readonly reason: CutReason }
  | { readonly status: 'failed'; readonly error: ServiceError }
);

/** Whether somebody spoke into a response before there was anything of it. */
export function isUnsaid(end: ResponseEnd): boolean {
  return end.status === 'cancelled' && end.reason === 'turn_detected' && end.text === '' && !end.hasCalls;
}

export interface ResponseOptions {
  readonly id: string;
  readonly settings: ResponseSettings;
  /** The messages for the model, as soon as everything that was said is known. */
  readonly messages: () => Promise<readonly ChatMessage[]>;
  /** Where the answer goes; undefined for a response outside the conversation. */
  readonly conversation: LiveConversation | undefined;
  readonly conversationId: string;
  readonly metadata: JsonObject | null;
  readonly bridge: Omit<BridgeOptions, 'signal' | 'requestId'>;
  readonly maxSpokenCharacters: number;
  /** Aborts to cut the response off; `cutReason` then says why. */
  readonly signal: AbortSignal;
  readonly cutReason: () => CutReason;
  /** Told how it ended, before the client is. */
  readonly onEnd: (end: ResponseEnd) => void;
  /** Told of audio that is sent to the client, in milliseconds. */
  readonly onAudio: (milliseconds: number) => void;
  readonly emit: Emit;
  readonly mintId: (prefix: string) => string;
}

/** Makes one response and tells the client about it: after `response.created` exactly one `response.done`, whatever happens. */
export async function runResponse(
  ports: { readonly bridge: Bridge; readonly textToSpeech: TextToSpeech; readonly clock: Clock },
  options: ResponseOptions,
): Promise<void> {
  const { id, settings, conversation, onAudio, signal, emit, mintId } = options;
  const { isSpoken, format, voice, speed, tools, toolChoice, maxTokens } = settings;
  const writer = createResponseWriter({
    responseId: id,
    emit,
    mintId,
    conversation,
    format: isSpoken ? format : undefined,
    onAudio,
    signal,
  });
  const times: AnswerTimes = {};
  let usage: TokenUsage | undefined;

  const made = () => ({ text: writer.text.trim(), times, hasCalls: writer.output.some(({ type }) => type === 'function_call') });

  async function answer(): Promise<ResponseEnd> {
    const messages = await abortable(options.messages(), signal);
    const chat = {
      messages,
      ...(tools.length === 0 ? {} : { tools, toolChoice }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    };
    const { maxSpokenCharacters } = options;
    const speech = isSpoken ? { voice, speed } : undefined;
    const bridge = { ...options.bridge, requestId: id, signal };
    let reason = 'stop';
    for await (const part of liveAnswer(ports, { chat, bridge, key: options.conversationId, speech, maxSpokenCharacters, times })) {
      if (part.type === 'sentence') writer.sentence(part.text);
      else if (part.type === 'audio') await writer.audio(part.audio);
      else if (part.type === 'text') writer.write(part.text);
      else if (part.type === 'tool-call-delta') writer.call(part);
      else ({ reason, usage } = part);
    }
    if (reason === 'length') return { ...made(), status: 'incomplete', reason: 'max_output_tokens' };
    return reason === 'content_filter' ? { ...made(), status: 'incomplete', reason } : { ...made(), status: 'completed' };
  }

  const shown = {
    object: 'realtime.response',
    id,
    conversation_id: conversation === undefined ? null : options.conversationId,
    output_modalities: [isSpoken ? 'audio' : 'text'],
    max_output_tokens: maxTokens ?? 'inf',
    audio: { output: { format: toFormat(format), voice: voice ?? 'default' } },
    metadata: options.metadata,
  };
  emit('response.created', { response: { ...shown, status: 'in_progress', status_details: null, output: [], usage: null } });
  const end = await answer().catch((error: unknown): ResponseEnd => {
    if (signal.aborted) return { ...made(), status: 'cancelled', reason: options.cutReason() };
    return { ...made(), status: 'failed', error: toServiceError(error) };
  });
  writer.end(end.status === 'completed' ? 'completed' : 'incomplete');
  options.onEnd(end);
  emit('response.done', {
    response: {
      ...shown,
      status: end.status,
      status_details: detailsOf(end),
      output: writer.output.map(toItem),
      usage: usage === undefined ? null : toUsage(usage),
    },
  });
}

function detailsOf(end: ResponseEnd): JsonObject | null {
  const { status: type } = end;
  if (type === 'completed') return null;
  if (type !== 'failed') return { type, reason: end.reason };
  const { kind, code, message } = end.error;
  return { type, error: { type: kind, code, message } };
}

/** Only text is counted: the model behind the bridge sees and writes nothing else. */
function toUsage({ promptTokens, completionTokens, cachedTokens = 0 }: TokenUsage): JsonObject {
  return {
    total_tokens: promptTokens + completionTokens,
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    input_token_details: { text_tokens: promptTokens, audio_tokens: 0, image_tokens: 0, cached_tokens: cachedTokens },
    output_token_details: { text_tokens: completionTokens, audio_tokens: 0 },
  };
}

import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Bridge, BridgeOptions } from '../../ports/bridge.ts';
import { fromChatChunks } from './from-chat-chunks.ts';
import { createOpenAiHttp, type OpenAiCall } from './http.ts';
import { toChatBody } from './to-chat-body.ts';

/** The header with the guard's decision. */
const DECISION_HEADER = 'x-guard-decision';

export interface OpenAiBridgeOptions {
  /** Such as the guard's `http://127.0.0.1:8801/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Whether the caller's API key is sent instead; only for servers that share our API keys. */
  readonly forwardsKey?: boolean;
  /** Its name in error messages; the address unless given. */
  readonly shownAs?: string;
  /** Time limit for a whole reply, and for the beginning of a streamed one and each silence in it, in milliseconds. */
  readonly timeoutMs: number;
  /** Time limit for a whole streamed reply, in milliseconds; the same as for others when absent. */
  readonly streamTimeoutMs?: number;
}

/** Sends each turn to an OpenAI-compatible URL as one chat completion, whole or streamed. */
export function createOpenAiBridge({ model, ...connection }: OpenAiBridgeOptions): Bridge {
  const { timeoutMs } = connection;
  const http = createOpenAiHttp({ ...connection, firstByteTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs });

  function callOf(body: JsonObject, { requestId, userId, memory, signal, caller }: BridgeOptions): OpenAiCall {
    return {
      path: '/chat/completions',
      body: { ...body, ...(userId === undefined ? {} : { user: userId }) },
      requestId,
      signal,
      ...(memory === undefined ? {} : { memory }),
      ...(caller === undefined ? {} : { callerKey: caller.key }),
    };
  }

  return {
    name: http.name,
    async *stream(request, options) {
      yield* fromChatChunks(await http.events(callOf(toChatBody(model, request), options)), request);
    },
    async reply(messages, options) {
      const asked = { model, messages: messages.map(({ role, content }) => ({ role, content })) };
      const { body, headers } = await http.json(callOf(asked, options));
      const decision = headers.get(DECISION_HEADER);
      return { text: readReply(connection.shownAs ?? http.name, body), ...(decision === null ? {} : { decision }) };
    },
  };
}

/** The text of an answer, or what a model says that declines to answer. */
function readReply(name: string, body: JsonObject): string {
  const choice = Array.isArray(body.choices) ? body.choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  const { content, refusal } = isJsonObject(message) ? message : {};
  const said = typeof content === 'string' ? content : refusal;
  if (typeof said !== 'string') throw new ServiceError('provider_unavailable', `${name} answered without a message.`);
  return said;
}

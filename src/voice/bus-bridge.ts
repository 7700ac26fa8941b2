import { deadline } from '../core/abort.ts';
import { countMessageTokens, countTokens } from '../core/count-tokens.ts';
import { ERROR_KINDS, ServiceError, type ErrorKind } from '../core/errors.ts';
import { decodeJson, encodeJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { Bridge, BridgeMessage, BridgeOptions, BridgeReply } from '../ports/bridge.ts';
import type { Bus, Message } from '../ports/bus.ts';
import type { ChatRole } from '../ports/language.ts';

/** How each kind of the reasoner's answers on the bus is parsed. */
const ANSWERS: Readonly<Record<string, (answer: JsonObject) => BridgeReply>> = {
  'platform.reasoner.result': toReply,
  'platform.reasoner.error': (answer) => {
    throw toError(answer, 'provider_unavailable', 'The reasoner failed.');
  },
  'platform.reasoner.guard.rejected': (answer) => {
    throw toError(answer, 'content_filter', 'The guard rejected the request.');
  },
};

/**
 * The reasoner over the message bus: publishes platform.reasoner.request, or for a turn with earlier ones, for which that has no field,
 * reasoner.v1.chat; then waits for the result, error or rejection with the same request_id. A new id is made for each call, because a caller's X-Request-Id may be used twice and need not be a single subject token;
 * it is sent as a header.
 */
export function createBusBridge(options: {
  readonly bus: Bus;
  /** Model name sent with a conversation. */
  readonly model: string;
  readonly timeoutMs: number;
  readonly mintId?: () => string;
}): Bridge {
  const { bus, model, timeoutMs, mintId = () => crypto.randomUUID() } = options;

  const bridge: Bridge = {
    name: 'bus',

    async *stream({ messages, tools = [] }, options) {
      if (tools.length > 0) throw new ServiceError('invalid_input', 'tools: need VOICE_BRIDGE=http.', { param: 'tools' });
      const { text } = await bridge.reply(
        messages.map(({ role, content }) => ({ role: spokenBy(role), content })),
        options,
      );
      yield { type: 'text-delta', text };
      const usage = { promptTokens: countMessageTokens(messages), completionTokens: countTokens(text) };
      yield { type: 'finish', reason: 'stop', usage };
    },

    async reply(messages, { requestId, signal, ...whose }) {
      signal.throwIfAborted();
      if (!bus.connected) throw new ServiceError('provider_unavailable', 'The message bus to the reasoner is not connected.');
      const id = mintId();
      const done = new AbortController();
      const limit = deadline(timeoutMs, signal);
      const publish = (subject: string, payload: object): void =>
        bus.publish(subject, encodeJson(payload), { [REQUEST_ID_HEADER]: requestId });
      const { promise, resolve, reject } = Promise.withResolvers<BridgeReply>();
      const giveUp = (): void => {
        reject(signal.aborted ? signal.reason : new ServiceError('timeout', `The reasoner did not answer within ${timeoutMs} ms.`));
      };
      limit.addEventListener('abort', giveUp, { once: true });
      try {
        const listening = Object.entries(ANSWERS).map(async ([subject, read]) => {
          for await (const message of bus.subscribe(subject, { signal: done.signal })) {
            const answer = toAnswer(message, id);
            if (answer !== undefined) resolve(read(answer));
          }
        });
        Promise.all(listening).then(() => reject(new ServiceError('provider_unavailable', 'The message bus was closed.')), reject);
        // If the bus refuses the message, nobody waits for an answer, and the end of the subscription is not an error of its own.
        promise.catch(() => undefined);
        const asker = { request_id: id, user_id: userOnBus(whose) };
        const [said, ...further] = messages;
        if (further.length > 0) publish('reasoner.v1.chat', { ...asker, model, messages });
        else publish('platform.reasoner.request', { ...asker, text: said?.content });
        return await promise;
      } finally {
        limit.removeEventListener('abort', giveUp);
        done.abort();
      }
    },
  };
  return bridge;
}

function spokenBy(role: ChatRole): BridgeMessage['role'] {
  return role === 'developer' ? 'system' : role === 'tool' ? 'user' : role;
}

/**
 * The user of a message. The bus has no API keys, so a user is named together with the key: the same user under another key has a memory of
 * their own. Nor has it a field for how memory is used: a turn that may not use all of it names no user, and so uses none.
 */
function userOnBus({ userId, caller, memory = 'on' }: Pick<BridgeOptions, 'userId' | 'caller' | 'memory'>): string {
  if (userId === undefined || memory !== 'on') return '';
  return caller === undefined ? userId : `${caller.name}:${userId}`;
}

/** The message's payload if it answers our request; other messages on the subject are answers to others. */
function toAnswer({ data }: Message, id: string): JsonObject | undefined {
  try {
    const payload = decodeJson(data);
    return isJsonObject(payload) && payload['request_id'] === id ? payload : undefined;
  } catch {
    return undefined;
  }
}

function toReply({ text }: JsonObject): BridgeReply {
  if (typeof text !== 'string') throw new ServiceError('provider_unavailable', "The reasoner's result carries no text.");
  return { text };
}

function toError({ error_type: kind, message }: JsonObject, fallback: ErrorKind, what: string): ServiceError {
  const known = typeof kind === 'string' && Object.hasOwn(ERROR_KINDS, kind) ? (kind as ErrorKind) : fallback;
  return new ServiceError(known, typeof message === 'string' && message !== '' ? message : what);
}

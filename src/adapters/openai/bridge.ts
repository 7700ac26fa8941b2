import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Bridge } from '../../ports/bridge.ts';
import { createOpenAiHttp } from './http.ts';

/** The header with the guard's decision. */
const DECISION_HEADER = 'x-guard-decision';

export interface OpenAiBridgeOptions {
  /** Such as the guard's `http://127.0.0.1:8801/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Time limit for a whole reply, in milliseconds. */
  readonly timeoutMs: number;
}

/** Sends each utterance to an OpenAI-compatible URL as one chat completion. */
export function createOpenAiBridge({ baseUrl, model, apiKey, timeoutMs }: OpenAiBridgeOptions): Bridge {
  const http = createOpenAiHttp({ baseUrl, timeoutMs, ...(apiKey === undefined ? {} : { apiKey }) });
  return {
    name: http.name,
    async reply(text, { requestId, userId, signal }) {
      const messages = [{ role: 'user', content: text }];
      const { body, headers } = await http.json({ path: '/chat/completions', body: { model, messages, user: userId }, requestId, signal });
      const decision = headers.get(DECISION_HEADER);
      return { text: readReply(http.name, body), ...(decision === null ? {} : { decision }) };
    },
  };
}

function readReply(name: string, body: JsonObject): string {
  const choice = Array.isArray(body.choices) ? body.choices[0] : undefined;
  const message = isJsonObject(choice) ? choice.message : undefined;
  const content = isJsonObject(message) ? message.content : undefined;
  if (typeof content !== 'string') throw new ServiceError('provider_unavailable', `${name} answered without a message.`);
  return content;
}

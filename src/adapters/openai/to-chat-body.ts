import type { JsonObject } from '../../core/json.ts';
import type { ChatMessage, ChatRequest } from '../../ports/language.ts';

/**
 * A chat request as the body of POST /chat/completions
 * (https://platform.openai.com/docs/api-reference/chat/create), streamed and with usage asked for.
 */
export function toChatBody(model: string, request: ChatRequest): JsonObject {
  const { temperature, topP, maxTokens, stop, seed } = request;
  return {
    model,
    messages: request.messages.map(toWireMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/**
 * `developer` becomes `system`, which every server knows. A tool's result becomes a user message: the wire's
 * `tool` role needs the id of a call, and a tool's text must not gain a system message's authority.
 */
function toWireMessage({ role, content }: ChatMessage): JsonObject {
  if (role === 'developer') return { role: 'system', content };
  if (role === 'tool') return { role: 'user', content: `Result of a tool:\n${content}` };
  return { role, content };
}

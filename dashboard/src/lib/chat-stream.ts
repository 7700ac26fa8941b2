import { EventSourceParserStream } from 'eventsource-parser/stream';
import { send } from './api/send.ts';

interface ChatChunk {
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null }; readonly finish_reason?: string | null }[];
  readonly error?: { readonly message?: string };
}

/** How a streamed answer ended: the guard's decision header, the request's id, and why it stopped. */
export interface ChatEnd {
  readonly decision: string;
  readonly requestId: string;
  readonly finishReason: string;
  /** Tokens as the upstream counted them. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined;
}

/** Asks the guarded model and hands over the answer piece by piece. Throws a Fault, or an Error for a failure within the stream. */
export async function streamChat(
  prompt: string,
  { signal, onText }: { readonly signal: AbortSignal; readonly onText: (text: string) => void },
): Promise<ChatEnd> {
  const response = await send('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'parley',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: prompt }],
    }),
    signal,
  });
  let finishReason = '';
  let usage: ChatEnd['usage'];
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done || part.value.data === '[DONE]') break;
    const chunk = JSON.parse(part.value.data) as ChatChunk;
    if (chunk.error !== undefined) throw new Error(chunk.error.message ?? 'The answer was cut off.');
    if (chunk.usage) usage = { prompt: chunk.usage.prompt_tokens ?? 0, completion: chunk.usage.completion_tokens ?? 0 };
    const [choice] = chunk.choices ?? [];
    if (choice?.delta?.content) onText(choice.delta.content);
    finishReason = choice?.finish_reason ?? finishReason;
  }
  return {
    decision: response.headers.get('x-guard-decision') ?? '',
    requestId: response.headers.get('x-request-id') ?? '',
    finishReason,
    usage,
  };
}

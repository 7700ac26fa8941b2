import { ServiceError } from '../../core/errors.ts';
import type { LanguageModel } from '../../ports/language.ts';
import type { OpenAiConnection } from './connection.ts';
import { fromChatChunks } from './from-chat-chunks.ts';
import { createOpenAiHttp } from './http.ts';
import { toChatBody, type TokenLimit } from './to-chat-body.ts';

export interface OpenAiLanguageModelOptions extends OpenAiConnection {
  /** The model to request from the server. */
  readonly model: string;
}

/**
 * A chat model behind any OpenAI-compatible server, always streamed; closing the stream ends the upstream call. If the server refuses the
 * older name of the limit of tokens, it gets the newer one, from then on.
 */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const http = createOpenAiHttp(options);
  let limit: TokenLimit = 'max_tokens';
  return {
    model: options.model,
    takes: { tools: true, images: true, json: 'native', logprobs: true, summaries: true },
    async *stream(request, { signal, requestId }) {
      const open = (name: TokenLimit) =>
        http.events({
          path: '/chat/completions',
          body: toChatBody(options.model, request, name),
          signal,
          ...(requestId === undefined ? {} : { requestId }),
        });
      const tried = limit;
      const chunks = await open(tried).catch((error: unknown) => {
        if (tried !== 'max_tokens' || request.maxTokens === undefined || !isUnsupported(error, tried)) throw error;
        limit = 'max_completion_tokens';
        return open(limit);
      });
      yield* fromChatChunks(chunks, request);
    },
  };
}

/** Whether a server refused a request because it does not take the parameter. */
function isUnsupported(error: unknown, name: TokenLimit): boolean {
  return error instanceof ServiceError && error.kind === 'invalid_input' && error.param === name && error.code === 'unsupported_parameter';
}

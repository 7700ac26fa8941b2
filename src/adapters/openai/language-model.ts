import type { LanguageModel } from '../../ports/language.ts';
import type { OpenAiConnection } from './connection.ts';
import { fromChatChunks } from './from-chat-chunks.ts';
import { createOpenAiHttp } from './http.ts';
import { toChatBody } from './to-chat-body.ts';

export interface OpenAiLanguageModelOptions extends OpenAiConnection {
  /** The model to request from the server. */
  readonly model: string;
}

/** A chat model behind any OpenAI-compatible server, always streamed; closing the stream ends the upstream call. */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const http = createOpenAiHttp(options);
  return {
    model: options.model,
    takes: { tools: true, images: true, json: 'native' },
    async *stream(request, { signal, requestId }) {
      const chunks = await http.events({
        path: '/chat/completions',
        body: toChatBody(options.model, request),
        signal,
        ...(requestId === undefined ? {} : { requestId }),
      });
      yield* fromChatChunks(chunks, request);
    },
  };
}

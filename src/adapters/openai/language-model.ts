import { ServiceError } from '../../core/errors.ts';
import type { ChatRequest, LanguageModel } from '../../ports/language.ts';
import type { OpenAiConnection } from './connection.ts';
import { fromChatChunks } from './from-chat-chunks.ts';
import { createOpenAiHttp } from './http.ts';
import { toChatBody, type TokenLimit } from './to-chat-body.ts';

export interface OpenAiLanguageModelOptions extends OpenAiConnection {
  /** The model to request from the server. */
  readonly model: string;
}

/** What a server takes of a request's options. */
interface Dialect {
  readonly limit: TokenLimit;
  readonly takesTemperature: boolean;
}

/**
 * A chat model behind any OpenAI-compatible server, always streamed; closing the stream ends the upstream call. If the server refuses the
 * older name of the limit of tokens, it gets the newer one, and if it refuses a temperature, it gets none, from then on.
 */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const http = createOpenAiHttp(options);
  let dialect: Dialect = { limit: 'max_tokens', takesTemperature: true };
  return {
    model: options.model,
    takes: { tools: true, images: true, json: 'native', logprobs: true, summaries: true },
    async *stream(request, { signal, requestId }) {
      const open = async (tried: Dialect) => {
        const { temperature, ...rest } = request;
        const asked = temperature === undefined || !tried.takesTemperature ? rest : { ...rest, temperature };
        const body = toChatBody(options.model, asked, tried.limit);
        try {
          return await http.events({ path: '/chat/completions', body, signal, ...(requestId === undefined ? {} : { requestId }) });
        } catch (error) {
          const other = adapted(tried, asked, error);
          if (other === undefined) throw error;
          dialect = { ...dialect, ...other };
          return open({ ...tried, ...other });
        }
      };
      yield* fromChatChunks(await open(dialect), request);
    },
  };
}

/** What to do otherwise after a server refused a request for an option that it does not take; undefined for any other error. */
function adapted({ limit }: Dialect, asked: ChatRequest, error: unknown): Partial<Dialect> | undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'invalid_input') return undefined;
  const { code, param } = error;
  if (limit === 'max_tokens' && asked.maxTokens !== undefined && param === limit && code === 'unsupported_parameter')
    return { limit: 'max_completion_tokens' };
  // OpenAI's reasoning models refuse the value or the parameter, by model.
  const isRefused = code === 'unsupported_parameter' || code === 'unsupported_value';
  return asked.temperature !== undefined && param === 'temperature' && isRefused ? { takesTemperature: false } : undefined;
}

import { countMessageTokens, splitTokens } from '../../core/count-tokens.ts';
import type { ChatPart, LanguageModel } from '../../ports/language.ts';
import { composeReply } from './reply.ts';

/** The name of the built-in model. */
const EXTRACTIVE_MODEL = 'parley-extractive';

/**
 * The built-in model: no weights, no network, English. It answers with ranked sentences of the conversation and says so if none is an
 * answer. Deterministic, so temperature, top_p and seed have no effect. Words and punctuation marks count as tokens, in `maxTokens` and
 * in usage.
 */
export function createExtractiveLanguageModel(): LanguageModel {
  return {
    model: EXTRACTIVE_MODEL,
    countTokens: async ({ messages }) => countMessageTokens(messages),
    async *stream(request, { signal }): AsyncGenerator<ChatPart, void> {
      signal.throwIfAborted();
      const tokens = splitTokens(cutAtStop(composeReply(request.messages), request.stop ?? []));
      const allowed = tokens.slice(0, request.maxTokens ?? tokens.length);
      for (const text of allowed) {
        yield { type: 'text-delta', text };
        signal.throwIfAborted();
      }
      const usage = { promptTokens: countMessageTokens(request.messages), completionTokens: allowed.length };
      yield { type: 'finish', reason: allowed.length < tokens.length ? 'length' : 'stop', usage };
    },
  };
}

/** The text before the first stop string in it. */
function cutAtStop(text: string, stops: readonly string[]): string {
  const places = stops.filter((stop) => stop !== '').map((stop) => text.indexOf(stop));
  return text.slice(0, Math.min(text.length, ...places.filter((place) => place >= 0)));
}

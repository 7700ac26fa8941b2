import type { TokenUsage } from '../../ports/language.ts';

/** The token counts of several calls of a model together. A detail is counted where at least one of them counts it. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const detail = (name: 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens') =>
    one[name] === undefined && other[name] === undefined ? {} : { [name]: (one[name] ?? 0) + (other[name] ?? 0) };
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...detail('cachedTokens'),
    ...detail('cacheWriteTokens'),
    ...detail('reasoningTokens'),
  };
}

import type { FileSearchResult } from '../../ports/file-search.ts';
import type { GuardPipeline } from '../../ports/guard.ts';

export interface ScreenPassagesOptions {
  readonly guard: GuardPipeline;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Passages of files after the guard, as texts of the `document` channel: one that it blocks is left out, one that it redacts is
 * rewritten.
 */
export async function screenPassages(
  found: readonly FileSearchResult[],
  options: ScreenPassagesOptions,
): Promise<readonly FileSearchResult[]> {
  if (found.length === 0) return found;
  const { guard, requestId, signal } = options;
  const idOf = (index: number): string => `passages[${index}]`;
  const parts = found.map(({ text }, index) => ({ id: idOf(index), role: 'tool', channel: 'document' as const, text }));
  const { verdict, findings, rewrites } = await guard.evaluate({ requestId, direction: 'input', parts, unscanned: [] }, { signal });
  if (verdict === 'block') {
    const blocked = new Set(findings.filter(({ action }) => action === 'block').map(({ part }) => part));
    // A block without a finding in a passage concerns all of them. The others are checked again, for their rewrites.
    if (blocked.size === 0) return [];
    return screenPassages(
      found.filter((_, index) => !blocked.has(idOf(index))),
      options,
    );
  }
  const texts = new Map(rewrites.map(({ part, text }) => [part, text]));
  return found.map((passage, index) => ({ ...passage, text: texts.get(idOf(index)) ?? passage.text }));
}

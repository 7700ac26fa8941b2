import type { ReplacedValues } from '../../domain/guardrails/redaction/vault.ts';
import type { StreamedCalls } from '../../ports/guard.ts';
import type { ChunkFilter } from './chunk-filter.ts';
import { createToolCallHold } from './tool-call-hold.ts';

/** A filter that drops everything: watched calls go nowhere from here. */
const NOWHERE: ChunkFilter = { length: 0, unfinished: [], filter: async () => [], flush: async () => [] };

/** Checks the tool calls of a streamed reply by rules that never block, without holding anything back. */
export function createToolCallWatch(
  inner: ChunkFilter,
  options: { readonly calls: StreamedCalls; readonly vault: ReplacedValues },
): ChunkFilter {
  let watch: ChunkFilter | undefined = createToolCallHold(NOWHERE, options);

  /** A call that cannot be read ends the watching, not the reply. */
  async function look(work: (filter: ChunkFilter) => Promise<unknown>): Promise<void> {
    try {
      if (watch !== undefined) await work(watch);
    } catch {
      watch = undefined;
    }
  }

  return {
    get length() {
      return inner.length;
    },
    get unfinished() {
      return inner.unfinished;
    },
    async filter(chunk) {
      await look((filter) => filter.filter(chunk));
      return inner.filter(chunk);
    },
    async flush() {
      await look((filter) => filter.flush());
      return inner.flush();
    },
  };
}

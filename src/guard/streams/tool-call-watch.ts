import type { ReplacedValues } from '../../domain/guardrails/redaction/vault.ts';
import type { StreamedCalls } from '../../ports/guard.ts';
import type { ChunkFilter } from './chunk-filter.ts';
import { createToolCallHold } from './tool-call-hold.ts';

/** A filter that drops everything, since watched calls are not forwarded from here. */
const NOWHERE: ChunkFilter = { length: 0, unfinished: [], filter: async () => [], flush: async () => [] };

/** Applies rules that never block to the tool calls of a streamed reply, without holding anything back. */
export function createToolCallWatch(
  inner: ChunkFilter,
  options: { readonly calls: StreamedCalls; readonly vault: ReplacedValues },
): ChunkFilter {
  let watch: ChunkFilter | undefined = createToolCallHold(NOWHERE, options);

  /** A call that cannot be read ends this watch, not the reply. */
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

import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';

/** Longest time in milliseconds that one slice of work blocks the thread, so that health probes are answered between slices. */
const SLICE_MS = 2;

/**
 * Processes `total` items without blocking the thread: `work` handles items `from` (inclusive) to `to` (exclusive), `step` at a time, and
 * the event loop gets a turn every few milliseconds. `step` items must take well under a millisecond. Rejects with the signal's reason when
 * it aborts.
 */
export async function inSlices(total: number, step: number, work: (from: number, to: number) => void, signal?: AbortSignal): Promise<void> {
  let begun = performance.now();
  for (let from = 0; from < total; from += step) {
    work(from, Math.min(total, from + step));
    if (performance.now() - begun < SLICE_MS) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    begun = performance.now();
  }
}

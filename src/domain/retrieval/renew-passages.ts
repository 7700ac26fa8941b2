import { delay } from '../../core/abort.ts';
import { messageOf } from '../../core/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/system.ts';
import type { RenewableIndex } from '../../ports/vector-index.ts';

export interface RenewPassagesDeps {
  readonly index: RenewableIndex;
  /** The embedder of the index's model. */
  readonly embedder: Embedder;
  /** Shared with the other processes on this index, of which one does the work; absent if there are none. */
  readonly leases?: Leases | undefined;
  readonly logger: Logger;
  /** How many passages are embedded and stored at once. */
  readonly batch: number;
  /** Milliseconds between two looks for outdated passages: other processes, or a restored backup, may bring some at any time. */
  readonly lookMs: number;
}

/** After so many passages the log tells how far it is. */
const TOLD_EVERY = 1000;

/**
 * Embeds the passages anew that another model has embedded, a batch at a time and behind all queries, until the signal aborts. What is
 * done stays done, so that a restart continues there. What fails is tried again with the next look. Never throws.
 */
export function createPassageRenewal(deps: RenewPassagesDeps): (signal: AbortSignal) => Promise<void> {
  const { index, embedder, leases, logger, batch, lookMs } = deps;
  const { model } = embedder;
  /** Whether the log has the beginning of what is under way. */
  let isTold = false;

  async function work(signal: AbortSignal): Promise<void> {
    const passages = await index.countOutdated(signal);
    let some = await index.outdated(batch, signal);
    if (some.length === 0) {
      const message = 'passages are found by words alone: another reasoner with this database embeds with another model since';
      if (passages > 0) logger.warn(message, { model });
      return;
    }
    if (!isTold) logger.info('passages are embedded anew with another model, and found by words alone until then', { passages, model });
    isTold = true;
    let done = 0;
    while (some.length > 0) {
      const texts = some.map(({ text }) => text);
      const vectors = await embedder.embed(texts, { as: 'passage', signal });
      // The index refuses a vector without numbers.
      const renewed = some.map(({ number }, place) => ({ number, embedding: vectors[place] ?? new Float32Array(0) }));
      await index.renew(renewed, signal);
      const told = Math.floor(done / TOLD_EVERY);
      done += renewed.length;
      if (Math.floor(done / TOLD_EVERY) > told) logger.info('passages are being embedded anew', { done, passages, model });
      some = await index.outdated(batch, signal);
    }
    logger.info('passages were embedded anew', { passages: done, model });
    isTold = false;
  }

  async function look(signal: AbortSignal): Promise<void> {
    if (await index.isWhole(signal)) return;
    if (leases === undefined) return work(signal);
    const lease = await leases.take('passages', 'embed');
    if (lease === undefined) return;
    try {
      await work(AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  }

  return async (signal) => {
    while (!signal.aborted) {
      try {
        await look(signal);
      } catch (error) {
        if (!signal.aborted) logger.warn('passages cannot be embedded anew yet', { reason: messageOf(error) });
      }
      await delay(lookMs, signal).catch(() => undefined);
    }
  };
}

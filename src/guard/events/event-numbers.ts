import { messageOf } from '../../core/errors.ts';
import type { NumberBlocks } from '../../ports/number-blocks.ts';
import type { Clock, Logger } from '../../ports/system.ts';

/** Numbers the lifecycle events of one process: ascending, and above all numbers of earlier processes. */
export interface EventNumbers {
  /** Lower than the number of every event of this process. */
  readonly start: number;
  next(): number;
}

/** The name of the counter in the store. */
const NAME = 'guard-events';
/** Numbers in one block: three weeks at 500 events a second. */
const BLOCK = 1_000_000_000;

/**
 * Numbers events from the current Unix time in microseconds, which is above all earlier numbers unless the clock is set back between two
 * processes.
 */
export function createEventNumbers({ clock, above = 0 }: { readonly clock: Clock; readonly above?: number | undefined }): EventNumbers {
  const start = Math.max(microseconds(clock), above);
  let last = start;
  return {
    start,
    next() {
      last += 1;
      return last;
    },
  };
}

/**
 * Numbers events from blocks that the store hands out once each, so that numbers ascend across restarts whatever the clock does. The next
 * block is reserved well before the current one runs out. Rejects as the store does.
 */
export async function openEventNumbers(options: {
  readonly blocks: NumberBlocks;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly size?: number;
}): Promise<EventNumbers> {
  const { blocks, clock, logger, size = BLOCK } = options;
  const reserve = (): Promise<number> => blocks.reserve(NAME, { above: microseconds(clock), size });
  const start = await reserve();
  let [last, end] = [start, start + size];
  let following: number | undefined;
  let askAt = start + size / 2;

  async function ask(): Promise<void> {
    // A failed reservation is retried before the block runs out.
    askAt += size / 16;
    try {
      const before = await reserve();
      following = before;
      askAt = before + size / 2;
    } catch (error) {
      logger.warn('cannot reserve further numbers for lifecycle events; it is tried again', { reason: messageOf(error) });
    }
  }

  return {
    start,
    next() {
      last += 1;
      if (last > end && following !== undefined) {
        [last, end] = [following + 1, following + size];
        following = undefined;
      }
      if (last >= askAt) void ask();
      return last;
    },
  };
}

function microseconds(clock: Clock): number {
  return clock.now().getTime() * 1000;
}

import { messageOf } from '../../core/errors.ts';
import type { NumberBlocks } from '../../ports/number-blocks.ts';
import type { Clock, Logger } from '../../ports/system.ts';

/** Numbers the lifecycle events of one process: rising, and higher than all that were given before it. */
export interface EventNumbers {
  /** No event of this process has this number or a lower one. */
  readonly start: number;
  next(): number;
}

/** The name under which the numbers are handed out. */
const NAME = 'guard-events';
/** Numbers of one block: at 500 events a second they last for three weeks. */
const BLOCK = 1_000_000_000;

/** Numbers from the time in microseconds on: higher than all before as long as no clock is set back between two processes. */
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
 * Numbers from a store that gives none of them twice, so that they rise over restarts whatever the clock does. The next
 * block is asked for long before one ends. Rejects with what the store rejects with.
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
    // Where it fails, it is tried again before the block ends.
    askAt += size / 16;
    try {
      const before = await reserve();
      following = before;
      askAt = before + size / 2;
    } catch (error) {
      logger.warn('no further numbers for lifecycle events', { reason: messageOf(error) });
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

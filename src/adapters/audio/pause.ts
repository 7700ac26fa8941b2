import { yieldThread } from '../../core/yield-thread.ts';

/** Lets the worker hear that the caller left; throws the signal's reason when it did. */
export type Pause = () => Promise<void>;

/** A pause that gives way to messages. */
export function pauseOf(signal: AbortSignal): Pause {
  return async () => {
    await yieldThread();
    signal.throwIfAborted();
  };
}

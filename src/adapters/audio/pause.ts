import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';

/** Lets the worker receive an abort; throws the signal's reason if the caller has left. */
export type Pause = () => Promise<void>;

/** Yields to pending messages. */
export function pauseOf(signal: AbortSignal): Pause {
  return async () => {
    await yieldToEventLoop();
    signal.throwIfAborted();
  };
}

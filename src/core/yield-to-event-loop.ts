/** `setImmediate`, which Bun, Deno and Node provide, waits for pending input once; even a timer of 0 ms takes a millisecond. */
const inNextTurn: (run: () => void) => unknown = 'setImmediate' in globalThis ? setImmediate : (run) => setTimeout(run, 0);

/** Resolves in the next turn of the event loop, so that requests, messages and timers can be handled in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    inNextTurn(resolve);
  });
}

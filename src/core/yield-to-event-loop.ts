/** Resolves in the next turn of the event loop, so that requests, messages and timers can be handled in between. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

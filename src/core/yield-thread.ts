/** Resolves with the next turn of the event loop, so that whoever else waits for the thread gets it: requests, messages, timers. */
export function yieldThread(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

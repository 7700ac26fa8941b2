/** A signal that aborts with the given one or after `milliseconds`, whichever is first. */
export function deadline(milliseconds: number, signal?: AbortSignal): AbortSignal {
  const timer = AbortSignal.timeout(milliseconds);
  return signal === undefined ? timer : AbortSignal.any([signal, timer]);
}

/** A signal with a time limit that is lifted by disposing. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/** What `deadline` does, at half the cost, for work whose end is known. */
export function timeLimit(milliseconds: number, signal: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const leave = (): void => limit.abort(signal.reason);
  const timer = setTimeout(() => limit.abort(new DOMException('The operation timed out.', 'TimeoutError')), milliseconds);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return {
    signal: limit.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    },
  };
}

/** Settles like `work`, unless the signal aborts first: then it rejects with the signal's reason at once. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Nobody will look at the work any more, so its failure must not count as unhandled.
    work.catch(() => undefined);
    throw signal.reason;
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits for one piece of work after the other, at most one at a time. */
export interface AbortGate extends Disposable {
  /** As `abortable`. */
  wait<T>(work: Promise<T>): Promise<T>;
}

/** What `abortable` does for the many short waits of a stream: one listener for all of them, taken off by disposing. */
export function abortGate(signal: AbortSignal): AbortGate {
  let fail: ((reason: unknown) => void) | undefined;
  const stop = (): void => fail?.(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return {
    wait: (work) =>
      new Promise((resolve, reject) => {
        fail = reject;
        work.then(resolve, reject);
        if (signal.aborted) stop();
      }),
    [Symbol.dispose]: () => signal.removeEventListener('abort', stop),
  };
}

/** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
export async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

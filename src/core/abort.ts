/** A signal that aborts with the given one or after `milliseconds`, whichever is first. */
export function deadline(milliseconds: number, signal?: AbortSignal): AbortSignal {
  const timer = AbortSignal.timeout(milliseconds);
  return signal === undefined ? timer : AbortSignal.any([signal, timer]);
}

/** A signal with a time limit that is cleared when it is disposed. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/** The same as `deadline` at half the cost, for work whose end is known; past the time it aborts with a reason of its own, if one is given. */
export function timeLimit(milliseconds: number, signal?: AbortSignal, reasonOf?: () => unknown): TimeLimit {
  const limits = stageLimits(signal);
  return { signal: limits.begin(milliseconds, reasonOf), [Symbol.dispose]: () => limits[Symbol.dispose]() };
}

/** Time limits for the successive stages of one piece of work. */
export interface StageLimits extends Disposable {
  /** A signal for the next stage. It aborts after `milliseconds`, by default with a TimeoutError, or when the whole work is aborted. */
  begin(milliseconds: number, reasonOf?: () => unknown): AbortSignal;
  /** Ends the current stage. */
  abort(reason: unknown): void;
}

function timedOut(): DOMException {
  return new DOMException('The operation timed out.', 'TimeoutError');
}

/** All stages share one signal, until one of them times out. Disposing clears the last limit. */
export function stageLimits(signal?: AbortSignal): StageLimits {
  let stage = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => stage.abort(signal?.reason);
  if (signal?.aborted === true) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return {
    begin(milliseconds, reasonOf = timedOut) {
      clearTimeout(timer);
      if (stage.signal.aborted && signal?.aborted !== true) stage = new AbortController();
      const own = stage;
      timer = setTimeout(() => own.abort(reasonOf()), milliseconds);
      return own.signal;
    },
    abort: (reason) => stage.abort(reason),
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    },
  };
}

/** Settles like `work`, unless the signal, if there is one, aborts first: then it rejects with the signal's reason at once. */
export function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const stay = (): void => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.finally(stay).then(resolve, reject);
  });
}

/** Waits for pieces of work, one at a time. */
export interface AbortGate extends Disposable {
  /** As `abortable`. */
  wait<T>(work: Promise<T>): Promise<T>;
}

/** The same as `abortable` for the many short waits of a stream: they share one listener, which is removed on disposal. */
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
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await abortable(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}

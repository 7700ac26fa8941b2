import { ServiceError } from '../../core/errors.ts';

/** Ends one outbound call when its caller aborts, a time limit passes, or its reader stops. */
export interface Watchdog extends Disposable {
  readonly signal: AbortSignal;
  /** Restarts the limit for the next activity; undefined sets none. The total limit keeps running. */
  expect(milliseconds: number | undefined, what: string): void;
  /** Ends the call now. */
  stop(): void;
  /** The cause of a thrown value: the caller's own reason, the limit that passed, or undefined. */
  reason(): unknown;
}

interface Limit {
  readonly at: number;
  readonly milliseconds: number;
  readonly what: string;
}

/** Watches one call to the server called `name`, limited to `totalMs` milliseconds. */
export function createWatchdog(name: string, totalMs: number, caller: AbortSignal): Watchdog {
  const call = new AbortController();
  let due: Limit | undefined;
  let timer: { readonly id: ReturnType<typeof setTimeout>; readonly at: number } | undefined;
  const tooLong = (what: string, milliseconds: number) => () =>
    call.abort(new ServiceError('timeout', `${name} did not ${what} within ${milliseconds} ms.`));
  const total = setTimeout(tooLong('finish its answer', totalMs), totalMs);
  /** Every piece of an answer sets a limit, but starts a timer only if the running one would fire too late. */
  const arm = (at: number): void => {
    if (timer !== undefined && timer.at <= at) return;
    clearTimeout(timer?.id);
    timer = { id: setTimeout(check, Math.max(0, at - performance.now())), at };
  };
  const check = (): void => {
    timer = undefined;
    if (due === undefined) return;
    // A timer may fire up to a millisecond early.
    if (due.at - performance.now() <= 1) tooLong(due.what, due.milliseconds)();
    else arm(due.at);
  };
  const leave = (): void => call.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  const finish = (): void => {
    clearTimeout(total);
    clearTimeout(timer?.id);
    due = undefined;
    caller.removeEventListener('abort', leave);
  };
  return {
    signal: call.signal,
    expect(milliseconds, what) {
      due = milliseconds === undefined ? undefined : { at: performance.now() + milliseconds, milliseconds, what };
      if (due !== undefined) arm(due.at);
    },
    stop() {
      finish();
      call.abort(new DOMException('the answer is no longer read', 'AbortError'));
    },
    reason: () => (call.signal.aborted ? (call.signal.reason as unknown) : undefined),
    [Symbol.dispose]: finish,
  };
}

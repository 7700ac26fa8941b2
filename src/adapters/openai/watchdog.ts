import { ServiceError } from '../../core/errors.ts';

/** Ends one outbound call: when its caller aborts, when a time limit passes, or when its reader leaves. */
export interface Watchdog extends Disposable {
  readonly signal: AbortSignal;
  /** Restarts the limit for the next sign of life; undefined waits without one. The total limit goes on. */
  expect(milliseconds: number | undefined, what: string): void;
  /** Ends the call now. */
  stop(): void;
  /** The failure behind a thrown value: the caller's own reason, the limit that passed, or undefined. */
  reason(): unknown;
}

/** Watches over one call of at most `totalMs` milliseconds to the server called `name`. */
export function createWatchdog(name: string, totalMs: number, caller: AbortSignal): Watchdog {
  const call = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const tooLong = (what: string, milliseconds: number) => () =>
    call.abort(new ServiceError('timeout', `${name} did not ${what} within ${milliseconds} ms.`));
  const total = setTimeout(tooLong('finish its answer', totalMs), totalMs);
  const leave = (): void => call.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  const finish = (): void => {
    clearTimeout(total);
    clearTimeout(pause);
    caller.removeEventListener('abort', leave);
  };
  return {
    signal: call.signal,
    expect(milliseconds, what) {
      clearTimeout(pause);
      pause = milliseconds === undefined ? undefined : setTimeout(tooLong(what, milliseconds), milliseconds);
    },
    stop() {
      finish();
      call.abort(new DOMException('the answer is no longer read', 'AbortError'));
    },
    reason: () => (call.signal.aborted ? (call.signal.reason as unknown) : undefined),
    [Symbol.dispose]: finish,
  };
}

import type { Clock } from '../../ports/system.ts';

export interface SilenceWatchOptions {
  readonly clock: Clock;
  /** How long nobody may say anything, in milliseconds; undefined for as long as they like. */
  readonly timeoutMs: () => number | undefined;
  /** Since when, on the clock, somebody is waited for; undefined while nobody is. */
  readonly waitedSince: () => number | undefined;
  /** Told whenever it has taken too long, after which the waiting must have ended. */
  readonly onTimeout: (timeoutMs: number) => void;
  readonly signal: AbortSignal;
}

/** Watches whether somebody who is waited for says something in time. */
export interface SilenceWatch {
  /** Looks whether it has taken too long, and when it will; needed whenever the waiting may have begun. */
  look(): void;
  /** The same, if it may take less long from now on. */
  restart(): void;
}

export function createSilenceWatch({ clock, timeoutMs, waitedSince, onTimeout, signal }: SilenceWatchOptions): SilenceWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function look(): void {
    const [longest, since] = [timeoutMs(), waitedSince()];
    if (longest === undefined || since === undefined || signal.aborted) return;
    const left = since + longest - clock.elapsed();
    if (left <= 0) onTimeout(longest);
    else {
      // If the waiting begins anew meanwhile, the timer looks too early, and again.
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, Math.ceil(left));
    }
  }

  signal.addEventListener('abort', stop, { once: true });
  return {
    look,
    restart() {
      stop();
      look();
    },
  };
}

import { messageOf, ServiceError } from '../core/errors.ts';
import { succeedOnce } from '../core/succeed-once.ts';
import type { EndedSessionStore } from '../ports/ended-sessions.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { ApiKey } from './auth.ts';
import { readSession, sessionToken, type Session } from './session-cookie.ts';

const HOUR_MS = 3_600_000;
/** So many sessions that were ended are known at once; of more those go first whose time is over first. */
const MAX_ENDED = 10_000;
/** The longest time that a timer takes, some 24 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The sessions of browsers that were signed in with an API key. */
export interface BrowserSessions {
  /**
   * The key that a request's session cookie stands for; undefined where it has none that is in force. Throws `unavailable` while
   * it is not known which sessions were ended.
   */
  keyOf(headers: Headers): Promise<ApiKey | undefined>;
  /** A signal for what goes on after a request was let in by its cookie: aborts with a text as the reason when its session ends. */
  endOf(headers: Headers): Promise<SessionEnd | undefined>;
  /** The value of a cookie that stands for a key from now on, and for how many seconds. */
  begin(key: ApiKey): Promise<{ readonly token: string; readonly seconds: number }>;
  /** Ends the session of a request before its time, if it has one: a copy of its cookie opens nothing any more. */
  end(headers: Headers): Promise<void>;
}

/** The end of a session that is waited for, until it is disposed. */
export interface SessionEnd extends Disposable {
  readonly signal: AbortSignal;
}

/** Sessions of `hours` each. Where there is a store, those that were ended stay so when the process ends. */
export function createBrowserSessions({
  keys,
  hours,
  clock,
  logger,
  store,
}: {
  readonly keys: readonly ApiKey[];
  readonly hours: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store?: EndedSessionStore | undefined;
}): BrowserSessions {
  const marks = new Map<string, number>();
  /** What goes on in a session, by its mark. */
  const open = new Map<string, Set<AbortController>>();

  const endedBefore = succeedOnce(async () => {
    for (const { mark, until } of (await store?.all(clock.now())) ?? []) marks.set(mark, until.getTime());
  });

  function forgetOver(now: number): void {
    for (const [mark, until] of marks) if (until <= now) marks.delete(mark);
    const soonest = [...marks].toSorted(([, one], [, other]) => one - other);
    for (const [mark] of soonest.slice(0, Math.max(0, marks.size - MAX_ENDED))) marks.delete(mark);
  }

  async function sessionOf(headers: Headers): Promise<Session | undefined> {
    const session = await readSession(headers, keys, clock.now());
    if (session === undefined) return undefined;
    await endedBefore().catch((cause: unknown) => {
      const message = 'It is not known yet which sessions were signed out; try again shortly.';
      throw new ServiceError('unavailable', message, { cause, retryAfterInSeconds: 1 });
    });
    return marks.has(session.mark) ? undefined : session;
  }

  return {
    keyOf: async (headers) => (await sessionOf(headers))?.key,
    async begin(key) {
      return { token: await sessionToken(key, clock.now().getTime() + hours * HOUR_MS), seconds: hours * 3600 };
    },
    async endOf(headers) {
      const session = await sessionOf(headers);
      // It may have ended since it was looked at.
      if (session === undefined || marks.has(session.mark)) return undefined;
      const { mark, until } = session;
      const work = new AbortController();
      const all = (open.get(mark) ?? new Set()).add(work);
      open.set(mark, all);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (): void => {
        const left = until.getTime() - clock.now().getTime();
        if (left <= 0) work.abort('the time of the session is over');
        else timer = setTimeout(wait, Math.min(left, LONGEST_TIMER_MS));
      };
      wait();
      return {
        signal: work.signal,
        [Symbol.dispose]() {
          clearTimeout(timer);
          all.delete(work);
          if (all.size === 0 && open.get(mark) === all) open.delete(mark);
        },
      };
    },
    async end(headers) {
      const session = await readSession(headers, keys, clock.now());
      if (session === undefined) return;
      const { mark, until } = session;
      marks.set(mark, until.getTime());
      for (const work of open.get(mark) ?? []) work.abort('the session was signed out');
      open.delete(mark);
      forgetOver(clock.now().getTime());
      try {
        await store?.add({ mark, until });
      } catch (error) {
        const reason = messageOf(error);
        logger.warn('a session that was ended is known to this process alone', { reason });
      }
    },
  };
}

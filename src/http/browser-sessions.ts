import { messageOf, ServiceError } from '../core/errors.ts';
import { retryableOnce } from '../core/retryable-once.ts';
import type { EndedSessionStore } from '../ports/ended-sessions.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { ApiKey } from './auth.ts';
import { readSession, sessionToken, type Session } from './session-cookie.ts';

const HOUR_MS = 3_600_000;
/** How many ended sessions are remembered; beyond that, those that expire first are forgotten. */
const MAX_ENDED = 10_000;
/** The longest delay of a timer, some 24 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The sessions of browsers that signed in with an API key. */
export interface BrowserSessions {
  /**
   * The key of a request's session cookie; undefined if it has no valid one. Throws `unavailable` while it is not known which sessions
   * have ended.
   */
  keyOf(headers: Headers): Promise<ApiKey | undefined>;
  /**
   * A signal for answers that continue after a request was authenticated by its cookie; it aborts when the session ends, with a text as
   * its reason.
   */
  endOf(headers: Headers): Promise<SessionEnd | undefined>;
  /** A cookie value that stands for a key from now on, and its lifetime in seconds. */
  begin(key: ApiKey): Promise<{ readonly token: string; readonly seconds: number }>;
  /** Ends the session of a request early, if it has one: copies of its cookie are then invalid too. */
  end(headers: Headers): Promise<void>;
}

/** A wait for the end of a session, until it is disposed. */
export interface SessionEnd extends Disposable {
  readonly signal: AbortSignal;
}

/** Sessions of `hours` hours. With a store, ended sessions stay ended after a restart. */
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
  /** The open answers of each session, by its signature. */
  const open = new Map<string, Set<AbortController>>();

  const endedBefore = retryableOnce(async () => {
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
      // It may have ended since the check.
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
        logger.warn('the end of a session could not be stored: only this process knows it', { reason });
      }
    },
  };
}

import { messageOf } from '../core/errors.ts';
import type { EndedSession, EndedSessionStore } from '../ports/ended-sessions.ts';
import type { Clock, Logger } from '../ports/system.ts';
import type { ApiKey } from './auth.ts';
import { readSession, sessionToken, type Session } from './session-cookie.ts';

const HOUR_MS = 3_600_000;
/** So many sessions that were ended are known at once; of more those go first whose time is over first. */
const MAX_ENDED = 10_000;

/** The sessions of browsers that were signed in with an API key. */
export interface BrowserSessions {
  /** The key that a request's session cookie stands for; undefined where it has none that is in force. */
  keyOf(headers: Headers): Promise<ApiKey | undefined>;
  /** The value of a cookie that stands for a key from now on, and for how many seconds. */
  begin(key: ApiKey): Promise<{ readonly token: string; readonly seconds: number }>;
  /** Ends the session of a request before its time, if it has one: a copy of its cookie opens nothing any more. */
  end(headers: Headers): Promise<void>;
}

/**
 * Sessions of `hours` each. Where there is a store, those that were ended stay so when the process ends: `ended` is what it
 * held when this one began.
 */
export function createBrowserSessions({
  keys,
  hours,
  clock,
  logger,
  store,
  ended = [],
}: {
  readonly keys: readonly ApiKey[];
  readonly hours: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store?: EndedSessionStore | undefined;
  readonly ended?: readonly EndedSession[] | undefined;
}): BrowserSessions {
  const marks = new Map(ended.map(({ mark, until }) => [mark, until.getTime()]));

  function forgetOver(now: number): void {
    for (const [mark, until] of marks) if (until <= now) marks.delete(mark);
    const soonest = [...marks].toSorted(([, one], [, other]) => one - other);
    for (const [mark] of soonest.slice(0, Math.max(0, marks.size - MAX_ENDED))) marks.delete(mark);
  }

  async function sessionOf(headers: Headers): Promise<Session | undefined> {
    const session = await readSession(headers, keys, clock.now());
    return session === undefined || marks.has(session.mark) ? undefined : session;
  }

  return {
    keyOf: async (headers) => (await sessionOf(headers))?.key,
    async begin(key) {
      return { token: await sessionToken(key, clock.now().getTime() + hours * HOUR_MS), seconds: hours * 3600 };
    },
    async end(headers) {
      const session = await sessionOf(headers);
      if (session === undefined) return;
      const { mark, until } = session;
      marks.set(mark, until.getTime());
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

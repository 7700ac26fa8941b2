import type { EndedSession, EndedSessionStore } from '../../ports/ended-sessions.ts';

/** Ended sessions in memory, for tests. */
export function createInMemoryEndedSessions(): EndedSessionStore {
  const kept = new Map<string, EndedSession>();
  return {
    async all(now) {
      for (const { mark, until } of kept.values()) if (until <= now) kept.delete(mark);
      return [...kept.values()];
    },
    async add(session) {
      if (!kept.has(session.mark)) kept.set(session.mark, session);
    },
  };
}

import type { RoomEvent } from '../../ports/rooms.ts';
import type { EndedSession, Session, Sessions } from './session.ts';

/** How many connections are remembered, so that late and repeated reports of them change nothing. */
const REMEMBERED = 10_000;

/** The sessions of those who are in a media server's rooms, by what it reports, which may come late, twice and out of order. */
export interface Presence {
  /** The session that begins with this report; undefined if none does. Throws as `Sessions.start` does. */
  joined(event: RoomEvent): Session | undefined;
  /** The session that ends with this report; undefined if none does. */
  left(event: RoomEvent): Promise<EndedSession> | undefined;
}

/**
 * A participant has one session, however often they connect anew: it ends when their last connection is gone. Without connections in the
 * reports, the first report that a participant left ends it.
 */
export function createPresence(sessions: Pick<Sessions, 'start' | 'find' | 'end'>): Presence {
  /** Connections that were reported, and the session of those that are there; the oldest is forgotten first. */
  const reported = new Map<string, string | undefined>();

  function remember(connectionId: string, session: string | undefined): void {
    reported.delete(connectionId);
    reported.set(connectionId, session);
    const [oldest] = reported.keys();
    if (reported.size > REMEMBERED && oldest !== undefined) reported.delete(oldest);
  }

  return {
    joined({ roomId, participantId, connectionId }) {
      if (connectionId !== undefined && reported.has(connectionId)) return undefined;
      const present = sessions.find(roomId, participantId);
      const session = present ?? sessions.start({ roomId, participantId });
      if (connectionId !== undefined) remember(connectionId, session.id);
      return present === undefined ? session : undefined;
    },

    left({ roomId, participantId, connectionId }) {
      if (connectionId !== undefined) remember(connectionId, undefined);
      const present = sessions.find(roomId, participantId);
      if (present === undefined) return undefined;
      const isThere = connectionId !== undefined && reported.values().some((session) => session === present.id);
      return isThere ? undefined : sessions.end(present.id, 'left');
    },
  };
}

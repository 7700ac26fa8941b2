import { ServiceError } from '../../core/errors.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { withTurn, type ConversationLimits, type SpokenTurn } from './conversation.ts';

/** A participant's presence in a room, from joining to leaving. */
export interface Session {
  readonly id: string;
  readonly roomId: string;
  readonly participantId: string;
  /** Whether the participant was named; otherwise the id was made up for this session, and stands for nobody. */
  readonly isNamed: boolean;
  /** Whom it belongs to, such as the name of an API key; undefined until the first turn if the media server opened it. */
  readonly owner?: string | undefined;
  readonly startedAt: Date;
  /** Turns started so far. */
  readonly turns: number;
}

/** Why a session ended: on request, the participant left the room, its only turn is done, idle too long, or the service is stopping. */
export type EndReason = 'closed' | 'left' | 'completed' | 'idle' | 'shutdown';

export interface EndedSession extends Session {
  readonly endedAt: Date;
  readonly durationInSeconds: number;
  readonly reason: EndReason;
}

/**
 * A turn's lease of its session, which does not expire meanwhile. `signal` aborts with a ServiceError that says why when a newer turn
 * begins or the session ends; both wait until the lease is disposed, so that what is said about the turn comes first.
 */
export interface SessionTurn extends Disposable {
  readonly session: Session;
  readonly signal: AbortSignal;
  /** The earlier turns of the session, oldest first. */
  readonly earlier: readonly SpokenTurn[];
  /** Keeps what was said in this turn for the later ones. */
  keep(turn: SpokenTurn): void;
}

/**
 * The open sessions. Every method given a session that is unknown, or belongs to another than the given owner, throws `not_found`; without
 * an owner all sessions are seen.
 */
export interface Sessions {
  /** `onEnd` is told why the session ended. Throws `too_many_requests` when the limit is reached. */
  start(options: {
    readonly roomId?: string;
    readonly participantId?: string;
    readonly owner?: string;
    readonly onEnd?: (reason: EndReason) => void;
  }): Session;
  get(id: string, owner?: string): Session;
  find(roomId: string, participantId: string): Session | undefined;
  /** Oldest first. */
  list(owner?: string): Session[];
  /**
   * Interrupts the turn under way: a session has one at most. A session without an owner belongs to the first one who takes a turn in it.
   */
  beginTurn(id: string, owner: string): Promise<SessionTurn>;
  /** Keeps a session from being idle; does nothing if it has ended. */
  touch(id: string): void;
  end(id: string, reason: EndReason, owner?: string): Promise<EndedSession>;
  /** Ends the sessions without a turn for longer than the idle time. */
  expire(): Promise<EndedSession>[];
  /** Ends all sessions, because the service stops; then `start` throws `unavailable`. */
  stop(): Promise<EndedSession>[];
}

interface TurnUnderWay {
  readonly over: AbortController;
  readonly finished: PromiseWithResolvers<void>;
}

interface OpenSession {
  session: Session;
  readonly startedMs: number;
  lastUsedMs: number;
  /** The newest turn, until it has ended. */
  underWay: TurnUnderWay | undefined;
  conversation: readonly SpokenTurn[];
  readonly onEnd: ((reason: EndReason) => void) | undefined;
}

/** An in-memory registry. It starts no timer; the composition must call `expire`. */
export function createSessions(options: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly maxSessions: number;
  readonly idleSeconds: number;
  /** How much of its conversation a session keeps; nothing of it is kept once the session has ended. */
  readonly conversation: ConversationLimits;
}): Sessions {
  const { clock, ids, maxSessions, idleSeconds, conversation: limits } = options;
  const open = new Map<string, OpenSession>();
  let isStopped = false;

  const isSeen = ({ owner }: Session, by: string | undefined): boolean => by === undefined || owner === undefined || owner === by;

  function entry(id: string, owner: string | undefined): OpenSession {
    const found = open.get(id);
    if (found === undefined || !isSeen(found.session, owner))
      throw new ServiceError('not_found', 'There is no open session with this id.', { param: 'session_id' });
    return found;
  }

  async function end(id: string, reason: EndReason, owner?: string): Promise<EndedSession> {
    const { session, startedMs, underWay, onEnd } = entry(id, owner);
    open.delete(id);
    const ended = { ...session, endedAt: clock.now(), durationInSeconds: Math.round(clock.elapsed() - startedMs) / 1000, reason };
    underWay?.over.abort(endOfTurn(reason));
    onEnd?.(reason);
    await underWay?.finished.promise;
    return ended;
  }

  return {
    start({ roomId = ids.next('room-'), participantId, owner, onEnd }) {
      if (isStopped) throw new ServiceError('unavailable', 'The service is stopping.', { retryAfterInSeconds: 1 });
      if (open.size >= maxSessions) {
        throw new ServiceError('too_many_requests', `${maxSessions} sessions are already open.`, { retryAfterInSeconds: 5 });
      }
      const session: Session = {
        id: ids.next('session-'),
        roomId,
        participantId: participantId ?? ids.next('participant-'),
        isNamed: participantId !== undefined,
        owner,
        startedAt: clock.now(),
        turns: 0,
      };
      const startedMs = clock.elapsed();
      open.set(session.id, { session, startedMs, lastUsedMs: startedMs, underWay: undefined, conversation: [], onEnd });
      return session;
    },

    get: (id, owner) => entry(id, owner).session,

    find: (roomId, participantId) =>
      open
        .values()
        .map(({ session }) => session)
        .find((session) => session.roomId === roomId && session.participantId === participantId),

    list: (owner) => Array.from(open.values(), ({ session }) => session).filter((session) => isSeen(session, owner)),

    async beginTurn(id, owner) {
      const used = entry(id, owner);
      const before = used.underWay;
      const turn: TurnUnderWay = { over: new AbortController(), finished: Promise.withResolvers() };
      used.underWay = turn;
      const session = { ...used.session, owner: used.session.owner ?? owner, turns: used.session.turns + 1 };
      used.session = session;
      before?.over.abort(new ServiceError('conflict', 'A newer turn of the session interrupted this one.'));
      await before?.finished.promise;
      return {
        session,
        signal: turn.over.signal,
        earlier: used.conversation,
        keep: (said) => {
          used.conversation = withTurn(used.conversation, said, limits);
        },
        [Symbol.dispose]: () => {
          if (used.underWay === turn) used.underWay = undefined;
          used.lastUsedMs = clock.elapsed();
          turn.finished.resolve();
        },
      };
    },

    touch(id) {
      const used = open.get(id);
      if (used !== undefined) used.lastUsedMs = clock.elapsed();
    },

    end,

    expire() {
      const now = clock.elapsed();
      const idle = [...open].filter(([, { lastUsedMs, underWay }]) => underWay === undefined && now - lastUsedMs > idleSeconds * 1000);
      return idle.map(([id]) => end(id, 'idle'));
    },

    stop() {
      isStopped = true;
      return [...open.keys()].map((id) => end(id, 'shutdown'));
    },
  };
}

/** Why a turn ended when its session did. */
function endOfTurn(reason: EndReason): ServiceError {
  return reason === 'shutdown'
    ? new ServiceError('unavailable', 'The service stopped before the turn was finished; take it again.', { retryAfterInSeconds: 1 })
    : new ServiceError('conflict', 'The session ended before the turn was finished.');
}

/** A session of a browser that was signed out before its time. */
export interface EndedSession {
  /** What only this session's cookie has. */
  readonly mark: string;
  /** When its time would have been over. */
  readonly until: Date;
}

/** Where sessions that were ended are kept until their time is over. Failures are the store's (`unavailable`, `timeout`). */
export interface EndedSessionStore {
  /** Those whose time is not over at `now`; all others are forgotten. */
  all(now: Date): Promise<readonly EndedSession[]>;
  /** Keeps one; again changes nothing. */
  add(session: EndedSession): Promise<void>;
}

/** A browser session that was signed out before it expired. */
export interface EndedSession {
  /** The unique mark in this session's cookie. */
  readonly mark: string;
  /** When it would have expired. */
  readonly until: Date;
}

/** Stores signed-out sessions until they expire. Methods reject with `unavailable` or `timeout`. */
export interface EndedSessionStore {
  /** Those that have not expired at `now`; all others are deleted. */
  all(now: Date): Promise<readonly EndedSession[]>;
  /** Stores one; storing it again changes nothing. */
  add(session: EndedSession): Promise<void>;
}

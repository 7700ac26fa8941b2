/** A participant joined or left a real-time room. */
export interface RoomEvent {
  readonly type: 'joined' | 'left';
  readonly roomId: string;
  readonly participantId: string;
  /** The participant's connection, which is another one each time they join; undefined if the media server tells none. */
  readonly connectionId?: string | undefined;
}

/** The real-time media server, or its replacement within the process. */
export interface Rooms {
  readonly name: string;
  ping(signal: AbortSignal): Promise<void>;
  /**
   * Parses a signed webhook of the media server; undefined for an event that is ignored. Throws `unauthorized` for a bad signature.
   * Absent if the server sends none.
   */
  readonly webhook?: (body: string, authorization: string) => Promise<RoomEvent | undefined>;
}

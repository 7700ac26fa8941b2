/** A participant came into or left a real-time room. */
export interface RoomEvent {
  readonly type: 'joined' | 'left';
  readonly roomId: string;
  readonly participantId: string;
}

/** The real-time media server, or its stand-in inside the process. */
export interface Rooms {
  readonly name: string;
  ping(signal: AbortSignal): Promise<void>;
  /**
   * Reads a signed webhook of the media server; undefined for an event that is none of ours.
   * Throws `unauthorized` for a bad signature. Absent when the server sends none.
   */
  readonly webhook?: (body: string, authorization: string) => Promise<RoomEvent | undefined>;
}

/** One message on the bus. `data` is opaque bytes; by convention JSON in UTF-8. */
export interface Message {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The subject for an answer; absent if none is expected. */
  readonly reply?: string;
}

/** How to subscribe. Members of a `queue` share the messages: each message goes to one of them. */
export interface SubscribeOptions {
  readonly signal: AbortSignal;
  readonly queue?: string;
}

/** What a bus has done since it was made. */
export interface BusCounts {
  readonly published: number;
  /** Messages that could not be published, whether that was an error or they were dropped. */
  readonly failed: number;
  /** Connections after the first one. */
  readonly reconnects: number;
}

/**
 * Fire-and-forget publish and subscribe over NATS subjects: tokens separated by dots, `*` matches one
 * token and a final `>` matches the rest.
 *
 * `subscribe` takes effect before it returns, so a message published afterwards is seen. The iteration
 * ends when the signal aborts or the bus is disposed. `publish` while disconnected is dropped, as core
 * NATS does: what must not be lost needs a durable queue. A message with `reply` on a subject that nobody listens to
 * comes back on `reply`: empty, with the header `status` of 503.
 */
export interface Bus extends AsyncDisposable {
  readonly connected: boolean;
  /** Whether it has been connected before, even if the connection is lost now; absent if that is not known. */
  readonly wasConnected?: boolean;
  /** Absent if it does not count. */
  counts?(): BusCounts;
  /** Whether anybody subscribes to a subject now, so that a message nobody would get need not be built. Absent if only a server knows. */
  isHeard?(subject: string): boolean;
  publish(subject: string, data: Uint8Array, headers?: Readonly<Record<string, string>>, reply?: string): void;
  subscribe(pattern: string, options: SubscribeOptions): AsyncIterable<Message>;
  /** Resolves once everything published so far has reached the server; rejects if it cannot be reached. */
  ping(signal: AbortSignal): Promise<void>;
}

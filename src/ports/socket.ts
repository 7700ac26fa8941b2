/** One open WebSocket (RFC 6455), as a service sees it. */
export interface Socket {
  /** Bytes that were sent and have not left this host yet. */
  readonly waitingBytes: number;
  /** Sends a text message; does nothing once the socket is closed. */
  send(text: string): void;
  /** Closes with a status code (RFC 6455, section 7.4) and a reason of at most 123 bytes; does nothing if it is closed already. */
  close(code: number, reason: string): void;
}

/** What a service does with a socket that it accepted. The runtime calls `opened` once, and `closed` once after everything else. */
export interface SocketHandler {
  opened(socket: Socket): void;
  /** A text message, or nothing for one of bytes. */
  received(text: string | undefined): void;
  closed(): void;
}

/** A service's consent to a request for a WebSocket. */
export interface AcceptedSocket {
  readonly handler: SocketHandler;
  /** The chosen subprotocol, one of those offered. */
  readonly protocol?: string;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The WebSockets of a service. */
export interface Sockets {
  /** Longest message in bytes; the connection of a client that sends a longer one is closed. */
  readonly maxMessageBytes: number;
  /** Answers a request for a WebSocket: with a refusal, or with consent. */
  accept(request: Request): Promise<Response | AcceptedSocket>;
  /** Accepts no more, and closes every socket as soon as nothing is under way on it. */
  drain(): void;
}

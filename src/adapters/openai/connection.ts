/** The address, key, limits and time-outs of an OpenAI-compatible server. */
export interface OpenAiConnection {
  /** Such as `http://127.0.0.1:8802/v1`; a trailing slash is ignored. */
  readonly baseUrl: string;
  /** Sent as a bearer token; empty or absent sends none. */
  readonly apiKey?: string;
  /** Whether a call's `callerKey` is sent instead; only for servers that share our API keys. */
  readonly forwardsKey?: boolean;
  /** Its name in error messages, for clients that need not know its address; the address unless given. */
  readonly shownAs?: string;
  /** Time limit for one call from its start to its last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** The same for a streamed answer; `timeoutMs` when absent. */
  readonly streamTimeoutMs?: number;
  /** Time limit for the first byte of a streamed answer, in milliseconds; the whole time-out when absent. */
  readonly firstByteTimeoutMs?: number;
  /** Longest silence within an answer that has begun, in milliseconds; the whole time-out when absent. */
  readonly idleTimeoutMs?: number;
  /** Largest answer in bytes, 16 MiB when absent. */
  readonly maxResponseBytes?: number;
  /** The same for a streamed answer, which wraps every token in an envelope; `maxResponseBytes` when absent. */
  readonly maxStreamBytes?: number;
}

/** The server's address without credentials, query and trailing slash, for records and messages. */
export function connectionName({ baseUrl }: Pick<OpenAiConnection, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

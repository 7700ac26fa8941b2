/** How an OpenAI-compatible server is reached, and how long it is waited for. */
export interface OpenAiConnection {
  /** Such as `http://127.0.0.1:8802/v1`; a slash at its end does not matter. */
  readonly baseUrl: string;
  /** Sent as a bearer token; empty or absent sends none. */
  readonly apiKey?: string;
  /** What messages call it, where clients read them who need not know its address; the address unless given. */
  readonly shownAs?: string;
  /** Milliseconds for one call from its start to its last byte. */
  readonly timeoutMs: number;
  /** The same for a streamed answer; `timeoutMs` when absent. */
  readonly streamTimeoutMs?: number;
  /** Milliseconds until a streamed answer must have begun; the whole time-out when absent. */
  readonly firstByteTimeoutMs?: number;
  /** Milliseconds of silence allowed inside an answer that has begun; the whole time-out when absent. */
  readonly idleTimeoutMs?: number;
  /** Largest answer in bytes, 16 MiB when absent. */
  readonly maxResponseBytes?: number;
  /** The same for a streamed answer, which has an envelope round every token; as `maxResponseBytes` when absent. */
  readonly maxStreamBytes?: number;
}

/** The server's address without credentials, query and closing slash, as records and messages show it. */
export function connectionName({ baseUrl }: Pick<OpenAiConnection, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

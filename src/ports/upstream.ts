import type { JsonObject } from '../core/json.ts';

export interface UpstreamOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** W3C trace context of the caller, passed on unchanged. */
  readonly traceparent?: string;
  /** How a request may use the memory of an upstream that has one, such as `off`. */
  readonly memory?: string;
  /** The caller's own API key, for an upstream that shares our keys; others do not get it. Never logged. */
  readonly callerKey?: string;
  /** Told the headers of its answer, also of one that refuses. */
  readonly onHeaders?: (headers: Headers) => void;
}

/**
 * Any OpenAI-compatible server in its own wire format, so that fields unknown to Parley pass through unchanged. Errors
 * keep their meaning and code: 400 is `invalid_input` with its param, 404 `not_found`, 413 `payload_too_large`, 429
 * `too_many_requests`; all others and invalid answers are `provider_unavailable`, and no answer in time is `timeout`.
 */
export interface ChatUpstream {
  /** Its address without credentials, as records show it. */
  readonly name: string;
  complete(body: JsonObject, options: UpstreamOptions): Promise<JsonObject>;
  /**
   * Resolves once the upstream has accepted the request; then yields each chunk up to `[DONE]`. Throws `timeout` after too long
   * a silence: comments, by which servers say that they still think, are none.
   */
  stream(body: JsonObject, options: UpstreamOptions): Promise<AsyncIterable<JsonObject>>;
  /** One vector for each text of the body's `input`. */
  embed(body: JsonObject, options: UpstreamOptions): Promise<JsonObject>;
  models(options: UpstreamOptions): Promise<JsonObject>;
}

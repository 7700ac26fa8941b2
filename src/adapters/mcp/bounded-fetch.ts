import { bodyTooLarge, checkDeclaredLength } from '../../core/collect-bytes.ts';
import { ServiceError } from '../../core/errors.ts';

export interface BoundedFetchOptions {
  /** The only origin that is called. */
  readonly origin: string;
  /** Longest body of an answer in bytes, streams included. */
  readonly maxBytes: number;
  /** Told of a body that is too long, whose reader only gets a failure of the stream. */
  readonly onTooLong: (error: ServiceError) => void;
}

/** Statuses of answers without a body. */
const EMPTY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * A fetch for one server: it calls no other origin, leaves redirects to its caller, and ends an answer that is too long. The stream of
 * messages that no request asked for (GET) is declined, unless it resumes the answer to a request.
 */
export function boundedFetch({
  origin,
  maxBytes,
  onTooLong,
}: BoundedFetchOptions): (input: string | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== origin) throw new ServiceError('provider_unavailable', 'The MCP server redirects to another origin.');
    if (init.method === 'GET' && !new Headers(init.headers).has('last-event-id')) return new Response(null, { status: 405 });
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { status, statusText, headers, body } = response;
    checkDeclaredLength(headers, maxBytes);
    if (body === null || EMPTY.has(status)) return response;
    let total = 0;
    const bounded = body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          total += chunk.byteLength;
          if (total <= maxBytes) {
            controller.enqueue(chunk);
            return;
          }
          const error = bodyTooLarge(maxBytes);
          onTooLong(error);
          controller.error(error);
        },
      }),
    );
    return new Response(bounded, { status, statusText, headers });
  };
}

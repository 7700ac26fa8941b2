import { bodyTooLarge, checkDeclaredLength } from '../../core/collect-bytes.ts';
import { ServiceError } from '../../core/errors.ts';

/** How many bytes of a body may still come. */
export interface ByteRoom {
  left: number;
}

export interface BoundedFetchOptions {
  /** The only origin that is called. */
  readonly origin: string;
  /** Longest body of an answer in bytes, streams included. */
  readonly maxBytes: number;
  /** The room for the body; `maxBytes` unless given. */
  readonly room?: ByteRoom | undefined;
  /** Told of a body that is too long, whose reader only gets a failure of the stream. */
  readonly onTooLong: (error: ServiceError) => void;
}

/** Statuses of answers without a body. */
const EMPTY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** A fetch for one server: it calls no other origin, leaves redirects to its caller, and ends an answer that is too long. */
export async function boundedFetch(
  input: string | URL,
  init: RequestInit,
  { origin, maxBytes, room = { left: maxBytes }, onTooLong }: BoundedFetchOptions,
): Promise<Response> {
  const url = new URL(input);
  if (url.origin !== origin) throw new ServiceError('provider_unavailable', 'The MCP server redirects to another origin.');
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, statusText, headers, body } = response;
  checkDeclaredLength(headers, maxBytes);
  if (body === null || EMPTY.has(status)) return response;
  const bounded = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        room.left -= chunk.byteLength;
        if (room.left >= 0) {
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
}

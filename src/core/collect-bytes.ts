import { ServiceError } from './errors.ts';
import { joinedBytes } from './joined-bytes.ts';

/** A request or response whose body is to be read. */
type Message = Pick<Response, 'headers' | 'body' | 'arrayBuffer'>;

/** Reads a whole body of at most `maxBytes`. Throws `payload_too_large` as soon as it is over, without reading on. */
export async function collectBytes(message: Message, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!isBounded(message.headers, maxBytes)) return collectChunks(message.body, maxBytes);
  const bytes = new Uint8Array(await message.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw bodyTooLarge(maxBytes);
  return bytes;
}

/**
 * Whether the declared length is within the limit. HTTP then ends the body there, so it can be read at once, which is much faster than
 * chunk by chunk.
 */
function isBounded(headers: Headers, maxBytes: number): boolean {
  const declared = headers.get('content-length');
  if (declared === null || !/^\d{1,15}$/.test(declared) || Number(declared) > maxBytes) return false;
  return !headers.has('transfer-encoding') && !headers.has('content-encoding');
}

async function collectChunks(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  if (body !== null) {
    for await (const chunk of body) {
      total += chunk.byteLength;
      if (total > maxBytes) throw bodyTooLarge(maxBytes);
      chunks.push(chunk);
    }
  }
  return joinedBytes(chunks);
}

/** Refuses a body by its declared length before a byte of it is read. */
export function checkDeclaredLength(headers: Headers, maxBytes: number): void {
  const declared = Number(headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw bodyTooLarge(maxBytes);
}

/** The error of a body that is over the limit. */
export function bodyTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than the limit of ${maxBytes} bytes.`);
}

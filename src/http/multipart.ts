import { checkDeclaredLength } from '../core/collect-bytes.ts';
import { ServiceError } from '../core/errors.ts';
import { joinedBytes } from '../core/joined-bytes.ts';
import { streamForm } from './multipart-stream.ts';

/** One part of a form that is a file. `mediaType` is what the part declares. */
export interface FilePart {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A multipart/form-data body: the last value of each text field, and the files by field name. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** All values of each text field, in order. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, FilePart>>;
}

/** Bytes allowed for boundaries, part headers and text fields in addition to the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/**
 * Reads multipart/form-data with each part's own Content-Type, which `Request.formData()` does not keep
 * on every runtime. Throws `unsupported_media_type` for another body, `payload_too_large` over
 * `maxFileBytes`, `invalid_input` for one that is cut short or malformed, and the signal's reason when it aborts.
 */
export async function readForm(request: Request, maxFileBytes: number, signal: AbortSignal): Promise<Form> {
  checkDeclaredLength(request.headers, maxFileBytes + FORM_OVERHEAD_BYTES);
  const fields: Record<string, string> = {};
  const repeated: Record<string, string[]> = {};
  const files: Record<string, FilePart> = {};
  let left = maxFileBytes + FORM_OVERHEAD_BYTES;
  for await (const { name, filename, mediaType, body } of streamForm(request, signal)) {
    const bytes = await collected(body, Math.min(maxFileBytes, left), maxFileBytes);
    left -= bytes.byteLength;
    if (filename !== undefined || mediaType === 'application/octet-stream') {
      files[name] = { filename: filename ?? '', mediaType, bytes };
    } else {
      const text = decoded(bytes, name);
      fields[name] = text;
      repeated[name] = [...(Object.hasOwn(repeated, name) ? (repeated[name] ?? []) : []), text];
    }
  }
  return { fields, repeated, files };
}

async function collected(body: AsyncIterable<Uint8Array>, mostBytes: number, maxFileBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) {
      throw new ServiceError('payload_too_large', `The form is larger than the limit of ${maxFileBytes} bytes.`, { param: 'file' });
    }
    chunks.push(chunk);
  }
  return joinedBytes(chunks);
}

function decoded(bytes: Uint8Array, param: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_input', `${param} must be text in UTF-8.`, { param, cause });
  }
}

import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from '@remix-run/multipart-parser';
import { checkDeclaredLength } from '../core/collect-bytes.ts';
import { ServiceError } from '../core/errors.ts';

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

/**
 * Reads multipart/form-data with each part's own Content-Type, which `Request.formData()` does not keep
 * on every runtime. Throws `unsupported_media_type` for another body, `payload_too_large` over
 * `maxFileBytes` and `invalid_input` for one that is cut short or malformed.
 */
export async function readForm(request: Request, maxFileBytes: number): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new ServiceError('unsupported_media_type', 'Send the body as multipart/form-data.');
  }
  checkDeclaredLength(request.headers, maxFileBytes + FORM_OVERHEAD_BYTES);
  const fields: Record<string, string> = {};
  const repeated: Record<string, string[]> = {};
  const files: Record<string, FilePart> = {};
  try {
    const options = { maxFileSize: maxFileBytes, maxTotalSize: maxFileBytes + FORM_OVERHEAD_BYTES };
    for await (const part of parseMultipartRequest(request, options)) {
      if (part.name === undefined) continue;
      if (part.isFile) files[part.name] = { filename: part.filename ?? '', mediaType: part.mediaType ?? '', bytes: part.bytes };
      else {
        fields[part.name] = part.text;
        repeated[part.name] = [...(Object.hasOwn(repeated, part.name) ? (repeated[part.name] ?? []) : []), part.text];
      }
    }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      throw new ServiceError('payload_too_large', `The form is larger than the limit of ${maxFileBytes} bytes.`, {
        param: 'file',
        cause: error,
      });
    }
    if (error instanceof MultipartParseError) {
      throw new ServiceError('invalid_input', 'The multipart body is malformed or cut short.', { cause: error });
    }
    throw error;
  }
  return { fields, repeated, files };
}

/** Bytes allowed for boundaries, part headers and text fields in addition to the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

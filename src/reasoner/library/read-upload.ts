import { ServiceError } from '../../core/errors.ts';
import { DEFAULT_STORE } from '../../core/store-id.ts';
import { streamOf } from '../../core/stream-of.ts';
import type { Upload } from '../../domain/documents/library.ts';
import { streamForm, type StreamedPart } from '../../http/multipart-stream.ts';
import { fault } from '../fields.ts';

/** The form of POST /v1/files as it arrives. */
export interface UploadForm extends AsyncDisposable {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
  /** The fields before and after the file; to be called once the body has been read. */
  rest(): ReturnType<Upload['rest']>;
}

/** OpenAI's purposes; files of the first two are searchable. */
const SEARCHED = ['assistants', 'user_data'];
const PURPOSES = [...SEARCHED, 'batch', 'fine-tune', 'vision', 'evals'];
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_STORES = 16;
/** From an hour to 30 days, as in OpenAI's API. */
const EXPIRY_SECONDS = { min: 3600, max: 2_592_000 };
/** Bytes allowed for boundaries, part headers and fields in addition to the file. */
const OVERHEAD_BYTES = 64 * 1024;

/**
 * Reads a form up to its file. Throws `unsupported_media_type`, `file_too_large` if the declared length already exceeds the limit, and
 * `invalid_input` for a form that is malformed or has no file. The signal ends the reading, also of the body, with its reason.
 */
export async function openUpload(request: Request, maxFileBytes: number, signal: AbortSignal): Promise<UploadForm> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxFileBytes + OVERHEAD_BYTES) {
    throw new ServiceError('file_too_large', `The file is larger than the limit of ${maxFileBytes} bytes.`, { param: 'file' });
  }
  const parts = streamForm(request, signal);
  const fields = new Map<string, string[]>();
  const close = async (): Promise<void> => void (await parts.return());
  try {
    const file = await nextFile(parts, fields);
    if (file === undefined) throw fault('file', 'is required: send a file in the multipart field "file"');
    return {
      filename: file.filename,
      body: streamOf(file.body),
      async rest() {
        const other = await nextFile(parts, fields);
        if (other !== undefined) throw fault('file', 'must be one file a request');
        return readFields(fields);
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Collects text fields until a file comes. */
async function nextFile(
  parts: AsyncGenerator<StreamedPart, void>,
  fields: Map<string, string[]>,
): Promise<(StreamedPart & { readonly filename: string }) | undefined> {
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done === true || part === undefined) return undefined;
    const { name, filename } = part;
    if (name === 'file') {
      if (filename === undefined) throw fault('file', 'must be sent as a file, with a file name');
      return { ...part, filename };
    }
    if (filename !== undefined) throw fault(name, 'is not a field for files; send the file as "file"');
    fields.set(name, [...(fields.get(name) ?? []), await textOf(part)]);
  }
}

async function textOf({ name, body }: StreamedPart): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_FIELD_BYTES) throw fault(name, `is longer than ${MAX_FIELD_BYTES} bytes`);
  }
  return text + decoder.decode();
}

function readFields(fields: ReadonlyMap<string, readonly string[]>): Awaited<ReturnType<Upload['rest']>> {
  const purpose = fields.get('purpose')?.at(-1) ?? 'assistants';
  if (!PURPOSES.includes(purpose)) throw fault('purpose', `must be one of ${PURPOSES.join(', ')}`);
  const expiresAfter = readExpiresAfter(fields);
  const expiry = expiresAfter === undefined ? {} : { expiresAfter };
  const named = ['vector_store_id', 'vector_store_ids', 'vector_store_ids[]'].flatMap((name) => fields.get(name) ?? []);
  if (named.length === 0) return { purpose, ...expiry, stores: SEARCHED.includes(purpose) ? [DEFAULT_STORE] : [] };
  const stores = [...new Set(named.flatMap((text) => text.split(',')).map((text) => text.trim()))].filter(
    (id) => id !== '' && id !== 'none',
  );
  if (stores.length > MAX_STORES) throw fault('vector_store_ids', `must name at most ${MAX_STORES} stores`);
  return { purpose, ...expiry, stores };
}

/** `expires_after[anchor]` and `expires_after[seconds]`: how many seconds after its upload a file expires. */
function readExpiresAfter(fields: ReadonlyMap<string, readonly string[]>): number | undefined {
  if (![...fields.keys()].some((name) => name.startsWith('expires_after'))) return undefined;
  if (fields.get('expires_after[anchor]')?.at(-1) !== 'created_at') throw fault('expires_after.anchor', 'must be created_at');
  const text = fields.get('expires_after[seconds]')?.at(-1) ?? '';
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  const { min, max } = EXPIRY_SECONDS;
  if (seconds < min || seconds > max) throw fault('expires_after.seconds', `must be a whole number from ${min} to ${max}`);
  return seconds;
}

import { ServiceError } from '../core/errors.ts';
import { extensionFor, knownExtension } from '../core/file-types.ts';
import { isJsonObject, listOf, type JsonObject, type JsonValue } from '../core/json.ts';
import { safeFileName } from '../domain/documents/file-name.ts';
import type { Library } from '../domain/documents/library.ts';
import { readText } from '../domain/documents/read-text.ts';
import type { DocumentExtractor } from '../ports/extractor.ts';
import { fault } from './fields.ts';

/** A file in a message: its id if it was uploaded, its name, and its text. */
export interface AttachedFile {
  readonly fileId: string | null;
  readonly name: string;
  readonly text: string;
}

/** The files in the messages of a request, by the parts that hold them. */
export type AttachedFiles = ReadonlyMap<JsonValue, AttachedFile>;

export interface AttachedFilesDeps {
  readonly extractor: DocumentExtractor;
  /** Holds the files that were uploaded; undefined while RAG is off. */
  readonly library: Library | undefined;
  /** Most files of one request. */
  readonly maxFiles: number;
  /** Most characters of their texts together. */
  readonly maxCharacters: number;
}

/**
 * Reads the files in a list of messages or items: parts of type `file` (chat completions) and `input_file` (responses) in messages of a
 * user or tool, and in `output` of a call. `param` is the field that holds the list. Throws `invalid_input`, `not_found`, `empty_file`,
 * `encrypted_file`, `invalid_file`, `file_too_large` and `payload_too_large` naming the part, `unavailable` for uploaded files while RAG is
 * off, and the errors of the extractor and the library.
 */
export type ReadAttachedFiles = (
  list: JsonValue | undefined,
  asked: { readonly param: string; readonly owner: string; readonly signal: AbortSignal },
) => Promise<AttachedFiles>;

interface FilePart {
  readonly part: JsonObject;
  /** The object that names the file, and its place. */
  readonly source: JsonObject;
  readonly place: string;
}

/** A file's bytes, its name, and the name whose extension says how it is read. */
interface OpenFile {
  readonly body: ReadableStream<Uint8Array>;
  readonly name: string;
  readonly readAs: string;
}

const DATA_URL = /^data:([^;,]*)[^,]*;base64,/i;

/** Reads attached files by the document readers. A file that a request has several times is read once. */
export function createAttachedFiles({ extractor, library, maxFiles, maxCharacters }: AttachedFilesDeps): ReadAttachedFiles {
  async function open(source: JsonObject, place: string, owner: string, signal: AbortSignal): Promise<OpenFile> {
    const { file_id: id = null, file_data: data = null, file_url: url = null, filename = null } = source;
    if (url !== null) throw fault(`${place}.file_url`, 'is not supported: send the file as file_data, or upload it and send its file_id');
    if (id !== null && data !== null) throw fault(`${place}.file_data`, 'must not be given together with file_id');
    if (filename !== null && typeof filename !== 'string') throw fault(`${place}.filename`, 'must be a string');
    if (data !== null) return ofData(data, filename ?? '', place);
    if (typeof id !== 'string' || id === '') throw fault(place, 'must have a file_id, or file_data as a data URL of base64');
    if (library === undefined) {
      const message = `${place}.file_id requires RAG to be enabled (REASONER_RAG_ENABLED=true); send the file as file_data.`;
      throw new ServiceError('unavailable', message, { param: `${place}.file_id` });
    }
    const { file, object } = await library.content(owner, id, signal, `${place}.file_id`);
    return { body: object.body, name: file.filename, readAs: file.filename };
  }

  return async (list, { param, owner, signal }) => {
    const parts = filePartsIn(list, param);
    if (parts.length > maxFiles) throw fault(param, `must hold at most ${maxFiles} files`);
    const files = new Map<JsonValue, AttachedFile>();
    const byId = new Map<JsonValue, AttachedFile>();
    let left = maxCharacters;
    for (const { part, source, place } of parts) {
      const { file_id: id = null } = source;
      const known = byId.get(id);
      const file = known ?? (await read(source, place));
      left -= file.text.length;
      if (left < 0) throw tooLong(place);
      files.set(part, file);
      if (id !== null) byId.set(id, file);
    }
    return files;

    async function read(source: JsonObject, place: string): Promise<AttachedFile> {
      const { body, name, readAs } = await open(source, place, owner, signal);
      try {
        const blocks = extractor.extract(body, { name: readAs, key: owner, signal, isWaitedFor: true });
        const page = await readText(blocks, 0, left + 1);
        if (page.next !== undefined) throw tooLong(place);
        return { fileId: typeof source.file_id === 'string' ? source.file_id : null, name, text: page.parts.join('') };
      } catch (error) {
        throw atPlace(error, place);
      }
    }
  };

  function tooLong(place: string): ServiceError {
    const message = `${place} has more text than the limit of ${maxCharacters} characters leaves for it; search long files with the tool file_search.`;
    return new ServiceError('payload_too_large', message, { param: place });
  }
}

function filePartsIn(list: JsonValue | undefined, param: string): FilePart[] {
  return listOf(list).flatMap((item, index) => {
    if (!isJsonObject(item)) return [];
    const field = item.role === 'user' || item.role === 'tool' ? 'content' : 'output';
    return listOf(item[field]).flatMap((part, at): FilePart[] => {
      if (!isJsonObject(part) || (part.type !== 'file' && part.type !== 'input_file')) return [];
      const place = `${param}[${index}].${field}[${at}]`;
      if (part.type === 'input_file') return [{ part, source: part, place }];
      if (!isJsonObject(part.file)) throw fault(`${place}.file`, 'must be an object with a file_id, or file_data and filename');
      return [{ part, source: part.file, place: `${place}.file` }];
    });
  });
}

function ofData(data: JsonValue, filename: string, place: string): OpenFile {
  const param = `${place}.file_data`;
  if (typeof data !== 'string') throw fault(param, 'must be a string');
  const [start = '', mediaType = ''] = DATA_URL.exec(data) ?? [];
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.fromBase64(data.slice(start.length));
  } catch {
    throw fault(param, 'must be a data URL of base64, such as data:application/pdf;base64,…');
  }
  const name = safeFileName(filename);
  return {
    body: new Blob([bytes]).stream(),
    name,
    readAs: knownExtension(name) === undefined ? name + extensionOf(mediaType.toLowerCase()) : name,
  };
}

/** The extension of a media type's files; empty for one that is not read. */
function extensionOf(mediaType: string): string {
  return extensionFor(mediaType) ?? (mediaType.startsWith('text/') ? '.txt' : '');
}

/** An error about a file that names its place in the request. In a body of JSON a file of another type is a wrong value like others. */
function atPlace(error: unknown, place: string): unknown {
  if (!(error instanceof ServiceError) || error.param !== 'file') return error;
  const kind = error.kind === 'unsupported_file_type' ? 'invalid_input' : error.kind;
  return new ServiceError(kind, error.message.replace(/^file:/, `${place}:`), { param: place, cause: error });
}

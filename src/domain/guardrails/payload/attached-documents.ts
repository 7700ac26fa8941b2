import { isJsonObject, listOf, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { isText } from './text-files.ts';

/** A document in a message, which is read before the checks. */
export interface AttachedDocument {
  /** The content part that holds it. */
  readonly part: JsonValue;
  /** The part's place, such as `messages[2].content[0]`. */
  readonly place: string;
  /** Empty if it has none. */
  readonly name: string;
  /** Lower case; empty if it has none. */
  readonly mediaType: string;
  /** Base64, which may be invalid; undefined for a file that the request only names, by `file_id` or a URL. */
  readonly code: string | undefined;
}

/** A document's text, or the reason why it is not read, which repeats nothing of the document. */
export type ReadDocument = { readonly text: string } | { readonly reason: string };

/** The documents of a request by the parts that hold them. */
export type ReadDocuments = ReadonlyMap<JsonValue, ReadDocument>;

const DATA_URL = /^data:([^;,]{0,128})[^,]{0,256};base64,/i;

/**
 * The documents in the messages of a chat request: content parts of type `file`, `input_file` and `document`. Files that hold UTF-8 text by their media type are not among them: the checks read and rewrite these in place.
 */
export function attachedDocuments(body: JsonObject): readonly AttachedDocument[] {
  const found: AttachedDocument[] = [];
  for (const [index, message] of listOf(body['messages']).entries()) {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) continue;
    for (const [at, part] of message['content'].entries()) {
      const document = isJsonObject(part) ? documentIn(part) : undefined;
      if (document !== undefined) found.push({ part, place: `messages[${index}].content[${at}]`, ...document });
    }
  }
  return found;
}

type Held = Pick<AttachedDocument, 'name' | 'mediaType' | 'code'>;

function documentIn(part: JsonObject): Held | undefined {
  const { type, file, source, title } = part;
  if (type === 'file' && isJsonObject(file)) return ofFile(file);
  if (type === 'input_file') return ofFile(part);
  return type === 'document' && isJsonObject(source) ? ofSource(source, title) : undefined;
}

function ofFile({ file_data: data, file_id: id, file_url: url, filename }: JsonObject): Held | undefined {
  const name = textOf(filename);
  if (typeof data !== 'string' || data === '') return isNamed(id) || isNamed(url) ? { name, mediaType: '', code: undefined } : undefined;
  if (isText(data)) return undefined;
  const [start = '', mediaType = ''] = DATA_URL.exec(data.slice(0, 512)) ?? [];
  return { name, mediaType: mediaType.toLowerCase(), code: data.slice(start.length) };
}

function ofSource({ type, data, media_type: mediaType, url, file_id: id }: JsonObject, title: JsonValue | undefined): Held | undefined {
  const held = { name: textOf(title), mediaType: textOf(mediaType).toLowerCase() };
  if (type === 'base64' && typeof data === 'string' && data !== '') return { ...held, code: data };
  return isNamed(url) || isNamed(id) ? { ...held, code: undefined } : undefined;
}

function isNamed(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

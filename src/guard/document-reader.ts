import { ServiceError, type ErrorKind } from '../core/errors.ts';
import { extensionFor, knownExtension, sniffMediaType } from '../core/file-types.ts';
import type { JsonValue } from '../core/json.ts';
import { readText } from '../domain/documents/read-text.ts';
import type { AttachedDocument, ReadDocument, ReadDocuments } from '../domain/guardrails/payload/attached-documents.ts';
import { bytesOfBase64 } from '../domain/guardrails/payload/text-files.ts';
import type { DocumentExtractor } from '../ports/extractor.ts';
import type { GuardSettings } from './config.ts';
import { createKeptTexts } from './kept-texts.ts';

export interface DocumentReaderDeps {
  readonly extractor: DocumentExtractor;
  readonly settings: Pick<GuardSettings, 'documentsMax' | 'documentCharacters' | 'documentCacheCharacters'>;
}

/**
 * Reads the documents of a request, until the signal aborts with a TimeoutError: those after it count as not read. `key` is the caller,
 * who takes turns with others. Rejects with `too_many_requests` if too many documents wait already, and with any other reason of the signal.
 */
export type ReadRequestDocuments = (
  documents: readonly AttachedDocument[],
  options: { readonly signal: AbortSignal; readonly key?: string | undefined },
) => Promise<ReadDocuments>;

/**
 * Reads documents by the document readers. The texts of the last ones are kept, by their content: a conversation sends its documents
 * again with every turn.
 */
export function createDocumentReader({ extractor, settings }: DocumentReaderDeps): ReadRequestDocuments {
  const { documentsMax, documentCharacters } = settings;
  const kept = createKeptTexts(settings.documentCacheCharacters);

  async function read(
    { name, mediaType, code }: AttachedDocument,
    left: number,
    signal: AbortSignal,
    key: string | undefined,
  ): Promise<ReadDocument> {
    if (code === undefined) return { reason: 'a document that is not in the request' };
    if (signal.aborted) return unread(signal.reason, signal);
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = bytesOfBase64(code);
    } catch {
      return { reason: 'a document that is no valid base64' };
    }
    const extension = extensionOf(bytes, name, mediaType);
    const id = `${extension} ${new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()}`;
    const known = kept.get(id);
    if (known !== undefined) return known.length > left ? tooLong() : { text: known };
    try {
      const options = { name: extension, signal, isWaitedFor: true, ...(key === undefined ? {} : { key }) };
      const page = await readText(extractor.extract(new Blob([bytes]).stream(), options), 0, left + 1);
      const text = page.parts.join('');
      if (page.next !== undefined || text.length > left) return tooLong();
      kept.put(id, text);
      return { text };
    } catch (error) {
      return unread(error, signal);
    }
  }

  function tooLong(): ReadDocument {
    return { reason: `a document with more text than the limit of ${documentCharacters} characters for one request leaves for it` };
  }

  return async (documents, { signal, key }) => {
    const found = new Map<JsonValue, ReadDocument>();
    let left = documentCharacters;
    for (const [index, document] of documents.entries()) {
      const one =
        index < documentsMax ? await read(document, left, signal, key) : { reason: `a document beyond the first ${documentsMax}` };
      if ('text' in one) left -= one.text.length;
      found.set(document.part, 'text' in one && document.name !== '' ? { text: `${document.name}\n\n${one.text}` } : one);
    }
    return found;
  };
}

/** Throws `invalid_input` that names the first document that was not read. */
export function refuseUnread(documents: readonly AttachedDocument[], read: ReadDocuments): void {
  for (const { part, place } of documents) {
    const one = read.get(part);
    if (one === undefined || 'text' in one) continue;
    throw new ServiceError('invalid_input', `${place}: is not passed on, because the guard cannot check it: ${one.reason}.`, {
      param: place,
    });
  }
}

/** With which `%PDF-` begins. */
const PERCENT = 0x25;

/** Failures of a document itself; others are of the reader. */
const OF_DOCUMENT: ReadonlySet<ErrorKind> = new Set([
  'empty_file',
  'encrypted_file',
  'invalid_file',
  'file_too_large',
  'unsupported_file_type',
  'timeout',
]);
const LATE: ReadDocument = { reason: 'a document that was not read in time' };

/** Throws `too_many_requests`, since under load documents must not pass unread, and the signal's reason. */
function unread(error: unknown, signal: AbortSignal): ReadDocument {
  if (signal.aborted) {
    if (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError') return LATE;
    throw signal.reason;
  }
  if (!(error instanceof ServiceError)) return { reason: 'a document at which the reader failed' };
  if (error.kind === 'too_many_requests') throw error;
  if (!OF_DOCUMENT.has(error.kind)) return { reason: 'a document at which the reader failed' };
  return { reason: `a document that was not read: ${error.message.replace(/^file: /, '').replace(/\.$/, '')}` };
}

/** What a document is read as: a PDF by its first bytes, else by its name, its media type or its content, and in the end as text. */
function extensionOf(bytes: Uint8Array, name: string, mediaType: string): string {
  const found = sniffMediaType(bytes);
  if (found === 'application/pdf' && bytes[0] === PERCENT) return '.pdf';
  const known = knownExtension(name) ?? extensionFor(mediaType) ?? (found === undefined ? undefined : extensionFor(found));
  return known ?? (found === 'application/zip' ? '.docx' : '.txt');
}

import { delay } from '../../core/abort.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import type { DocumentExtractor } from '../../ports/extractor.ts';
import type { ObjectStore } from '../../ports/object-store.ts';

/** What the check reads from, and how long in milliseconds it waits for the first text of a document. */
export interface ReadableCheckDeps {
  readonly objects: ObjectStore;
  readonly extractor: DocumentExtractor;
  readonly waitMs: number;
}

/** A stored document: its key in the object store, and its file name, which tells its format. */
export interface StoredDocument {
  readonly objectKey: string;
  readonly name: string;
  readonly owner: string;
  readonly signal: AbortSignal;
}

/**
 * Reads stored documents up to their first text, so that one without any is refused when it is uploaded. Throws the extractor's
 * error; one that is slow or has no room passes, as ingestion will read the document again.
 */
export function createReadableCheck({ objects, extractor, waitMs }: ReadableCheckDeps): (document: StoredDocument) => Promise<void> {
  return async ({ objectKey, name, owner, signal }) => {
    const object = await objects.get(objectKey, { signal });
    if (object === undefined) throw new ServiceError('internal', 'The file was not stored.');
    const stop = new AbortController();
    const reading = extractor.extract(object.body, { name, key: owner, signal: AbortSignal.any([signal, stop.signal]) });
    const first = reading.next();
    first.catch(() => undefined);
    try {
      await Promise.race([first, delay(waitMs, stop.signal)]);
    } catch (thrown) {
      const error = toServiceError(thrown);
      // A full queue or a slow reader says nothing about the document.
      if (error.kind !== 'too_many_requests' && error.kind !== 'unavailable' && error.kind !== 'timeout') throw thrown;
    } finally {
      stop.abort(new DOMException('enough was read', 'AbortError'));
      reading.return({ characters: 0, blocks: 0 }).catch(() => undefined);
    }
  };
}

/** What a store knows about an object. */
export interface ObjectInfo {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly mediaType: string;
}

/** The result of storing an object. */
export interface StoredObject extends ObjectInfo {
  /** Of the whole body, in lower-case hexadecimal. */
  readonly sha256: string;
}

export interface PutOptions {
  readonly signal?: AbortSignal;
  /** Unbounded by default. */
  readonly maxBytes?: number;
}

/** An object to be read. `body` can be read once; cancel it if it is not read to its end. */
export interface ObjectContent {
  readonly info: ObjectInfo;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Keeps files by key. Keys are what `checkObjectKey` takes; any other is `invalid_input`.
 * Failures: `storage_full`, `unavailable` (cannot be reached or written), `timeout`.
 */
export interface ObjectStore {
  /**
   * Stores a body, replacing what the key held. Nothing of it is visible before it is complete, and nothing is left of one that fails,
   * exceeds `maxBytes` (`file_too_large`) or is aborted. The body is never buffered whole.
   */
  put(key: string, body: ReadableStream<Uint8Array>, mediaType: string, options?: PutOptions): Promise<StoredObject>;
  /** Undefined if there is no such object. */
  get(key: string, options?: { readonly signal?: AbortSignal }): Promise<ObjectContent | undefined>;
  /** Whether the object existed. */
  delete(key: string, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
  /** Rejects if the store cannot be used. */
  ping(signal: AbortSignal): Promise<void>;
}

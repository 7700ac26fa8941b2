/** The kind of a block. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table-row' | 'code' | 'record';

/**
 * A block of a document's text. The extracted text of a document is its blocks in order, separated by as many line feeds as lie between
 * the end of one and the start of the next.
 */
export interface Block {
  readonly kind: BlockKind;
  /** Never empty, at most 16 384 UTF-16 code units; longer blocks are split with nothing between the parts. */
  readonly text: string;
  /** From 1, if the format has pages. */
  readonly page?: number;
  /** Position in the extracted text in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first; for code the symbols, for records the path. */
  readonly headings: readonly string[];
  /** For a row of a table: the row of column names. */
  readonly header?: string;
}

/** Limits of an extraction; see `DEFAULT_EXTRACTION_LIMITS`. */
export interface ExtractionLimits {
  readonly maxBytes: number;
  readonly maxPages: number;
  /** UTF-16 code units of extracted text. */
  readonly maxCharacters: number;
  /** Uncompressed bytes of a container, and its largest compression ratio above one mebibyte. */
  readonly maxExpandedBytes: number;
  readonly maxExpansionRatio: number;
  readonly maxSeconds: number;
}

export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxPages: 5000,
  maxCharacters: 20_000_000,
  maxExpandedBytes: 256 * 1024 * 1024,
  maxExpansionRatio: 200,
  maxSeconds: 120,
};

export interface ExtractOptions {
  /** The file's name; its extension selects the format. */
  readonly name: string;
  /** By default the limits with which the extractor was created. */
  readonly limits?: Partial<ExtractionLimits>;
  readonly signal?: AbortSignal;
  /** The caller, such as the name of an API key; callers take turns. */
  readonly key?: string;
  /** Whether somebody waits for its text: such a file is read before those that wait to be ingested. */
  readonly isWaitedFor?: boolean;
}

/** What is known about a document once all of it has been read. */
export interface ExtractionSummary {
  /** Length of the extracted text in UTF-16 code units. */
  readonly characters: number;
  readonly blocks: number;
  readonly pages?: number;
}

/** Extracts the text of files. */
export interface DocumentExtractor {
  /**
   * The blocks of a file in batches of about 16 000 characters, at most 32 000, then a summary. The body is read into memory, up to
   * `maxBytes`. Throws `unsupported_file_type`, `file_too_large`, `empty_file`, `encrypted_file`, `invalid_file`, `timeout`,
   * `too_many_requests`, or the signal's reason; batches before a failure must be discarded.
   */
  extract(body: ReadableStream<Uint8Array>, options: ExtractOptions): AsyncGenerator<readonly Block[], ExtractionSummary>;
}

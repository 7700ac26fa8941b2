/** What a stretch of a document is. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table-row' | 'code' | 'record';

/**
 * A stretch of a document's text. The extracted text of a document is its blocks in order, with as many line feeds
 * between two of them as lie between the end of one and the start of the next.
 */
export interface Block {
  readonly kind: BlockKind;
  /** Never empty, at most 16 384 UTF-16 units; longer stretches are several blocks with nothing between them. */
  readonly text: string;
  /** From 1, where the format has pages. */
  readonly page?: number;
  /** Place in the extracted text in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The headings it stands under, the outermost first; for code the symbols, for records the path. */
  readonly headings: readonly string[];
  /** For a row of a table: the row of column names. */
  readonly header?: string;
}

/** How much a document may cost; see `DEFAULT_EXTRACTION_LIMITS`. */
export interface ExtractionLimits {
  readonly maxBytes: number;
  readonly maxPages: number;
  /** UTF-16 units of extracted text. */
  readonly maxCharacters: number;
  /** Unpacked bytes of a container, and how many times its packed size that may be once it is over a mebibyte. */
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
  /** The file's name; its extension says how the file is read. */
  readonly name: string;
  /** What is not given is as in the limits the extractor was made with. */
  readonly limits?: Partial<ExtractionLimits>;
  readonly signal?: AbortSignal;
  /** Whose work it is, such as the name of an API key; keys take turns. */
  readonly key?: string;
}

/** What is known of a document once all of it was read. */
export interface ExtractionSummary {
  /** Length of the extracted text in UTF-16 units. */
  readonly characters: number;
  readonly blocks: number;
  readonly pages?: number;
}

/** Reads the text out of files. */
export interface DocumentExtractor {
  /**
   * The blocks of a file in batches of about 16 000 characters, 32 000 at most, then a summary. The body is read into memory, up to
   * `maxBytes`. Throws `unsupported_file_type`, `file_too_large`, `empty_file`, `encrypted_file`, `invalid_file`,
   * `timeout`, `too_many_requests`, or the signal's reason; batches given before a failure are to be dropped.
   */
  extract(body: ReadableStream<Uint8Array>, options: ExtractOptions): AsyncGenerator<readonly Block[], ExtractionSummary>;
}

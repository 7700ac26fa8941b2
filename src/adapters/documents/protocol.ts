import type { FileFormat } from '../../core/file-types.ts';
import type { Block, ExtractionLimits, ExtractionSummary } from '../../ports/extractor.ts';

/** One document for the worker. The chunks are transferred in order. */
export interface ExtractRun {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly format: FileFormat;
  readonly limits: ExtractionLimits;
}

/** A batch of blocks, then the summary. */
export type ExtractPart = readonly Block[];
export type ExtractResult = ExtractionSummary;

import { boundedChunks } from '../../core/bounded-chunks.ts';
import { isAbort, ServiceError } from '../../core/errors.ts';
import { fileTypeOf } from '../../core/file-types.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import { DEFAULT_EXTRACTION_LIMITS, type DocumentExtractor, type ExtractionLimits } from '../../ports/extractor.ts';
import { fileFault } from './faults.ts';
import type { ExtractPart, ExtractResult, ExtractRun } from './protocol.ts';

export interface DocumentExtractorOptions {
  /** The pool's name in metrics and errors: `documents` by default. */
  readonly name?: string;
  /** The defaults are in `DEFAULT_EXTRACTION_LIMITS`. */
  readonly limits?: Partial<ExtractionLimits>;
  /** Files that are read at once: 1 by default. */
  readonly workers?: number;
  /** Files that may wait: 64 by default. Each takes up to `maxBytes` of memory. */
  readonly queueLimit?: number;
  /** A worker is ended after this many idle milliseconds: 60 000 by default. */
  readonly idleMs?: number;
  /** How much longer than `maxSeconds` a worker may be silent before it counts as stuck and is ended, in milliseconds: 2000 by default. */
  readonly graceMs?: number;
  /** Seconds that even the smallest file may take, up to `maxSeconds`: 15 by default, and one more per 100 kB. */
  readonly leastSeconds?: number;
}

/** A file may take another second for so many of its bytes. */
const BYTES_PER_SECOND = 100_000;

/** The extractor, its metrics and its disposal. */
export interface PooledDocumentExtractor extends DocumentExtractor, AsyncDisposable {
  stats(): PoolStats;
}

/** Reads files in workers, so that parsers never block the thread that answers requests, and a stuck one can be ended. */
export function createDocumentExtractor(options: DocumentExtractorOptions = {}): PooledDocumentExtractor {
  const common: ExtractionLimits = { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits };
  const { graceMs = 2000, leastSeconds = 15 } = options;
  const pool = createWorkerPool<undefined, ExtractRun, ExtractPart, ExtractResult>({
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' }),
    entersNativeCode: () => false,
    model: options.name ?? 'documents',
    load: undefined,
    workers: options.workers ?? 1,
    queueLimit: options.queueLimit ?? 64,
    timeoutMs: common.maxSeconds * 1000 + graceMs,
    idleMs: options.idleMs ?? 60_000,
  });

  return {
    async *extract(body, { name, limits: given, signal, key, isWaitedFor = false }) {
      const { format } = fileTypeOf(name);
      const wanted = { ...common, ...given };
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of boundedChunks(body, { maxBytes: wanted.maxBytes, ...(signal === undefined ? {} : { signal }) })) {
        // Only a whole buffer can be transferred; the body's may be a view of a larger one.
        chunks.push(chunk.slice());
      }
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
      // No file of a few kilobytes takes minutes to read, unless it was made to.
      const limits = { ...wanted, maxSeconds: Math.min(wanted.maxSeconds, leastSeconds + Math.ceil(bytes / BYTES_PER_SECOND)) };
      const timeoutMs = limits.maxSeconds * 1000 + graceMs;
      const within = {
        lane: isWaitedFor ? 'interactive' : 'background',
        timeoutMs,
        ...(signal === undefined ? {} : { signal }),
        ...(key === undefined ? {} : { key }),
      } as const;
      try {
        return yield* pool.stream(
          { chunks, format, limits },
          chunks.map(({ buffer }) => buffer),
          within,
        );
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'timeout' && error.param === undefined && !isAbort(error)) {
          throw fileFault('timeout', `reading it took longer than the limit of ${limits.maxSeconds} s.`, error);
        }
        throw error;
      }
    },
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

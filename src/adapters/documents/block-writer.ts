import type { Block, BlockKind, ExtractionLimits, ExtractionSummary } from '../../ports/extractor.ts';
import { fileFault } from './faults.ts';

/** Characters of a batch. It is split into chunks on the thread that answers requests, which takes a few milliseconds. */
const BATCH_CHARACTERS = 16_000;
const BATCH_BLOCKS = 200;
const BLOCK_CHARACTERS = 16_384;
const MAX_HEADING = 200;
const MAX_HEADER = 1000;

export interface BlockOptions {
  /** Where the block starts in the extracted text; by default after as many line feeds as its kind needs. */
  readonly start?: number;
  readonly page?: number;
  readonly header?: string;
  /** Replaces the current headings. */
  readonly headings?: readonly string[];
}

/** Takes a document's blocks in order, assigns their positions, and stops at the limits of size and time. */
export interface BlockWriter {
  /** Adds a block, trimmed; nothing if it is blank. */
  add(kind: BlockKind, text: string, options?: BlockOptions): void;
  /** Adds a heading for what follows; level 1 is the outermost but for a title. A blank one only ends the headings from its level on. */
  heading(level: number, text: string, options?: BlockOptions): void;
  /** Throws `timeout` past the time limit. Extractors that run long without adding blocks call it. */
  check(): void;
  /** Sends the remaining blocks. Throws `empty_file` if there is no text. */
  finish(pages?: number): ExtractionSummary;
}

/** Batches are passed to `send` as they fill up. */
export function createBlockWriter(limits: ExtractionLimits, send: (blocks: readonly Block[]) => void): BlockWriter {
  const latest = performance.now() + limits.maxSeconds * 1000;
  let path: { readonly level: number; readonly text: string }[] = [];
  let headings: readonly string[] = [];
  let batch: Block[] = [];
  let batched = 0;
  let count = 0;
  let last: Block | undefined;
  let characters = 0;

  function flush(): void {
    if (batch.length > 0) send(batch);
    batch = [];
    batched = 0;
  }

  function check(): void {
    if (performance.now() > latest) throw fileFault('timeout', `reading it took longer than the limit of ${limits.maxSeconds} s.`);
  }

  function push(block: Block): void {
    last = block;
    count += 1;
    batch.push(block);
    batched += block.text.length;
    if (batched >= BATCH_CHARACTERS || batch.length >= BATCH_BLOCKS) {
      check();
      flush();
    }
  }

  function add(kind: BlockKind, given: string, options: BlockOptions = {}): void {
    const text = given.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
    if (text.trim() === '') return;
    const lead = given.trimEnd().length - text.length;
    let start = options.start === undefined ? characters + gapBefore(kind, last) : options.start + lead;
    const end = start + text.length;
    if (end > limits.maxCharacters) {
      throw fileFault('file_too_large', `it holds more text than the limit of ${limits.maxCharacters} characters.`);
    }
    const { page, header } = options;
    for (const piece of pieces(text)) {
      push({
        kind,
        text: piece,
        start,
        end: start + piece.length,
        headings: options.headings ?? headings,
        ...(page === undefined ? {} : { page }),
        ...(header === undefined ? {} : { header: header.slice(0, MAX_HEADER) }),
      });
      start += piece.length;
    }
    characters = end;
  }

  return {
    add,
    check,
    heading(level, text, options) {
      const line = text.trim().replace(/\s+/g, ' ').slice(0, MAX_HEADING);
      path = path.filter((outer) => outer.level < level);
      headings = path.map((outer) => outer.text);
      if (line === '') return;
      add('heading', text, options);
      path.push({ level, text: line });
      headings = path.map((outer) => outer.text);
    },
    finish(pages) {
      check();
      if (count === 0)
        throw fileFault('empty_file', pages === undefined ? 'it has no text.' : 'its pages have no text; they may be scanned images.');
      flush();
      return { characters, blocks: count, ...(pages === undefined ? {} : { pages }) };
    },
  };
}

/** Rows, list items, records and lines of code follow each other directly; other blocks are separated by an empty line. */
function gapBefore(kind: BlockKind, last: Block | undefined): number {
  if (last === undefined) return 0;
  return kind === last.kind && (kind === 'table-row' || kind === 'list') ? 1 : 2;
}

/** A text in pieces that fit a message, split at spaces if possible and never within a character. */
function* pieces(text: string): Generator<string> {
  let at = 0;
  while (text.length - at > BLOCK_CHARACTERS) {
    const window = text.slice(at, at + BLOCK_CHARACTERS);
    const blank = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' ')) + 1;
    let length = blank > BLOCK_CHARACTERS / 2 ? blank : BLOCK_CHARACTERS;
    if (/[\uD800-\uDBFF]/.test(window.charAt(length - 1))) length -= 1;
    yield text.slice(at, at + length);
    at += length;
  }
  yield text.slice(at);
}

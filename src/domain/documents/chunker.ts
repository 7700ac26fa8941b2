import { yieldThread } from '../../core/yield-thread.ts';
import type { Block, BlockKind } from '../../ports/extractor.ts';
import { splitBlock, type Piece } from './split-block.ts';

/** How large chunks are, in tokens as `tokenCost` estimates them. */
export interface ChunkOptions {
  /** At least 16. */
  readonly maxTokens: number;
  /** How much of a chunk the next one repeats, at most; no more than half of `maxTokens`. */
  readonly overlapTokens: number;
}

/** Fits a sentence model that reads 256 of its own tokens, headings included. */
export const DEFAULT_CHUNK_OPTIONS: ChunkOptions = { maxTokens: 180, overlapTokens: 40 };

/** A stretch of a document that is embedded, found and cited. */
export interface Chunk {
  /** From 0, in the order of the document. */
  readonly index: number;
  /** Exactly what lies from `start` to `end` in the extracted text, in UTF-16 units; `end` is exclusive. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where what the chunk before does not hold begins; `start` when nothing is repeated. */
  readonly ownStart: number;
  /** Page of the first character, where the format has pages. */
  readonly page?: number;
  /** The headings over its own first character, the outermost first. */
  readonly headings: readonly string[];
  /** The row of column names, when it begins below it in a table. */
  readonly header?: string;
  /** Kind of its own first block that is no heading. */
  readonly kind: BlockKind;
  readonly tokens: number;
}

/** Takes blocks as they come and gives chunks as soon as they are complete. */
export interface Chunker {
  push(blocks: readonly Block[]): Chunk[];
  /** The rest. The chunker is used up. */
  finish(): Chunk[];
}

/**
 * Cuts blocks into chunks: pure, linear, and the same for every way of batching. A chunk ends at the end of a block
 * when that leaves it at least half full, else at the end of a sentence or line; it never ends with a heading that
 * something follows, and a heading begins a new chunk when the one before is half full. Throws a RangeError for
 * options out of range.
 */
export function createChunker({ maxTokens, overlapTokens }: ChunkOptions = DEFAULT_CHUNK_OPTIONS): Chunker {
  if (!(maxTokens >= 16)) throw new RangeError('maxTokens must be at least 16');
  if (!(overlapTokens >= 0 && overlapTokens <= maxTokens / 2)) throw new RangeError('overlapTokens must be from 0 to half of maxTokens');
  let pieces: Piece[] = [];
  let tokens = 0;
  /** How many of the pieces the chunk before holds, too. */
  let repeated = 0;
  let index = 0;

  /** Makes a chunk of the first `count` pieces and keeps those that the next repeats. */
  function close(count: number): Chunk {
    const taken = pieces.slice(0, count);
    const chunk = toChunk(taken, repeated, index);
    index += 1;
    let keep = 0;
    let kept = 0;
    const left = pieces.slice(count);
    // What is left over and one further piece must fit beside what is repeated.
    const room = Math.min(overlapTokens, maxTokens - left.reduce((sum, piece) => sum + piece.tokens, 0));
    for (let at = count - 1; at > 0; at -= 1) {
      const cost = pieces[at]?.tokens ?? 0;
      if (kept + cost > room) break;
      kept += cost;
      keep += 1;
    }
    pieces = [...taken.slice(taken.length - keep), ...left];
    tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
    repeated = keep;
    return chunk;
  }

  /** Drops what is repeated, the earliest first, until a piece fits. */
  function makeRoom(needed: number): void {
    while (repeated > 0 && tokens + needed > maxTokens) {
      tokens -= pieces.shift()?.tokens ?? 0;
      repeated -= 1;
    }
  }

  /** Where to end a chunk whose next piece is `next`: how many pieces it takes. */
  function place(next: Piece): number {
    let spent = tokens;
    let count = pieces.length;
    let beforeHeading = count;
    while (beforeHeading > repeated + 1 && pieces[beforeHeading - 1]?.block.kind === 'heading') beforeHeading -= 1;
    if (beforeHeading < count && pieces[beforeHeading - 1]?.block.kind !== 'heading') return beforeHeading;
    for (; count > repeated + 1; count -= 1) {
      const last = pieces[count - 1];
      const after = pieces[count] ?? next;
      if (spent < maxTokens / 2 || last === undefined) break;
      if (last.block !== after.block && last.block.kind !== 'heading') return count;
      spent -= last.tokens;
    }
    return pieces.length;
  }

  function* take(piece: Piece): Generator<Chunk> {
    const begins = piece.block.kind === 'heading' && piece.start === piece.block.start;
    const last = pieces.at(-1);
    if (begins && last !== undefined && last.block.kind !== 'heading' && pieces.length > repeated && tokens >= maxTokens / 2) {
      yield close(pieces.length);
    }
    while (tokens + piece.tokens > maxTokens && pieces.length > repeated) yield close(place(piece));
    makeRoom(piece.tokens);
    pieces.push(piece);
    tokens += piece.tokens;
  }

  return {
    push: (blocks) => blocks.flatMap((block) => splitBlock(block, maxTokens).flatMap((piece) => [...take(piece)])),
    finish: () => (pieces.length > repeated ? [close(pieces.length)] : []),
  };
}

/** The chunks of a whole document that is read in batches. Other work of this thread has its turn between two batches. */
export async function* chunkDocument(
  batches: AsyncIterable<readonly Block[]>,
  options: ChunkOptions = DEFAULT_CHUNK_OPTIONS,
): AsyncGenerator<Chunk, void> {
  const chunker = createChunker(options);
  for await (const blocks of batches) {
    yield* chunker.push(blocks);
    // Batches that wait already are handed on without the event loop; a timer lets it run.
    await yieldThread();
  }
  yield* chunker.finish();
}

/** What is embedded and matched for a chunk: its headings, the header of its table and its text. */
export function searchableText({ headings, header, text }: Chunk): string {
  const above = headings.join(' > ');
  return [above, header ?? '', text].filter((part) => part !== '').join('\n');
}

function toChunk(pieces: readonly Piece[], repeated: number, index: number): Chunk {
  const first = pieces[0];
  const own = pieces[repeated];
  const last = pieces.at(-1);
  if (first === undefined || own === undefined || last === undefined) throw new Error('a chunk holds at least one piece of its own');
  const body = pieces.slice(repeated).find(({ block }) => block.kind !== 'heading') ?? own;
  let text = '';
  for (const piece of pieces) text += '\n'.repeat(piece.start - first.start - text.length) + piece.text;
  const { page } = first.block;
  // A chunk that begins with the table itself shows the header by its own text.
  const header = first.block.header ?? own.block.header;
  return {
    index,
    text,
    start: first.start,
    end: last.end,
    ownStart: own.start,
    ...(page === undefined ? {} : { page }),
    headings: own.block.headings,
    ...(header === undefined || text.includes(header) ? {} : { header }),
    kind: body.block.kind,
    tokens: pieces.reduce((sum, piece) => sum + piece.tokens, 0),
  };
}

import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Block, BlockKind } from '../../ports/extractor.ts';
import type { Title } from '../../ports/vector-index.ts';
import { splitBlock, type Piece } from './split-block.ts';

/** Size of chunks, in tokens as `tokenCost` estimates them. */
export interface ChunkOptions {
  /** At least 16. */
  readonly maxTokens: number;
  /** How much of a chunk the next one repeats at most; no more than half of `maxTokens`. */
  readonly overlapTokens: number;
}

/** Fits a sentence model that reads 256 of its own tokens, headings included. */
export const DEFAULT_CHUNK_OPTIONS: ChunkOptions = { maxTokens: 180, overlapTokens: 40 };

/** A part of a document that is embedded, found and cited. */
export interface Chunk {
  /** Index in the document, from 0. */
  readonly index: number;
  /** Exactly the extracted text from `start` to `end`, in UTF-16 code units; `end` is exclusive. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the text begins that the previous chunk does not contain; `start` if nothing is repeated. */
  readonly ownStart: number;
  /** Page of the first character, if the format has pages. */
  readonly page?: number;
  /** The headings above its first character, outermost first. */
  readonly headings: readonly string[];
  /** The row of column names, if the chunk begins below it in a table. */
  readonly header?: string;
  /** The headings within its text, in order. */
  readonly titles: readonly Title[];
  /** Kind of its first block that is not a heading. */
  readonly kind: BlockKind;
  readonly tokens: number;
}

/** Takes blocks as they arrive and returns chunks as soon as they are complete. */
export interface Chunker {
  push(blocks: readonly Block[]): Chunk[];
  /** The remaining chunks. The chunker cannot be used after that. */
  finish(): Chunk[];
}

/**
 * Splits blocks into chunks: deterministic, in linear time, and independent of how the blocks are batched. A chunk ends at the end of a
 * block if it is then at least half full, otherwise at the end of a sentence or line. It never ends with a heading that is followed by
 * something, and a heading begins a new chunk if the current one is half full. Nothing of another section is repeated. Throws a RangeError for options out of range.
 */
export function createChunker({ maxTokens, overlapTokens }: ChunkOptions = DEFAULT_CHUNK_OPTIONS): Chunker {
  if (!(maxTokens >= 16)) throw new RangeError('maxTokens must be at least 16');
  if (!(overlapTokens >= 0 && overlapTokens <= maxTokens / 2)) throw new RangeError('overlapTokens must be from 0 to half of maxTokens');
  let pieces: Piece[] = [];
  let tokens = 0;
  /** How many of the pieces the previous chunk contains too. */
  let repeated = 0;
  let index = 0;

  /** Makes a chunk of the first `count` pieces, behind which `next` comes, and keeps those that the next chunk repeats. */
  function close(count: number, next?: Piece): Chunk {
    const taken = pieces.slice(0, count);
    const chunk = toChunk(taken, repeated, index);
    index += 1;
    let keep = 0;
    let kept = 0;
    const left = pieces.slice(count);
    // The remaining pieces and one more must fit beside the repeated ones.
    const room = Math.min(overlapTokens, maxTokens - left.reduce((sum, piece) => sum + piece.tokens, 0));
    const following = (left[0] ?? next)?.block;
    for (let at = count - 1; at > 0; at -= 1) {
      const cost = pieces[at]?.tokens ?? 0;
      // What is repeated is taken for a part of the next chunk's section.
      if (kept + cost > room || !isSameSection(pieces[at]?.block, following)) break;
      kept += cost;
      keep += 1;
    }
    pieces = [...taken.slice(taken.length - keep), ...left];
    tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
    repeated = keep;
    return chunk;
  }

  /** Drops repeated pieces, the earliest first, until a piece fits. */
  function makeRoom(needed: number): void {
    while (repeated > 0 && tokens + needed > maxTokens) {
      tokens -= pieces.shift()?.tokens ?? 0;
      repeated -= 1;
    }
  }

  /** How many pieces a chunk takes whose next piece is `next`. */
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
      yield close(pieces.length, piece);
    }
    while (tokens + piece.tokens > maxTokens && pieces.length > repeated) yield close(place(piece), piece);
    makeRoom(piece.tokens);
    pieces.push(piece);
    tokens += piece.tokens;
  }

  return {
    push: (blocks) => blocks.flatMap((block) => splitBlock(block, maxTokens).flatMap((piece) => [...take(piece)])),
    finish: () => (pieces.length > repeated ? [close(pieces.length)] : []),
  };
}

/** The chunks of a document that is read in batches. Other work of this thread runs between two batches. */
export async function* chunkDocument(
  batches: AsyncIterable<readonly Block[]>,
  options: ChunkOptions = DEFAULT_CHUNK_OPTIONS,
): AsyncGenerator<Chunk, void> {
  const chunker = createChunker(options);
  for await (const blocks of batches) {
    yield* chunker.push(blocks);
    // Batches that are ready are passed on without the event loop; a timer lets it run.
    await yieldToEventLoop();
  }
  yield* chunker.finish();
}

/** Whether a block goes on with the section of the one before it. */
function isSameSection(before: Block | undefined, after: Block | undefined): boolean {
  if (before === undefined || after === undefined || after.kind === 'heading') return false;
  const { headings } = after;
  return before.headings.length === headings.length && before.headings.every((heading, level) => heading === headings[level]);
}

function toChunk(pieces: readonly Piece[], repeated: number, index: number): Chunk {
  const first = pieces[0];
  const own = pieces[repeated];
  const last = pieces.at(-1);
  if (first === undefined || own === undefined || last === undefined) throw new Error('a chunk holds at least one piece of its own');
  const body = pieces.slice(repeated).find(({ block }) => block.kind !== 'heading') ?? own;
  let text = '';
  const titles: Title[] = [];
  for (const { block, start } of pieces) {
    if (block.kind === 'heading' && start === block.start) titles.push({ at: start - first.start, level: block.headings.length + 1 });
  }
  for (const piece of pieces) text += '\n'.repeat(piece.start - first.start - text.length) + piece.text;
  const { page } = first.block;
  // A chunk that begins with the table contains the header itself.
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
    titles,
    kind: body.block.kind,
    tokens: pieces.reduce((sum, piece) => sum + piece.tokens, 0),
  };
}

import type { Block } from '../../ports/extractor.ts';
import { tokenCost } from './token-cost.ts';

/** A part of a block that is never split: a sentence, a line, or a part of one that is too long. */
export interface Piece {
  readonly block: Block;
  /** Offset in the extracted text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly tokens: number;
}

const SENTENCE_END = /\n+|[.!?]["')\]]*\s+|[。！？]\s*/gu;
const LINE_END = /\n+/g;
const BLANK = /\s+/g;

/** The pieces of a block, in order and without gaps, none over `maxTokens`. */
export function splitBlock(block: Block, maxTokens: number): Piece[] {
  const byLine = block.kind === 'code' || block.kind === 'record';
  const found: Piece[] = [];
  const add = (text: string, start: number, finer: readonly RegExp[]): void => {
    const tokens = tokenCost(text);
    const [ends, ...rest] = finer;
    if (tokens <= maxTokens) found.push({ block, start, end: start + text.length, text, tokens });
    else if (ends === undefined) for (const part of cut(text, maxTokens)) add(part.text, start + part.at, []);
    else for (const part of pack(parts(text, ends), maxTokens)) add(part.text, start + part.at, rest);
  };
  const [first, ...finer] = byLine ? [LINE_END, BLANK] : [SENTENCE_END, BLANK];
  for (const part of parts(block.text, first ?? BLANK)) add(part.text, block.start + part.at, finer);
  return found;
}

interface Part {
  readonly text: string;
  readonly at: number;
}

function* parts(text: string, ends: RegExp): Generator<Part> {
  let at = 0;
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    yield { text: text.slice(at, end), at };
    at = end;
  }
  if (at < text.length) yield { text: text.slice(at), at };
}

/** Joins neighbours as long as they fit, so that an endless line does not become one piece per word. */
function* pack(given: Iterable<Part>, maxTokens: number): Generator<Part> {
  const room = Math.max(1, Math.floor(maxTokens / 4));
  let open: Part | undefined;
  let spent = 0;
  for (const part of given) {
    const tokens = tokenCost(part.text);
    if (open !== undefined && spent + tokens <= room) {
      open = { text: open.text + part.text, at: open.at };
      spent += tokens;
    } else {
      if (open !== undefined) yield open;
      open = part;
      spent = tokens;
    }
  }
  if (open !== undefined) yield open;
}

/** Splits text without spaces by length: a character costs at most one token. Surrogate pairs stay together. */
function* cut(text: string, maxTokens: number): Generator<Part> {
  let at = 0;
  let part = '';
  for (const character of text) {
    if (part !== '' && part.length + character.length > maxTokens) {
      yield { text: part, at };
      at += part.length;
      part = '';
    }
    part += character;
  }
  if (part !== '') yield { text: part, at };
}

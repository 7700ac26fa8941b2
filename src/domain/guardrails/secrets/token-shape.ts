/** A run of `least` to `most` characters of a class; `of` is the inside of a regular-expression class. */
export interface CharacterRun {
  readonly of: string;
  readonly least: number;
  readonly most: number;
}

/** Structure of an issuer's tokens: fixed parts, alternatives of fixed parts, and runs. */
export type TokenShape = readonly (string | readonly string[] | CharacterRun)[];

/** Adjacent letters, digits and underscores make a token part of something longer. */
const WORD = 'A-Za-z0-9_';

/** Compiles a pattern for complete tokens. Runs match greedily: one that is longer than allowed makes no token. */
export function tokenPattern(shape: TokenShape): RegExp {
  const last = shape.at(-1);
  const own = isRun(last) ? last.of : '';
  return new RegExp(`(?<![${WORD}])${shape.map(wholeOf).join('')}(?![${WORD}${own}])`, 'g');
}

/** Compiles a sticky pattern that matches from a place to the end of the text if that may be an incomplete token of one of the shapes. */
export function openTokenPattern(shapes: readonly TokenShape[]): RegExp {
  return new RegExp(`(?<![${WORD}])(?:${shapes.map(beginningOf).join('|')})`, 'y');
}

/** Keywords of the prefilter: every token contains one of them; empty for tokens of runs only. */
export function keywordsOf(shape: TokenShape): readonly string[] {
  const fixed = shape.filter((piece): piece is string | readonly string[] => !isRun(piece)).map((piece) => [piece].flat());
  const length = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
  return fixed.toSorted((a, b) => length(b) - length(a))[0] ?? [];
}

/** Minimum length of a token. */
export function leastLength(shape: TokenShape): number {
  return shape.reduce((sum, piece) => sum + (isRun(piece) ? piece.least : Math.min(...[piece].flat().map(({ length }) => length))), 0);
}

function beginningOf([piece, ...rest]: TokenShape): string {
  if (piece === undefined) return '$';
  const behind = rest.length === 0 ? '$' : beginningOf(rest);
  if (isRun(piece)) {
    const { of, least, most } = piece;
    return rest.length === 0 ? `[${of}]{0,${most}}$` : `(?:[${of}]{0,${most}}$|[${of}]{${least},${most}}${behind})`;
  }
  return `(?:${[piece]
    .flat()
    .map((text) => beginningOfText(text, behind))
    .join('|')})`;
}

function beginningOfText(text: string, behind: string): string {
  return Array.from(text).reduceRight((inner, character) => `${escaped(character)}(?:$|${inner})`, behind);
}

function wholeOf(piece: TokenShape[number]): string {
  if (isRun(piece)) return `[${piece.of}]{${piece.least},${piece.most}}`;
  return `(?:${[piece].flat().map(escaped).join('|')})`;
}

function isRun(piece: TokenShape[number] | undefined): piece is CharacterRun {
  return typeof piece === 'object' && 'of' in piece;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** Matches the characters that a token may begin with. */
export function firstCharacters([piece]: TokenShape): RegExp {
  if (isRun(piece)) return new RegExp(`^[${piece.of}]`);
  const first = [piece ?? ''].flat().map((text) => escaped(text.charAt(0)));
  return new RegExp(`^(?:${first.join('|')})`);
}

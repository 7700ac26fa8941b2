/** So many characters of a class in a row; `of` is written as inside a class of a regular expression. */
export interface CharacterRun {
  readonly of: string;
  readonly least: number;
  readonly most: number;
}

/** How the tokens of an issuer are made: what always stands in them, one of several such texts, and runs between them. */
export type TokenShape = readonly (string | readonly string[] | CharacterRun)[];

/** Next to it, letters, digits and underscores make a token part of something longer. */
const WORD = 'A-Za-z0-9_';

/** Finds whole tokens of a shape. A run is taken to its end: one that is longer than it may be makes no token. */
export function tokenPattern(shape: TokenShape): RegExp {
  const last = shape.at(-1);
  const own = isRun(last) ? last.of : '';
  return new RegExp(`(?<![${WORD}])${shape.map(wholeOf).join('')}(?![${WORD}${own}])`, 'g');
}

/** Tells whether a text, from a place on to its end, may be the beginning of a token of a shape. Sticky. */
export function openTokenPattern(shape: TokenShape): RegExp {
  return new RegExp(`(?<![${WORD}])${beginningOf(shape)}`, 'y');
}

/** The texts one of which every token of a shape holds; empty when it is made of runs alone. */
export function marksOf(shape: TokenShape): readonly string[] {
  const fixed = shape.filter((piece): piece is string | readonly string[] => !isRun(piece)).map((piece) => [piece].flat());
  const length = (texts: readonly string[]): number => Math.min(...texts.map((text) => text.length));
  return fixed.toSorted((a, b) => length(b) - length(a))[0] ?? [];
}

/** How many characters a token of a shape has at least. */
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

/** Fits the characters with which a token of a shape may begin. */
export function firstCharacters([piece]: TokenShape): RegExp {
  if (isRun(piece)) return new RegExp(`^[${piece.of}]`);
  const first = [piece ?? ''].flat().map((text) => escaped(text.charAt(0)));
  return new RegExp(`^(?:${first.join('|')})`);
}

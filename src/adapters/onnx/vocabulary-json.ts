/** Visits the pieces of a vocabulary with their ids. */
export type VisitPiece = (piece: string, id: number) => void;

/** A `tokenizer.json`, with the vocabulary apart. */
export interface SplitTokenizer {
  /** The JSON without its vocabulary, whose place an empty object takes. */
  readonly rest: string;
  /** Visits the vocabulary in its order. */
  readonly each: (visit: VisitPiece) => void;
}

/** In a vocabulary itself a number follows the piece `vocab`. */
const BEGINNING = /"vocab"\s*:\s*\{/;
const PAIR = /\s*"((?:[^"\\]|\\.)*)"\s*:\s*(-?[\d.]+)\s*([,}])/y;

/**
 * Splits the text of a `tokenizer.json`, since parsed as a whole it becomes an object of as many properties as the vocabulary has
 * pieces, which takes 5 MB that a worker keeps for long. Throws a SyntaxError for a vocabulary that is not an object of numbers.
 */
export function splitTokenizer(json: string): SplitTokenizer {
  const beginning = BEGINNING.exec(json);
  if (beginning === null) return { rest: json, each: () => undefined };
  const from = beginning.index + beginning[0].length;
  const each = (visit: VisitPiece): void => void readPairs(json, from, visit);
  return { rest: `${json.slice(0, from)}}${json.slice(readPairs(json, from, () => undefined))}`, each };
}

/** Returns the end of the object whose pairs begin at `from`. */
function readPairs(json: string, from: number, visit: VisitPiece): number {
  if (/^\s*\}/.test(json.slice(from, from + 100))) return json.indexOf('}', from) + 1;
  PAIR.lastIndex = from;
  for (let pair = PAIR.exec(json); pair !== null; pair = PAIR.exec(json)) {
    const [, piece = '', id = '', sign] = pair;
    visit(piece.includes('\\') ? (JSON.parse(`"${piece}"`) as string) : piece, Number(id));
    if (sign === '}') return PAIR.lastIndex;
  }
  throw new SyntaxError('a vocabulary that is no object of numbers');
}

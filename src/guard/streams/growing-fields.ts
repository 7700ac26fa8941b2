/** Checks the growing texts of a reply. */
export interface FieldTexts {
  /** Checks a piece of a growing text, and returns the part of the text that may be released. */
  push(id: string, piece: string): Promise<string>;
  /** Checks such a piece by itself, for clients that do not join the pieces, and returns it redacted. */
  alone(id: string, piece: string): Promise<string>;
  /** How much of a growing text is held back, in UTF-16 code units. */
  held(id: string): number;
  /** Ends a growing text, and returns what was still held back. */
  finish(id: string): Promise<string>;
}

/** A text that continues across the deltas of a choice. */
export interface GrowingField {
  readonly id: string;
  /** UTF-16 code units received, and how many of them belong to pieces already sent. */
  pushed: number;
  sent: number;
  /** Text received but not yet sent, and text that may be sent. */
  raw: string;
  out: string;
  /** Nothing in the unsent text was replaced, so each delta gets its own piece back. */
  isExact: boolean;
}

/** A piece of a growing text, and the offset of its end in that text. */
export interface FieldPiece {
  readonly field: GrowingField;
  readonly end: number;
}

/** The growing texts of one choice, each cut back into the pieces in which it came. */
export interface GrowingFields {
  push(id: string, piece: string): Promise<FieldPiece>;
  /** Whether a text is released up to the end of a piece. */
  isReleased(piece: FieldPiece): boolean;
  /** The next part of a text for the delta of a piece, which comes before all other pieces of the text that are not sent. */
  next(piece: FieldPiece): string;
  /** Ends all texts. */
  end(): Promise<void>;
}

/** The growing texts of one choice. */
export function createGrowingFields(texts: FieldTexts): GrowingFields {
  const fields = new Map<string, GrowingField>();

  const isReleased = ({ field, end }: FieldPiece): boolean => field.pushed - texts.held(field.id) >= end;

  return {
    isReleased,
    async push(id, piece) {
      const field = fields.get(id) ?? { id, pushed: 0, sent: 0, raw: '', out: '', isExact: true };
      fields.set(id, field);
      field.pushed += piece.length;
      field.raw += piece;
      field.out += await texts.push(id, piece);
      return { field, end: field.pushed };
    },
    next(piece) {
      const { field, end } = piece;
      const isWhole = isReleased(piece);
      const length = isWhole ? end - field.sent : field.out.length;
      const isLonger = end === field.pushed && field.out.length > length;
      field.isExact &&= !isLonger && field.out.startsWith(field.raw.slice(0, length));
      const text = field.isExact ? field.out.slice(0, length) : field.out;
      field.out = field.out.slice(text.length);
      // Where something was replaced, it is not known how much of the text received it stands for.
      const done = isWhole ? length : field.isExact ? text.length : 0;
      field.raw = field.raw.slice(done);
      field.sent += done;
      if (field.sent === field.pushed) field.isExact = true;
      return text;
    },
    async end() {
      for (const field of fields.values()) field.out += await texts.finish(field.id);
    },
  };
}

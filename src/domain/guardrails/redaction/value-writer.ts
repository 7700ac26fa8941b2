import { createJsonNesting } from './json-nesting.ts';
import { isJsonPart } from './json-notation.ts';

/** Inserts values into a text, escaped as their position requires. */
export interface ValueWriter {
  /** Advances over the text before the next position. */
  follow(text: string): void;
  /** The value escaped once for each JSON string that the position is in. */
  write(value: string): string;
}

/** A value escaped for the inside of a JSON string. */
export function insideJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** A writer for the text of a part, which may be JSON with further JSON in its strings. */
export function createValueWriter(id: string): ValueWriter {
  const text = createJsonNesting(id);
  const least = isJsonPart(id) ? 1 : 0;
  return {
    follow: (piece) => text.push(piece),
    write(value) {
      let written = value;
      for (let level = Math.max(least, text.depth); level > 0; level -= 1) written = insideJson(written);
      return written;
    },
  };
}

import { createJsonNesting } from './json-nesting.ts';
import { isJsonPart } from './json-notation.ts';

/** Writes values into a text, escaped for their place in it. */
export interface ValueWriter {
  /** Takes the text before the next place. */
  follow(text: string): void;
  /** A value escaped once for every JSON string that the place is in. */
  write(value: string): string;
}

/** A value escaped for the inside of a JSON string. */
export function insideJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** A writer for the text of a part, which may be JSON, with JSON in its strings. */
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

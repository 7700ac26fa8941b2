import { createJsonNesting } from './json-nesting.ts';
import { isJsonPart } from './json-notation.ts';
import { openAddress } from './web-host.ts';

/** Inserts values into a text, escaped as their position requires. */
export interface ValueWriter {
  /** Advances over the text before the next position. */
  follow(text: string): void;
  /** Up to 8192 characters before the position; nothing in what programs read, such as the arguments of a function call. */
  readonly before: string;
  /** Whether the position may be in a web address whose beginning lies further back. */
  readonly isLost: boolean;
  /** The value escaped once for each JSON string that the position is in. */
  write(value: string): string;
}

/** A value escaped for the inside of a JSON string. */
export function insideJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Number of characters before the position that are enough to tell which address it is in. */
const REACH = 4096;
const FOR_PROGRAMS = /\.(?:tool_calls|function_call)\b/;

/** A writer for the text of a part, which may be JSON with further JSON in its strings. */
export function createValueWriter(id: string): ValueWriter {
  const text = createJsonNesting(id);
  const least = isJsonPart(id) ? 1 : 0;
  const isForPeople = !FOR_PROGRAMS.test(id);
  let before = '';
  let isLost = false;
  return {
    get before() {
      return before;
    },
    get isLost() {
      return isLost;
    },
    follow(piece) {
      text.push(piece);
      if (!isForPeople) return;
      for (let at = 0; at < piece.length; at += REACH) {
        before += piece.slice(at, at + REACH);
        if (before.length <= 2 * REACH) continue;
        isLost ||= (openAddress(before)?.start ?? REACH) < REACH;
        before = before.slice(REACH);
      }
    },
    write(value) {
      let written = value;
      for (let level = Math.max(least, text.depth); level > 0; level -= 1) written = insideJson(written);
      return written;
    },
  };
}

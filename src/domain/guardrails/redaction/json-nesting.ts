import { CODE_ESCAPE } from '../normalisation/json-escapes.ts';
import { readEscapes } from '../normalisation/json-reading.ts';
import { createFencedJson } from './fenced-json.ts';
import { isJsonText } from './json-notation.ts';
import type { RedactionSpan } from './redact.ts';

/** Tracks how many nested JSON strings the current end of a text is in. */
export interface JsonNesting {
  readonly depth: number;
  /** Whether it is in JSON nested in a string, and outside the strings of that JSON. */
  readonly isBare: boolean;
  /** Whether it is outside strings, objects and arrays, so that the JSON has ended and plain text may follow. */
  readonly isBeside: boolean;
  push(piece: string): void;
}

/** Number of characters enough to tell whether a text is JSON. */
const BEGINNING = 256;
/** Limit on the depth of JSON nested in JSON strings that is tracked. */
const MAX_DEPTH = 8;
const UNESCAPED_QUOTE = /(?:^|[^\\])"/;

/** Tracks the text of a part from its beginning. Text that is not JSON is searched for JSON in fenced code blocks. */
export function createJsonNesting(id: string): JsonNesting {
  return createNesting(id, 0);
}

function createNesting(id: string, level: number): JsonNesting {
  let beginning: string | undefined = '';
  /** Set for a text that is not JSON itself. */
  let fenced: JsonNesting | undefined;
  let inner: JsonNesting | undefined;
  let isFollowed = false;
  let isInString = false;
  /** An escape sequence that is still incomplete. */
  let open = '';
  /** Number of open objects and arrays. */
  let brackets = 0;

  function follow(piece: string): void {
    let from = 0;
    for (let index = 0; index < piece.length; index += 1) {
      const character = piece.charAt(index);
      if (!isInString) {
        if (character === '{' || character === '[') brackets += 1;
        else if (character === '}' || character === ']') brackets = Math.max(0, brackets - 1);
        if (character !== '"') continue;
        isInString = true;
        inner = level < MAX_DEPTH ? createNesting('', level + 1) : undefined;
        from = index + 1;
      } else if (open !== '') {
        open += character;
        from = index + 1;
        if (open.charAt(1) === 'u' && open.length < CODE_ESCAPE) continue;
        inner?.push(readEscapes(open).text);
        open = '';
      } else if (character === '\\') {
        inner?.push(piece.slice(from, index));
        open = character;
        from = index + 1;
      } else if (character === '"') {
        isInString = false;
        inner = undefined;
      }
    }
    if (isInString && open === '') inner?.push(piece.slice(from));
  }

  return {
    get depth() {
      if (fenced !== undefined) return fenced.depth;
      return isInString ? 1 + (inner?.depth ?? 0) : 0;
    },
    get isBare() {
      if (fenced !== undefined) return fenced.isBare;
      return isInString ? inner?.isBare === true : isFollowed && level > 0 && brackets > 0;
    },
    get isBeside() {
      if (fenced !== undefined) return fenced.isBeside;
      return !isInString && brackets === 0;
    },
    push(piece) {
      if (beginning === undefined) {
        if (isFollowed) follow(piece);
        else fenced?.push(piece);
        return;
      }
      beginning += piece;
      const known = isJsonText(id, beginning.slice(0, BEGINNING)) ?? (beginning.length > BEGINNING ? false : undefined);
      if (known === undefined) return;
      isFollowed = known;
      const whole = beginning;
      beginning = undefined;
      if (known) follow(whole);
      else if (level === 0) {
        fenced = createFencedJson(() => createNesting('', 1));
        fenced.push(whole);
      }
    },
  };
}

/** Adds to each span, in order, how many nested JSON strings it is in. Tracks the text up to the last span. */
export function withNesting(text: string, spans: readonly RedactionSpan[], nesting: JsonNesting, followed = 0): RedactionSpan[] {
  let from = followed;
  return spans.map((span) => {
    nesting.push(text.slice(from, span.start));
    from = Math.max(from, span.start);
    if (span.notation === undefined) return inFence(text, span, nesting);
    if (span.notation === 'value') return nesting.isBeside ? { ...span, notation: undefined } : span;
    return span.notation === 'string' ? { ...span, depth: Math.max(1, nesting.depth), isBare: nesting.isBare } : span;
  });
}

/** A span of a text that is not JSON, marked as inside a JSON string if it is in one within a code block. */
function inFence(text: string, span: RedactionSpan, { depth, isBare }: JsonNesting): RedactionSpan {
  const isPart = depth > 0 && !UNESCAPED_QUOTE.test(text.slice(span.start, span.end));
  return isPart ? { ...span, notation: 'string', depth, isBare } : span;
}

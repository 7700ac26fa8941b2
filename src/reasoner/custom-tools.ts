import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ChatPart, FunctionCall, FunctionTool } from '../ports/language.ts';
import { fault } from './fields.ts';
import { readFunction } from './read-function.ts';

/** What a custom tool takes, as every model server knows it: a function with one text. */
const PARAMETERS: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The input of the tool, as free text.' } },
  required: ['input'],
  additionalProperties: false,
};

/**
 * Parses a custom tool: name, description and format (https://platform.openai.com/docs/guides/function-calling#custom-tools). The model gets
 * it as a function whose one argument is the input. Throws `invalid_input` naming the field, also for a grammar, to which no model here can
 * be held.
 */
export function readCustomTool(value: JsonValue | undefined, param: string): FunctionTool {
  const { name, description } = readFunction(value, param);
  const format = (isJsonObject(value) ? value.format : undefined) ?? { type: 'text' };
  if (!isJsonObject(format)) throw fault(`${param}.format`, 'must be an object with a type');
  if (format.type === 'grammar')
    throw fault(`${param}.format.type`, 'must be text: the model cannot be held to a grammar; describe the form in the description');
  if (format.type !== 'text') throw fault(`${param}.format.type`, 'must be text');
  return { name, ...(description === undefined ? {} : { description }), parameters: PARAMETERS };
}

/** A call of a custom tool as the model knows it. */
export function toFunctionCall({ id, name, input }: { readonly id: string; readonly name: string; readonly input: string }): FunctionCall {
  return { id, name, arguments: JSON.stringify({ input }) };
}

/** The input in the arguments of a whole call of a custom tool. */
export function inputOf(given: string): string {
  const reader = createInputReader();
  return reader.push(given) + reader.end();
}

/** Reads the inputs of custom tools from the pieces of a turn's calls. */
export interface CustomCalls {
  /** The piece of input in a piece of a call; undefined for a call of a function. */
  piece(part: Extract<ChatPart, { readonly type: 'tool-call-delta' }>): string | undefined;
  /** What is left of the input of one call at its end; empty for a call of a function. */
  end(index: number): string;
  /** What is left of inputs at the end, by the index of the call. */
  rest(): readonly { readonly index: number; readonly input: string }[];
}

/** Tells calls of custom tools, which have these names, from those of functions. */
export function createCustomCalls(names: ReadonlySet<string>): CustomCalls {
  const readers = new Map<number, InputReader>();
  return {
    piece({ index, name, arguments: given }) {
      let reader = readers.get(index);
      if (reader === undefined && name !== undefined && names.has(name)) readers.set(index, (reader = createInputReader()));
      return reader?.push(given);
    },
    end: (index) => readers.get(index)?.end() ?? '',
    rest: () => [...readers].map(([index, reader]) => ({ index, input: reader.end() })).filter(({ input }) => input !== ''),
  };
}

interface InputReader {
  /** What a piece of the arguments adds to the input. */
  push(piece: string): string;
  end(): string;
}

const START = /^\s*\{\s*"input"\s*:\s*"/;
/** The same without its blanks. */
const BARE_START = '{"input":"';
/** Text, an escape or the end of a JSON string. */
const TOKEN = /[^"\\]+|\\u[\da-f]{4}|\\[^u]|"/iy;
const LONGEST_ESCAPE = 6;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Reads `{"input": "…"}` piece by piece. Arguments of another form, which a model may write that was told otherwise, are read at their end:
 * the text in them, or all of them.
 */
function createInputReader(): InputReader {
  let unread = '';
  let state: 'start' | 'inside' | 'ended' | 'other' = 'start';

  function inside(isLast: boolean): string {
    let text = '';
    let at = 0;
    while (at < unread.length && state === 'inside') {
      TOKEN.lastIndex = at;
      const [token] = TOKEN.exec(unread) ?? [];
      // An escape that is not complete yet; one that is none is text.
      if (token === undefined && !isLast && unread.length - at < LONGEST_ESCAPE) break;
      if (token === '"') state = 'ended';
      else text += token === undefined ? (unread[at] ?? '') : decoded(token);
      at += token?.length ?? 1;
    }
    unread = unread.slice(at);
    return text;
  }

  return {
    push(piece) {
      if (state === 'ended') return '';
      unread += piece;
      if (state === 'start') {
        const [start] = START.exec(unread) ?? [];
        if (start !== undefined) {
          unread = unread.slice(start.length);
          state = 'inside';
        } else if (!BARE_START.startsWith(unread.replaceAll(/\s/g, ''))) state = 'other';
      }
      return state === 'inside' ? inside(false) : '';
    },
    end() {
      if (state === 'inside') return inside(true);
      const rest = state === 'ended' ? '' : textIn(unread);
      state = 'ended';
      return rest;
    },
  };
}

function decoded(token: string): string {
  if (!token.startsWith('\\')) return token;
  const [, kind = ''] = token;
  if (kind === 'u') return String.fromCharCode(Number.parseInt(token.slice(2), 16));
  return ESCAPES[kind] ?? (/["\\/]/.test(kind) ? kind : token);
}

function textIn(given: string): string {
  try {
    const value = JSON.parse(given) as JsonValue;
    if (typeof value === 'string') return value;
    if (isJsonObject(value) && typeof value.input === 'string') return value.input;
  } catch {
    // Then it is the input itself.
  }
  return given;
}

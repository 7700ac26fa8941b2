import { isJsonObject } from '../../core/json.ts';
import type { FunctionCall } from '../../ports/language.ts';

/** How a family of models writes the call of a function within its answer. */
export interface CallFormat {
  /** What stands before a call; empty if the call is the whole answer. */
  readonly begin: string;
  /** What stands behind it; empty if the answer ends with it. */
  readonly end: string;
  /** What the call is within: space or the brackets of a list. */
  readonly open: string;
  readonly close: string;
  /** The name of the field with the arguments. */
  readonly field: 'arguments' | 'parameters';
}

/** The format of Hermes and Qwen, and of models that know none: instructions tell it to them. */
export const HERMES: CallFormat = { begin: '<tool_call>', end: '</tool_call>', open: '\n', close: '\n', field: 'arguments' };

const list = (begin: string, end: string): CallFormat => ({ begin, end, open: '[', close: ']', field: 'arguments' });

/**
 * What a chat template with functions contains, and the format that it tells the model. LFM2 writes Python unless it is told or held to
 * JSON; Llama 3 writes nothing around a call.
 */
const FORMATS: readonly (readonly [sign: string, format: CallFormat])[] = [
  ['<|tool_list_start|>', list('<|tool_call_start|>', '<|tool_call_end|>')],
  ['<|tool_call|>', list('<|tool_call|>', '')],
  ['[TOOL_CALLS]', list('[TOOL_CALLS]', '')],
  ['<tool_call>', HERMES],
  ['"parameters":', { begin: '', end: '', open: '', close: '', field: 'parameters' }],
];

/** The format of a model by its chat template; undefined if it is told none that is known. */
export function callFormatOf(template: string): CallFormat | undefined {
  return FORMATS.find(([sign]) => template.includes(sign))?.[1];
}

/** What a call of a function begins with, up to its arguments, and what it ends with. */
export function callFrame({ begin, end, open, close, field }: CallFormat, name: string): readonly [begin: string, end: string] {
  return [`${begin}${open}{"name": ${JSON.stringify(name)}, "${field}": `, `}${close}${end}`];
}

/** Calls as their model would have written them, with arguments that may be no JSON. */
export function writeCalls(format: CallFormat, calls: readonly FunctionCall[]): string {
  return calls
    .map(({ name, arguments: text }) => {
      const [begin, end] = callFrame(format, name);
      return `${begin}${text.trim() === '' ? '{}' : text}${end}`;
    })
    .join('\n');
}

/** A call as it was read. */
export type ReadCall = Pick<FunctionCall, 'name' | 'arguments'>;

/** The calls in what stands between the marks of a format; undefined if it is none of the given functions. */
export function readCalls(text: string, names: ReadonlySet<string>): readonly ReadCall[] | undefined {
  const calls = [jsonIn(text)].flat().map(readCall);
  const known = calls.filter((call) => call !== undefined && names.has(call.name));
  return calls.length > 0 && known.length === calls.length ? (known as ReadCall[]) : undefined;
}

/** A call, also within `function`, as OpenAI's API has it. */
function readCall(call: unknown): ReadCall | undefined {
  if (!isJsonObject(call)) return undefined;
  if (isJsonObject(call.function)) return readCall(call.function);
  const given = call.arguments ?? call.parameters ?? {};
  return typeof call.name === 'string'
    ? { name: call.name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
    : undefined;
}

/** The JSON in a text; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

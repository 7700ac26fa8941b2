import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { FunctionTool, ToolChoice } from '../ports/language.ts';
import { fault, optionalFlag } from './fields.ts';

/** The tools that the model may call. */
export interface Tools {
  readonly functions: readonly FunctionTool[];
  readonly choice?: ToolChoice;
  readonly parallel?: boolean;
  /** The entries of type file_search, with their indexes in the request. */
  readonly fileSearch: readonly { readonly tool: JsonObject; readonly param: string }[];
}

/** Most tools of one request. */
export const MAX_TOOLS = 128;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const CHOICES = ['auto', 'none', 'required'] as const;

/**
 * Parses `tools`, `tool_choice` and `parallel_tool_calls` of a chat request
 * (https://platform.openai.com/docs/api-reference/chat/create). Throws `invalid_input` naming the field, and for functions if the model
 * supports none: ignoring them would break the caller's loop silently.
 */
export function readTools(object: JsonObject, takesTools: boolean): Tools {
  const entries = object.tools ?? [];
  if (!Array.isArray(entries)) throw fault('tools', 'must be an array');
  if (entries.length > MAX_TOOLS) throw fault('tools', `must hold at most ${MAX_TOOLS} entries`);
  const functions: FunctionTool[] = [];
  const fileSearch: { tool: JsonObject; param: string }[] = [];
  for (const [index, tool] of entries.entries()) {
    const param = `tools[${index}]`;
    if (!isJsonObject(tool)) throw fault(param, 'must be an object with a type');
    if (tool.type === 'file_search') fileSearch.push({ tool, param });
    else if (tool.type === 'function') functions.push(readFunction(tool.function, `${param}.function`));
    else throw fault(`${param}.type`, 'must be function or file_search');
  }
  const legacy = object.functions ?? [];
  if (!Array.isArray(legacy)) throw fault('functions', 'must be an array');
  if (legacy.length > 0) throw fault('functions', 'must be empty: send functions as tools of type function');
  if (functions.length > 0 && !takesTools) throw fault('tools', 'contains a function, but this model does not support functions');
  const names = functions.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw fault('tools', 'names a function twice');
  const allowed = readAllowed(object.tool_choice, functions);
  const choice = allowed === undefined ? readChoice(object.tool_choice, names) : allowed.choice;
  const parallel = optionalFlag(object, 'parallel_tool_calls');
  return {
    functions: allowed?.functions ?? functions,
    fileSearch,
    ...(choice === undefined ? {} : { choice }),
    ...(parallel === undefined ? {} : { parallel }),
  };
}

/** The error for file_search while RAG is off. */
export function withoutRag(param: string): ServiceError {
  return new ServiceError('unavailable', 'A tools entry of type file_search requires RAG to be enabled (REASONER_RAG_ENABLED=true).', {
    param,
  });
}

/** Parses one function: name, description, parameters and strict. Throws `invalid_input` naming the field. */
export function readFunction(value: JsonValue | undefined, param: string): FunctionTool {
  if (!isJsonObject(value)) throw fault(param, 'must be an object with a name');
  const { name, description, parameters, strict } = value;
  if (typeof name !== 'string' || !NAME.test(name)) throw fault(`${param}.name`, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -');
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw fault(`${param}.description`, 'must be a string');
  }
  if (parameters !== undefined && parameters !== null && !isJsonObject(parameters)) {
    throw fault(`${param}.parameters`, 'must be a JSON schema');
  }
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean') throw fault(`${param}.strict`, 'must be true or false');
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(isJsonObject(parameters) ? { parameters } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
}

/** The functions to which `tool_choice` limits the model, and whether it must call one of them; undefined for any other choice. */
function readAllowed(
  value: JsonValue | undefined,
  functions: readonly FunctionTool[],
): { readonly functions: readonly FunctionTool[]; readonly choice: ToolChoice } | undefined {
  if (!isJsonObject(value) || value.type !== 'allowed_tools') return undefined;
  const { mode, tools } = isJsonObject(value.allowed_tools) ? value.allowed_tools : {};
  if (mode !== 'auto' && mode !== 'required') throw fault('tool_choice.allowed_tools.mode', 'must be auto or required');
  if (!Array.isArray(tools) || tools.length === 0) throw fault('tool_choice.allowed_tools.tools', 'must be an array that is not empty');
  const allowed = tools.map((tool, index) => {
    const name = isJsonObject(tool) && isJsonObject(tool.function) ? tool.function.name : undefined;
    if (functions.some((known) => known.name === name)) return name;
    throw fault(`tool_choice.allowed_tools.tools[${index}]`, 'must be a function in tools');
  });
  const names: ReadonlySet<unknown> = new Set(allowed);
  return { functions: functions.filter(({ name }) => names.has(name)), choice: mode };
}

function readChoice(value: JsonValue | undefined, names: readonly string[]): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  const word = CHOICES.find((known) => known === value);
  if (word !== undefined) {
    if (word === 'required' && names.length === 0) throw fault('tool_choice', 'is required, but tools holds no function');
    return word;
  }
  const name = isJsonObject(value) && value.type === 'function' && isJsonObject(value.function) ? value.function.name : undefined;
  if (typeof name !== 'string')
    throw fault('tool_choice', `must be one of ${CHOICES.join(', ')}, name a function or be of type allowed_tools`);
  if (!names.includes(name)) throw fault('tool_choice.function.name', 'must be the name of a function in tools');
  return { name };
}

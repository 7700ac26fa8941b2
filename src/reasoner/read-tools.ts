import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { FunctionTool, ToolChoice } from '../ports/language.ts';
import { readCustomTool } from './custom-tools.ts';
import { fault, optionalFlag } from './fields.ts';
import { readFunction } from './read-function.ts';

/** The tools that the model may call. */
export interface Tools {
  readonly functions: readonly FunctionTool[];
  /** The names of those that are custom tools. */
  readonly customs: ReadonlySet<string>;
  readonly choice?: ToolChoice;
  readonly parallel?: boolean;
  /** The entries of type file_search, with their indexes in the request. */
  readonly fileSearch: readonly { readonly tool: JsonObject; readonly param: string }[];
}

/** Most tools of one request. */
export const MAX_TOOLS = 128;
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
  const customs = new Set<string>();
  const fileSearch: { tool: JsonObject; param: string }[] = [];
  for (const [index, tool] of entries.entries()) {
    const param = `tools[${index}]`;
    if (!isJsonObject(tool)) throw fault(param, 'must be an object with a type');
    if (tool.type === 'file_search') fileSearch.push({ tool, param });
    else if (tool.type === 'function') functions.push(readFunction(tool.function, `${param}.function`));
    else if (tool.type === 'custom') {
      const described = readCustomTool(tool.custom, `${param}.custom`);
      functions.push(described);
      customs.add(described.name);
    } else throw fault(`${param}.type`, 'must be function, custom or file_search');
  }
  const legacy = object.functions ?? [];
  if (!Array.isArray(legacy)) throw fault('functions', 'must be an array');
  if (legacy.length > 0) throw fault('functions', 'must be empty: send functions as tools of type function');
  if (functions.length > 0 && !takesTools)
    throw fault('tools', `contains a ${customs.size > 0 ? 'custom tool' : 'function'}, but this model does not support functions`);
  const names = functions.map(({ name }) => name);
  const known: Known = { functions, customs };
  if (new Set(names).size !== names.length) throw fault('tools', 'names a function twice');
  const allowed = readAllowed(object.tool_choice, known);
  const choice = allowed === undefined ? readChoice(object.tool_choice, known) : allowed.choice;
  const parallel = optionalFlag(object, 'parallel_tool_calls');
  return {
    functions: allowed?.functions ?? functions,
    customs,
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

/** The tools of a request that a choice may name. */
type Known = Pick<Tools, 'functions' | 'customs'>;

/** The functions to which `tool_choice` limits the model, and whether it must call one of them; undefined for any other choice. */
function readAllowed(
  value: JsonValue | undefined,
  { functions, customs }: Known,
): { readonly functions: readonly FunctionTool[]; readonly choice: ToolChoice } | undefined {
  if (!isJsonObject(value) || value.type !== 'allowed_tools') return undefined;
  const { mode, tools } = isJsonObject(value.allowed_tools) ? value.allowed_tools : {};
  if (mode !== 'auto' && mode !== 'required') throw fault('tool_choice.allowed_tools.mode', 'must be auto or required');
  if (!Array.isArray(tools) || tools.length === 0) throw fault('tool_choice.allowed_tools.tools', 'must be an array that is not empty');
  const allowed = tools.map((tool, index) => {
    const name = namedBy(tool, { functions, customs });
    if (name !== undefined) return name;
    throw fault(`tool_choice.allowed_tools.tools[${index}]`, 'must be a function or custom tool in tools');
  });
  const names: ReadonlySet<unknown> = new Set(allowed);
  return { functions: functions.filter(({ name }) => names.has(name)), choice: mode };
}

function readChoice(value: JsonValue | undefined, known: Known): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  const word = CHOICES.find((one) => one === value);
  if (word !== undefined) {
    if (word === 'required' && known.functions.length === 0) throw fault('tool_choice', 'is required, but tools holds no function');
    return word;
  }
  const type = isJsonObject(value) ? value.type : undefined;
  if (type !== 'function' && type !== 'custom')
    throw fault('tool_choice', `must be one of ${CHOICES.join(', ')}, name a function or custom tool, or be of type allowed_tools`);
  const name = namedBy(value, known);
  if (name === undefined)
    throw fault(`tool_choice.${type}.name`, `must be the name of a ${type === 'custom' ? 'custom tool' : 'function'} in tools`);
  return { name };
}

/** The name of the tool that an object of type function or custom names; undefined if there is none. */
function namedBy(value: JsonValue | undefined, { functions, customs }: Known): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const isCustom = value.type === 'custom';
  const named = isCustom ? value.custom : value.function;
  const known = functions.find(({ name }) => isJsonObject(named) && named.name === name && customs.has(name) === isCustom);
  return known?.name;
}

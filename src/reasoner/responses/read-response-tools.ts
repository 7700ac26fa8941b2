import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { FunctionTool, ToolChoice } from '../../ports/language.ts';
import { fault } from '../fields.ts';
import { MAX_TOOLS, readFunction, withoutRag } from '../read-tools.ts';
import { readFileSearch, type FileSearchTool } from './read-file-search.ts';

/** The name of the search function that is offered to models with function calling. */
export const SEARCH_FUNCTION = 'file_search';

/** The tools of a response, and how the response repeats them. */
export interface ResponseTools {
  readonly functions: readonly FunctionTool[];
  /** Which functions of the client may be called; if absent, the model decides. */
  readonly choice?: ToolChoice;
  readonly fileSearch?: FileSearchTool;
  /** Whether files may, must not or must be searched before the model answers. */
  readonly searching: 'auto' | 'none' | 'required';
  /** `tools` and `tool_choice` as the response repeats them. */
  readonly shown: { readonly tools: readonly JsonObject[]; readonly tool_choice: JsonValue };
}

const CHOICES = ['auto', 'none', 'required'] as const;

/**
 * Parses `tools` and `tool_choice` of a response (https://platform.openai.com/docs/api-reference/responses/create). Throws
 * `invalid_input` naming the field, also for functions if the model supports none, and `unavailable` for file_search while RAG is off.
 */
export function readResponseTools(object: JsonObject, takes: { readonly functions: boolean; readonly fileSearch: boolean }): ResponseTools {
  const entries = object.tools ?? [];
  if (!Array.isArray(entries)) throw fault('tools', 'must be an array');
  if (entries.length > MAX_TOOLS) throw fault('tools', `must hold at most ${MAX_TOOLS} entries`);
  const functions: FunctionTool[] = [];
  const shown: JsonObject[] = [];
  let fileSearch: FileSearchTool | undefined;
  for (const [index, tool] of entries.entries()) {
    const param = `tools[${index}]`;
    if (!isJsonObject(tool)) throw fault(param, 'must be an object with a type');
    if (tool.type === 'function') {
      const described = readFunction(tool, param);
      functions.push(described);
      shown.push(shownFunction(described));
    } else if (tool.type === 'file_search') {
      if (fileSearch !== undefined) throw fault(param, 'is a second file_search: name all vector stores in one');
      if (!takes.fileSearch) throw withoutRag(param);
      fileSearch = readFileSearch(tool, param);
      shown.push({ filters: null, ranking_options: null, ...tool, max_num_results: fileSearch.limit });
    } else throw fault(`${param}.type`, 'must be function or file_search');
  }
  if (functions.length > 0 && !takes.functions) throw fault('tools', 'contains a function, but this model does not support functions');
  const names = functions.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw fault('tools', 'names a function twice');
  if (fileSearch !== undefined && names.includes(SEARCH_FUNCTION))
    throw fault('tools', `names a function ${SEARCH_FUNCTION} beside the tool file_search`);
  const choice = readChoice(object.tool_choice, functions, fileSearch !== undefined);
  return {
    functions: choice.functions ?? functions,
    ...(choice.functionChoice === undefined ? {} : { choice: choice.functionChoice }),
    ...(fileSearch === undefined ? {} : { fileSearch }),
    searching: choice.searching,
    shown: { tools: shown, tool_choice: choice.shown },
  };
}

function shownFunction({ name, description, parameters, strict = false }: FunctionTool): JsonObject {
  return { type: 'function', name, description: description ?? null, parameters: parameters ?? null, strict };
}

interface Choice {
  readonly functionChoice?: ToolChoice;
  readonly functions?: readonly FunctionTool[];
  readonly searching: ResponseTools['searching'];
  readonly shown: JsonValue;
}

function readChoice(value: JsonValue | undefined, functions: readonly FunctionTool[], hasSearch: boolean): Choice {
  if (value === undefined || value === null) return { searching: 'auto', shown: 'auto' };
  const word = CHOICES.find((known) => known === value);
  if (word !== undefined) return ofWord(word, functions, hasSearch, word);
  if (!isJsonObject(value)) throw fault('tool_choice', `must be one of ${CHOICES.join(', ')}, or an object with a type`);
  if (value.type === 'file_search') {
    if (!hasSearch) throw fault('tool_choice.type', 'is file_search, which tools does not hold');
    return { searching: 'required', shown: { type: 'file_search' } };
  }
  if (value.type === 'function') {
    const { name } = value;
    if (typeof name !== 'string' || !functions.some((known) => known.name === name)) {
      throw fault('tool_choice.name', 'must be the name of a function in tools');
    }
    return { functionChoice: { name }, searching: 'none', shown: { type: 'function', name } };
  }
  if (value.type === 'allowed_tools') return ofAllowed(value, functions, hasSearch);
  throw fault('tool_choice.type', 'must be function, file_search or allowed_tools');
}

function ofWord(word: (typeof CHOICES)[number], functions: readonly FunctionTool[], hasSearch: boolean, shown: JsonValue): Choice {
  if (word === 'none') return { ...(functions.length === 0 ? {} : { functionChoice: word }), searching: word, shown };
  if (word === 'auto') return { searching: word, shown };
  if (functions.length === 0 && !hasSearch) throw fault('tool_choice', 'is required, but tools is empty');
  // With both, the model chooses.
  if (functions.length > 0) return { functionChoice: word, searching: 'auto', shown };
  return { searching: word, shown };
}

function ofAllowed(value: JsonObject, functions: readonly FunctionTool[], hasSearch: boolean): Choice {
  const { mode, tools: allowed } = value;
  if (mode !== 'auto' && mode !== 'required') throw fault('tool_choice.mode', 'must be auto or required');
  if (!Array.isArray(allowed)) throw fault('tool_choice.tools', 'must be an array');
  const allowedNames = allowed.map((tool, index) => {
    const name = isJsonObject(tool) ? (tool.type === 'file_search' ? SEARCH_FUNCTION : tool.name) : undefined;
    const isKnown = name === SEARCH_FUNCTION ? hasSearch : functions.some((known) => known.name === name);
    if (!isKnown) throw fault(`tool_choice.tools[${index}]`, 'must be one of tools');
    return name;
  });
  const names: ReadonlySet<unknown> = new Set(allowedNames);
  const kept = functions.filter(({ name }) => names.has(name));
  const choice = ofWord(mode, kept, hasSearch && names.has(SEARCH_FUNCTION), value);
  return { ...choice, functions: kept, ...(names.has(SEARCH_FUNCTION) ? {} : { searching: 'none' }) };
}

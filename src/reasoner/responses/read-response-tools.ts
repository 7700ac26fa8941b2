import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { toolPrefix } from '../../domain/reasoning/tool-function-name.ts';
import type { FunctionTool, ToolChoice } from '../../ports/language.ts';
import { readCustomTool } from '../custom-tools.ts';
import { fault } from '../fields.ts';
import { readFunction } from '../read-function.ts';
import { MAX_TOOLS, withoutRag } from '../read-tools.ts';
import type { McpChoice } from './mcp/mcp-tools.ts';
import { readMcpTool, type AllowedServers, type McpTool } from './mcp/read-mcp-tool.ts';
import { readFileSearch, type FileSearchTool } from './read-file-search.ts';

/** The name of the search function that is offered to models with function calling. */
export const SEARCH_FUNCTION = 'file_search';

/** The tools of a response, and how the response repeats them. */
export interface ResponseTools {
  readonly functions: readonly FunctionTool[];
  /** The names of those that are custom tools. */
  readonly customs: ReadonlySet<string>;
  /** Which functions of the client may be called; if absent, the model decides. */
  readonly choice?: ToolChoice;
  readonly fileSearch?: FileSearchTool;
  /** The MCP servers whose tools may be called. */
  readonly servers: readonly McpTool[];
  /** The tools of MCP servers of which the model must first call one. */
  readonly mcpChoice?: McpChoice;
  /** Whether files may, must not or must be searched before the model answers. */
  readonly searching: 'auto' | 'none' | 'required';
  /** `tools` and `tool_choice` as the response repeats them. */
  readonly shown: { readonly tools: readonly JsonObject[]; readonly tool_choice: JsonValue };
}

const CHOICES = ['auto', 'none', 'required'] as const;
/** Most MCP servers of a response. */
const MAX_SERVERS = 16;

/**
 * Parses `tools` and `tool_choice` of a response (https://platform.openai.com/docs/api-reference/responses/create). Throws
 * `invalid_input` naming the field, also for functions and MCP servers if the model supports no functions, and `unavailable` for
 * file_search while RAG is off.
 */
export function readResponseTools(
  object: JsonObject,
  takes: { readonly functions: boolean; readonly fileSearch: boolean; readonly servers: AllowedServers },
): ResponseTools {
  const entries = object.tools ?? [];
  if (!Array.isArray(entries)) throw fault('tools', 'must be an array');
  if (entries.length > MAX_TOOLS) throw fault('tools', `must hold at most ${MAX_TOOLS} entries`);
  const functions: FunctionTool[] = [];
  const customs = new Set<string>();
  const shown: JsonObject[] = [];
  const servers: McpTool[] = [];
  let fileSearch: FileSearchTool | undefined;
  for (const [index, tool] of entries.entries()) {
    const param = `tools[${index}]`;
    if (!isJsonObject(tool)) throw fault(param, 'must be an object with a type');
    if (tool.type === 'function') {
      const described = readFunction(tool, param);
      functions.push(described);
      shown.push(shownFunction(described));
    } else if (tool.type === 'custom') {
      const described = readCustomTool(tool, param);
      functions.push(described);
      customs.add(described.name);
      shown.push({ type: 'custom', name: described.name, description: described.description ?? null, format: { type: 'text' } });
    } else if (tool.type === 'file_search') {
      if (fileSearch !== undefined) throw fault(param, 'is a second file_search: name all vector stores in one');
      if (!takes.fileSearch) throw withoutRag(param);
      fileSearch = readFileSearch(tool, param);
      shown.push({ filters: null, ranking_options: null, ...tool, max_num_results: fileSearch.limit });
    } else if (tool.type === 'mcp') {
      const server = readMcpTool(tool, param, takes.servers);
      if (servers.some(({ label }) => label === server.label)) throw fault(`${param}.server_label`, 'is used twice');
      servers.push(server);
      shown.push(server.shown);
    } else throw fault(`${param}.type`, 'must be function, custom, file_search or mcp');
  }
  if (servers.length > MAX_SERVERS) throw fault('tools', `must hold at most ${MAX_SERVERS} MCP servers`);
  if (servers.length > 0 && !takes.functions) throw fault('tools', 'contains an MCP server, but this model does not support functions');
  if (functions.length > 0 && !takes.functions)
    throw fault('tools', `contains a ${customs.size > 0 ? 'custom tool' : 'function'}, but this model does not support functions`);
  const names = functions.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw fault('tools', 'names a function twice');
  if (fileSearch !== undefined && names.includes(SEARCH_FUNCTION))
    throw fault('tools', `names a function ${SEARCH_FUNCTION} beside the tool file_search`);
  for (const { label } of servers) {
    const taken = names.find((name) => name.startsWith(toolPrefix(label)));
    if (taken !== undefined) throw fault('tools', `names a function ${taken}, which begins like the tools of the MCP server ${label}`);
  }
  const choice = readChoice(object.tool_choice, { functions, customs, hasSearch: fileSearch !== undefined, servers });
  return {
    functions: choice.functions ?? functions,
    customs,
    servers: choice.servers ?? servers,
    ...(choice.mcpChoice === undefined ? {} : { mcpChoice: choice.mcpChoice }),
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
  readonly servers?: readonly McpTool[];
  readonly mcpChoice?: McpChoice;
  readonly searching: ResponseTools['searching'];
  readonly shown: JsonValue;
}

/** What a choice is among. */
interface Choosable {
  readonly functions: readonly FunctionTool[];
  /** The names of those that are custom tools. */
  readonly customs: ReadonlySet<string>;
  readonly hasSearch: boolean;
  readonly servers: readonly McpTool[];
}

function readChoice(value: JsonValue | undefined, among: Choosable): Choice {
  const { functions, customs, hasSearch, servers } = among;
  if (value === undefined || value === null) return { searching: 'auto', shown: 'auto' };
  const word = CHOICES.find((known) => known === value);
  if (word !== undefined) return ofWord(word, among, word);
  if (!isJsonObject(value)) throw fault('tool_choice', `must be one of ${CHOICES.join(', ')}, or an object with a type`);
  if (value.type === 'file_search') {
    if (!hasSearch) throw fault('tool_choice.type', 'is file_search, which tools does not hold');
    return { searching: 'required', shown: { type: 'file_search' } };
  }
  if (value.type === 'function' || value.type === 'custom') {
    const { type, name } = value;
    const isKnown = functions.some((known) => known.name === name && customs.has(known.name) === (type === 'custom'));
    if (typeof name !== 'string' || !isKnown) {
      throw fault('tool_choice.name', `must be the name of a ${type === 'custom' ? 'custom tool' : 'function'} in tools`);
    }
    return { functionChoice: { name }, searching: 'none', shown: { type, name } };
  }
  if (value.type === 'mcp') {
    const { server_label: label, name = null } = value;
    if (typeof label !== 'string' || !servers.some((known) => known.label === label)) {
      throw fault('tool_choice.server_label', 'must be the label of an MCP server in tools');
    }
    if (name !== null && typeof name !== 'string') throw fault('tool_choice.name', 'must be the name of a tool');
    return {
      mcpChoice: { label, ...(name === null ? {} : { name }) },
      searching: 'none',
      shown: { type: 'mcp', server_label: label, name },
    };
  }
  if (value.type === 'allowed_tools') return ofAllowed(value, among);
  throw fault('tool_choice.type', 'must be function, custom, file_search, mcp or allowed_tools');
}

function ofWord(word: (typeof CHOICES)[number], { functions, hasSearch, servers }: Choosable, shown: JsonValue): Choice {
  const hasFunctions = functions.length > 0 || servers.length > 0;
  if (word === 'none') return { ...(hasFunctions ? { functionChoice: word } : {}), searching: word, shown };
  if (word === 'auto') return { searching: word, shown };
  if (!hasFunctions && !hasSearch) throw fault('tool_choice', 'is required, but tools is empty');
  // With both, the model chooses.
  if (hasFunctions) return { functionChoice: word, searching: 'auto', shown };
  return { searching: word, shown };
}

function ofAllowed(value: JsonObject, { functions, customs, hasSearch, servers }: Choosable): Choice {
  const { mode, tools: allowed } = value;
  if (mode !== 'auto' && mode !== 'required') throw fault('tool_choice.mode', 'must be auto or required');
  if (!Array.isArray(allowed)) throw fault('tool_choice.tools', 'must be an array');
  const names = new Set<string>();
  const labels = new Set<string>();
  let searches = false;
  for (const [index, tool] of allowed.entries()) {
    const { type, name, server_label: label } = isJsonObject(tool) ? tool : {};
    const param = `tool_choice.tools[${index}]`;
    if (type === 'file_search' && hasSearch) searches = true;
    else if (type === 'mcp' && typeof label === 'string' && servers.some((known) => known.label === label)) {
      if ((name ?? null) !== null) throw fault(`${param}.name`, 'is not supported here: name the tools in allowed_tools of the server');
      labels.add(label);
    } else if (typeof name === 'string' && functions.some((known) => known.name === name)) names.add(name);
    else throw fault(param, 'must be one of tools');
  }
  const kept = functions.filter((known) => names.has(known.name));
  const among = { functions: kept, customs, hasSearch: searches, servers: servers.filter(({ label }) => labels.has(label)) };
  return { ...ofWord(mode, among, value), functions: kept, servers: among.servers, ...(searches ? {} : { searching: 'none' }) };
}

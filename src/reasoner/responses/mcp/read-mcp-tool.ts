import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { ToolServerAddress } from '../../../ports/tool-server.ts';
import { fault, optionalWord } from '../../fields.ts';

/** Which of a server's tools are meant: those of these names, and those that the server calls read-only, or not. */
export interface ToolFilter {
  readonly names?: readonly string[];
  readonly readOnly?: boolean;
}

/** A tools entry of type mcp. */
export interface McpTool {
  readonly label: string;
  readonly address: ToolServerAddress;
  readonly description: string | undefined;
  /** The tools that the model gets; all without it. */
  readonly allowed: ToolFilter | undefined;
  /** Whether somebody has to approve a call: always, never, or of these tools. */
  readonly approval: 'always' | 'never' | { readonly always?: ToolFilter; readonly never?: ToolFilter };
  /** The entry as the response repeats it: without keys, also those that a path of the URL may hold. */
  readonly shown: JsonObject;
}

/** Origins of the servers that requests may name; `*` stands for all. */
export type AllowedServers = readonly string[];

const LABEL = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_NAMES = 1000;
const MAX_URL = 2048;
const SETTING = 'REASONER_MCP_SERVERS';
/** Headers that belong to the connection, the protocol or the choice of the server. */
const OWN_HEADERS = /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept|mcp-.*|last-event-id)$/i;

/**
 * Parses a tools entry of type mcp (https://platform.openai.com/docs/guides/tools-connectors-mcp). Throws `invalid_input` naming the
 * field, also for a server that the settings do not allow.
 */
export function readMcpTool(tool: JsonObject, param: string, servers: AllowedServers): McpTool {
  const at = (field: string): string => `${param}.${field}`;
  if (servers.length === 0) throw fault(at('type'), `is mcp, which needs servers to be allowed with ${SETTING}`);
  const label = tool.server_label;
  if (typeof label !== 'string' || !LABEL.test(label)) throw fault(at('server_label'), 'must be 1 to 64 characters of A-Z a-z 0-9 _ -');
  for (const field of ['connector_id', 'tunnel_id']) {
    if ((tool[field] ?? undefined) !== undefined) throw fault(at(field), 'is not supported: give the server_url');
  }
  const description = tool.server_description ?? undefined;
  if (description !== undefined && typeof description !== 'string') throw fault(at('server_description'), 'must be a string');
  const url = readUrl(tool.server_url, at('server_url'), servers);
  const headers = readHeaders(tool, param);
  const allowed = (tool.allowed_tools ?? undefined) === undefined ? undefined : readFilter(tool.allowed_tools, at('allowed_tools'));
  const approval = readApproval(tool.require_approval, at('require_approval'));
  return {
    label,
    address: { url: url.href, headers },
    description,
    allowed,
    approval,
    shown: {
      type: 'mcp',
      server_label: label,
      server_url: `${url.origin}/<redacted>`,
      server_description: description ?? null,
      allowed_tools: tool.allowed_tools ?? null,
      headers: null,
      require_approval: tool.require_approval ?? 'always',
    },
  };
}

function readUrl(value: JsonValue | undefined, param: string, servers: AllowedServers): URL {
  const url = typeof value === 'string' && value.length <= MAX_URL && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw fault(param, 'must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw fault(param, 'must hold no user and password: send them in headers');
  if (!servers.includes('*') && !servers.includes(url.origin)) {
    throw fault(param, `is not at one of the servers that ${SETTING} allows`);
  }
  url.hash = '';
  return url;
}

function readHeaders({ headers: given, authorization }: JsonObject, param: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const place = `${param}.headers`;
  if (given !== undefined && given !== null) {
    if (!isJsonObject(given)) throw fault(place, 'must be an object of strings');
    for (const [name, value] of Object.entries(given)) {
      if (typeof value !== 'string' || !isHeader(name, value)) throw fault(place, 'must hold names and values of HTTP headers');
      if (OWN_HEADERS.test(name)) throw fault(place, `must not hold ${name.toLowerCase()}, which the service sets by itself`);
      headers[name.toLowerCase()] = value;
    }
  }
  const token = authorization ?? undefined;
  if (token === undefined) return headers;
  if (typeof token !== 'string' || token === '' || !isHeader('authorization', token)) {
    throw fault(`${param}.authorization`, 'must be an access token');
  }
  if (headers.authorization !== undefined) throw fault(`${param}.authorization`, 'must not be given together with that header');
  return { ...headers, authorization: `Bearer ${token}` };
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name) && !/[\r\n]/.test(value);
  } catch {
    return false;
  }
}

function readApproval(value: JsonValue | undefined, param: string): McpTool['approval'] {
  if (isJsonObject(value)) {
    const { always, never } = value;
    return {
      ...((always ?? undefined) === undefined ? {} : { always: readFilter(always, `${param}.always`) }),
      ...((never ?? undefined) === undefined ? {} : { never: readFilter(never, `${param}.never`) }),
    };
  }
  return optionalWord(value, param, ['always', 'never']) ?? 'always';
}

function readFilter(value: JsonValue | undefined, param: string): ToolFilter {
  if (Array.isArray(value)) return { names: readNames(value, param) };
  if (!isJsonObject(value)) throw fault(param, 'must be a list of names, or an object with tool_names or read_only');
  const { tool_names: names, read_only: readOnly } = value;
  if ((readOnly ?? undefined) !== undefined && typeof readOnly !== 'boolean') throw fault(`${param}.read_only`, 'must be true or false');
  return {
    ...((names ?? undefined) === undefined ? {} : { names: readNames(names, `${param}.tool_names`) }),
    ...(typeof readOnly === 'boolean' ? { readOnly } : {}),
  };
}

function readNames(value: JsonValue | undefined, param: string): string[] {
  const names = Array.isArray(value) && value.length <= MAX_NAMES ? value : undefined;
  if (names === undefined || !names.every((name) => typeof name === 'string')) {
    throw fault(param, `must be a list of at most ${MAX_NAMES} names of tools`);
  }
  return names;
}

/** A tool as far as filters go by it. */
interface Filtered {
  readonly name: string;
  readonly annotations?: JsonObject | null;
}

/** Whether a tool is among those that a filter means. */
export function isMeant({ names, readOnly }: ToolFilter, tool: Filtered): boolean {
  if (names !== undefined && !names.includes(tool.name)) return false;
  return readOnly === undefined || (tool.annotations?.readOnlyHint === true) === readOnly;
}

/** Whether somebody has to approve calls of a tool. Where a filter says which ones need no approval, all others do. */
export function needsApproval({ approval }: Pick<McpTool, 'approval'>, tool: Filtered): boolean {
  if (typeof approval === 'string') return approval === 'always';
  if (approval.always !== undefined && isMeant(approval.always, tool)) return true;
  if (approval.never !== undefined) return !isMeant(approval.never, tool);
  return approval.always === undefined;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { fault } from '../../fields.ts';
import type { ListedTool, McpApprovalResponseItem, McpCallError, McpOutputItem } from './mcp-items.ts';

const TYPES = ['mcp_list_tools', 'mcp_call', 'mcp_approval_request', 'mcp_approval_response'] as const;
const ERRORS = ['mcp_protocol_error', 'http_error'] as const;
const NOT_FROM_HERE = 'must be as a response gave it';

export interface ReadMcpItemOptions {
  readonly param: string;
  /** Its id: the given one, or a new one. */
  readonly idOf: (prefix: string) => string;
}

/** An input item of an MCP server; undefined for items of other types. Throws `invalid_input` naming the field. */
export function readMcpItem(item: JsonObject, { param, idOf }: ReadMcpItemOptions): McpOutputItem | McpApprovalResponseItem | undefined {
  const type = TYPES.find((known) => known === item.type);
  const text = (field: string): string => {
    const value = item[field];
    if (typeof value !== 'string') throw fault(`${param}.${field}`, 'must be a string');
    return value;
  };
  const optional = (field: string): string | null => ((item[field] ?? null) === null ? null : text(field));
  if (type === undefined) return undefined;
  if (type === 'mcp_approval_response') {
    if (typeof item.approve !== 'boolean') throw fault(`${param}.approve`, 'must be true or false');
    const request = text('approval_request_id');
    return { type, id: idOf('mcpa_'), approval_request_id: request, approve: item.approve, reason: optional('reason') };
  }
  const server_label = text('server_label');
  if (type === 'mcp_list_tools') {
    const { tools } = item;
    if (!Array.isArray(tools)) throw fault(`${param}.tools`, 'must be an array');
    const listed = tools.map((tool, index) => readListed(tool, `${param}.tools[${index}]`));
    return { type, id: idOf('mcpl_'), server_label, tools: listed, error: optional('error') };
  }
  const named = { server_label, name: text('name'), arguments: text('arguments') };
  if (type === 'mcp_approval_request') return { type, id: idOf('mcpr_'), ...named };
  const error = readError(item.error ?? null, `${param}.error`);
  const [approval_request_id, output] = [optional('approval_request_id'), optional('output')];
  const status = error === null ? (output === null ? 'incomplete' : 'completed') : 'failed';
  return { type, id: idOf('mcp_'), ...named, approval_request_id, output, error, status };
}

function readListed(tool: JsonValue, param: string): ListedTool {
  if (!isJsonObject(tool)) throw fault(param, 'must be an object');
  const { name, description = null, input_schema: schema, annotations = null } = tool;
  const isWhole = typeof name === 'string' && isJsonObject(schema);
  if (!isWhole || (description !== null && typeof description !== 'string') || (annotations !== null && !isJsonObject(annotations))) {
    throw fault(param, NOT_FROM_HERE);
  }
  return { name, description, input_schema: schema, annotations };
}

function readError(error: JsonValue, param: string): McpCallError | null {
  if (error === null) return null;
  // Earlier releases of the API had a text here.
  if (typeof error === 'string') return { type: 'mcp_tool_execution_error', content: error };
  if (!isJsonObject(error)) throw fault(param, NOT_FROM_HERE);
  if (error.type === 'mcp_tool_execution_error') return { type: error.type, content: error.content ?? null };
  const type = ERRORS.find((known) => known === error.type);
  const { code, message } = error;
  if (type === undefined || typeof code !== 'number' || typeof message !== 'string') throw fault(param, NOT_FROM_HERE);
  return { type, code, message };
}

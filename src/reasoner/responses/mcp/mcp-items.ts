import { isJsonObject, textOf, type JsonObject, type JsonValue } from '../../../core/json.ts';

/** A tool as the list of a server's tools shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string | null;
  readonly input_schema: JsonObject;
  readonly annotations: JsonObject | null;
}

/** The tools of an MCP server. `error` says why there are none, or that some were left out. */
export interface McpListToolsItem {
  readonly type: 'mcp_list_tools';
  readonly id: string;
  readonly server_label: string;
  readonly tools: readonly ListedTool[];
  readonly error: string | null;
  /** Only calls have one. */
  readonly status?: never;
}

/** Why a call failed: the tool's own error, or a fault of the protocol or the connection. */
export type McpCallError =
  | { readonly type: 'mcp_tool_execution_error'; readonly content: JsonValue }
  | { readonly type: 'mcp_protocol_error' | 'http_error'; readonly code: number; readonly message: string };

/** A call of a tool on an MCP server. */
export interface McpCallItem {
  readonly type: 'mcp_call';
  readonly id: string;
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  readonly approval_request_id: string | null;
  readonly output: string | null;
  readonly error: McpCallError | null;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
}

/** A call that waits for somebody's approval. */
export interface McpApprovalRequestItem {
  readonly type: 'mcp_approval_request';
  readonly id: string;
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  /** Only calls have one. */
  readonly status?: never;
}

/** What somebody decided about such a call. */
export interface McpApprovalResponseItem {
  readonly type: 'mcp_approval_response';
  readonly id: string;
  readonly approval_request_id: string;
  readonly approve: boolean;
  readonly reason: string | null;
}

/** The items of MCP servers among the output of a response. */
export type McpOutputItem = McpListToolsItem | McpCallItem | McpApprovalRequestItem;

/** What the model gets of a call that has ended. */
export function callResult({ output, error }: Pick<McpCallItem, 'output' | 'error'>): string {
  if (error === null) return output ?? '';
  return `Error: ${error.type === 'mcp_tool_execution_error' ? saidIn(error.content) : error.message}`;
}

/** A tool's own error with a text. */
export function toolError(text: string): McpCallError {
  return { type: 'mcp_tool_execution_error', content: [{ type: 'text', text }] };
}

function saidIn(content: JsonValue): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (isJsonObject(block) ? textOf(block.text) : textOf(block))).join('\n');
}

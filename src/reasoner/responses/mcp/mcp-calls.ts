import { ServiceError, toServiceError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { screenToolResult } from '../../../domain/reasoning/screen-tool-result.ts';
import type { GuardPipeline } from '../../../ports/guard.ts';
import type { JsonSchemaCheck } from '../../../ports/json-schema.ts';
import type { Logger } from '../../../ports/system.ts';
import type { RemoteResult, ToolServer, ToolServers } from '../../../ports/tool-server.ts';
import { createCallOrder } from './call-order.ts';
import { toolError, type ListedTool, type McpCallError } from './mcp-items.ts';
import { isMeant, type McpTool } from './read-mcp-tool.ts';
import { screenDefinitions } from './screen-definitions.ts';

/** The limits of what servers give and get. */
export interface McpLimits {
  /** Most tools of all servers of a response. */
  readonly maxTools: number;
  /** Longest arguments of a call in characters. */
  readonly maxArgumentCharacters: number;
  /** A longer result is cut, in characters. */
  readonly maxResultCharacters: number;
}

export interface McpServersOptions {
  readonly connect: ToolServers;
  readonly guard: GuardPipeline;
  readonly jsonSchema: JsonSchemaCheck | undefined;
  readonly logger: Logger;
  readonly limits: McpLimits;
  /** Most calls at the same time. */
  readonly maxParallelCalls: number;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The tools of a server as a response lists them. */
export interface ServerList {
  readonly tools: readonly ListedTool[];
  readonly error: string | null;
}

/** How a call ended. */
export type CallEnd = { readonly output: string; readonly error: null } | { readonly output: null; readonly error: McpCallError };

/** Asks the MCP servers of a response; what they say goes through the guard, what they get is checked. Disposing it ends what is under way. */
export interface McpServers extends Disposable {
  /** The tools of a server that the request allows. Throws only the signal's reason. */
  list(server: McpTool): Promise<ServerList>;
  /** Definitions that a conversation holds, as far as the request allows them now. */
  held(server: McpTool, tools: readonly ListedTool[]): Promise<readonly ListedTool[]>;
  /** Calls a tool, in its turn among those that are called already. Throws only the signal's reason. */
  call(server: McpTool, tool: ListedTool, given: string): Promise<CallEnd>;
}

const INVALID_ARGUMENTS = -32602;

/** The servers of one response, each connected to at most once. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const { connect, guard, jsonSchema, logger, limits, requestId } = options;
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  const order = createCallOrder(options.maxParallelCalls);
  const open = new Map<string, ToolServer>();
  const screening = { guard, requestId, signal };

  function connected({ label, address }: McpTool): ToolServer {
    const known = open.get(label) ?? connect(address);
    open.set(label, known);
    return known;
  }

  const allowed = ({ allowed: filter }: McpTool, tools: readonly ListedTool[]): readonly ListedTool[] =>
    filter === undefined ? tools : tools.filter((tool) => isMeant(filter, tool));

  async function list(server: McpTool): Promise<ServerList> {
    const found = await connected(server).tools(signal);
    const offered = allowed(
      server,
      found.map(({ name, description = null, inputSchema, annotations = null }) => {
        return { name, description, input_schema: inputSchema, annotations };
      }),
    );
    const { maxTools } = limits;
    if (offered.length > maxTools) {
      return {
        tools: [],
        error: `The MCP server offers ${offered.length} tools, of ${maxTools} at most: name those needed in allowed_tools.`,
      };
    }
    const tools = await screenDefinitions(offered, screening);
    const out = offered.length - tools.length;
    if (out > 0) logger.warn('the guard left out tools of an MCP server', { request_id: requestId, server: server.label, tools: out });
    return {
      tools,
      error: out === 0 ? null : `The guard blocked the definitions of ${out} of ${offered.length} tools, which are left out.`,
    };
  }

  async function ended(server: McpTool, result: RemoteResult): Promise<CallEnd> {
    const { text, verdict } = await screenToolResult(cut(wordsOf(result), limits.maxResultCharacters), screening);
    logger.info('tool of an MCP server called', {
      request_id: requestId,
      server: server.label,
      outcome: result.type,
      result_verdict: verdict,
    });
    if (text === undefined) return { output: null, error: toolError('The guard blocked what the tool returned.') };
    if (result.type === 'output') return { output: text, error: null };
    if (result.type === 'tool_error') return { output: null, error: toolError(text) };
    const { type, code } = result;
    return { output: null, error: { type: type === 'http_error' ? type : 'mcp_protocol_error', code, message: text } };
  }

  return {
    async list(server) {
      try {
        return await list(server);
      } catch (error) {
        signal.throwIfAborted();
        const { kind, message } = toServiceError(error);
        logger.warn('an MCP server did not list its tools', { request_id: requestId, server: server.label, error_type: kind });
        const { text } = await screenToolResult(cut(message, limits.maxResultCharacters), screening);
        return { tools: [], error: text ?? 'The guard blocked what the MCP server answered.' };
      }
    },
    held: async (server, tools) => screenDefinitions(allowed(server, tools), screening),
    async call(server, tool, given) {
      const read = readArguments(given, tool, limits.maxArgumentCharacters, jsonSchema);
      if (typeof read === 'string') {
        return { output: null, error: { type: 'mcp_protocol_error', code: INVALID_ARGUMENTS, message: read } };
      }
      const ordered = { server: server.address.url, isReadOnly: tool.annotations?.readOnlyHint === true };
      return order.run(ordered, async () => ended(server, await connected(server).call(tool.name, read, signal)));
    },
    [Symbol.dispose]() {
      left.abort(new ServiceError('cancelled', 'The response has ended.'));
      for (const server of open.values()) void server[Symbol.asyncDispose]();
    },
  };
}

function wordsOf(result: RemoteResult): string {
  return 'text' in result ? result.text : result.message;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}\n[cut: ${text.length - most} more characters]`;
}

/** The arguments of a call, or in words what is wrong with them. */
function readArguments(given: string, tool: ListedTool, most: number, check: JsonSchemaCheck | undefined): JsonObject | string {
  if (given.length > most) return `The arguments are longer than ${most} characters.`;
  let value: unknown;
  try {
    value = given.trim() === '' ? {} : JSON.parse(given);
  } catch {
    return 'The arguments are no valid JSON.';
  }
  if (!isJsonObject(value)) return 'The arguments are no JSON object.';
  const fault = misfit(tool.input_schema, value, check);
  return fault === undefined ? value : `The arguments do not fit the schema: ${fault}`;
}

/** Where a value does not fit a tool's schema. One that cannot be read, or takes too long, is left to the server. */
function misfit(schema: JsonObject, value: JsonObject, check: JsonSchemaCheck | undefined): string | undefined {
  try {
    return check?.(schema, value);
  } catch {
    return undefined;
  }
}

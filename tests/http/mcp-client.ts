import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import { createMcpToolServers } from '../../src/adapters/mcp/tool-servers.ts';
import type { ChatPart, LanguageModel } from '../../src/ports/language.ts';
import type { ReasonerSettings } from '../../src/reasoner/config.ts';
import type { McpCallItem, McpListToolsItem } from '../../src/reasoner/responses/mcp/mcp-items.ts';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import { startMcpServer, type McpServer, type McpServerOptions, type ServedTool } from '../contract/mcp-server.ts';
import type { createReasonerDeps } from './reasoner-deps.ts';
import { responseClient, turnsModel, type ResponseClient } from './response-client.ts';

/** A reasoner that may call an MCP server, and the model that it asks. */
export interface McpClient extends ResponseClient, AsyncDisposable {
  readonly server: McpServer;
  readonly model: LanguageModel & { readonly requests: ReturnType<typeof turnsModel>['requests'] };
  /** The server as a tool of a request, for which nobody is asked unless told otherwise. */
  tool(more?: object): object;
}

type Script = Parameters<typeof turnsModel>[0];

/** A client of a reasoner over test doubles, with a real MCP server that offers these tools. */
export async function mcpClient(
  tools: Record<string, ServedTool>,
  script: Script | McpClient['model'],
  given: Omit<NonNullable<Parameters<typeof createReasonerDeps>[0]>, 'settings'> & {
    readonly settings?: Partial<ReasonerSettings>;
    readonly served?: McpServerOptions;
  } = {},
): Promise<McpClient> {
  const { served, settings, ...deps } = given;
  const server = await startMcpServer(tools, served);
  const model = 'stream' in script ? script : turnsModel(script);
  const client = responseClient({
    model,
    toolServers: createMcpToolServers({ timeoutMs: settings?.mcpTimeoutMs ?? 20_000, maxBytes: 1_000_000, version: '1' }),
    jsonSchema: checkJsonSchema,
    ...deps,
    settings: { mcpServers: [server.origin], ...settings },
  });
  return {
    ...client,
    server,
    model,
    tool: (more = {}) => ({ type: 'mcp', server_label: 'shop', server_url: server.url, require_approval: 'never', ...more }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** What a model does that calls functions: their names with their arguments. */
export function calling(...calls: readonly (readonly [name: string, given: string])[]): ChatPart[] {
  return [
    ...calls.flatMap(([name, given], index): ChatPart[] => [
      { type: 'tool-call-delta', index, id: `c${index}`, name, arguments: given.slice(0, 2) },
      { type: 'tool-call-delta', index, arguments: given.slice(2) },
    ]),
    { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 10, completionTokens: 4 } },
  ];
}

/** The calls of MCP servers in a response. */
export function callsIn({ output }: ResponseBody): McpCallItem[] {
  return output.filter((item) => item.type === 'mcp_call');
}

/** The lists of tools in a response. */
export function listsIn({ output }: ResponseBody): McpListToolsItem[] {
  return output.filter((item) => item.type === 'mcp_list_tools');
}

/** The types of a response's items. */
export function typesIn({ output }: ResponseBody): string[] {
  return output.map(({ type }) => type);
}

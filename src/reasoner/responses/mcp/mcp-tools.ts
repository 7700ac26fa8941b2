import { toolFunctionName, toolPrefix } from '../../../domain/reasoning/tool-function-name.ts';
import type { FunctionTool, ToolChoice } from '../../../ports/language.ts';
import { fault } from '../../fields.ts';
import type { CallBudget, HostedCall, HostedTools } from '../hosted-tools.ts';
import type { ResponseStep } from '../response-step.ts';
import { createMcpServers, type CallEnd, type McpServersOptions } from './mcp-calls.ts';
import { callResult, type ListedTool, type McpApprovalRequestItem, type McpListToolsItem } from './mcp-items.ts';
import { needsApproval, type McpTool } from './read-mcp-tool.ts';

/** The tools of which a response must call one: those of a server, or one of them. */
export interface McpChoice {
  readonly label: string;
  readonly name?: string;
}

export interface McpToolsOptions extends McpServersOptions {
  readonly servers: readonly McpTool[];
  /** The lists that the conversation holds, the newest of a server last. */
  readonly held: readonly McpListToolsItem[];
  readonly budget: CallBudget;
  /** Most calls of MCP servers. */
  readonly maxCalls: number;
  /** The client's functions. */
  readonly functions: readonly FunctionTool[];
}

/** The tools of a response's MCP servers. */
export interface McpTools extends HostedTools, Disposable {
  /** Lists the tools of the servers whose list the conversation does not hold. */
  list(): AsyncGenerator<ResponseStep, void>;
  /** Makes a call that somebody approved, and gives its result for the model. */
  runApproved(request: McpApprovalRequestItem): AsyncGenerator<ResponseStep, string>;
  /** What the model must be told for a choice. Throws `invalid_input` if there is no such tool. */
  chosen(choice: McpChoice): { readonly functions: readonly FunctionTool[]; readonly choice: ToolChoice };
}

interface Offered {
  readonly server: McpTool;
  readonly tool: ListedTool;
  readonly function: FunctionTool;
}

const NO_MORE = 'No further call of a tool is allowed: answer from what was found out.';
const UNKNOWN = 'There is no such tool.';
const NOT_FOUND = -32602;

/** Offers the tools of MCP servers to the model as functions, and runs its calls. */
export function createMcpTools(options: McpToolsOptions): McpTools {
  const { servers, held, budget, functions, limits } = options;
  const remote = createMcpServers(options);
  const offered = new Map<string, Offered>();
  let callsLeft = options.maxCalls;

  function offer(server: McpTool, tools: readonly ListedTool[]): void {
    for (const tool of tools) {
      const name = toolFunctionName(server.label, tool.name);
      const description = [server.description ?? '', tool.description ?? ''].filter((text) => text !== '').join('\n');
      const described = { name, ...(description === '' ? {} : { description }), parameters: tool.input_schema };
      offered.set(name, { server, tool, function: described });
    }
  }

  async function* list(): AsyncGenerator<ResponseStep, void> {
    const lists = servers.map((server) => {
      const known = held.findLast((item) => item.server_label === server.label && holdsAll(item, server));
      const found = known === undefined ? remote.list(server) : remote.held(server, known.tools);
      // Whoever leaves early does not wait for the others.
      found.catch(() => undefined);
      return { server, isHeld: known !== undefined, found };
    });
    for (const { server, isHeld, found } of lists) {
      if (!isHeld) yield { type: 'listing', server: server.label };
      const answer = await found;
      const { tools, error } = 'tools' in answer ? within(answer) : within({ tools: answer, error: null });
      offer(server, tools);
      if (!isHeld) yield { type: 'listed', tools, error };
    }
  }

  /** As many of a server's tools as there is room for: all or none. */
  function within<T extends { readonly tools: readonly ListedTool[]; readonly error: string | null }>(list: T) {
    if (offered.size + list.tools.length <= limits.maxTools) return list;
    return { tools: [], error: `The MCP servers offer more than ${limits.maxTools} tools: name those needed in allowed_tools.` };
  }

  function open(name: string, index: number): HostedCall | undefined {
    const known = offered.get(name);
    const server = known?.server ?? serverOf(name);
    if (functions.some((own) => own.name === name) || (server === undefined && servers.length === 0)) return undefined;
    // A name that nobody offered: the model learns that, and the client need not know it.
    if (server === undefined) return silent(UNKNOWN);
    if (budget.left <= 0 || callsLeft <= 0) return silent(NO_MORE);
    budget.left -= 1;
    callsLeft -= 1;
    const tool = known?.tool.name ?? name.slice(toolPrefix(server.label).length);
    if (known !== undefined && needsApproval(server, known.tool)) return waiting(server.label, tool);
    let isOpen = false;
    return {
      runsBesideFunctions: true,
      isIdle: false,
      push(piece) {
        const named = isOpen ? {} : { server: server.label, name: tool };
        isOpen = true;
        return [{ type: 'mcp', call: index, ...named, arguments: piece }];
      },
      run: (given) => ended(index, called(server, known?.tool, given)),
    };
  }

  /** Begins a call. */
  function called(server: McpTool, tool: ListedTool | undefined, given: string): Promise<CallEnd> {
    if (tool === undefined) {
      return Promise.resolve({ output: null, error: { type: 'mcp_protocol_error', code: NOT_FOUND, message: UNKNOWN } });
    }
    const end = remote.call(server, tool, given);
    // Whoever leaves early does not wait for it.
    end.catch(() => undefined);
    return end;
  }

  async function* ended(call: number, made: Promise<CallEnd>): AsyncGenerator<ResponseStep, string> {
    const end = await made;
    yield { type: 'mcp-ended', call, ...end };
    return callResult(end);
  }

  /** The server whose tools' functions begin like a name, for one that the model made up. */
  function serverOf(name: string): McpTool | undefined {
    return servers.find(({ label }) => name.startsWith(toolPrefix(label)));
  }

  return {
    list,
    open,
    functions: () => (budget.left > 0 && callsLeft > 0 ? [...offered.values()].map((known) => known.function) : []),
    async *runApproved({ id, server_label: label, name, arguments: given }) {
      const known = [...offered.values()].find(({ server, tool }) => server.label === label && tool.name === name);
      const server = known?.server ?? servers.find((one) => one.label === label);
      if (server === undefined) return UNKNOWN;
      yield { type: 'mcp', call: 0, server: label, name, approval: id, arguments: given };
      yield { type: 'turn' };
      return yield* ended(0, called(server, known?.tool, given));
    },
    chosen({ label, name }) {
      const of = [...offered.values()].filter(({ server, tool }) => server.label === label && (name === undefined || tool.name === name));
      const [first] = of;
      if (first === undefined) throw fault('tool_choice', `names a tool of the MCP server ${label} that it does not offer`);
      return { functions: of.map((known) => known.function), choice: name === undefined ? 'required' : { name: first.function.name } };
    },
    [Symbol.dispose]: () => remote[Symbol.dispose](),
  };
}

/** A call that nothing is told about: its result only says why it was not made. */
function silent(result: string): HostedCall {
  return {
    runsBesideFunctions: true,
    isIdle: true,
    push: () => [],
    async *run() {
      yield* [];
      return result;
    },
  };
}

/** A call for which somebody has to be asked. */
function waiting(server: string, name: string): HostedCall {
  return {
    runsBesideFunctions: true,
    isIdle: false,
    push: () => [],
    async *run(given) {
      yield { type: 'approval', server, name, arguments: given };
      return undefined;
    },
  };
}

/** Whether a list that a conversation holds has what the request asks for: one that failed, or lacks a tool that is named now, is made again. */
function holdsAll({ tools, error }: McpListToolsItem, { allowed }: McpTool): boolean {
  if (tools.length === 0 && error !== null) return false;
  return (allowed?.names ?? []).every((name) => tools.some((tool) => tool.name === name));
}

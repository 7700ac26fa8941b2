import { ServiceError, toServiceError } from '../../core/errors.ts';
import { createWholeCalls } from '../../core/whole-calls.ts';
import { addUsage } from '../../domain/reasoning/add-usage.ts';
import type { FileSearch } from '../../ports/file-search.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';
import type { ChatMessage, ChatPart, ChatRequest, FunctionCall, FunctionTool, TokenUsage, ToolChoice } from '../../ports/language.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { ToolServers } from '../../ports/tool-server.ts';
import { createCustomCalls } from '../custom-tools.ts';
import { fault } from '../fields.ts';
import type { Runs } from '../runs.ts';
import { createSearchTool } from './file-search-tool.ts';
import type { CallBudget, HostedCall } from './hosted-tools.ts';
import type { McpLimits } from './mcp/mcp-calls.ts';
import type { McpApprovalRequestItem, McpListToolsItem } from './mcp/mcp-items.ts';
import { createMcpTools } from './mcp/mcp-tools.ts';
import type { ResponseRequest } from './read-response.ts';
import type { ResponseStep } from './response-step.ts';
import { SEARCH_TOOL } from './search-files.ts';

export interface ResponseStepsDeps {
  readonly runs: Runs;
  readonly guard: GuardPipeline;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the model supports function calls, so that it can search by itself. */
  readonly takesTools: boolean;
  /** Whether the model calls for searches of files by itself. */
  readonly decidesSearch: boolean;
  readonly fileSearch?: FileSearch;
  /** Most tokens of all passages that one search gives to the model. */
  readonly maxPassageTokens: number;
  /** Connects to MCP servers. Without it there are none. */
  readonly toolServers?: ToolServers | undefined;
  /** Validates the arguments of their tools. Without it they are not validated. */
  readonly jsonSchema?: JsonSchemaCheck;
  readonly mcp: McpLimits & {
    /** Most calls of MCP servers in one response. */
    readonly maxCalls: number;
    /** Most of them at the same time. */
    readonly maxParallelCalls: number;
  };
}

/** The input of a response. */
export interface AskedResponse {
  readonly request: ResponseRequest;
  readonly messages: readonly ChatMessage[];
  readonly owner: string;
  readonly requestId: string;
  /** The memory that the answer uses; without it none is used. */
  readonly memory?: MemoryScope | undefined;
  /** The lists of MCP servers' tools that the conversation holds, and the calls that the input approves. */
  readonly mcp: { readonly held: readonly McpListToolsItem[]; readonly approved: readonly McpApprovalRequestItem[] };
}

/** What a model said and thought before it called a function. */
type Said = Pick<ChatMessage, 'content' | 'reasoning'>;

/** A call of the model of a tool that the service runs. */
interface OpenCall {
  readonly hosted: HostedCall;
  readonly call: FunctionCall;
}

/** Most searches of one response if the request sets no limit. */
const MAX_SEARCHES = 8;
/** Most turns, one after the other, in which a model only calls tools that there are not, or not any more. */
const MAX_IDLE_TURNS = 8;

/**
 * Generates a response: the model answers, with file searches and calls of MCP servers in between. A model with function calls decides
 * when to make them; for small ones and those without, files are searched with the user's newest message before the answer. Throws any failure, also when the
 * signal aborts.
 */
export async function* responseSteps(
  {
    runs,
    guard,
    clock,
    logger,
    takesTools,
    decidesSearch,
    fileSearch,
    maxPassageTokens: maxTokens,
    toolServers,
    jsonSchema,
    mcp: limits,
  }: ResponseStepsDeps,
  { request, messages: given, owner, requestId, memory, mcp: { held, approved } }: AskedResponse,
  signal: AbortSignal,
): AsyncGenerator<ResponseStep, void> {
  const { choice, fileSearch: tool, searching, functions, customs, servers, mcpChoice } = request.tools;
  const messages = [...given];
  let spent: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  const question = given.findLast(({ role }) => role === 'user')?.content ?? '';
  const budget: CallBudget = { left: request.settings.max_tool_calls ?? Infinity };
  const shared = { guard, budget, requestId, signal };
  const search =
    fileSearch === undefined || tool === undefined
      ? undefined
      : createSearchTool({
          ...shared,
          fileSearch,
          tool,
          messages,
          question,
          owner,
          maxTokens,
          maxSearches: searching === 'none' ? 0 : MAX_SEARCHES,
        });
  using mcp =
    toolServers === undefined || servers.length === 0
      ? undefined
      : createMcpTools({
          ...shared,
          jsonSchema,
          logger,
          limits,
          servers,
          held,
          functions,
          connect: toolServers,
          maxCalls: limits.maxCalls,
          maxParallelCalls: request.settings.parallel_tool_calls ? limits.maxParallelCalls : 1,
        });
  const hosted = [search, mcp].filter((tools) => tools !== undefined);
  const callable = decidesSearch ? hosted : hosted.filter((tools) => tools !== search);

  if (mcp !== undefined && (choice !== 'none' || approved.length > 0)) yield* mcp.list();
  for (const call of approved) {
    if (mcp === undefined) break;
    const content = yield* mcp.runApproved(call);
    // It takes the place of what says that the call has not been made.
    const place = messages.findIndex(({ toolCallId }) => toolCallId === call.id);
    if (place >= 0) messages[place] = { role: 'tool', content, toolCallId: call.id };
  }
  const searchesFirst = searching === 'required' || (searching === 'auto' && !decidesSearch);
  if (search !== undefined && searchesFirst && question.trim() !== '') {
    const call = { id: 'call_search', name: SEARCH_TOOL.name, arguments: JSON.stringify({ queries: [question] }) };
    const found = yield* search.search([question]);
    const result: ChatMessage = { role: 'tool', content: found, toolCallId: call.id, isScreened: true };
    messages.push({ role: 'assistant', content: '', toolCalls: [call] }, result);
  }
  for (let turn = 0, idle = 0; ; turn += 1) {
    const offered = takesTools ? callable.flatMap((tools) => tools.functions()) : [];
    const chosen = turn === 0 && mcpChoice !== undefined ? mcp?.chosen(mcpChoice) : undefined;
    const turnChoice = chosen?.choice ?? (turn === 0 || choice === 'none' ? choice : undefined);
    const tools = chosen?.functions ?? [...functions, ...offered];
    if (turnChoice === 'required' && tools.length === 0) throw fault('tool_choice', 'is required, but no MCP server offers a tool');
    const run = runs.start(chatRequest(request, messages, { tools, choice: turnChoice, spent }), { requestId, signal, memory, owner });
    const calls = new Map<number, OpenCall>();
    const custom = createCustomCalls(customs);
    const pieces = createWholeCalls();
    let said = '';
    let thought = '';
    let hasCalls = false;
    let finish: Extract<ChatPart, { readonly type: 'finish' }> | undefined;
    for await (const part of run.parts) {
      if (part.type === 'text-delta') {
        said += part.text;
        const { text, logprobs } = part;
        if (part.isRefusal === true) yield { type: 'refusal', text };
        else yield logprobs === undefined ? text : { type: 'text', text, logprobs };
      } else if (part.type === 'reasoning-delta') {
        thought += part.text;
        yield { type: 'reasoning', text: part.text };
      } else if (part.type === 'tool-call-delta') {
        const { index, id, name, arguments: piece } = part;
        const known = calls.get(index);
        const opened = known?.hosted ?? (name === undefined ? undefined : openCall(name, index));
        if (opened === undefined) {
          hasCalls = true;
          for (const ended of pieces.push(index, piece)) {
            const input = custom.end(ended);
            if (input !== '') yield { type: 'call', call: ended, isCustom: true, arguments: input };
            yield { type: 'call-ended', call: ended };
          }
          if (!pieces.open().includes(index)) continue;
          const named = { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
          const input = custom.piece(part);
          if (input === undefined) yield { type: 'call', call: index, ...named, arguments: piece };
          else if (input !== '' || name !== undefined) yield { type: 'call', call: index, ...named, isCustom: true, arguments: input };
          continue;
        }
        const call = known?.call ?? { id: id ?? `call_${turn}_${index}`, name: name ?? '', arguments: '' };
        calls.set(index, { hosted: opened, call: { ...call, arguments: call.arguments + piece } });
        yield* opened.push(piece);
      } else if (part.type === 'finish') finish = part;
    }
    for (const { index, input } of custom.rest()) yield { type: 'call', call: index, isCustom: true, arguments: input };
    signal.throwIfAborted();
    if (finish === undefined) throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
    spent = addUsage(spent, finish.usage);
    const ready = [...calls.values()].filter((call) => !hasCalls || call.hosted.runsBesideFunctions);
    const isCut = finish.reason === 'content_filter' || finish.reason === 'length' || isSpent(request, spent);
    if (ready.length === 0 || isCut) {
      const reason = ready.length > 0 && !hasCalls && finish.reason === 'tool_calls' ? 'length' : finish.reason;
      yield { type: 'finish', reason, usage: spent, at: Math.floor(clock.now().getTime() / 1000) };
      return;
    }
    yield { type: 'turn' };
    const results: ChatMessage[] = [];
    const begun = ready.map(({ hosted: tools, call }) => ({ call, tools, steps: tools.run(call.arguments) }));
    for (const { call, tools, steps } of begun) {
      const content = yield* steps;
      const screened = tools.isScreened === true ? { isScreened: true as const } : {};
      if (content !== undefined) results.push({ role: 'tool', content, toolCallId: call.id, ...screened });
    }
    // The client goes on, with the results of its functions or with what somebody has approved.
    if (hasCalls || results.length < ready.length) {
      yield { type: 'finish', reason: finish.reason, usage: spent, at: Math.floor(clock.now().getTime() / 1000) };
      return;
    }
    const before: Said = { content: said, ...(thought === '' ? {} : { reasoning: thought }) };
    messages.push({ role: 'assistant', ...before, toolCalls: ready.map(({ call }) => call) }, ...results);
    idle = ready.every((call) => call.hosted.isIdle) ? idle + 1 : 0;
    if (idle > MAX_IDLE_TURNS) throw new ServiceError('provider_unavailable', 'The model kept calling tools without answering.');
  }

  function openCall(name: string, index: number): HostedCall | undefined {
    for (const tools of hosted) {
      const opened = tools.open(name, index);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }
}

/** What the model gets first, before any search and without the tools of MCP servers. */
export function firstChatRequest(request: ResponseRequest, messages: readonly ChatMessage[], decidesSearch: boolean): ChatRequest {
  const { functions, fileSearch, searching } = request.tools;
  const tools = decidesSearch && fileSearch !== undefined && searching !== 'none' ? [...functions, SEARCH_TOOL] : functions;
  return chatRequest(request, messages, { tools, choice: request.tools.choice, spent: { promptTokens: 0, completionTokens: 0 } });
}

function isSpent({ settings }: ResponseRequest, spent: TokenUsage): boolean {
  return settings.max_output_tokens !== null && spent.completionTokens >= settings.max_output_tokens;
}

function chatRequest(
  { sampling, settings, format }: ResponseRequest,
  messages: readonly ChatMessage[],
  {
    tools,
    choice,
    spent,
  }: { readonly tools: readonly FunctionTool[]; readonly choice: ToolChoice | undefined; readonly spent: TokenUsage },
): ChatRequest {
  return {
    // A copy, as the messages grow with the next turn.
    messages: [...messages],
    ...sampling,
    ...(settings.max_output_tokens === null ? {} : { maxTokens: settings.max_output_tokens - spent.completionTokens }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length === 0 || choice === undefined ? {} : { toolChoice: choice }),
    ...(format === undefined ? {} : { responseFormat: format }),
  };
}

/** How a failure ends a response; the codes are OpenAI's response error codes. */
export function failedStep(error: unknown): Extract<ResponseStep, { readonly type: 'failed' }> {
  const { kind, message, param = null } = toServiceError(error);
  const isRefused = kind === 'invalid_input' || kind === 'payload_too_large' || kind === 'not_found';
  const code = kind === 'too_many_requests' ? 'rate_limit_exceeded' : isRefused ? 'invalid_prompt' : 'server_error';
  return { type: 'failed', code, message, param };
}

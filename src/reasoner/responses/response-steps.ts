import { ServiceError, toServiceError } from '../../core/errors.ts';
import { addUsage } from '../../domain/reasoning/add-usage.ts';
import type { FileSearch } from '../../ports/file-search.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { ChatMessage, ChatPart, ChatRequest, FunctionCall, FunctionTool, TokenUsage, ToolChoice } from '../../ports/language.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import type { Clock } from '../../ports/system.ts';
import type { Runs } from '../runs.ts';
import { SEARCH_FUNCTION } from './read-response-tools.ts';
import type { ResponseRequest } from './read-response.ts';
import type { ResponseStep } from './response-step.ts';
import { PASSAGES_ORDER, passagesText, readQueries, SEARCH_TOOL, searchFiles } from './search-files.ts';

export interface ResponseStepsDeps {
  readonly runs: Runs;
  readonly guard: GuardPipeline;
  readonly clock: Clock;
  /** Whether the model supports function calls, so that it can search by itself. */
  readonly takesTools: boolean;
  readonly fileSearch?: FileSearch;
  /** Most tokens of all passages that one search gives to the model. */
  readonly maxPassageTokens: number;
}

/** The input of a response. */
export interface AskedResponse {
  readonly request: ResponseRequest;
  readonly messages: readonly ChatMessage[];
  readonly owner: string;
  readonly requestId: string;
  /** The memory that the answer uses; without it none is used. */
  readonly memory?: MemoryScope | undefined;
}

/** What a model said and thought before it called a function. */
type Said = Pick<ChatMessage, 'content' | 'reasoning'>;

/** Most searches of one response if the request sets no limit. */
const MAX_SEARCHES = 8;

/**
 * Generates a response: the model answers, with file searches in between. A model with function calls decides when to search; for
 * others, files are searched with the user's newest message before the answer. Throws any failure, also when the signal aborts.
 */
export async function* responseSteps(
  { runs, guard, clock, takesTools, fileSearch, maxPassageTokens: maxTokens }: ResponseStepsDeps,
  { request, messages: given, owner, requestId, memory }: AskedResponse,
  signal: AbortSignal,
): AsyncGenerator<ResponseStep, void> {
  const { choice, fileSearch: tool, searching } = request.tools;
  const messages = [...given];
  let spent: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  const question = given.findLast(({ role }) => role === 'user')?.content ?? '';
  let searchesLeft = searchesOf(request);
  let passages = 0;

  async function* search(call: FunctionCall, said: Said, queries: readonly string[]): AsyncGenerator<ResponseStep, void> {
    if (fileSearch === undefined || tool === undefined) return;
    searchesLeft -= 1;
    yield { type: 'search', queries };
    const found = await searchFiles(queries, { fileSearch, guard, tool, maxTokens, owner, requestId, signal });
    yield { type: 'found', results: found.map(({ result }) => result) };
    if (!messages.some(({ content }) => content === PASSAGES_ORDER)) messages.unshift({ role: 'system', content: PASSAGES_ORDER });
    messages.push(
      { role: 'assistant', ...said, toolCalls: [call] },
      { role: 'tool', content: passagesText(found, passages), toolCallId: call.id },
    );
    passages += found.length;
  }

  if (searchesLeft > 0 && question.trim() !== '' && (searching === 'required' || !takesTools)) {
    yield* search({ id: 'call_search', name: SEARCH_FUNCTION, arguments: JSON.stringify({ queries: [question] }) }, { content: '' }, [
      question,
    ]);
  }
  for (let turn = 0; ; turn += 1) {
    const tools = toolsOf(request, takesTools && searchesLeft > 0);
    const turnChoice = turn === 0 ? choice : choice === 'none' ? choice : undefined;
    const run = runs.start(chatRequest(request, messages, { tools, choice: turnChoice, spent }), { requestId, signal, memory, owner });
    const searches = new Map<number, FunctionCall>();
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
        const open = searches.get(index);
        if (open !== undefined) searches.set(index, { ...open, arguments: open.arguments + piece });
        else if (name === SEARCH_FUNCTION && tool !== undefined)
          searches.set(index, { id: id ?? `call_search_${turn}_${index}`, name, arguments: piece });
        else {
          hasCalls = true;
          const named = { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
          yield { type: 'call', call: index, ...named, arguments: piece };
        }
      } else if (part.type === 'finish') finish = part;
    }
    signal.throwIfAborted();
    if (finish === undefined) throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
    spent = addUsage(spent, finish.usage);
    // The client's functions come first: the model can search once it has their results.
    if (searches.size === 0 || hasCalls || finish.reason === 'content_filter' || isSpent(request, spent)) {
      const reason = searches.size > 0 && !hasCalls && finish.reason === 'tool_calls' ? 'length' : finish.reason;
      yield { type: 'finish', reason, usage: spent, at: Math.floor(clock.now().getTime() / 1000) };
      return;
    }
    yield { type: 'turn' };
    let before: Said = { content: said, ...(thought === '' ? {} : { reasoning: thought }) };
    for (const call of searches.values()) {
      if (searchesLeft > 0) yield* search(call, before, readQueries(call.arguments) ?? [question]);
      else {
        messages.push(
          { role: 'assistant', ...before, toolCalls: [call] },
          { role: 'tool', content: 'Answer from what was found: no further search is allowed.', toolCallId: call.id },
        );
      }
      before = { content: '' };
    }
    if (searchesLeft <= 0 && turn > MAX_SEARCHES)
      throw new ServiceError('provider_unavailable', 'The model kept searching without answering.');
  }
}

/** What the model gets first, before any search. */
export function firstChatRequest(request: ResponseRequest, messages: readonly ChatMessage[], takesTools: boolean): ChatRequest {
  const tools = toolsOf(request, takesTools && searchesOf(request) > 0);
  return chatRequest(request, messages, { tools, choice: request.tools.choice, spent: { promptTokens: 0, completionTokens: 0 } });
}

/** How often files may be searched. */
function searchesOf({ tools: { fileSearch, searching }, settings }: ResponseRequest): number {
  return fileSearch === undefined || searching === 'none' ? 0 : Math.min(settings.max_tool_calls ?? MAX_SEARCHES, MAX_SEARCHES);
}

function toolsOf({ tools: { functions } }: ResponseRequest, searches: boolean): readonly FunctionTool[] {
  return searches ? [...functions, SEARCH_TOOL] : functions;
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
  }: { readonly tools: ChatRequest['tools'] & {}; readonly choice: ToolChoice | undefined; readonly spent: TokenUsage },
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

import { toServiceError } from '../core/errors.ts';
import type { Pass } from '../core/gate.ts';
import type { JsonObject } from '../core/json.ts';
import type { Recent } from '../core/recent.ts';
import { hundredths } from '../core/rounded.ts';
import type { Answerer, AnswerOutcome, AnswerPart } from '../domain/reasoning/answer.ts';
import type { FileSearchOptions, FileSearchResult } from '../ports/file-search.ts';
import type { ChatPart, ChatRequest, FinishReason, FunctionCall, TokenUsage } from '../ports/language.ts';
import type { MemoryScope } from '../ports/memory.ts';
import type { Clock, LogFields, Logger } from '../ports/system.ts';
import { toRunRecord, type RunEnd, type RunRecord } from './run-record.ts';

/** A running answer. */
export interface Run {
  readonly parts: AsyncGenerator<AnswerPart, void>;
  /** Stops the model at once; the parts end with the reason. */
  abort(reason: unknown): void;
}

export interface RunOptions {
  readonly requestId: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Freed when the run ends, whichever way. */
  readonly pass?: Pass;
  /** The memory that is used; without it none is. */
  readonly memory?: MemoryScope | undefined;
  /** Name of the API key; empty by default. */
  readonly owner?: string | undefined;
  /** Where passages of files are searched; by default where the service searches by itself, and nowhere if null. */
  readonly search?: FileSearchOptions | null | undefined;
}

export interface RunsDeps {
  readonly answerer: Answerer;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit of an answer in milliseconds. */
  readonly timeoutMs: number;
  /** Where passages of files are searched for an owner's answers unless a request says otherwise. */
  readonly automaticSearch?: ((owner: string) => FileSearchOptions) | undefined;
  /** Keeps times and outcomes of the last answers by request id; without it they are not kept. */
  readonly recent?: Recent<RunRecord> | undefined;
  /** Told each answer that ended. */
  readonly ended?: ((record: RunRecord) => void) | undefined;
}

type ToolCallDelta = ChatPart & { readonly type: 'tool-call-delta' };

/** Starts answers, each with a time limit, a place in a gate and a log line. */
export interface Runs {
  start(request: ChatRequest, options: RunOptions): Run;
}

/** A whole answer, assembled from its parts. */
export interface Answer {
  readonly text: string;
  /** What a model that declines to answer says instead; empty for others. */
  readonly refusal: string;
  /** What a reasoning model thought; empty for others. */
  readonly reasoning: string;
  /** Its tokens with their log probabilities, as far as the model gives them. */
  readonly logprobs: readonly JsonObject[];
  /** The functions that the model asks its caller to run, in order. */
  readonly toolCalls: readonly FunctionCall[];
  readonly reason: FinishReason;
  readonly usage: TokenUsage;
  readonly outcome: AnswerOutcome | undefined;
  /** The passages of files that the model got. */
  readonly passages: readonly FileSearchResult[];
}

/** Runs with one answerer. */
export function createRuns({ answerer, clock, logger, timeoutMs, automaticSearch, recent, ended }: RunsDeps): Runs {
  return {
    start(request, { requestId, signal: asker, pass, memory, owner = '', search = automaticSearch?.(owner) }) {
      const own = new AbortController();
      const signal = AbortSignal.any([asker, own.signal]);
      const timer = setTimeout(() => own.abort(new DOMException('the answer took too long', 'TimeoutError')), timeoutMs);
      const start = clock.elapsed();
      const startedAt = clock.now();
      const given = { owner, ...(memory === undefined ? {} : { memory }), ...(search === undefined || search === null ? {} : { search }) };
      const parts = observe(answerer.answer(request, { signal, requestId, ...given }), (end) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        pass?.[Symbol.dispose]();
        const fields = { request_id: requestId, model: answerer.model, total_ms: hundredths(clock.elapsed() - start) };
        const record = toRunRecord(end, { ...fields, startedAt, outcome: outcomeOf(end, signal) });
        recent?.put(requestId, record);
        ended?.(record);
        logger.info('answer ended', { ...fields, ...endFields(end, signal) });
      });
      // A client that has left no longer reads, so the parts have to be closed.
      const leave = (): void => {
        pass?.[Symbol.dispose]();
        parts.return().catch(() => undefined);
      };
      signal.addEventListener('abort', leave, { once: true });
      return { parts, abort: (reason) => own.abort(reason) };
    },
  };
}

/** Reads a run to its end. */
export async function collectAnswer(parts: AsyncIterable<AnswerPart>): Promise<Answer> {
  let text = '';
  let refusal = '';
  let reasoning = '';
  const logprobs: JsonObject[] = [];
  const calls: FunctionCall[] = [];
  let finish: { readonly reason: FinishReason; readonly usage: TokenUsage } = { reason: 'stop', usage: NO_USAGE };
  let outcome: AnswerOutcome | undefined;
  let passages: readonly FileSearchResult[] = [];
  for await (const part of parts) {
    if (part.type === 'text-delta' && part.isRefusal === true) refusal += part.text;
    else if (part.type === 'text-delta') {
      text += part.text;
      logprobs.push(...(part.logprobs ?? []));
    } else if (part.type === 'reasoning-delta') reasoning += part.text;
    else if (part.type === 'finish') finish = part;
    else if (part.type === 'tool-call-delta') calls[part.index] = grown(calls[part.index], part);
    else if (part.type === 'outcome') ({ outcome } = part);
    else if (part.type === 'passages') ({ passages } = part);
  }
  const { reason, usage } = finish;
  return { text, refusal, reasoning, logprobs, toolCalls: calls.filter((call) => call !== undefined), reason, usage, outcome, passages };
}

function grown(call: FunctionCall | undefined, { id, name, arguments: text }: ToolCallDelta): FunctionCall {
  return { id: call?.id ?? id ?? '', name: call?.name ?? name ?? '', arguments: (call?.arguments ?? '') + text };
}

const NO_USAGE: TokenUsage = { promptTokens: 0, completionTokens: 0 };

async function* observe(parts: AsyncIterable<AnswerPart>, ended: (end: RunEnd) => void): AsyncGenerator<AnswerPart, void> {
  const end: RunEnd = {};
  try {
    for await (const part of parts) {
      if (part.type === 'finish') Object.assign(end, { reason: part.reason, usage: part.usage });
      else if (part.type === 'outcome') end.outcome = part.outcome;
      yield part;
    }
  } catch (error) {
    end.error = error;
    throw error;
  } finally {
    ended(end);
  }
}

/** Its finish reason, or the error kind. */
function outcomeOf({ reason, error }: RunEnd, signal: AbortSignal): string {
  const failure = error ?? (reason === undefined && signal.aborted ? (signal.reason as unknown) : undefined);
  return failure === undefined ? (reason ?? 'cancelled') : toServiceError(failure).kind;
}

function endFields(end: RunEnd, signal: AbortSignal): LogFields {
  const { usage, outcome } = end;
  return {
    outcome: outcomeOf(end, signal),
    prompt_tokens: usage?.promptTokens,
    completion_tokens: usage?.completionTokens,
    input_verdict: outcome?.screened?.verdict,
    output_verdict: outcome?.inspected?.verdict,
    ...Object.fromEntries(Object.entries(outcome?.durations ?? {}).map(([node, ms]) => [`${node}_ms`, hundredths(ms)])),
  };
}

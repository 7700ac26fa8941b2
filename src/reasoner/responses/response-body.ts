import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { TokenUsage } from '../../ports/language.ts';
import type { ResponseStatus } from '../../ports/response-store.ts';
import { shownItem, type OutputItem } from './response-items.ts';

/** The parameters of the request as the response repeats them, with defaults (https://www.openresponses.org/reference). */
export interface ResponseSettings {
  readonly instructions: string | null;
  readonly previous_response_id: string | null;
  readonly conversation: { readonly id: string } | null;
  readonly tools: readonly JsonObject[];
  readonly tool_choice: JsonValue;
  readonly truncation: 'auto' | 'disabled';
  readonly parallel_tool_calls: boolean;
  readonly text: JsonObject;
  readonly top_p: number;
  readonly temperature: number;
  readonly presence_penalty: number;
  readonly frequency_penalty: number;
  readonly top_logprobs: number;
  readonly reasoning: { readonly effort: string | null; readonly summary: string | null };
  readonly max_output_tokens: number | null;
  readonly max_tool_calls: number | null;
  readonly store: boolean;
  readonly background: boolean;
  readonly service_tier: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly user: string | null;
  readonly safety_identifier: string | null;
  readonly prompt_cache_key: string | null;
}

/** The response object, with every field that clients rely on. Times are Unix seconds. */
export interface ResponseBody extends ResponseSettings {
  readonly id: string;
  readonly object: 'response';
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly status: ResponseStatus;
  readonly model: string;
  readonly output: readonly OutputItem[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null;
  readonly usage: UsageBody | null;
}

/** Token counts of a response; details that the model does not count are 0. */
export interface UsageBody {
  readonly input_tokens: number;
  readonly input_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
}

/** A response that has just been requested. */
export function newBody(
  settings: ResponseSettings,
  { id, createdAt, model }: { readonly id: string; readonly createdAt: Date; readonly model: string },
): ResponseBody {
  return {
    id,
    object: 'response',
    created_at: Math.floor(createdAt.getTime() / 1000),
    completed_at: null,
    status: settings.background ? 'queued' : 'in_progress',
    error: null,
    incomplete_details: null,
    model,
    output: [],
    usage: null,
    ...settings,
  };
}

/** Token counts in the API's fields. */
export function responseUsage(usage: TokenUsage): UsageBody {
  const { promptTokens, completionTokens, cachedTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = usage;
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  };
}

/** The response for a client: search results are left out unless requested. */
export function shownBody(body: ResponseBody, withResults: boolean): ResponseBody {
  return withResults ? body : { ...body, output: body.output.map((item) => shownItem(item, false)) };
}

/** A response that ends without an answer; items in progress become incomplete. `at` is Unix time in seconds. */
export function endedBody(
  body: ResponseBody,
  end: { readonly status: 'failed'; readonly code: string; readonly message: string } | { readonly status: 'cancelled' },
): ResponseBody {
  const output = body.output.map(endedItem);
  return { ...body, output, status: end.status, error: end.status === 'failed' ? { code: end.code, message: end.message } : null };
}

function endedItem(item: OutputItem): OutputItem {
  if (item.status === undefined || item.status === 'completed' || item.status === 'failed') return item;
  return { ...item, status: 'incomplete' };
}

/** An ended response as it was at its start. */
export function beginningOf(done: ResponseBody): ResponseBody {
  const fresh = { output: [], error: null, incomplete_details: null, usage: null, completed_at: null };
  return { ...done, ...fresh, status: done.background ? 'queued' : 'in_progress' };
}

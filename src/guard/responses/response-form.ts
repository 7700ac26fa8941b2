import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../core/json.ts';
import type { SseEvent } from '../../core/sse.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { DONE, type ReplyForm } from '../reply-form.ts';
import { createResponseWriter, type ResponseEvent, type ResponseWriter } from './response-writer.ts';

export interface ResponseFormDeps {
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Turns chat completions into response objects or their events. `asked` is the original request. */
export function responseForm(asked: JsonObject, { clock, ids }: ResponseFormDeps): ReplyForm {
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  const open = (): ResponseWriter =>
    createResponseWriter(newResponse(asked, ids.next('resp_'), now()), { now, nextId: (prefix) => ids.next(prefix) });
  return {
    refusesIn: 'refusal',
    whole(completion) {
      const writer = open();
      const choices = listOf(completion['choices']);
      writer.take({
        ...completion,
        choices: choices.map((choice) => (isJsonObject(choice) ? { ...choice, delta: choice['message'] ?? null } : choice)),
      });
      writer.end();
      return writer.body();
    },
    stream() {
      const writer = open();
      return {
        begin: () => writer.begin().map(sent),
        chunk: (chunk) => writer.take(chunk).map(sent),
        failed: (failure) => writer.fail(failure).map(sent),
        end: () => [...writer.end().map(sent), DONE],
      };
    },
  };
}

function sent(event: ResponseEvent): SseEvent {
  return { event: event.type, data: JSON.stringify(event) };
}

/** An empty response with every field that clients rely on, echoing the settings of the request. */
function newResponse(asked: JsonObject, id: string, createdAt: number): JsonObject {
  const given = (field: string, standard: JsonValue): JsonValue => asked[field] ?? standard;
  const text = asked['text'];
  const reasoning = asked['reasoning'];
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: given('model', ''),
    output: [],
    usage: null,
    instructions: given('instructions', null),
    previous_response_id: null,
    tools: shownTools(asked['tools']),
    tool_choice: given('tool_choice', 'auto'),
    truncation: 'disabled',
    parallel_tool_calls: given('parallel_tool_calls', true),
    text: { format: { type: 'text' }, verbosity: 'medium', ...(isJsonObject(text) ? text : {}) },
    top_p: given('top_p', 1),
    temperature: given('temperature', 1),
    presence_penalty: given('presence_penalty', 0),
    frequency_penalty: given('frequency_penalty', 0),
    top_logprobs: given('top_logprobs', 0),
    reasoning: { effort: null, summary: null, ...(isJsonObject(reasoning) ? reasoning : {}) },
    max_output_tokens: given('max_output_tokens', null),
    max_tool_calls: given('max_tool_calls', null),
    store: false,
    background: false,
    service_tier: 'default',
    metadata: given('metadata', {}),
    user: given('user', null),
    safety_identifier: given('safety_identifier', null),
    prompt_cache_key: given('prompt_cache_key', null),
  };
}

/** The request's tools, with the optional fields of functions filled in. */
function shownTools(tools: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(tools)) return [];
  const standard = { description: null, parameters: null, strict: null };
  return tools.map((tool) => (isJsonObject(tool) && tool['type'] === 'function' ? { ...standard, ...tool } : tool));
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { contentSites, isNothing, messageSites, type Speaker } from './message-sites.ts';
import type { Site, SitePath } from './site.ts';

/** Fields of a chat request that steer the model and carry no text. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'model stream stream_options temperature top_p n max_tokens max_completion_tokens presence_penalty frequency_penalty ' +
    'logit_bias logprobs top_logprobs seed stop tool_choice function_call parallel_tool_calls reasoning_effort verbosity ' +
    'modalities service_tier store prompt_cache_key'
  ).split(' '),
);
const TOOL_DEFINITION: Speaker = { role: 'tool_definition', channel: 'tool' };
const CALLER: Speaker = { role: 'user', channel: 'user' };
/** Deepest nesting of a tool's parameter schema whose descriptions are read. */
const MAX_SCHEMA_DEPTH = 32;

/** Every text of a chat request and every part of it that cannot be read, in the order they stand. */
export function* requestSites(body: JsonObject): Generator<Site> {
  for (const [field, value] of Object.entries(body)) {
    const path = [field];
    if (isNothing(value) || SETTINGS.has(field)) continue;
    if (field === 'messages' && Array.isArray(value)) yield* historySites(value, path);
    else if ((field === 'tools' || field === 'functions') && Array.isArray(value)) yield* definitionSites(value, path, 0);
    else if (field === 'response_format' && isJsonObject(value)) yield* definitionSites(value, path, 0);
    else if (field === 'prediction' && isJsonObject(value)) yield* contentSites(value['content'] ?? '', ['prediction', 'content'], CALLER);
    else if ((field === 'user' || field === 'safety_identifier') && typeof value === 'string') yield { path, ...CALLER, text: value };
    else if (typeof value !== 'number' && typeof value !== 'boolean') {
      yield { path, ...CALLER, reason: 'a field the guard does not read' };
    }
  }
}

function* historySites(messages: readonly JsonValue[], path: SitePath): Generator<Site> {
  for (const [index, message] of messages.entries()) {
    if (!isJsonObject(message)) continue;
    const role = typeof message['role'] === 'string' ? message['role'] : 'unknown';
    yield* messageSites(message, [...path, index], { role, channel: role === 'tool' || role === 'function' ? 'tool' : 'user' });
  }
}

/** The descriptions inside tool definitions and schemas, at every depth up to the limit. */
function* definitionSites(value: JsonValue, path: SitePath, depth: number): Generator<Site> {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    yield { path, ...TOOL_DEFINITION, reason: `nested deeper than ${MAX_SCHEMA_DEPTH} levels` };
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* definitionSites(item, [...path, index], depth + 1);
    return;
  }
  for (const [field, item] of Object.entries(value)) {
    const at = [...path, field];
    if ((field === 'description' || field === 'title') && typeof item === 'string' && item !== '') {
      yield { path: at, ...TOOL_DEFINITION, text: item };
    } else yield* definitionSites(item, at, depth + 1);
  }
}

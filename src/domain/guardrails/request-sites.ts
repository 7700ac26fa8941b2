import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { contentSites, isNothing, messageSites, type Speaker } from './message-sites.ts';
import type { Site, SitePath } from './site.ts';
import { valueSites } from './value-texts.ts';

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
      for (const site of valueSites(value, path, CALLER))
        yield isCredential(site) ? { path: site.path, ...CALLER, reason: CREDENTIAL } : site;
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

/** Fields that let the upstream ask others in the name of the request, which nothing may change. */
const CREDENTIALS = /key|token|secret|passw|auth|credential|header|cookie/i;
const CREDENTIAL = 'a credential of the request for its upstream';

function isCredential({ path }: Site): boolean {
  return path.some((step) => typeof step === 'string' && CREDENTIALS.test(step));
}

/** Fields of schemas that say how values are made rather than anything to a model. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set(['type', 'format', 'pattern', '$ref', '$schema', '$id', 'contentEncoding']);
/** Fields of schemas that speak, however short. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['description', 'title']);
/** Other texts of schemas, such as examples and values to choose from: names and values of one short word say nothing. */
const SPEAKS = /\s|^.{65}/;

/** The texts inside tool definitions and schemas, at every depth up to the limit. */
function* definitionSites(value: JsonValue, path: SitePath, depth: number): Generator<Site> {
  const field = path.findLast((step) => typeof step === 'string') ?? '';
  if (typeof value === 'string') {
    if (value === '' || SCHEMA_WORDS.has(field) || !(DESCRIPTIONS.has(field) || SPEAKS.test(value))) return;
    const site = { path, ...TOOL_DEFINITION, text: value };
    yield !DESCRIPTIONS.has(field) && isCredential(site) ? { path, ...TOOL_DEFINITION, reason: CREDENTIAL } : site;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    yield { path, ...TOOL_DEFINITION, reason: `nested deeper than ${MAX_SCHEMA_DEPTH} levels` };
    return;
  }
  for (const [step, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    yield* definitionSites(item, [...path, step], depth + 1);
  }
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ChatRequest, ModelCapabilities, ResponseFormat } from '../../ports/language.ts';
import type { AttachedFiles } from '../attached-files.ts';
import { fault, optionalFlag, optionalInteger, optionalText, optionalWord, readObject, requiredText } from '../fields.ts';
import { readTextFormat } from '../read-format.ts';
import { readMetadata } from '../read-metadata.ts';
import { readSampling, readTopLogprobs, VERBOSITIES } from '../read-sampling.ts';
import type { AllowedServers } from './mcp/read-mcp-tool.ts';
import { readItems, type ReadItem } from './read-items.ts';
import { readResponseTools, type ResponseTools } from './read-response-tools.ts';
import type { ResponseSettings } from './response-body.ts';

/** The options that are passed on to the model as they are. */
type Sampling = Pick<
  ChatRequest,
  'temperature' | 'topP' | 'presencePenalty' | 'frequencyPenalty' | 'topLogprobs' | 'reasoningEffort' | 'verbosity' | 'parallelToolCalls'
>;

/** A parsed request for a response. */
export interface ResponseRequest {
  readonly model: string;
  readonly items: readonly ReadItem[];
  readonly tools: ResponseTools;
  readonly format?: ResponseFormat;
  readonly stream: boolean;
  /** Whether the response includes search results. */
  readonly withResults: boolean;
  readonly settings: ResponseSettings;
  /** The sampling options that the request sets; the model has its own defaults. */
  readonly sampling: Sampling;
}

export interface ReadResponseOptions {
  readonly takes: ModelCapabilities;
  readonly hasFileSearch: boolean;
  /** Origins of the MCP servers that the request may name; none by default. */
  readonly servers?: AllowedServers;
  readonly maxItems: number;
  /** The files in the input; without them there may be none. */
  readonly files?: AttachedFiles | undefined;
  readonly nextId: (prefix: string) => string;
}

/** The values of `include` that are accepted; only the first two have an effect, as no model here provides the others. */
const SEARCH_RESULTS = 'file_search_call.results';
const LOGPROBS = 'message.output_text.logprobs';
const INCLUDABLE = [
  SEARCH_RESULTS,
  LOGPROBS,
  'message.input_image.image_url',
  'reasoning.encrypted_content',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  'web_search_call.action.sources',
  'web_search_call.results',
] as const;
const ID = /^[\w-]{1,128}$/;
const TIERS = ['auto', 'default', 'flex', 'scale', 'priority'] as const;

/**
 * Parses the body of POST /v1/responses (https://platform.openai.com/docs/api-reference/responses/create). Unknown parameters are
 * ignored, except those that would change the conversation. Throws `invalid_input` naming the field.
 */
export function readResponse(
  body: unknown,
  { takes, hasFileSearch, servers = [], maxItems, files, nextId }: ReadResponseOptions,
): ResponseRequest {
  const object = readObject(body);
  const model = requiredText(object, 'model');
  if ((object.prompt ?? undefined) !== undefined) throw fault('prompt', 'is not supported: use input and instructions');
  const previous = optionalText(object, 'previous_response_id');
  const conversation = readConversation(object);
  if (previous !== undefined && conversation !== null) throw fault('conversation', 'must not be given together with previous_response_id');
  const goesOn = (previous !== undefined || conversation !== null) && (object.input ?? undefined) === undefined;
  const items = goesOn ? [] : readItems(object.input, { maxItems, takesImages: takes.images ?? false, files, nextId });
  const tools = readResponseTools(object, { functions: takes.tools ?? false, fileSearch: hasFileSearch, servers });
  const text = object.text ?? {};
  if (!isJsonObject(text)) throw fault('text', 'must be an object');
  const format = readTextFormat(text.format, takes);
  const sampling = readSampling(object);
  const verbosity = optionalWord(text.verbosity, 'text.verbosity', VERBOSITIES);
  const reasoning = readReasoning(object.reasoning);
  const parallelToolCalls = optionalFlag(object, 'parallel_tool_calls');
  const store = optionalFlag(object, 'store') ?? true;
  const background = optionalFlag(object, 'background') ?? false;
  if (background && !store) throw fault('background', 'needs the response to be stored: leave store out, or set it to true');
  if ((object.stream_options ?? undefined) !== undefined && !isJsonObject(object.stream_options))
    throw fault('stream_options', 'must be an object');
  const topLogprobs = readTopLogprobs(object);
  const include = readInclude(object.include);
  if (include.has(LOGPROBS) && takes.logprobs !== true)
    throw fault('include', `must not hold ${LOGPROBS}: this model gives no log probabilities`);
  optionalWord(object.service_tier, 'service_tier', TIERS);
  return {
    model,
    items,
    tools,
    ...(format === undefined ? {} : { format }),
    stream: optionalFlag(object, 'stream') ?? false,
    withResults: include.has(SEARCH_RESULTS),
    settings: {
      instructions: optionalText(object, 'instructions') ?? null,
      previous_response_id: previous ?? null,
      conversation,
      ...tools.shown,
      truncation: optionalWord(object.truncation, 'truncation', ['auto', 'disabled']) ?? 'disabled',
      parallel_tool_calls: parallelToolCalls ?? true,
      text: { format: shownFormat(format), verbosity: verbosity ?? 'medium' },
      top_p: sampling.topP ?? 1,
      temperature: sampling.temperature ?? 1,
      presence_penalty: sampling.presencePenalty ?? 0,
      frequency_penalty: sampling.frequencyPenalty ?? 0,
      top_logprobs: topLogprobs,
      reasoning,
      max_output_tokens: optionalInteger(object, 'max_output_tokens', 1) ?? null,
      max_tool_calls: optionalInteger(object, 'max_tool_calls', 1) ?? null,
      store,
      background,
      service_tier: 'default',
      metadata: readMetadata(object.metadata),
      user: shortText(object, 'user'),
      safety_identifier: shortText(object, 'safety_identifier'),
      prompt_cache_key: shortText(object, 'prompt_cache_key'),
    },
    sampling: {
      ...sampling,
      ...(include.has(LOGPROBS) ? { topLogprobs } : {}),
      ...(reasoning.effort === null ? {} : { reasoningEffort: reasoning.effort }),
      ...(verbosity === undefined ? {} : { verbosity }),
      ...(parallelToolCalls === undefined || tools.functions.length + tools.servers.length === 0 ? {} : { parallelToolCalls }),
    },
  };
}

/** The conversation that a body names: by its id, or an object with that. Throws `invalid_input`. */
export function readConversation({ conversation: value }: JsonObject): { readonly id: string } | null {
  if (value === undefined || value === null) return null;
  const id = isJsonObject(value) ? value.id : value;
  if (typeof id !== 'string' || !ID.test(id)) throw fault('conversation', 'must be the id of a conversation, or an object with its id');
  return { id };
}

/** Parses `include`. Throws `invalid_input` for unknown values. */
function readInclude(value: JsonValue | undefined): ReadonlySet<string> {
  const names = value ?? [];
  if (!Array.isArray(names)) throw fault('include', 'must be an array');
  const unknown = names.findIndex((name) => !INCLUDABLE.some((known) => known === name));
  if (unknown >= 0) throw fault(`include[${unknown}]`, `must be one of ${INCLUDABLE.join(', ')}`);
  return new Set(names.map(String));
}

/** Whether `include` of a query, as `include=a&include=b` or `include[]=a`, requests search results. */
export function includesResults(query: URLSearchParams): boolean {
  return readInclude([...query.getAll('include'), ...query.getAll('include[]')]).has(SEARCH_RESULTS);
}

function shownFormat(format: ResponseFormat = { type: 'text' }): JsonObject {
  if (format.type !== 'json_schema') return { type: format.type };
  const { type, name, description = null, schema, strict = false } = format;
  return { type, name, description, schema, strict };
}

function readReasoning(value: JsonValue | undefined): ResponseSettings['reasoning'] {
  const reasoning = value ?? {};
  if (!isJsonObject(reasoning)) throw fault('reasoning', 'must be an object');
  const { effort = null, summary = null } = reasoning;
  if (effort !== null && typeof effort !== 'string') throw fault('reasoning.effort', 'must be a string');
  if (summary !== null && typeof summary !== 'string') throw fault('reasoning.summary', 'must be a string');
  return { effort, summary };
}

function shortText(object: JsonObject, name: string): string | null {
  const text = optionalText(object, name) ?? null;
  if (text !== null && text.length > 512) throw fault(name, 'must be at most 512 characters');
  return text;
}

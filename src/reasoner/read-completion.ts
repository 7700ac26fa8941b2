import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { DEFAULT_STORE } from '../core/store-id.ts';
import type { ChatRequest, ModelCapabilities } from '../ports/language.ts';
import type { AttachedFiles } from './attached-files.ts';
import { fault, optionalFlag, optionalInteger, optionalText, optionalWord, readObject, requiredText } from './fields.ts';
import { readResponseFormat } from './read-format.ts';
import { readMessages, type MessageLimits } from './read-messages.ts';
import { readSampling, readTopLogprobs, VERBOSITIES } from './read-sampling.ts';
import { readTools, withoutRag } from './read-tools.ts';
import { readFileSearch, type FileSearchTool } from './responses/read-file-search.ts';

/** A parsed chat completion request. */
export interface Completion {
  readonly model: string;
  readonly request: ChatRequest;
  /** The names of the functions that are custom tools. */
  readonly customs: ReadonlySet<string>;
  /** The options of a file_search tool. */
  readonly fileSearch?: FileSearchTool;
  readonly stream: boolean;
  /** Whether a stream ends with a chunk that carries the usage. */
  readonly includeUsage: boolean;
}

const MAX_STOPS = 4;
const MAX_BIAS = 100;

/** What a completion may ask for. */
export interface ReadCompletionOptions {
  /** What the model accepts besides text. */
  readonly takes?: ModelCapabilities;
  /** Whether files can be searched; false by default. */
  readonly hasRag?: boolean;
  /** The files in the messages; without them there may be none. */
  readonly files?: AttachedFiles | undefined;
}

/**
 * Reads the body of POST /v1/chat/completions
 * (https://platform.openai.com/docs/api-reference/chat/create). Parameters it does not know are ignored.
 * Throws `invalid_input` naming the field, `payload_too_large` over a limit, and `unavailable` for file_search.
 */
export function readCompletion(
  body: unknown,
  limits: MessageLimits,
  { takes = {}, hasRag = false, files }: ReadCompletionOptions = {},
): Completion {
  const object = readObject(body);
  const model = requiredText(object, 'model');
  const messages = readMessages(object.messages, { ...limits, takesImages: takes.images ?? false, files });
  if ((optionalInteger(object, 'n', 1) ?? 1) > 1) throw fault('n', 'must be 1: only one choice is returned');
  const { functions, customs, choice, parallel, fileSearch } = readTools(object, takes.tools ?? false);
  const [search, further] = fileSearch;
  if (search !== undefined && !hasRag) throw withoutRag(search.param);
  if (further !== undefined) throw fault(further.param, 'must be the only tool of type file_search');
  const responseFormat = readResponseFormat(object, takes);
  const sampling = readSampling(object);
  const oldLimit = optionalInteger(object, 'max_tokens', 1);
  const maxTokens = optionalInteger(object, 'max_completion_tokens', 1) ?? oldLimit;
  const seed = optionalInteger(object, 'seed', Number.MIN_SAFE_INTEGER);
  const reasoningEffort = optionalText(object, 'reasoning_effort');
  const verbosity = optionalWord(object.verbosity, 'verbosity', VERBOSITIES);
  const stop = readStop(object);
  const logitBias = readLogitBias(object.logit_bias ?? undefined);
  const topLogprobs = readLogprobs(object, takes.logprobs ?? false);
  return {
    model,
    customs,
    stream: optionalFlag(object, 'stream') ?? false,
    includeUsage: readIncludeUsage(object),
    ...(search === undefined ? {} : { fileSearch: readFileSearch({ vector_store_ids: [DEFAULT_STORE], ...search.tool }, search.param) }),
    request: {
      messages,
      ...sampling,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(stop === undefined ? {} : { stop }),
      ...(seed === undefined ? {} : { seed }),
      ...(logitBias === undefined ? {} : { logitBias }),
      ...(topLogprobs === undefined ? {} : { topLogprobs }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      ...(verbosity === undefined ? {} : { verbosity }),
      ...(functions.length === 0 ? {} : { tools: functions }),
      ...(choice === undefined ? {} : { toolChoice: choice }),
      ...(parallel === undefined ? {} : { parallelToolCalls: parallel }),
      ...(responseFormat === undefined ? {} : { responseFormat }),
    },
  };
}

function readStop(object: JsonObject): string[] | undefined {
  const stop = object.stop ?? undefined;
  if (stop === undefined) return undefined;
  const stops = typeof stop === 'string' ? [stop] : Array.isArray(stop) ? stop : [];
  const texts = stops.filter((item) => typeof item === 'string' && item !== '') as string[];
  if (texts.length !== stops.length || texts.length > MAX_STOPS || !(typeof stop === 'string' || Array.isArray(stop))) {
    throw fault('stop', `must be a string or up to ${MAX_STOPS} strings, none of them empty`);
  }
  return texts;
}

function readLogitBias(bias: JsonValue | undefined): Record<string, number> | undefined {
  if (bias === undefined) return undefined;
  if (!isJsonObject(bias)) throw fault('logit_bias', 'must be an object');
  const entries = Object.entries(bias).map(([token, value]): [string, number] => {
    if (typeof value !== 'number' || Math.abs(value) > MAX_BIAS)
      throw fault(`logit_bias.${token}`, `must be a number from -${MAX_BIAS} to ${MAX_BIAS}`);
    return [token, value];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** How many alternatives are requested with the log probability of each token; undefined if no log probabilities are. */
function readLogprobs(object: JsonObject, takesLogprobs: boolean): number | undefined {
  const isAsked = optionalFlag(object, 'logprobs') ?? false;
  const alternatives = readTopLogprobs(object);
  if (!isAsked && alternatives > 0) throw fault('top_logprobs', 'needs logprobs to be true');
  if (isAsked && !takesLogprobs) throw fault('logprobs', 'must be false: this model gives no log probabilities');
  return isAsked ? alternatives : undefined;
}

function readIncludeUsage(object: JsonObject): boolean {
  const options = object.stream_options ?? {};
  if (!isJsonObject(options)) throw fault('stream_options', 'must be an object');
  const include = options.include_usage ?? false;
  if (typeof include !== 'boolean') throw fault('stream_options.include_usage', 'must be true or false');
  return include;
}

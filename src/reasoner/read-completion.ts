import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { ChatRequest } from '../ports/language.ts';
import { fault, optionalFlag, optionalInteger, optionalNumber, readObject, requiredText } from './fields.ts';
import { readMessages, type MessageLimits } from './read-messages.ts';

/** A chat completion request as the service understands it. */
export interface Completion {
  readonly model: string;
  readonly request: ChatRequest;
  readonly stream: boolean;
  /** Whether a stream ends with a chunk that carries the usage. */
  readonly includeUsage: boolean;
}

const MAX_STOPS = 4;

/**
 * Reads the body of POST /v1/chat/completions
 * (https://platform.openai.com/docs/api-reference/chat/create). Parameters it does not know are ignored.
 * Throws `invalid_input` naming the field, `payload_too_large` over a limit, and `unavailable` for file_search.
 */
export function readCompletion(body: unknown, limits: MessageLimits): Completion {
  const object = readObject(body);
  const model = requiredText(object, 'model');
  const messages = readMessages(object.messages, limits);
  if ((optionalInteger(object, 'n', 1) ?? 1) > 1) throw fault('n', 'must be 1: one choice is given');
  checkTools(object);
  const temperature = optionalNumber(object, 'temperature', 0, 2);
  const topP = optionalNumber(object, 'top_p', 0, 1);
  const oldLimit = optionalInteger(object, 'max_tokens', 1);
  const maxTokens = optionalInteger(object, 'max_completion_tokens', 1) ?? oldLimit;
  const seed = optionalInteger(object, 'seed', Number.MIN_SAFE_INTEGER);
  const stop = readStop(object);
  return {
    model,
    stream: optionalFlag(object, 'stream') ?? false,
    includeUsage: readIncludeUsage(object),
    request: {
      messages,
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(stop === undefined ? {} : { stop }),
      ...(seed === undefined ? {} : { seed }),
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

function readIncludeUsage(object: JsonObject): boolean {
  const options = object.stream_options ?? {};
  if (!isJsonObject(options)) throw fault('stream_options', 'must be an object');
  const include = options.include_usage ?? false;
  if (typeof include !== 'boolean') throw fault('stream_options.include_usage', 'must be true or false');
  return include;
}

/** Retrieval is off and the models call no functions: asking for either is refused instead of ignored. */
function checkTools(object: JsonObject): void {
  const tools = object.tools ?? [];
  if (!Array.isArray(tools)) throw fault('tools', 'must be an array');
  for (const [index, tool] of tools.entries()) {
    const type = isJsonObject(tool) ? tool.type : undefined;
    if (type === 'file_search') {
      throw new ServiceError('unavailable', 'A tools entry of type file_search requires RAG to be enabled (REASONER_RAG_ENABLED=true).', {
        param: `tools[${index}]`,
      });
    }
    if (type === 'function') throw fault('tools', 'holds a function: this model takes no function tools');
    throw fault(`tools[${index}].type`, 'must be file_search');
  }
  const functions = object.functions ?? [];
  if (!Array.isArray(functions)) throw fault('functions', 'must be an array');
  if (functions.length > 0) throw fault('functions', 'must be empty: this model takes no function tools');
}

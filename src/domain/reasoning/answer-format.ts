import { ServiceError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { JsonSchemaCheck } from '../../ports/json-schema.ts';
import type { ChatMessage, ChatPart, ChatRequest, LanguageModel, ResponseFormat, TokenUsage } from '../../ports/language.ts';
import { addUsage } from './add-usage.ts';

type JsonFormat = Exclude<ResponseFormat, { readonly type: 'text' }>;

/**
 * Makes a model keep to the format that a request asks for. A JSON answer is read whole before any of it is passed on, validated against
 * the schema, and requested once more with the error if it is invalid; a second invalid answer is `provider_unavailable`. Function calls,
 * refusals and reasoning pass through, and an answer cut off by a limit is not validated.
 */
export function withAnswerFormat(model: LanguageModel, check: JsonSchemaCheck): LanguageModel {
  const { countTokens } = model;
  const asked = (request: ChatRequest): ChatRequest => {
    const format = request.responseFormat;
    if (format === undefined || format.type === 'text' || model.takes?.json === 'native') return request;
    const told = prompted(request, format);
    return model.takes?.json === 'guided' ? { ...told, responseFormat: format } : told;
  };
  return {
    model: model.model,
    ...(model.takes === undefined ? {} : { takes: model.takes }),
    ...(countTokens === undefined ? {} : { countTokens: (request, options) => countTokens(asked(request), options) }),
    stream(request, options) {
      const format = request.responseFormat;
      if (format === undefined || format.type === 'text') return model.stream(request, options);
      return formatted(asked(request), format, check, (next) => model.stream(next, options));
    },
  };
}

async function* formatted(
  request: ChatRequest,
  format: JsonFormat,
  check: JsonSchemaCheck,
  stream: (request: ChatRequest) => AsyncIterable<ChatPart>,
): AsyncGenerator<ChatPart, void> {
  let spent: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  let asked = request;
  for (let attempt = 1; ; attempt += 1) {
    let text = '';
    const logprobs: JsonObject[] = [];
    let isExempt = false;
    let isFinished = false;
    for await (const part of stream(asked)) {
      if (part.type === 'reasoning-delta') yield part;
      else if (part.type === 'tool-call-delta' || (part.type === 'text-delta' && part.isRefusal === true)) {
        isExempt = true;
        yield part;
      } else if (part.type === 'text-delta') {
        text += part.text;
        logprobs.push(...(part.logprobs ?? []));
      } else {
        isFinished = true;
        spent = addUsage(spent, part.usage);
        const answer = unfenced(text);
        const fault = isExempt || part.reason !== 'stop' ? undefined : misfit(answer, format, check);
        if (fault === undefined) {
          if (answer !== '') yield { type: 'text-delta', text: answer, ...(answer === text && logprobs.length > 0 ? { logprobs } : {}) };
          yield { type: 'finish', reason: part.reason, usage: spent };
          return;
        }
        if (attempt === 2)
          throw new ServiceError('provider_unavailable', `The model's answer does not match the format that was asked for: ${fault}.`);
        asked = { ...request, messages: [...request.messages, ...complaint(text, fault)] };
      }
    }
    if (!isFinished) throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
  }
}

/** What is wrong with an answer; undefined if it is valid. */
function misfit(text: string, format: JsonFormat, check: JsonSchemaCheck): string | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return 'it is not JSON';
  }
  if (format.type === 'json_schema') return schemaFault(format.schema, value, check);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'it is not a JSON object';
}

function schemaFault(schema: JsonObject, value: JsonValue, check: JsonSchemaCheck): string | undefined {
  try {
    return check(schema, value);
  } catch (cause) {
    const why = cause instanceof RangeError ? 'takes too long to check for what the model answered' : 'cannot be checked';
    throw new ServiceError('invalid_input', `The JSON schema of the answer ${why}.`, { cause });
  }
}

/** Models that get the format in words often wrap JSON in a Markdown fence. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```') || trimmed.length < 6) return text;
  const begin = trimmed.indexOf('\n');
  return begin === -1 ? text : trimmed.slice(begin + 1, -3).trim();
}

function complaint(text: string, fault: string): ChatMessage[] {
  return [
    { role: 'assistant', content: text },
    { role: 'user', content: `That answer does not fit (${fault}). Answer again, with the corrected JSON alone.` },
  ];
}

/** For a model without answer formats: the format is requested in words, in the last system message. */
function prompted(request: ChatRequest, format: JsonFormat): ChatRequest {
  const { responseFormat: _format, ...rest } = request;
  const purpose = format.type === 'json_schema' && format.description !== undefined ? ` (${format.description})` : '';
  const form = format.type === 'json_schema' ? ` that fits this JSON schema${purpose}: ${JSON.stringify(format.schema)}` : '';
  const order: ChatMessage = { role: 'system', content: `Answer with one JSON object alone, without any other text${form}` };
  const place = request.messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return { ...rest, messages: request.messages.toSpliced(place === -1 ? request.messages.length : place, 0, order) };
}

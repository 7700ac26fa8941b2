import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../core/json.ts';
import { isModelName } from '../../domain/guardrails/payload/plain-words.ts';
import { tokensOf } from '../token-count.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * An upstream's answer to an embeddings request, rebuilt from the fields that hold no text: vectors, a model name, counts. Nothing else is
 * passed on, since nothing else is checked. Throws `provider_unavailable` unless there is one vector for each text that was sent.
 */
export function readEmbeddingReply(reply: JsonObject, { input }: JsonObject): JsonObject {
  const vectors = listOf(reply['data']);
  if (vectors.length !== (Array.isArray(input) ? input.length : 1)) throw notVectors();
  const { model } = reply;
  const usage = isJsonObject(reply['usage']) ? reply['usage'] : {};
  const prompt = tokensOf(usage['prompt_tokens']) ?? 0;
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index: placeOf(vector, index), embedding: valuesOf(vector) })),
    model: typeof model === 'string' && isModelName(model) ? model : '',
    usage: { prompt_tokens: prompt, total_tokens: tokensOf(usage['total_tokens']) ?? prompt },
  };
}

function placeOf(vector: JsonValue, index: number): number {
  return (isJsonObject(vector) ? tokensOf(vector['index']) : undefined) ?? index;
}

function valuesOf(vector: JsonValue): JsonValue {
  const values = isJsonObject(vector) ? vector['embedding'] : undefined;
  if (typeof values === 'string' ? BASE64.test(values) : isNumbers(values)) return values ?? null;
  throw notVectors();
}

function isNumbers(values: JsonValue | undefined): boolean {
  return Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'number');
}

function notVectors(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream answered with something that is not one embedding for each text.');
}

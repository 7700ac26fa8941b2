import { Type } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import type { GuardedRequest } from '../chat-request.ts';
import { checkJsonLimits, type BodyLimits } from '../json-limits.ts';
import { assertShape, open, optionalNull, text } from '../transport-shapes.ts';

const EmbeddingRequestSchema = open(
  {
    model: Type.Optional(text),
    input: Type.Union(
      [Type.String(), Type.Array(Type.String({ shape: 'must be a text: token numbers cannot be checked' }), { minItems: 1 })],
      {
        shape: 'must be a text or a non-empty array of texts',
      },
    ),
    encoding_format: optionalNull(Type.Union([Type.Literal('float'), Type.Literal('base64')]), 'must be float or base64'),
    dimensions: optionalNull(Type.Integer({ minimum: 1 }), 'must be a whole number above 0'),
  },
  'must be a JSON object',
);

const shape: TypeCheck<typeof EmbeddingRequestSchema> = TypeCompiler.Compile(EmbeddingRequestSchema);

/**
 * Reads an embeddings request (https://platform.openai.com/docs/api-reference/embeddings/create). Throws `invalid_input` naming the first
 * invalid field, also for token numbers, or `payload_too_large`.
 */
export function readEmbeddingRequest(value: unknown, limits: BodyLimits): GuardedRequest {
  checkJsonLimits(value, limits);
  assertShape(shape, value);
  return { body: value, model: value.model ?? '', stream: false, includeUsage: false };
}

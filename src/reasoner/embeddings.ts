import { countTokens } from '../core/count-tokens.ts';
import { ServiceError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { JSON_BODY, type HttpApp } from '../http/app.ts';
import type { Embedder } from '../ports/embedder.ts';
import { fault, optionalInteger, optionalText, readObject, requiredText } from './fields.ts';

export interface EmbeddingLimits {
  /** Most texts in one request. */
  readonly maxTexts: number;
  /** Most characters of all texts together. */
  readonly maxCharacters: number;
}

interface EmbeddingRequest {
  readonly texts: readonly string[];
  readonly base64: boolean;
  readonly dimensions: number;
}

/** Most tokens of a text, as OpenAI's embedders take. */
const MAX_TOKENS = 8192;
/** Aliases of the configured embedder, as OpenAI clients cannot leave the model out. */
const ANY_MODEL: ReadonlySet<string> = new Set(['default', 'parley']);

/**
 * POST /v1/embeddings (https://platform.openai.com/docs/api-reference/embeddings/create): vectors of length 1 by the embedder that
 * retrieval and memory use. A single text is interactive work, as queries are; several are background work. All are embedded as passages,
 * as the API does not say what is a query: the client puts a model's instruction before one.
 */
export function addEmbeddingsRoute(app: HttpApp, embedder: Embedder, limits: EmbeddingLimits): void {
  app.post(
    '/v1/embeddings',
    async ({ body, request }) => {
      const { texts, base64, dimensions } = readEmbeddingRequest(body, embedder, limits);
      const options = { isUrgent: texts.length === 1, signal: request.signal };
      const counts = (await embedder.countTokens?.(texts, options)) ?? texts.map((text) => countTokens(text));
      if (embedder.countTokens !== undefined) checkLengths(counts, texts.length === 1);
      const vectors = await embedder.embed(texts, { as: 'passage', ...options });
      const tokens = counts.reduce((sum, count) => sum + count, 0);
      return {
        object: 'list',
        data: vectors.map((vector, index) => {
          const cut = shortened(vector, dimensions);
          return { object: 'embedding', index, embedding: base64 ? toBase64(cut) : Array.from(cut) };
        }),
        model: embedder.model,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
    { parse: [...JSON_BODY], detail: embeddingsDocument(embedder, limits) },
  );
}

/** Refuses texts of more tokens than OpenAI's embedders take, rather than cutting them. */
function checkLengths(counts: readonly number[], isSingle: boolean): void {
  const over = counts.findIndex((count) => count > MAX_TOKENS);
  if (over < 0) return;
  const param = isSingle ? 'input' : `input[${over}]`;
  throw fault(param, `has ${counts[over]} tokens, more than the limit of ${MAX_TOKENS} for a text: send it in parts`);
}

/** Throws `invalid_input` naming the field, `not_found` for another model and `payload_too_large` over a limit. */
function readEmbeddingRequest(body: unknown, embedder: Embedder, limits: EmbeddingLimits): EmbeddingRequest {
  const object = readObject(body);
  const model = requiredText(object, 'model');
  if (model !== embedder.model && !ANY_MODEL.has(model)) {
    const message = `The embedder ${JSON.stringify(model.slice(0, 100))} does not exist here; this service runs ${JSON.stringify(embedder.model)}.`;
    throw new ServiceError('not_found', message, { param: 'model' });
  }
  const format = optionalText(object, 'encoding_format') ?? 'float';
  if (format !== 'float' && format !== 'base64') throw fault('encoding_format', 'must be float or base64');
  const dimensions = optionalInteger(object, 'dimensions', 1) ?? embedder.dimensions;
  if (dimensions > embedder.dimensions) throw fault('dimensions', `must be at most ${embedder.dimensions}, what ${embedder.model} gives`);
  return { texts: readTexts(object.input, limits), base64: format === 'base64', dimensions };
}

function readTexts(input: JsonValue | undefined, limits: EmbeddingLimits): string[] {
  const texts = typeof input === 'string' ? [input] : input;
  if (!Array.isArray(texts) || texts.length === 0) throw fault('input', 'is required and must be a string or an array of strings');
  if (texts.length > limits.maxTexts) {
    throw new ServiceError('payload_too_large', `input has more than the limit of ${limits.maxTexts} texts.`, { param: 'input' });
  }
  const read = texts.map((text, index) => {
    const param = typeof input === 'string' ? 'input' : `input[${index}]`;
    if (typeof text !== 'string') throw fault(param, 'must be a string: lists of token numbers are not read, send the text');
    if (text.trim() === '') throw fault(param, 'must not be empty');
    return text;
  });
  if (read.reduce((sum, text) => sum + text.length, 0) > limits.maxCharacters) {
    const message = `input has more than the limit of ${limits.maxCharacters} characters.`;
    throw new ServiceError('payload_too_large', message, { param: 'input' });
  }
  return read;
}

/** The first `dimensions` values, normalised to length 1. */
function shortened(vector: Float32Array, dimensions: number): Float32Array {
  if (dimensions === vector.length) return vector;
  const cut = vector.slice(0, dimensions);
  const length = Math.hypot(...cut);
  return length === 0 ? cut : cut.map((value) => value / length);
}

/** Little-endian float32, as OpenAI's clients decode it whatever the host. */
function toBase64(vector: Float32Array): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  vector.forEach((value, index) => view.setFloat32(index * 4, value, true));
  return new Uint8Array(view.buffer).toBase64();
}

/** What becomes of long texts. */
function lengthNote({ windowTokens, countTokens: count }: Embedder): string {
  const limit = count === undefined ? '' : ` A text has at most ${MAX_TOKENS} tokens, which usage counts too; one with more is refused.`;
  return windowTokens === undefined
    ? `${limit} Texts longer than the model can read are cut.`
    : `${limit} The model reads ${windowTokens} tokens at once: the vector of a longer text is the mean of the vectors of its parts.`;
}

function embeddingsDocument(embedder: Embedder, limits: EmbeddingLimits) {
  const text = { type: 'string' as const };
  const number = { type: 'number' as const };
  const count = { type: 'integer' as const, minimum: 0 };
  return {
    summary: 'Embed texts',
    description: `Vectors of length 1 by ${embedder.model}, with ${embedder.dimensions} values each. At most ${limits.maxTexts} texts and ${limits.maxCharacters} characters per request.${lengthNote(embedder)} Texts are embedded as passages: if the model wants an instruction before a query, it is part of the text that the client sends.`,
    tags: ['Embeddings'],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['model', 'input'],
            properties: {
              model: { ...text, description: 'The configured embedder, or "default".' },
              input: { anyOf: [text, { type: 'array' as const, items: text, minItems: 1, maxItems: limits.maxTexts }] },
              encoding_format: { ...text, enum: ['float', 'base64'], default: 'float' },
              dimensions: { type: 'integer' as const, minimum: 1, maximum: embedder.dimensions },
              user: text,
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'One vector per text, in the order of the texts.',
        content: {
          'application/json': {
            schema: {
              type: 'object' as const,
              required: ['object', 'data', 'model', 'usage'],
              properties: {
                object: { ...text, enum: ['list'] },
                data: {
                  type: 'array' as const,
                  items: {
                    type: 'object' as const,
                    required: ['object', 'index', 'embedding'],
                    properties: {
                      object: { ...text, enum: ['embedding'] },
                      index: count,
                      embedding: { anyOf: [{ type: 'array' as const, items: number }, text] },
                    },
                  },
                },
                model: text,
                usage: { type: 'object' as const, properties: { prompt_tokens: count, total_tokens: count } },
              },
            },
          },
        },
      },
      400: { description: 'A field is missing or not allowed, or a text too long; `error.param` names it.' },
      404: { description: 'There is no such embedder.' },
      413: { description: 'Too many texts or characters.' },
      429: { description: 'Too much waits for the embedder; try again after Retry-After seconds.' },
      502: { description: 'The embedder cannot be loaded.' },
    },
  };
}

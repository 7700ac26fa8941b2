import { readFile } from 'node:fs/promises';
import { isJsonObject, listOf, textOf, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Vocabulary } from './answer-guide.ts';

/** Reads a tokenizer.json (https://huggingface.co/docs/tokenizers). */
export async function readVocabulary(folder: string): Promise<Vocabulary> {
  const file = JSON.parse(await readFile(`${folder}/tokenizer.json`, 'utf8')) as JsonObject;
  const { vocab = {} } = isJsonObject(file.model) ? file.model : {};
  const tokens: string[] = [];
  const set = (token: string, id: unknown): void => {
    if (Number.isInteger(id)) tokens[id as number] = token;
  };
  if (Array.isArray(vocab)) vocab.forEach((entry, id) => set(textOf(listOf(entry)[0]), id));
  else if (isJsonObject(vocab)) for (const [token, id] of Object.entries(vocab)) set(token, id);
  for (const { content, id } of listOf(file.added_tokens).filter(isJsonObject)) set(textOf(content), id);
  const decoders = stepsOf(file.decoder);
  const isSpaced = [...stepsOf(file.normalizer), ...stepsOf(file.pre_tokenizer)].some(
    ({ type, add_prefix_space: prefix, prepend_scheme: scheme }) =>
      type === 'Prepend' || prefix === true || (type === 'Metaspace' && scheme !== 'never' && scheme !== undefined),
  );
  return {
    tokens: Array.from(tokens, (token) => token ?? ''),
    bytes: decoders.some(({ type }) => type === 'ByteLevel')
      ? 'byte_level'
      : decoders.some(({ type }) => type === 'ByteFallback')
        ? 'byte_fallback'
        : 'raw',
    isSpaced,
  };
}

/** A part of the file, or the parts of a sequence. */
function stepsOf(part: JsonValue | undefined): JsonObject[] {
  if (!isJsonObject(part)) return [];
  const steps = [part.decoders, part.normalizers, part.pretokenizers].flatMap((parts) => listOf(parts)).filter(isJsonObject);
  return [part, ...steps];
}

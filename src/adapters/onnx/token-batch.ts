import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InputTensors } from './protocol.ts';

/** Turns texts into token ids, each with the model's own tokens at its ends. */
export type Tokenize = (text: string) => number[];

/** Far more characters per token than real text has; the rest of a text is not read. */
const LONGEST_TOKEN = 64;

/** Opens a `tokenizer.json`; a text gives at most `maxTokens` ids, the last always the end token. */
export async function openTokenizer(path: string, maxTokens: number): Promise<Tokenize> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')) as object, {});
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * LONGEST_TOKEN));
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
  };
}

/** The inputs of a BERT-like model for some texts: ids padded with zeros to the longest, and the attention mask. */
export function toBatch(rows: readonly (readonly number[])[]): InputTensors {
  const length = Math.max(...rows.map((ids) => ids.length));
  const dims = [rows.length, length];
  const ids = new BigInt64Array(rows.length * length);
  const mask = new BigInt64Array(rows.length * length);
  rows.forEach((row, index) => {
    row.forEach((id, place) => {
      ids[index * length + place] = BigInt(id);
    });
    mask.fill(1n, index * length, index * length + row.length);
  });
  return { input_ids: { data: ids, dims }, attention_mask: { data: mask, dims } };
}

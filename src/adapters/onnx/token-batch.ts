import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InputTensors } from './protocol.ts';

/** The first window of a text. */
export interface TokenWindow {
  readonly ids: readonly number[];
  /** Its end in the text, in UTF-16 code units. */
  readonly end: number;
}

/** What a `tokenizer.json` says of texts. */
export interface WindowReader {
  /** As many whole words from the beginning as give at most `maxTokens` ids; a word that alone gives more is cut. */
  first(text: string): TokenWindow;
  /** The tokens of a whole text, without the model's own at its ends. */
  count(text: string): number;
}

/** The model's own tokens, at both ends of a window. */
const SPECIAL = 2;
/** Characters of a window per token: enough for most texts, and what is more is left to the next window. */
const USUAL_TOKEN = 8;
/** A window that has turned out too long is made this much shorter than the average token says. */
const MARGIN = 0.97;
/** A word that begins before this share of a window is cut. */
const LEAST = 0.5;

/** Opens a `tokenizer.json` for texts that are read window by window. */
export async function openWindowReader(path: string, maxTokens: number): Promise<WindowReader> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')) as object, {});
  return {
    first(text) {
      let end = wordEnd(text, maxTokens * USUAL_TOKEN);
      for (;;) {
        const { ids } = tokenizer.encode(text.slice(0, end));
        if (ids.length <= maxTokens) return { ids, end };
        end = wordEnd(text, Math.floor((end * (maxTokens - SPECIAL) * MARGIN) / (ids.length - SPECIAL)));
      }
    },
    count: (text) => tokenizer.encode(text).ids.length - SPECIAL,
  };
}

/** The end of the last whole word before a limit; of a text without spaces there, the limit itself, but never within a character. */
function wordEnd(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const blank = /\s(?=\S*$)/u.exec(text.slice(0, limit + 1))?.index ?? 0;
  if (blank >= limit * LEAST) return blank;
  const end = Math.max(limit, 1);
  return end > 1 && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
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

import { readFile } from 'node:fs/promises';
import { BertNormalizer, BertPreTokenizer } from '@huggingface/tokenizers';
import { createPieceTable } from './piece-table.ts';
import { splitTokenizer } from './vocabulary-json.ts';

/** Returns a text's token ids, without the special tokens at its ends. */
export type WordPieces = (text: string) => number[];

/** The fields of a `tokenizer.json` used here, besides its vocabulary (https://huggingface.co/docs/tokenizers). */
interface Description {
  readonly model: {
    readonly type: string;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word: number;
  };
  readonly normalizer: ConstructorParameters<typeof BertNormalizer>[0];
  readonly pre_tokenizer: { readonly type: string };
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
}

/**
 * Opens a `tokenizer.json` of a BERT: each word becomes the longest pieces that fit, from its beginning on (WordPiece; Devlin et al. 2019,
 * arXiv:1810.04805). Gives the same ids as the tokenizer of `@huggingface/tokenizers`, whose normaliser and word splitting it uses, but
 * takes 1 MB instead of 6. Throws a TypeError for a tokenizer of another kind.
 */
export async function openWordPieces(path: string): Promise<WordPieces> {
  const { rest, each } = splitTokenizer(await readFile(path, 'utf8'));
  const { model, normalizer, pre_tokenizer: splitter, added_tokens: added } = JSON.parse(rest) as Description;
  const kinds = [model.type, normalizer.type, splitter.type].join(' ');
  if (kinds !== 'WordPiece BertNormalizer BertPreTokenizer') throw new TypeError(`a tokenizer of another kind: ${kinds}`);
  const normaliser = new BertNormalizer(normalizer);
  const words = new BertPreTokenizer();
  const pieces = createPieceTable(each, model.continuing_subword_prefix);
  const { unk_token: unknownPiece } = model;
  const found = pieces.longest(unknownPiece, 0);
  const unknown = pieces.lengthOf(found) === unknownPiece.length ? found : 0;
  const longestWord = model.max_input_chars_per_word;
  const marks = new Map(added.map(({ content, id }) => [content, id]));
  const markPattern = new RegExp(`(${added.map(({ content }) => content.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)).join('|')})`);

  function readWord(word: string, ids: number[]): void {
    const before = ids.length;
    // Characters are counted, of which a word has at most as many as units.
    let start = word.length > longestWord && Array.from(word).length > longestWord ? -1 : 0;
    while (start >= 0 && start < word.length) {
      const piece = pieces.longest(word, start);
      start = piece < 0 ? -1 : start + pieces.lengthOf(piece);
      ids.push(piece);
    }
    if (start < 0) ids.splice(before, Infinity, unknown);
  }

  return (text) => {
    const ids: number[] = [];
    for (const part of text.split(markPattern)) {
      const mark = marks.get(part);
      if (mark !== undefined) ids.push(mark);
      else for (const word of words.pre_tokenize_text(normaliser.normalize(part))) readWord(word, ids);
    }
    return ids;
  };
}

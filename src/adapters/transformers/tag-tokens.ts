import type { LoadedLibrary } from './library.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { Tagged } from './protocol.ts';

/** A word of a text, and its tokens. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly number[];
}

/** A run of letters and digits is a word, as is every other sign; scripts without spaces are split into characters. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+|[^\s\p{L}\p{M}\p{N}]/gu;
/** Most encoders' context in tokens, for models that do not state theirs. */
const MAX_TOKENS = 512;
/** Overlap of two windows, because names at a window's end need the context after them. */
const OVERLAP = 1 / 8;
const OUTSIDE = 'O';

/**
 * A token classifier. Texts are split into words that are tokenised one by one, so that offsets are known; the label of a word's first
 * token counts for the word, as in training.
 */
export async function openTagger({ library, options }: LoadedLibrary, folder: string): Promise<LoadedModel<'tag'>> {
  const tokenizer = await library.AutoTokenizer.from_pretrained(folder, options);
  const model = await library.AutoModelForTokenClassification.from_pretrained(folder, options);
  const { model_type = '', id2label = {}, max_position_embeddings: positions = MAX_TOKENS } = model.config as ModelConfig;
  const labels = Object.values(id2label);
  const ends = tokenizer.encode('');
  const [first, last] = [ends.slice(0, Math.ceil(ends.length / 2)), ends.slice(Math.ceil(ends.length / 2))];
  // Some model families number positions from 2.
  const room = Math.min(MAX_TOKENS, positions - 2) - ends.length;

  function wordsOf(text: string): Word[] {
    const words: Word[] = [];
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      const isApart = index > 0 && /\s/.test(text.charAt(index - 1));
      const ids = tokenizer.encode(isApart ? ` ${word}` : word, { add_special_tokens: false });
      if (ids.length > 0) words.push({ start: index, end: index + word.length, ids: ids.slice(0, room) });
    }
    return words;
  }

  /** The label of every word of one window, with its confidence. */
  async function read(words: readonly Word[]): Promise<{ readonly label: string; readonly score: number }[]> {
    const ids = [...first, ...words.flatMap((word) => word.ids), ...last].map(BigInt);
    const shape = [1, ids.length];
    const tensor = (values: bigint[]) => new library.Tensor('int64', BigInt64Array.from(values), shape);
    const inputs = { input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1n)), token_type_ids: tensor(ids.map(() => 0n)) };
    const { logits } = (await model(inputs)) as { readonly logits: { readonly data: Float32Array; readonly dims: readonly number[] } };
    const width = logits.dims.at(-1) ?? 1;
    let at = first.length;
    return words.map((word) => {
      const row = logits.data.subarray(at * width, (at + 1) * width);
      at += word.ids.length;
      return best(row, labels);
    });
  }

  async function tag(text: string): Promise<Tagged[]> {
    const words = wordsOf(text);
    const found = words.map(() => ({ label: OUTSIDE, score: 0 }));
    for (let start = 0; start < words.length;) {
      let [end, tokens] = [start, 0];
      while (end < words.length && tokens + (words[end]?.ids.length ?? 0) <= room) {
        tokens += words[end]?.ids.length ?? 0;
        end += 1;
      }
      const own = await read(words.slice(start, end));
      const again = end < words.length ? Math.floor((end - start) * OVERLAP) : 0;
      // For each half of the overlap, the window with more context decides.
      for (const [index, tagged] of own.entries()) {
        if (start === 0 || index >= Math.floor(again / 2) || found[start + index]?.score === 0) found[start + index] = tagged;
      }
      start = end < words.length ? Math.max(start + 1, end - again) : end;
    }
    return joined(words, found);
  }

  return {
    architecture: model_type,
    labels,
    async run({ texts }) {
      const tagged: Tagged[][] = [];
      for (const text of texts) tagged.push(await tag(text));
      return tagged;
    },
  };
}

interface ModelConfig {
  readonly model_type?: string;
  readonly id2label?: Readonly<Record<string, string>>;
  readonly max_position_embeddings?: number;
}

/** The likeliest label of a row of logits and its probability. */
function best(row: Float32Array, labels: readonly string[]): { readonly label: string; readonly score: number } {
  let most = 0;
  for (let index = 1; index < row.length; index += 1) if ((row[index] ?? 0) > (row[most] ?? 0)) most = index;
  const sum = row.reduce((total, value) => total + Math.exp(value - (row[most] ?? 0)), 0);
  return { label: labels[most] ?? OUTSIDE, score: 1 / sum };
}

/** Merges adjacent words with the same label into spans, with their mean confidence. */
function joined(words: readonly Word[], found: readonly { readonly label: string; readonly score: number }[]): Tagged[] {
  const spans: (Tagged & { readonly count: number; readonly next: number })[] = [];
  for (const [index, { start, end }] of words.entries()) {
    const { label = OUTSIDE, score = 0 } = found[index] ?? {};
    const [, mark = '', own = label] = /^(?:([BIESLU])[-_])?(.*)$/.exec(label) ?? [];
    if (own === OUTSIDE) continue;
    const last = spans.at(-1);
    const goesOn = last?.next === index && last.label === own && !'BSU'.includes(mark === '' ? 'I' : mark);
    if (last === undefined || !goesOn) spans.push({ start, end, label: own, score, count: 1, next: index + 1 });
    else {
      const count = last.count + 1;
      spans[spans.length - 1] = { ...last, end, score: (last.score * last.count + score) / count, count, next: index + 1 };
    }
  }
  return spans.map(({ start, end, label, score }) => ({ start, end, label, score }));
}

import type { Passage } from '../../src/ports/vector-index.ts';

/** Passages that are the same in every process: a seed makes them. */
export interface VectorData {
  /** Passages from `start` to `end`: words by Zipf's law, embeddings around themes, a tenth of them marked `part: 0`. */
  passages(start: number, end: number): Passage[];
  embedding(number: number): Float32Array;
  queries(count: number): Float32Array[];
  /** Texts of so many words, drawn as those of passages are: the commonest words are asked for most often. */
  questions(count: number, words: number): string[];
}

const THEMES = 400;
const VOCABULARY = 20_000;
const WORDS = 120;
const PASSAGES_A_FILE = 40;
/** How much of an embedding is its own: themes overlap, as topics do. */
const OWN = 0.9;
export const STORE = 'default';

/** Made-up passages. */
export function createVectorData(dimensions: number): VectorData {
  const themes = Array.from({ length: THEMES }, (_, theme) => unit(gaussians(randomOf(`theme ${theme}`), dimensions)));

  function embedding(name: string): Float32Array {
    const random = randomOf(name);
    const theme = themes[Math.floor(random() * THEMES)] ?? new Float32Array(dimensions);
    const own = unit(gaussians(random, dimensions));
    return unit(own.map((value, at) => OWN * value + (1 - OWN) * 4 * (theme[at] ?? 0)));
  }

  const at = (number: number): Float32Array => embedding(`passage ${number}`);
  return {
    passages: (start, end) =>
      Array.from({ length: end - start }, (_, offset) => {
        const number = start + offset;
        const file = Math.floor(number / PASSAGES_A_FILE);
        const text = textOf(randomOf(`text ${number}`), WORDS);
        return {
          id: `passage-${number}`,
          storeIds: [STORE],
          fileId: `file-${file}`,
          text,
          position: { start: number * 700, end: number * 700 + text.length },
          attributes: { part: file % 10 },
          embedding: at(number),
        };
      }),
    embedding: at,
    queries: (count) => Array.from({ length: count }, (_, number) => embedding(`query ${number}`)),
    questions: (count, words) => Array.from({ length: count }, (_, number) => textOf(randomOf(`question ${words} ${number}`), words)),
  };
}

/** The numbers of the `limit` passages nearest to each query, compared one by one. */
export function exactNearest(
  data: VectorData,
  count: number,
  queries: readonly Float32Array[],
  limit: number,
  isIn: (number: number) => boolean,
) {
  const best = queries.map((): { number: number; score: number }[] => []);
  for (let number = 0; number < count; number += 1) {
    if (!isIn(number)) continue;
    const embedding = data.embedding(number);
    for (const [index, query] of queries.entries()) {
      let score = 0;
      for (let at = 0; at < query.length; at += 1) score += (query[at] ?? 0) * (embedding[at] ?? 0);
      const own = best[index] ?? [];
      if (own.length === limit && score <= (own.at(-1)?.score ?? 0)) continue;
      own.push({ number, score });
      own.sort((left, right) => right.score - left.score);
      own.length = Math.min(own.length, limit);
    }
  }
  return best.map((own) => new Set(own.map(({ number }) => number)));
}

/** Whether a passage is in the filtered tenth. */
export const isInTenth = (number: number): boolean => Math.floor(number / PASSAGES_A_FILE) % 10 === 0;

function textOf(random: () => number, words: number): string {
  return Array.from({ length: words }, () => `w${Math.floor(VOCABULARY ** random()).toString(36)}ing`).join(' ');
}

function gaussians(random: () => number, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Mulberry32, seeded with a hash (FNV-1a) of the name. */
function randomOf(name: string): () => number {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import type { DynamicCache, Tensor } from '@huggingface/transformers';
import type { Library } from './library.ts';

type Cache = InstanceType<typeof DynamicCache>;

/** Keys and values of tokens that need not be read again, and how many tokens they are of. */
export interface PrefixReuse {
  readonly cache: Cache;
  readonly tokens: number;
}

/** Keeps what prompts and their answers were read into, so that the next turn of a conversation reads only what is new. */
export interface KeptPrefixes {
  /** What can be used again for a prompt; undefined if none begins as it does, or only somebody else's. */
  take(owner: string, prompt: readonly number[]): PrefixReuse | undefined;
  /** Keeps the cache of tokens, of which the last ones may not have been read. At most so many tokens are kept of all; the oldest go first. */
  keep(owner: string, tokens: readonly number[], cache: Cache, most: number): void;
}

interface Kept {
  readonly owner: string;
  readonly tokens: readonly number[];
  readonly cache: Cache;
}

/** Fewer are read again as fast as they are cut off. */
const LEAST = 16;

/** Conversations of one model. */
export function createKeptPrefixes({ Tensor: OwnTensor, DynamicCache: OwnCache }: Library): KeptPrefixes {
  /** The newest last. */
  let kept: readonly Kept[] = [];

  function cut(tensor: Tensor, length: number): Tensor {
    const [, heads = 0, rows = 0, width = 0] = tensor.dims;
    const { data } = tensor as unknown as { readonly data: Float32Array };
    const part = new (data.constructor as Float32ArrayConstructor)(heads * length * width);
    for (let head = 0; head < heads; head += 1) {
      part.set(data.subarray(head * rows * width, (head * rows + length) * width), head * length * width);
    }
    return new OwnTensor(tensor.type, part, [1, heads, length, width]);
  }

  return {
    take(owner, prompt) {
      let best: { readonly from: Kept; readonly tokens: number } | undefined;
      for (const from of kept) {
        // The last token of a prompt is always read, for what follows it.
        const tokens = from.owner === owner ? Math.min(common(from.tokens, prompt), prompt.length - 1) : 0;
        const isWhole = tokens === from.tokens.length;
        if (tokens >= (best?.tokens ?? LEAST) && (isWhole || Object.keys(from.cache).every(isAttention))) best = { from, tokens };
      }
      if (best === undefined) return undefined;
      const { from, tokens } = best;
      if (tokens === from.tokens.length) {
        // What is used whole grows with the answer.
        kept = kept.filter((other) => other !== from);
        return { cache: from.cache, tokens };
      }
      const parts = Object.entries<Tensor>(from.cache).map(([name, tensor]) => [name, cut(tensor, tokens)]);
      return { cache: new OwnCache(Object.fromEntries(parts) as Record<string, Tensor>), tokens };
    },
    keep(owner, tokens, cache, most) {
      const lengths = new Set(Object.entries<Tensor>(cache).flatMap(([name, { dims }]) => (isAttention(name) ? [dims.at(-2) ?? 0] : [])));
      const [length = 0] = lengths;
      // Models that forget what is far back keep fewer than they have read.
      if (lengths.size !== 1 || length === 0 || length > Math.min(tokens.length, most)) return;
      const read = tokens.slice(0, length);
      // An earlier turn of the same conversation is part of it.
      const others = kept.filter((other) => other.owner !== owner || common(other.tokens, read) < other.tokens.length);
      let left = most - length;
      const fitting = others.toReversed().filter((other) => (left -= other.tokens.length) >= 0);
      kept = [...fitting.toReversed(), { owner, tokens: read, cache }];
    },
  };
}

/** Whether a tensor has keys or values of each token, unlike the states of recurrent layers, which cannot be cut. */
function isAttention(name: string): boolean {
  return name.startsWith('past_key_values.');
}

function common(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

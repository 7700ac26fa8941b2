import type { DynamicCache, Tensor } from '@huggingface/transformers';
import type { Library } from './library.ts';

type Cache = InstanceType<typeof DynamicCache>;

/** Keys and values of tokens that need not be read again, and how many tokens they are of. */
export interface PrefixReuse {
  readonly cache: Cache;
  readonly tokens: number;
}

/** Keeps what the last prompt and its answer were read into, so that the next turn of a conversation reads only what is new. */
export interface KeptPrefix {
  /** What can be used again for a prompt; it is gone afterwards. Undefined if the prompt begins otherwise, or is somebody else's. */
  take(owner: string, prompt: readonly number[]): PrefixReuse | undefined;
  /** Keeps the cache of tokens, of which the last ones may not have been read; not one of more tokens than are given. */
  keep(owner: string, tokens: readonly number[], cache: Cache): void;
}

/** Fewer are read again as fast as they are cut off. */
const LEAST = 16;

/** One conversation is kept. */
export function createKeptPrefix({ Tensor: OwnTensor, DynamicCache: OwnCache }: Library): KeptPrefix {
  let kept: { readonly owner: string; readonly tokens: readonly number[]; readonly cache: Cache } | undefined;

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
      const last = kept;
      kept = undefined;
      if (last?.owner !== owner) return undefined;
      // The last token of a prompt is always read, for what follows it.
      const tokens = Math.min(common(last.tokens, prompt), prompt.length - 1);
      if (tokens < LEAST) return undefined;
      if (tokens === last.tokens.length) return { cache: last.cache, tokens };
      const entries = Object.entries<Tensor>(last.cache);
      if (!entries.every(([name]) => isAttention(name))) return undefined;
      return { cache: new OwnCache(Object.fromEntries(entries.map(([name, tensor]) => [name, cut(tensor, tokens)]))), tokens };
    },
    keep(owner, tokens, cache) {
      const lengths = new Set(
        Object.entries<Tensor>(cache)
          .filter(([name]) => isAttention(name))
          .map(([, { dims }]) => dims.at(-2) ?? 0),
      );
      const [length = 0] = lengths;
      // Models that forget what is far back keep fewer than they have read.
      if (lengths.size === 1 && length > 0 && length <= tokens.length) kept = { owner, tokens: tokens.slice(0, length), cache };
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

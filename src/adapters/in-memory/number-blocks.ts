import type { NumberBlocks } from '../../ports/number-blocks.ts';

/** Numbers in memory, for tests. */
export function createInMemoryNumberBlocks(): NumberBlocks {
  const given = new Map<string, number>();
  return {
    async reserve(name, { above, size }) {
      const before = Math.max(given.get(name) ?? 0, above);
      given.set(name, before + size);
      return before;
    },
  };
}

import type { NumberBlocks } from '../../ports/number-blocks.ts';

/** Numbers that go with the process: the stand-in for tests. */
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

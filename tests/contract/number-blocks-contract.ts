import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NumberBlocks } from '../../src/ports/number-blocks.ts';

/** What everything that hands out numbers does; `open` opens the same store again and again. */
export function numberBlocksContract(
  name: string,
  make: () => Promise<{ readonly open: () => NumberBlocks & Partial<AsyncDisposable>; readonly remove: () => Promise<void> }>,
): void {
  describe(name, () => {
    it('gives no number twice, also when it is opened again and the clock was set back', async () => {
      const { open, remove } = await make();
      try {
        const before: number[] = [];
        for (const above of [1_763_000_000_000_000, 1_763_000_000_000_005, 1_000, 1_763_000_000_500_000]) {
          const blocks = open();
          before.push(await blocks.reserve('events', { above, size: 100 }));
          await blocks[Symbol.asyncDispose]?.();
        }
        assert.deepEqual(before, [1_763_000_000_000_000, 1_763_000_000_000_100, 1_763_000_000_000_200, 1_763_000_000_500_000]);
      } finally {
        await remove();
      }
    });

    it('counts names apart, and everybody who asks at once', async () => {
      const { open, remove } = await make();
      try {
        const blocks = open();
        assert.equal(await blocks.reserve('others', { above: 7, size: 5 }), 7);
        const all = await Promise.all(Array.from({ length: 5 }, () => blocks.reserve('events', { above: 0, size: 10 })));
        assert.deepEqual(
          all.toSorted((a, b) => a - b),
          [0, 10, 20, 30, 40],
        );
        await blocks[Symbol.asyncDispose]?.();
      } finally {
        await remove();
      }
    });
  });
}

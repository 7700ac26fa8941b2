import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EndedSessionStore } from '../../src/ports/ended-sessions.ts';

/** What every store of ended sessions does. */
export function endedSessionsContract(name: string, open: () => Promise<EndedSessionStore & Partial<AsyncDisposable>>): void {
  describe(`${name} as a store of ended sessions`, () => {
    it('keeps each once, until its time is over', async () => {
      const store = await open();
      const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      assert.deepEqual(await store.all(at(0)), []);
      await store.add({ mark: 'a', until: at(10) });
      await store.add({ mark: 'b', until: at(20) });
      await store.add({ mark: 'a', until: at(10) });
      const marks = async (second: number): Promise<string[]> => (await store.all(at(second))).map(({ mark }) => mark).toSorted();
      assert.deepEqual(await marks(9), ['a', 'b']);
      assert.deepEqual(await store.all(at(10)), [{ mark: 'b', until: at(20) }]);
      assert.deepEqual(await marks(0), ['b']);
      await store[Symbol.asyncDispose]?.();
    });
  });
}

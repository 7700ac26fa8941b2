import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallOrder } from '../../src/reasoner/responses/mcp/call-order.ts';

interface Told {
  readonly begun: string[];
  end(name: string): Promise<void>;
  ask(name: string, server: string, isReadOnly: boolean): Promise<string>;
}

function told(most: number): Told {
  const order = createCallOrder(most);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    async end(name) {
      ends.get(name)?.();
      // Whoever waited begins within the same round.
      await new Promise((resolve) => setImmediate(resolve));
    },
    ask: (name, server, isReadOnly) =>
      order.run(
        { server, isReadOnly },
        () =>
          new Promise((resolve) => {
            begun.push(name);
            ends.set(name, () => resolve(name));
          }),
      ),
  };
}

describe('createCallOrder()', () => {
  it('makes calls that only read together, and others of the server one by one in their order', async () => {
    const { begun, ask, end } = told(9);
    const calls = [ask('r1', 'a', true), ask('r2', 'a', true), ask('w1', 'a', false), ask('w2', 'a', false), ask('r3', 'a', true)];
    await end('');
    assert.deepEqual(begun, ['r1', 'r2']);
    await end('r2');
    assert.deepEqual(begun, ['r1', 'r2']);
    await end('r1');
    assert.deepEqual(begun, ['r1', 'r2', 'w1']);
    await end('w1');
    assert.deepEqual(begun, ['r1', 'r2', 'w1', 'w2']);
    await end('w2');
    await end('r3');
    assert.deepEqual(await Promise.all(calls), ['r1', 'r2', 'w1', 'w2', 'r3']);
  });

  it('lets no server wait for another one, but for a place', async () => {
    const { begun, ask, end } = told(2);
    const calls = [ask('a1', 'a', false), ask('a2', 'a', false), ask('b1', 'b', false), ask('c1', 'c', false)];
    await end('');
    assert.deepEqual(begun, ['a1', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'b1', 'c1']);
    for (const name of ['a1', 'c1', 'a2']) await end(name);
    assert.deepEqual(await Promise.all(calls), ['a1', 'a2', 'b1', 'c1']);
  });

  it('goes on after a call that fails', async () => {
    const order = createCallOrder(1);
    const call = { server: 'a', isReadOnly: false };
    const failing = order.run(call, () => Promise.reject(new Error('broken')));
    const next = order.run(call, async () => 'next');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'next');
  });
});

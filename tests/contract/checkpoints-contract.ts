import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Checkpoint, Checkpoints } from '../../src/ports/checkpoints.ts';

/** A checkpoint of thread `t`; what is given replaces a part of it. */
const checkpointOf = (id: string, given: Partial<Checkpoint> = {}): Checkpoint => ({
  version: 1,
  id,
  thread: 't',
  run: 'run-1',
  source: 'step',
  step: 1,
  nodes: 2,
  next: ['a', 'b'],
  state: '{"text":"é\u{1F600} \\u0000"}',
  createdAt: new Date('2025-01-02T03:04:05.678Z'),
  ...given,
});

const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not_found';

/** What every store of checkpoints does; `make` opens an empty one that keeps five checkpoints a thread. */
export function checkpointsContract(name: string, make: () => Promise<Checkpoints & Partial<AsyncDisposable>>): void {
  const using = async (work: (checkpoints: Checkpoints) => Promise<void>): Promise<void> => {
    const checkpoints = await make();
    try {
      await work(checkpoints);
    } finally {
      await checkpoints[Symbol.asyncDispose]?.();
    }
  };

  describe(name, () => {
    it('gives back a checkpoint as it was put, by id and as the latest of its thread', () =>
      using(async (checkpoints) => {
        const first = checkpointOf('1');
        const second = checkpointOf('2', { parent: '1', next: [] });
        await checkpoints.put(first);
        await checkpoints.put(second);
        assert.deepEqual((await checkpoints.get('1'))?.checkpoint, first);
        assert.deepEqual(await checkpoints.latest('t'), { checkpoint: second, writes: [] });
        assert.equal(await checkpoints.get('3'), undefined);
        assert.equal(await checkpoints.latest('other'), undefined);
      }));

    it('stores a checkpoint together with its first entries', () =>
      using(async (checkpoints) => {
        const writes = [{ key: 'watched', value: '["a"]' }];
        await checkpoints.put(checkpointOf('1'), writes);
        await checkpoints.putWrites('1', [{ key: 'update:a', value: '{}' }]);
        const all = [...writes, { key: 'update:a', value: '{}' }];
        assert.deepEqual(await checkpoints.latest('t'), { checkpoint: checkpointOf('1'), writes: all });
        await checkpoints.put(checkpointOf('1'), [{ key: 'watched', value: '["b"]' }]);
        assert.deepEqual((await checkpoints.get('1'))?.writes, all);
      }));

    it('names the threads below a prefix by their latest checkpoints, without those that belong to others', () =>
      using(async (checkpoints) => {
        for (const [id, thread] of [
          ['1', 'ann:a'],
          ['2', 'ann:b'],
          ['3', 'ann:b/sub'],
          ['4', 'bob:c'],
          ['5', 'ann:a'],
          ['6', 'ann%:x'],
        ] as const) {
          await checkpoints.put(checkpointOf(id, { thread }));
        }
        const first = await checkpoints.threads('ann:', { limit: 1 });
        assert.deepEqual(first.items, [checkpointOf('5', { thread: 'ann:a' })]);
        const rest = await checkpoints.threads('ann:', { limit: 1, cursor: first.nextCursor ?? '' });
        assert.deepEqual(rest, { items: [checkpointOf('2', { thread: 'ann:b' })] });
        assert.deepEqual(await checkpoints.threads('nobody:', { limit: 1 }), { items: [] });
      }));

    it('ignores a second checkpoint of the same id', () =>
      using(async (checkpoints) => {
        await checkpoints.put(checkpointOf('1'));
        await checkpoints.put(checkpointOf('1', { state: '{}' }));
        assert.deepEqual((await checkpoints.get('1'))?.checkpoint, checkpointOf('1'));
        assert.equal((await checkpoints.history('t', { limit: 10 })).items.length, 1);
      }));

    it('keeps what was written after a checkpoint in order, and replaces what has the same key', () =>
      using(async (checkpoints) => {
        await checkpoints.put(checkpointOf('1'));
        await checkpoints.putWrites('1', [{ key: 'b', value: '1' }]);
        await checkpoints.putWrites('1', [
          { key: 'a', value: '2' },
          { key: 'b', value: '3' },
        ]);
        const writes = [
          { key: 'b', value: '3' },
          { key: 'a', value: '2' },
        ];
        assert.deepEqual((await checkpoints.latest('t'))?.writes, writes);
        await assert.rejects(checkpoints.putWrites('x', [{ key: 'a', value: '1' }]), isMissing);
      }));

    it('pages through a thread from the latest on and refuses a cursor it did not make', () =>
      using(async (checkpoints) => {
        for (const id of ['1', '2', '3']) await checkpoints.put(checkpointOf(id));
        await checkpoints.put(checkpointOf('4', { thread: 'other' }));
        const first = await checkpoints.history('t', { limit: 2 });
        assert.deepEqual(
          first.items.map(({ id }) => id),
          ['3', '2'],
        );
        const rest = await checkpoints.history('t', { limit: 2, cursor: first.nextCursor ?? '' });
        assert.deepEqual(
          rest.items.map(({ id }) => id),
          ['1'],
        );
        assert.equal(rest.nextCursor, undefined);
        await assert.rejects(
          checkpoints.history('t', { limit: 2, cursor: 'nonsense!' }),
          (error) => error instanceof ServiceError && error.param === 'cursor',
        );
      }));

    it('forks a checkpoint without its writes as the latest of a thread', () =>
      using(async (checkpoints) => {
        await checkpoints.put(checkpointOf('1'));
        await checkpoints.putWrites('1', [{ key: 'a', value: '1' }]);
        await checkpoints.put(checkpointOf('2'));
        const changes = { id: '3', thread: 't', run: 'run-2', createdAt: new Date(5), state: '{}' };
        const fork = checkpointOf('1', { ...changes, parent: '1', source: 'fork' });
        assert.deepEqual(await checkpoints.fork('1', changes), fork);
        assert.deepEqual(await checkpoints.latest('t'), { checkpoint: fork, writes: [] });
        await assert.rejects(checkpoints.fork('x', { ...changes, id: '4' }), isMissing);
      }));

    it('deletes a thread and the threads inside it, and no other', () =>
      using(async (checkpoints) => {
        for (const [id, thread] of Object.entries({ 1: 't', 2: 't/1/node', 3: 't2', 4: 't%' }))
          await checkpoints.put(checkpointOf(id, { thread }));
        assert.equal(await checkpoints.deleteThread('t'), true);
        assert.equal(await checkpoints.deleteThread('t'), false);
        assert.equal(await checkpoints.latest('t/1/node'), undefined);
        assert.ok(await checkpoints.latest('t2'));
        assert.ok(await checkpoints.latest('t%'));
      }));

    it('keeps the newest checkpoints of a thread when there are too many', () =>
      using(async (checkpoints) => {
        for (let id = 1; id <= 7; id += 1) await checkpoints.put(checkpointOf(String(id)));
        const { items } = await checkpoints.history('t', { limit: 10 });
        assert.deepEqual(
          items.map(({ id }) => id),
          ['7', '6', '5', '4', '3'],
        );
        assert.equal(await checkpoints.get('2'), undefined);
      }));
  });
}

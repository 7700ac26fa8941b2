import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { openSharedDatabase } from '../system/shared-database.ts';
import { until } from '../system/until.ts';

await allowSlowHooks();

const LEASE_MS = 1500;

const isOf =
  (kind: ErrorKind) =>
  (error: unknown): boolean =>
    error instanceof ServiceError && error.kind === kind;

describe('leases in a database that several processes share', () => {
  it('only one holds a name, and says for what', async () => {
    await using shared = await openSharedDatabase(LEASE_MS);
    const [one, other] = [await shared.open(), await shared.open()];
    const taken = await Promise.all([one, other, one, other].map(({ leases }, number) => leases.take('a', `work ${number}`)));
    const held = taken.flatMap((lease, number) => (lease === undefined ? [] : [number]));
    assert.equal(held.length, 1);
    assert.equal(await other.leases.purpose('a'), `work ${held[0]}`);
    assert.notEqual(await other.leases.take('b', ''), undefined);
    await taken[held[0] ?? 0]?.release();
    assert.equal(await other.leases.purpose('a'), undefined);
    assert.notEqual(await other.leases.take('a', ''), undefined);
  });

  it('is kept as long as its process lives, and ends soon after', async () => {
    await using shared = await openSharedDatabase(LEASE_MS);
    const [one, other] = [await shared.open(), await shared.open()];
    const lease = await one.leases.take('a', 'long work');
    await pause(2 * LEASE_MS);
    assert.equal(lease?.signal.aborted, false);
    assert.equal(await other.leases.take('a', ''), undefined);
    await one.crash();
    assert.equal(await other.leases.take('a', ''), undefined);
    await until('the lease of the dead process ends', async () => (await other.leases.take('a', '')) !== undefined);
    await until('a process that wakes up again knows that it has lost it', () => lease?.signal.aborted ?? false);
    assert.ok(isOf('unavailable')(lease?.signal.reason));
  });

  it('can be recalled by others with a reason, by its name or with all of one purpose', async () => {
    await using shared = await openSharedDatabase(LEASE_MS);
    const [one, other] = [await shared.open(), await shared.open()];
    const lease = await one.leases.take('a', 'work');
    assert.equal(await other.leases.recall({ purpose: 'other work' }, 'stop it'), false);
    assert.equal(await other.leases.recall({ name: 'b' }, 'stop it'), false);
    assert.equal(await other.leases.recall({ name: 'a' }, 'stop it'), true);
    await until('the recall arrives', () => lease?.signal.aborted ?? false);
    assert.ok(isOf('cancelled')(lease?.signal.reason));
    assert.match(String(lease?.signal.reason), /stop it/);
    assert.equal(await other.leases.purpose('a'), 'work', 'it is still held until it is released');
    await lease?.release();
    assert.equal(await other.leases.purpose('a'), undefined);
    const [first, second, third] = [
      await one.leases.take('a', 'work'),
      await other.leases.take('b', 'work'),
      await one.leases.take('c', ''),
    ];
    assert.equal(await other.leases.recall({ purpose: 'work' }, 'stop it'), true);
    for (const recalled of [first, second]) await until('the recall arrives', () => recalled?.signal.aborted ?? false);
    assert.equal(third?.signal.aborted, false);
  });

  it('can be recalled with all whose names are below another', async () => {
    await using shared = await openSharedDatabase(LEASE_MS);
    const [mine, other] = [await shared.open(), await shared.open()];
    const named = await mine.leases.take('a', 'work');
    const below = await mine.leases.take('a b', 'work');
    const beside = await mine.leases.take('ab c', 'work');
    assert.equal(await other.leases.recall({ below: 'b' }, 'stop it'), false);
    assert.equal(await other.leases.recall({ below: 'a' }, 'stop it'), true);
    await until('the recall arrives', () => below?.signal.aborted ?? false);
    for (const lease of [named, below, beside]) await lease?.release();
    assert.deepEqual(
      [named, below, beside].map((lease) => lease?.signal.aborted),
      [false, true, false],
    );
  });

  it('that is released before a recall is noticed still says that it was recalled', async () => {
    await using shared = await openSharedDatabase(LEASE_MS);
    const { leases } = await shared.open();
    const lease = await leases.take('a', 'work');
    await leases.recall({ name: 'a' }, 'stop it');
    await lease?.release();
    assert.ok(isOf('cancelled')(lease?.signal.reason));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { journalContract } from './journal-contract.ts';
import { requestRecord } from './journal-entries.ts';

journalContract('createInMemoryJournal()', async () => createInMemoryJournal());

describe('createInMemoryJournal()', () => {
  it('keeps as many requests as its capacity and forgets the oldest first', async () => {
    const journal = createInMemoryJournal({ capacity: 3 });
    for (const second of [5, 1, 4, 2, 3]) journal.record({ request: requestRecord(`r${second}`, second), decisions: [], debug: [] });
    const { items } = await journal.requests({ limit: 10 });
    assert.deepEqual(
      items.map(({ id }) => id),
      ['r5', 'r4', 'r3'],
    );
    assert.equal(await journal.request('r1'), undefined);
  });
});

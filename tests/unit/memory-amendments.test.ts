import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryOwner } from '../../src/domain/memory/owner.ts';
import { createTestMemory } from '../fixtures/test-memory.ts';

const ANN = memoryOwner('', 'ann');

describe('memory of corrections', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['corrects a word', ['I moved to Bergen.', 'Sorry, I meant Stavanger, not Bergen.'], ['I moved to Stavanger.']],
    ['corrects a word in the same turn', ['I moved to Bergen. I mean Stavanger, not Bergen.'], ['I moved to Stavanger.']],
    [
      'learns where a person that was introduced moved, and keeps who that is',
      ['My brother Jonas lives in Hamburg.', 'Jonas moved to Munich.'],
      ['My brother Jonas moved to Munich.'],
    ],
    [
      'learns where such a person works',
      ['My sister Eva works as a nurse.', 'Eva now works for Airbus.'],
      ['My sister Eva now works for Airbus.'],
    ],
    ['makes no fact of news of others', ['I like tea.', 'Napoleon moved to Paris.', 'I meant salt, not pepper.'], ['I like tea.']],
    [
      'keeps appointments with different people apart',
      ['My meeting with Dana is at noon.', 'My meeting with Bob is at one.', 'Correction: the meeting with Dana is at two.'],
      ['My meeting with Bob is at one.', 'The meeting with Dana is at two.'],
    ],
    ['keeps one of two kinds of a thing', ['I prefer aisle seats.', 'Now I prefer window seats.'], ['Now I prefer window seats.']],
    [
      'knows a job that was quit from the next one',
      ['I work as a nurse.', 'I quit my job. I now work as a florist.'],
      ['I now work as a florist.'],
    ],
  ];
  for (const [what, turns, expected] of cases) {
    it(what, async () => {
      const { memory, store, clock } = createTestMemory();
      for (const [index, said] of turns.entries()) {
        memory.remember({ owner: ANN, thread: 't', requestId: `request-${what}-${index}`, said, reply: '' });
        await memory.flush();
        clock.advance(1000);
      }
      const { items } = await store.listFacts({ owner: ANN, limit: 100, superseded: false });
      assert.deepEqual(items.map(({ fact }) => fact.text).toSorted(), expected.toSorted());
    });
  }
});

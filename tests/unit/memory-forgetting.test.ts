import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVagueRequest } from '../../src/core/forget-request.ts';
import { memoryOwner } from '../../src/domain/memory/owner.ts';
import { startCpuTime } from '../cpu-time.ts';
import { createTestMemory } from '../fixtures/test-memory.ts';

const ANN = memoryOwner('', 'ann');
const BOB = memoryOwner('', 'bob');

async function told(turns: readonly (readonly [owner: string, said: string])[]) {
  const { memory, store, index } = createTestMemory();
  for (const [place, [owner, said]] of turns.entries()) {
    memory.remember({ owner, thread: 't', requestId: `request-${place}`, said, reply: '' });
    await memory.flush();
  }
  const facts = async (owner: string): Promise<string[]> =>
    (await store.listFacts({ owner, limit: 100, superseded: true })).items.map(({ fact }) => fact.text).toSorted();
  const said = async (owner: string): Promise<string[]> => (await store.listTurns({ owner, limit: 100 })).items.map(({ text }) => text);
  return { facts, said, index };
}

describe('a request to forget', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['deletes the fact', ['My locker code is 4417.', 'I like tea.', 'Please forget my locker code.'], ['I like tea.']],
    ['may be a polite question', ['My PIN is 4242.', 'Can you forget my PIN, please?'], []],
    ['deletes what a clause tells', ['I am afraid of spiders.', 'Forget that I am afraid of spiders.'], []],
    ['deletes the history too', ['I live in Lisbon.', 'I live in Porto now.', 'Could you forget that I live in Porto?'], []],
    ['deletes from memory', ['My salary is 3000 euros.', 'Delete my salary from your memory.'], []],
    [
      'deletes what is known about a thing',
      ['I like tea.', 'I owe Rob 20 euros.', 'Forget everything you know about Rob.'],
      ['I like tea.'],
    ],
    ['leaves facts of other words', ['I like tea.', 'Forget my locker code.'], ['I like tea.']],
    ['leaves the things of others', ['My name is Ann.', "My sister's name is Eva.", 'Forget my name.'], ["My sister's name is Eva."]],
    ['is none as a figure of speech', ['I like tea.', 'Forget it.', 'Forget about that!', 'Forget about tea for now.'], ['I like tea.']],
    ['is none where it names nothing', ['I lost everything in Rome.', 'Forget everything.'], ['I lost everything in Rome.']],
    ['deletes what was told of a thing', ['I owe Rob 20 euros.', 'Forget everything I told you about Rob.'], []],
    ['is none where something must not be forgotten', ['I like tea.', "Don't forget that I like tea."], ['I like tea.']],
    [
      'is none where something was forgotten',
      ["I don't remember my PIN.", 'I forgot my keys.'],
      ["I don't remember my PIN.", 'I forgot my keys.'],
    ],
    ['leaves what else its turn says', ['My code is 4417.', 'Forget my code. I live in Rome.'], ['I live in Rome.']],
    ['deletes everything', ['I like tea.', 'My PIN is 4242.', 'Forget everything you know about me.'], []],
    ['deletes everything, asked politely', ['I like tea.', 'Can you please erase all the data you have about me?'], []],
    ['deletes everything, in few words', ['I like tea.', 'Forget me.'], []],
    ['deletes everything from its memory', ['I like tea.', 'Wipe your memory of me.'], []],
    ['deletes everything, said as a wish', ['I like tea.', 'I want everything you know about me deleted.'], []],
    ['deletes everything but what is said along with it', ['I like tea.', 'Forget all about me. I live in Rome.'], ['I live in Rome.']],
    ['deletes what is said in another form of the word', ["I'm allergic to nuts.", 'Delete what you know about my allergies.'], []],
    ['deletes what somebody has', ['I have severe asthma.', 'Forget my asthma.'], []],
    ['deletes a kind of facts', ["I'm allergic to nuts.", 'I like tea.', 'Delete everything you know about my health.'], ['I like tea.']],
    ['deletes the family, and nobody else', ['My sister is Eva.', 'My boss is Greta.', 'Forget my family.'], ['My boss is Greta.']],
    ['deletes what somebody does', ['I work at Siemens.', 'I like tea.', 'Please forget my job.'], ['I like tea.']],
    ['deletes several things', ['My PIN is 4242.', 'My locker code is 4417.', 'Forget my PIN and my locker code.'], []],
    [
      'leaves the same of others',
      ['My son is allergic to milk.', 'My sister works at Bosch.', 'Forget my allergies and my job.'],
      ['My sister works at Bosch.', 'My son is allergic to milk.'],
    ],
    ['leaves other names', ['I owe Martina 20 euros.', 'Forget everything about Martin.'], ['I owe Martina 20 euros.']],
    ['leaves what only begins alike', ['I signed a contract.', 'Forget the contrast.'], ['I signed a contract.']],
    [
      'is none where a text is to be changed or nothing is named',
      ['I like tea.', 'Delete all the information about tea from the text.', 'Delete everything.', "Don't forget me.", 'Forget about me.'],
      ['I like tea.'],
    ],
    ['may come with what it is about', ['Do not remember this: I owe Max 50 euros.'], []],
    ['may stand above what it is about', ["Don't remember this:\n\nMy PIN is 4242. I owe Max 50 euros."], []],
  ];
  for (const [what, turns, expected] of cases) {
    it(what, async () => {
      const { facts } = await told(turns.map((said) => [ANN, said]));
      assert.deepEqual(await facts(ANN), expected);
    });
  }

  it('is not kept in the answer to it', async () => {
    const { memory, store } = createTestMemory({ options: { keepsReplies: true } });
    const exchanges = [
      ['I live in Rome.', 'A fine city.'],
      ['Do not remember this: I owe Max 50 euros.', 'I forget that you owe Max 50 euros.'],
    ] as const;
    for (const [said, reply] of exchanges) memory.remember({ owner: ANN, thread: 't', requestId: said, said, reply });
    await memory.flush();
    const { items } = await store.listTurns({ owner: ANN, limit: 100 });
    assert.deepEqual(items.map(({ text }) => text).toSorted(), ['A fine city.', 'I live in Rome.']);
  });

  it('deletes all that tells of a thing, however much that is', async () => {
    const walks = Array.from({ length: 120 }, (_, number) => `I saw Rex in park ${number}.`);
    const { facts, said } = await told([...walks, 'Forget everything about Rex.'].map((text) => [ANN, text]));
    assert.deepEqual([await facts(ANN), await said(ANN)], [[], []]);
  });

  it('takes milliseconds to be told from a long text', () => {
    const elapsed = startCpuTime();
    for (const words of ['please ', 'forget ', 'wipe your memory of ', 'forget my a and '])
      for (const length of [19_000, 100_000]) isVagueRequest(words.repeat(length / words.length));
    assert.ok(elapsed() < 1000);
  });

  it('deletes everything that was said before it, and nothing that was said after it or by others', async () => {
    const { memory, store } = createTestMemory({ options: { keepsReplies: true } });
    const exchanges = [
      [BOB, 'I like milk.'],
      ...Array.from({ length: 60 }, (_, number) => [ANN, `I saw film ${number}.`] as const),
      [ANN, 'Please delete everything you know about me.'],
      [ANN, 'I live in Rome.'],
    ] as const;
    for (const [owner, said] of exchanges) memory.remember({ owner, thread: 't', requestId: said, said, reply: `So ${said}` });
    await memory.flush();
    const said = async (owner: string): Promise<string[]> => (await store.listTurns({ owner, limit: 100 })).items.map(({ text }) => text);
    assert.deepEqual(await said(ANN), ['I live in Rome.', 'So I live in Rome.']);
    assert.deepEqual(await said(BOB), ['I like milk.', 'So I like milk.']);
    const { items } = await store.listFacts({ owner: ANN, limit: 100, superseded: true });
    assert.deepEqual(
      items.map(({ fact }) => fact.text),
      ['I live in Rome.'],
    );
  });

  it('leaves no words of it behind, and nothing changed for others', async () => {
    const code = 'My locker code is 4417.';
    const { facts, said, index } = await told([
      [ANN, code],
      [ANN, 'Is my locker code still 4417?'],
      [BOB, code],
      [ANN, 'Forget that my locker code is 4417. I live in Rome.'],
      [ANN, 'Please forget my locker code.'],
    ]);
    assert.deepEqual(await said(ANN), ['I live in Rome.']);
    assert.deepEqual(await facts(BOB), [code]);
    assert.equal((await index.count()).files, 4);
  });
});

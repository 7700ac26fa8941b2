import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryOwner } from '../../src/domain/memory/owner.ts';
import { createTestMemory } from '../fixtures/test-memory.ts';

const ANN = memoryOwner('', 'ann');

/** What holds after a user said this, one turn after the other. */
async function holdingAfter(turns: readonly string[]): Promise<readonly string[]> {
  const { memory, store, clock } = createTestMemory();
  for (const [place, said] of turns.entries()) {
    memory.remember({ owner: ANN, thread: 't', requestId: `request-${place}`, said, reply: '' });
    await memory.flush();
    clock.advance(60_000);
  }
  const { items } = await store.listFacts({ owner: ANN, limit: 100, superseded: false });
  return items.map(({ fact }) => fact.text).toSorted();
}

type Dialogue = readonly [turns: readonly string[], holding: readonly string[]];

const GROUPS: Readonly<Record<string, readonly Dialogue[]>> = {
  'a changed fact supersedes the old one': [
    [['I work as a cook.', 'I quit my job. I now work as a florist.'], ['I now work as a florist.']],
    [['I work as a cook.', 'I got fired.'], ['I got fired.']],
    [['I live in Turin.', "I don't live in Turin any more."], ["I don't live in Turin any more."]],
    [['My boss is called Greta Lind.', 'My boss is now Paul Krane.'], ['My boss is now Paul Krane.']],
    [['My manager is called Otto.', 'My new manager is Ida.'], ['My new manager is Ida.']],
    [['I prefer aisle seats.', 'Now I prefer window seats.'], ['Now I prefer window seats.']],
    [['I prefer tea to coffee.', 'I prefer coffee to tea.'], ['I prefer coffee to tea.']],
    [["I'm vegan.", "I'm no longer vegan."], ["I'm no longer vegan."]],
    [['I eat meat.', "I don't eat meat any more."], ["I don't eat meat any more."]],
    [['I am married.', "I'm divorced."], ["I'm divorced."]],
    [['I have two cats.', 'I have three cats now.'], ['I have three cats now.']],
    [['I like spinach.', 'I hate spinach now.'], ['I hate spinach now.']],
    [['I love jazz.', 'I no longer like jazz.'], ['I no longer like jazz.']],
    [['I play chess.', 'I stopped playing chess.'], ['I stopped playing chess.']],
    [['I own a Vespa.', 'I sold my Vespa.'], ['I sold my Vespa.']],
    [['My locker code is 4417.', 'My locker code is 5520.'], ['My locker code is 5520.']],
    [["My wife's birthday is on 5 May.", "My wife's birthday is on 6 May."], ["My wife's birthday is on 6 May."]],
    [['I am allergic to nuts.', 'Actually, I am not allergic to nuts.'], ['Actually, I am not allergic to nuts.']],
  ],
  'what is past, denied or only possible supersedes nothing': [
    [
      ['I live in Graz.', 'I used to live in Vienna.'],
      ['I live in Graz.', 'I used to live in Vienna.'],
    ],
    [
      ['I live in Graz.', 'I no longer live in Vienna.'],
      ['I live in Graz.', 'I no longer live in Vienna.'],
    ],
    [
      ['My name is Carla.', 'My name is not Klara.'],
      ['My name is Carla.', 'My name is not Klara.'],
    ],
    [
      ['I work at Ford.', 'Maybe I work at Opel next year.'],
      ['I work at Ford.', 'Maybe I work at Opel next year (2027).'],
    ],
    [
      ['I live in York.', 'I left my phone in York.'],
      ['I left my phone in York.', 'I live in York.'],
    ],
  ],
  'other people and things keep their own': [
    [
      ['My brother Tom lives in Rome.', 'My brother Jan lives in Oslo.'],
      ['My brother Jan lives in Oslo.', 'My brother Tom lives in Rome.'],
    ],
    [
      ['My dentist appointment is at noon.', 'My hairdresser appointment is at two.'],
      ['My dentist appointment is at noon.', 'My hairdresser appointment is at two.'],
    ],
    [
      ['I joined a chess club.', 'I joined a choir.'],
      ['I joined a chess club.', 'I joined a choir.'],
    ],
    [
      ['I play tennis.', 'I now play the cello.'],
      ['I now play the cello.', 'I play tennis.'],
    ],
  ],
  'what is said of people who are known by name is a fact': [
    [['My brother Jonas lives in Hamburg.', 'Jonas moved to Munich.'], ['My brother Jonas moved to Munich.']],
    [['My cousin Petra lives in Graz.', 'My cousin moved to Linz.'], ['My cousin moved to Linz.']],
    [['I have a dog called Biscuit. Biscuit is a beagle.'], ['I have a dog called Biscuit.', 'My dog Biscuit is a beagle.']],
    [['My wife Ada lives in Bath.', 'Ada Lovelace was a mathematician. Berlin is a city.'], ['My wife Ada lives in Bath.']],
  ],
  'a correction corrects the fact': [
    [['I moved to Bergen.', 'Sorry, I meant Stavanger, not Bergen.'], ['I moved to Stavanger.']],
    [['I moved to Bergen. I mean Stavanger, not Bergen.'], ['I moved to Stavanger.']],
    [['I moved to Rome.', "It's not Rome, it's Milan."], ['I moved to Milan.']],
    [['My train leaves at 7.', 'Wait, not 7, I meant 8.'], ['My train leaves at 8.']],
    [['My exam is on Monday.', 'I meant Wednesday.'], ['My exam is on Wednesday (2026-11-25).']],
    [['I have a son called Tim.', 'Sorry, his name is Jim, not Tim.'], ['I have a son called Jim.']],
    [['My son is allergic to milk.', 'I meant my daughter, not my son.'], ['My daughter is allergic to milk.']],
    [
      ['My meeting with Dana is at noon.', 'My meeting with Bob is at one.', 'Correction: the meeting with Dana is at two.'],
      ['My meeting with Bob is at one.', 'The meeting with Dana is at two.'],
    ],
    [['I like tea.', 'I meant salt, not pepper.', 'Sorry, I meant something else.'], ['I like tea.']],
    [['I live in Milan.', 'The capital of Italy is Rome, not Milan.', 'No problem, not today.'], ['I live in Milan.']],
    [
      ['My brother lives in Rome.', 'No, my sister lives in Rome.'],
      ['My brother lives in Rome.', 'No, my sister lives in Rome.'],
    ],
  ],
  'names are told from other words': [
    [['Call me Zed.'], ['Call me Zed.']],
    [['Call me later.'], []],
  ],
};

for (const [group, dialogues] of Object.entries(GROUPS)) {
  describe(`memory: ${group}`, () => {
    for (const [turns, holding] of dialogues) {
      it(turns.join(' … '), async () => assert.deepEqual(await holdingAfter(turns), holding));
    }
  });
}

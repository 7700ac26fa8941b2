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
    [['I live in Lisbon.', "We've just relocated to Porto."], ["We've just relocated to Porto."]],
    [['i live in lisbon', 'we moved to porto last month'], ['We moved to porto last month (2026-10)']],
    [['I live in Lisbon.', 'We moved from Lisbon to Porto.'], ['We moved from Lisbon to Porto.']],
    [['My name is Priya.', 'I changed my name to Priyanka.'], ['I changed my name to Priyanka.']],
    [['My PIN is 1234.', 'My PIN has changed from 1234 to 4242.'], ['My PIN has changed from 1234 to 4242.']],
    [['I work at Acme.', 'I started a new job at Beta.'], ['I started a new job at Beta.']],
    [['My class starts at 9.', 'My class starts at 10 now.'], ['My class starts at 10 now.']],
  ],
  'what somebody has or does no more is over, also in fewer words': [
    [
      ['I drive a blue Volvo.', 'I sold the Volvo and bought a red Fiat.'],
      ['I bought a red Fiat.', 'I sold the Volvo'],
    ],
    [['My phone is a Pixel 8.', 'I switched from the Pixel 8 to an iPhone 16.'], ['I switched from the Pixel 8 to an iPhone 16.']],
    [['My car is a blue Volvo.', 'My car was stolen.'], ['My car was stolen.']],
    [["I'm learning Spanish.", 'I gave up Spanish.'], ['I gave up Spanish.']],
    [['I take ibuprofen for my back.', 'I stopped taking ibuprofen.'], ['I stopped taking ibuprofen.']],
    [['My dog is called Rex.', 'We lost Rex last week.'], ['We lost Rex last week (2026-11-14).']],
    [['I have a cat named Momo.', 'We had to give Momo away.'], ['We had to give Momo away.']],
    [['My dentist is Dr. Wong.', 'I switched from Dr. Wong to Dr. Patel.'], ['I switched from Dr. Wong to Dr. Patel.']],
    [["I'm renting a flat in Leeds.", 'I moved out of the flat.'], ['I moved out of the flat.']],
    [['I have a headache.', 'My headache is gone.'], ['My headache is gone.']],
    [['My brother Tom drives a Volvo.', 'Tom sold his Volvo.'], ['My brother Tom sold his Volvo.']],
    [
      ['I have Netflix and Hulu.', 'I cancelled Netflix.'],
      ['I cancelled Netflix.', 'I have Netflix and Hulu.'],
    ],
    [
      ['I work at Ford.', 'I left Ford in 2010.'],
      ['I left Ford in 2010.', 'I work at Ford.'],
    ],
    [
      ['I use an iPhone 16.', 'I switched to an iPhone 16.'],
      ['I switched to an iPhone 16.', 'I use an iPhone 16.'],
    ],
    [
      ['I have a blue Volvo.', 'I sold the blue curtains.'],
      ['I have a blue Volvo.', 'I sold the blue curtains.'],
    ],
    [
      ['I drive a Volvo.', 'I have not sold the Volvo.'],
      ['I drive a Volvo.', 'I have not sold the Volvo.'],
    ],
    [
      ['I have a car.', 'I left my car at work.'],
      ['I have a car.', 'I left my car at work.'],
    ],
    [
      ['I own a Vespa.', 'My brother sold his Vespa.'],
      ['I own a Vespa.', 'My brother sold his Vespa.'],
    ],
    [
      ['I play tennis.', 'I stopped watching tennis.', 'I lost at tennis.'],
      ['I lost at tennis.', 'I play tennis.', 'I stopped watching tennis.'],
    ],
    [
      ['My favourite city is Rome.', 'I left Rome.'],
      ['I left Rome.', 'My favourite city is Rome.'],
    ],
  ],
  'who is no partner any more is none': [
    [['My husband is Tom.', 'Tom and I got divorced last month.'], ['Tom and I got divorced last month (2026-10).']],
    [['My husband Tom works at Siemens.', 'I divorced Tom.'], ['I divorced Tom.']],
    [["I'm dating Max.", 'Max and I broke up.'], ['Max and I broke up.']],
    [['My girlfriend is Mia.', "Mia and I aren't together any more."], ["Mia and I aren't together any more."]],
    [['My wife is Anna.', 'Anna is my ex-wife now.'], ['Anna is my ex-wife now.']],
    [['My girlfriend is Ana.', 'We got married in May.'], ['We got married in May.']],
    [
      ['My wife is Anna.', 'Eva and I broke up.'],
      ['Eva and I broke up.', 'My wife is Anna.'],
    ],
    [
      ['My husband is Tom.', 'I got divorced in 2010.', 'My sister left me a note.'],
      ['I got divorced in 2010.', 'My husband is Tom.', 'My sister left me a note.'],
    ],
    [
      ["I'm married.", 'My brother and I split up the work.'],
      ["I'm married.", 'My brother and I split up the work.'],
    ],
    [
      ['My husband is Tom.', 'I left my husband at the station.'],
      ['I left my husband at the station.', 'My husband is Tom.'],
    ],
  ],
  'what is put off or called off is planned no more': [
    [
      ['My flight to Oslo leaves on 14 December at 9.', 'My flight to Oslo was moved to 16 December.'],
      ['My flight to Oslo was moved to 16 December (2026-12-16).'],
    ],
    [['I have a flight to Oslo on 14 December.', 'I cancelled my flight to Oslo.'], ['I cancelled my flight to Oslo.']],
    [
      ['I have a dentist appointment on 3 December.', 'My dentist appointment is now on 5 December.'],
      ['My dentist appointment is now on 5 December (2026-12-05).'],
    ],
    [['My train to Paris leaves on 3 December.', 'My train to Paris was cancelled.'], ['My train to Paris was cancelled.']],
    [['I have a meeting with Bob at 3.', 'The meeting with Bob was cancelled.'], ['The meeting with Bob was cancelled.']],
    [
      ['My dentist appointment is on 14 December.', 'My eye appointment is on 3 January.', 'I moved my eye appointment to 5 January.'],
      ['I moved my eye appointment to 5 January (2027-01-05).', 'My dentist appointment is on 14 December (2026-12-14).'],
    ],
    [
      ['I have a meeting on 14 December.', 'I have a meeting on 3 January.', 'My meeting was cancelled.'],
      ['I have a meeting on 14 December (2026-12-14).', 'I have a meeting on 3 January (2027-01-03).', 'My meeting was cancelled.'],
    ],
    [
      ['We love our camping trips.', 'Our camping trip got off to a bad start.'],
      ['Our camping trip got off to a bad start.', 'We love our camping trips.'],
    ],
  ],
  'what is past, denied or only possible supersedes nothing': [
    [
      ['I live in Rome.', 'We moved to another table.'],
      ['I live in Rome.', 'We moved to another table.'],
    ],
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
    [['My husband is Tom.', 'Tom passed away.'], ['My husband Tom passed away.']],
    [['My boss is German.', 'German food is good.'], ['My boss is German.']],
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
    [
      ['I will leave on 2 March.', 'Actually, I will need 2 rooms instead.'],
      ['Actually, I will need 2 rooms instead.', 'I will leave on 2 March (2027-03-02).'],
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveDate, withResolvedDate } from '../../src/domain/memory/resolve-dates.ts';
import { createRuleExtractor } from '../../src/domain/memory/rule-extractor.ts';
import type { FactCandidate } from '../../src/ports/memory.ts';
import { startCpuTime } from '../cpu-time.ts';

/** A Saturday. */
const SAID_AT = new Date('2026-11-21T10:00:00Z');

const extract = (text: string, speaker = 'user'): Promise<readonly FactCandidate[]> =>
  createRuleExtractor({ maxFacts: 12 }).extract(
    { id: 'turn_1', owner: 'o', thread: 't', speaker, text, saidAt: SAID_AT },
    { known: [], signal: new AbortController().signal },
  );

describe('resolveDate()', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['I went there yesterday.', '2026-11-20'],
    ['See you the day after tomorrow.', '2026-11-23'],
    ['I was ill the day before yesterday.', '2026-11-19'],
    ['We met three days ago.', '2026-11-18'],
    ['We married 3 years ago.', '2023'],
    ['I quit two months ago.', '2026-09'],
    ['We leave in two weeks.', '2026-12-05'],
    ['I met Tom last Friday.', '2026-11-20'],
    ['Tom comes next Friday.', '2026-11-27'],
    ['I saw him on Monday.', '2026-11-16'],
    ['I will see him on Monday.', '2026-11-23'],
    ['I ran last Saturday.', '2026-11-14'],
    ['I moved last month.', '2026-10'],
    ['I start next year.', '2027'],
    ['I was there last June.', '2026-06'],
    ['I was there last December.', '2025-12'],
    ['The exam is on 3 May.', '2027-05-03'],
    ['I passed it on 3 May.', '2026-05-03'],
    ['I was born on May 3rd, 1990.', '1990-05-03'],
    ['I was born on May 3rd.', undefined],
    ['My birthday is on 4 May.', undefined],
    ['My birthday party is on 4 May.', '2027-05-04'],
    ['I was born on the 3rd of May 1990.', '1990-05-03'],
    ['It was May 2023.', '2023-05'],
    ['It was on 2024-02-29.', '2024-02-29'],
    ['It was on 31 February 2024.', '2024-02'],
    ['I have lived here since 2019.', '2019'],
    ['I like tea.', undefined],
    ['I booked a hotel in Rome for 20 December.', '2026-12-20'],
    ['I got tickets for the concert on 12 January.', '2027-01-12'],
    ['I signed up for a marathon on 12 April.', '2027-04-12'],
    ['I scheduled my surgery on Thursday.', '2026-11-26'],
    ['We decided to leave on 12 April.', '2027-04-12'],
    ['I ordered a cake for 20 December.', '2026-12-20'],
    ['I was invited to a wedding on 12 April.', '2027-04-12'],
    ['My surgery was set for 12 April.', '2027-04-12'],
    ['My flight to Oslo was moved to 16 December.', '2026-12-16'],
    ['My flight was moved from 14 December to 16 December.', '2026-12-16'],
    ['My talk was on 3 December but got moved to the 10th of December.', '2026-12-10'],
    ['I moved to 12 Oak Street on 12 April.', '2026-04-12'],
    ["I've got an exam on 12 January.", '2027-01-12'],
    ['We picked 5 June for our wedding.', '2027-06-05'],
    ['I chose a new car on 12 April.', '2026-04-12'],
    ['They postponed my exam to Thursday.', '2026-11-26'],
    ['My flight on 16 December was cancelled.', '2026-12-16'],
    ['I cancelled my dentist appointment on Thursday.', '2026-11-26'],
    ['I was told that my surgery is on Thursday.', '2026-11-26'],
    ['I need to see the doctor on Thursday.', '2026-11-26'],
    ["I'm excited about the concert on 12 January.", '2027-01-12'],
    ['I moved to Porto on 12 April.', '2026-04-12'],
    ['We met on Thursday.', '2026-11-19'],
    ['I flew to Rome on 12 April.', '2026-04-12'],
    ['I booked it on Thursday.', '2026-11-19'],
    ['On Thursday I booked a hotel.', '2026-11-19'],
    ['I registered my car on 12 April.', '2026-04-12'],
    ['I bought a car on 12 January.', '2026-01-12'],
    ['I had an appointment on Thursday.', '2026-11-19'],
    ['I had to work on Thursday.', '2026-11-19'],
    ['The party on Thursday was great.', '2026-11-19'],
  ];
  for (const [text, date] of cases) {
    it(`reads ${JSON.stringify(text)} on Saturday, 21 November 2026 as ${date ?? 'no date'}`, () => {
      assert.equal(resolveDate(text, SAID_AT)?.date, date);
    });
  }

  it('writes the meaning of relative words behind them, and leaves whole dates alone', () => {
    assert.equal(withResolvedDate('I ran yesterday and today.', SAID_AT).text, 'I ran yesterday (2026-11-20) and today.');
    assert.equal(withResolvedDate('I ran on 2026-11-20.', SAID_AT).text, 'I ran on 2026-11-20.');
  });
});

describe('createRuleExtractor()', () => {
  const cases: readonly (readonly [string, readonly (readonly [string, string, string?])[]])[] = [
    [
      'My name is Ann and I live in Lisbon.',
      [
        ['My name is Ann', 'identity', 'name'],
        ['I live in Lisbon.', 'place', 'home'],
      ],
    ],
    [
      'I live in Lisbon, work as a nurse and have two cats.',
      [
        ['I live in Lisbon', 'place', 'home'],
        ['I work as a nurse', 'work', 'work'],
        ['I have two cats.', 'other', 'count:cats'],
      ],
    ],
    [
      'My brother Tom lives in Hamburg and works for Airbus.',
      [
        ['My brother Tom lives in Hamburg', 'relation', 'brother tom:home'],
        ['My brother Tom works for Airbus.', 'relation', 'brother tom:work'],
      ],
    ],
    ['I have two sons who live in Rome and work as nurses.', [['I have two sons who live in Rome and work as nurses.', 'other']]],
    ['I live on St. James Street in Bath.', [['I live on St. James Street in Bath.', 'place', 'home']]],
    ["I work as a nurse at St. Mary's Hospital in Leeds.", [["I work as a nurse at St. Mary's Hospital in Leeds.", 'work', 'work']]],
    ['I work at Yahoo! in London.', [['I work at Yahoo! in London.', 'work', 'work']]],
    [
      'My doctor is Dr. Patel and my dentist is Dr. Wong.',
      [
        ['My doctor is Dr. Patel', 'relation', 'doctor:name'],
        ['My dentist is Dr. Wong.', 'relation', 'dentist:name'],
      ],
    ],
    ['My wife Anna and I live in Bath.', [['My wife Anna and I live in Bath.', 'place', 'home']]],
    ['My brother Sam and my sister Kim live in York.', [['My brother Sam and my sister Kim live in York.', 'relation']]],
    ['My old car and my bike are red.', [['My old car and my bike are red.', 'other']]],
    ['I visited my brother in Rome and my sister in Oslo.', [['I visited my brother in Rome and my sister in Oslo.', 'relation']]],
    [
      'My dad cooks and my mum sings.',
      [
        ['My dad cooks', 'relation'],
        ['My mum sings.', 'relation'],
      ],
    ],
    [
      'My wife is Anna and I live in Bath.',
      [
        ['My wife is Anna', 'relation', 'wife:name'],
        ['I live in Bath.', 'place', 'home'],
      ],
    ],
    ['I like to cook and play tennis.', [['I like to cook and play tennis.', 'preference', 'taste:cook play tenni']]],
    ['I live and work in Lisbon.', [['I live and work in Lisbon.', 'place', 'home']]],
    ["Hi, I'm Ann.", [["Hi, I'm Ann.", 'identity', 'name']]],
    ['I recently moved to Porto.', [['I recently moved to Porto.', 'place', 'home']]],
    ['I work at Siemens.', [['I work at Siemens.', 'work', 'work']]],
    ["I'm allergic to peanuts.", [["I'm allergic to peanuts.", 'health']]],
    ["I don't like sushi any more.", [["I don't like sushi any more.", 'preference', 'taste:sushi']]],
    ['I really like sushi.', [['I really like sushi.', 'preference', 'taste:sushi']]],
    ['My favourite colour is green.', [['My favourite colour is green.', 'preference', 'favourite:colour']]],
    ["My sister's name is Eva.", [["My sister's name is Eva.", 'relation', 'sister:name']]],
    ['My brother Tom now works at CERN.', [['My brother Tom now works at CERN.', 'relation', 'brother tom:work']]],
    ["I'm going to Rome tomorrow.", [["I'm going to Rome tomorrow (2026-11-22).", 'plan']]],
    [
      'My dentist appointment was moved to next Tuesday.',
      [['My dentist appointment was moved to next Tuesday (2026-11-24).', 'plan', 'plan:dentist appointment']],
    ],
    ['I ran a race yesterday.', [['I ran a race yesterday (2026-11-20).', 'event']]],
    ['I like tea. I meant coffee, not tea.', [['I like coffee.', 'preference', 'taste:coffe']]],
    ['My brother Jon lives in Bonn. I meant Jan, not Jon.', [['My brother Jan lives in Bonn.', 'relation', 'brother jan:home']]],
    ['My rent is 1200. I meant $$15, not 1200.', [['My rent is $$15.', 'identity', 'my:rent']]],
    ['I saw my mother March 3. March is cold.', [['I saw my mother March 3 (2026-03-03).', 'relation']]],
    ['Please remember that the door code is 4711.', [['The door code is 4711.', 'other']]],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, async () => {
      const facts = await extract(text);
      assert.deepEqual(
        facts.map(({ text: fact, kind, slot }) => [fact, kind, ...(slot === undefined ? [] : [slot])]),
        expected,
      );
    });
  }

  for (const text of [
    'Where do I live?',
    'Can you tell me about my car?',
    'Write me a poem about my dog.',
    'I want you to be brief.',
    "I'd like to know more about Rome.",
    'I think so.',
    'The capital of France is Paris.',
    'Remember to be brief.',
    'Thanks a lot!',
    '',
  ]) {
    it(`reads nothing out of ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await extract(text), []);
    });
  }

  it('reads nothing out of what an assistant said', async () => {
    assert.deepEqual(await extract('My name is Parley.', 'assistant'), []);
  });

  it('counts what is to be remembered as important, and keeps the most important facts of a long turn', async () => {
    const [fact] = await extract('Remember that I like tea.');
    assert.ok((fact?.importance ?? 0) >= 0.95);
    const many = await extract(`${Array.from({ length: 40 }, (_, number) => `I saw film ${number}.`).join(' ')} My name is Ann.`);
    assert.equal(many.length, 12);
    assert.equal(many[0]?.text, 'My name is Ann.');
  });

  it('takes milliseconds for a long text', async () => {
    const elapsed = startCpuTime();
    await extract('I like '.repeat(20_000));
    await extract('my '.repeat(2000) + '. '.repeat(2000));
    await extract('My brother Jonas moved to Rome. '.repeat(3000));
    await extract(`I like tea${' '.repeat(100_000)}and milk.`);
    await extract(`My list:\n- ${','.repeat(100_000)}x`);
    assert.ok(elapsed() < 1000);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actualSentences } from '../../src/core/actual-words.ts';
import { sentencesOf } from '../../src/core/text-sentences.ts';

describe('sentencesOf()', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["My wife's birthday is on\nthe 14th of March. I like tea.", ["My wife's birthday is on the 14th of March.", 'I like tea.']],
    ['My shopping list:\n1. oat milk\n2. rye bread\n3. capers', ['My shopping list: oat milk, rye bread, capers']],
    ['Please note:\n- I play the cello\n- Bring wine', ['Please note:', 'Remember: I play the cello', 'Remember: Bring wine']],
    ['About me:\n* I live in Ghent\n* my dog is old', ['About me:', 'I live in Ghent', 'my dog is old']],
    ['My allergies:\n- nuts\n\nMy pets:\n- a fish', ['My allergies: nuts', 'My pets: a fish']],
    ['Hi!\n\nI live in Split\nMy name is Dora', ['Hi!', 'I live in Split', 'My name is Dora']],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(sentencesOf(text), expected));
  }
});

describe('actualSentences()', () => {
  for (const text of [
    'Suppose I live in Tokyo. I work there.',
    "Let's pretend I am a surgeon. I work at a big hospital.",
    "Let's say my rent is 1000.",
    'Say I am 80 and I live alone.',
    'Consider the following: I am a landlord.',
    'Scenario: I am a teacher in Kenya.',
    'Assume that I am 70.',
    'If I were rich, I would live in Monaco.',
    "I'd be a painter if I could draw.",
    'Had I known, I would have moved.',
    'I wish I had a sister.',
    'I could have been a pilot.',
    'I dreamt that I moved to Rome.',
    'In my novel, I am a spy.',
    'Once upon a time I was a frog.',
    "I'm not sure whether I have an allergy.",
    'I wonder if I should move to Spain.',
    'For example, my name is Alice.',
    'Write a short story. I am a detective. I live in Chicago.',
    'Write a poem: I live in Verona.',
    'Translate this into French: I am allergic to bees.',
    'Please correct my grammar: My wife have two cat.',
    'Proofread the following sentence.\nMy son is at Yale.',
    'Here is a poem by my friend:\nI am the wind\nMy home is the sea',
    'My colleague told me "I hate Mondays".',
    '“We live in Oslo”, wrote Ted.',
    "He said 'I can't swim'.",
    'She wrote: "I live in Rome. My name is Pia."',
    'She said: I live in Dublin.',
    'He wrote in his letter: my daughter is called Pia.',
    '> I live in Athens',
    '```\nI live in Athens\n```',
    'Someone claimed that I live in a castle.',
    'People think I am a doctor.',
    'It is not true that I live in Malta.',
    'I live in Paris. Just kidding.',
    'You are my lawyer.',
  ]) {
    it(`takes nothing in earnest of ${JSON.stringify(text)}`, () => assert.deepEqual(actualSentences(text), []));
  }

  for (const text of [
    'If you need my address, I live at 12 Elm Street.',
    'Please write an email to my landlord.',
    'I told you: my name is Ann.',
    'My doctor says I am allergic to nuts.',
    "I'd love to visit Iceland.",
    'I hope to learn Danish.',
    'My favourite film is "My Fair Lady".',
    'I wrote a story about my grandmother.',
    'I think my brother is ill.',
    "I can't swim and I don't like it.",
    'Check out this pic from my trip.',
    'The new bridge opens in spring.',
  ]) {
    it(`takes in earnest ${JSON.stringify(text)}`, () => assert.deepEqual(actualSentences(text), [text]));
  }

  it('returns to what is so where the text says so', () => {
    assert.deepEqual(actualSentences('Imagine I live in Rome. In reality, I live in Bonn. I like it.'), [
      'In reality, I live in Bonn.',
      'I like it.',
    ]);
  });
});

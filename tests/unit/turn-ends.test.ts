import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createTurnJudge, wordsOf, type Completeness } from '../../src/core/turn-ends.ts';

const judge = createTurnJudge(await readFile(new URL('../../models/turns-en/ends.txt', import.meta.url), 'utf8'));

function judged(text: string, language = 'en'): Completeness | undefined {
  return judge({ text, language });
}

/** The texts that are not judged so. */
function others(texts: readonly string[], wanted: Completeness): string[] {
  return texts.filter((text) => judged(text) !== wanted);
}

describe('createTurnJudge(), with the table that ships', () => {
  it('takes a turn that breaks off in a sentence for unfinished', () => {
    const texts = [
      "I'd like to book a table for",
      'Can you tell me what the',
      'I was wondering if you could',
      'Turn on the',
      'My sister and',
      'I want to know whether',
      'so what we need is a',
      'and',
      'because',
      'The thing is',
      'We could meet on Monday, or',
    ];
    assert.deepEqual(others(texts, 'unfinished'), []);
  });

  it('takes one that ends on a hesitation or on a sign of more for unfinished', () => {
    assert.deepEqual(
      others(['I think um', 'uhh', 'Hmm', 'I would say, er', 'Well, you know...', 'Two eggs, a pint of milk,'], 'unfinished'),
      [],
    );
  });

  it('takes whole questions, orders and answers for finished', () => {
    const texts = [
      'What time is it?',
      'what are you looking for',
      'Where are you from?',
      'Tell me a joke.',
      'Book a room for two people.',
      'yes',
      'No.',
      'Four.',
      'Thank you',
      'The big one',
      'Call my mother',
      'I think so',
      'In the morning, please.',
    ];
    assert.deepEqual(others(texts, 'finished'), []);
  });

  it('never waits long behind a number, which may be the answer as well as the beginning of one', () => {
    for (const text of ['we are four', 'the number is 555', 'at seven', 'it costs twenty', 'about 2,500']) {
      assert.notEqual(judged(text), 'unfinished', text);
    }
  });

  it('does not judge where nothing was understood', () => {
    assert.equal(judged(''), 'open');
    assert.equal(judged('', 'de'), undefined);
    assert.equal(judged('and then the', 'en-GB'), 'unfinished');
  });

  it('judges other languages by signs, hesitations and words that end no sentence', () => {
    const breaksOff = [
      ['de', 'Ich hätte gerne einen Tisch für'],
      ['es', 'Quiero reservar una mesa para'],
      ['fr', 'Je voudrais réserver une table à'],
      ['it', 'Vorrei prenotare un tavolo per'],
      ['nl-NL', 'Ik wil graag een tafel voor'],
      ['pt-BR', 'Eu queria reservar uma mesa para'],
      ['de', 'Also, ähm'],
      ['pl', 'Chciałbym...'],
      ['ja', '明日の午後、'],
    ] as const;
    assert.deepEqual(
      breaksOff.filter(([language, text]) => judged(text, language) !== 'unfinished'),
      [],
    );
    assert.equal(judged('¿Qué hora es?', 'es'), 'finished');
    assert.equal(judged('今何時ですか？', 'ja'), 'finished');
    assert.equal(judged('Schalte das Licht ein', 'de'), undefined);
    assert.equal(judged('Was ist das', 'de'), undefined);
    assert.equal(judged('si', 'es'), undefined);
  });
});

describe('createTurnJudge()', () => {
  it('reads the word, what it usually means, and the words before it that change this', () => {
    const small = createTurnJudge('for 0 1:look 2:looking,asking\nnow 1\n');
    const of = (text: string): Completeness | undefined => small({ text, language: 'en' });
    assert.deepEqual(
      [of('wait for'), of('a look for'), of("What's she asking for"), of('not now'), of('some unknown')],
      ['unfinished', 'open', 'finished', 'open', 'finished'],
    );
    assert.equal(of('is it now?'), 'finished');
  });
});

describe('wordsOf()', () => {
  it('splits a transcript into words in small letters, with one sign for numbers', () => {
    assert.deepEqual(wordsOf("It’s 10:30, isn't it? About 2,500 feet!"), ["it's", '#', "isn't", 'it', 'about', '#', 'feet']);
  });
});

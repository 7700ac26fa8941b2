import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPostingLists } from '../../src/adapters/libsql/posting-lists.ts';
import { createScoreFloor } from '../../src/adapters/libsql/score-floor.ts';
import { createTermTable } from '../../src/adapters/libsql/term-table.ts';
import { createWordCounter } from '../../src/adapters/libsql/word-counter.ts';
import { createWordIndex, type WordIndex } from '../../src/adapters/libsql/word-index.ts';
import { wordsOf } from '../../src/core/search-terms.ts';
import { termOf } from '../../src/core/word-term.ts';

/** Numbers from 0 to below 1, the same in every run. */
function createRandom(): () => number {
  let state = 11;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe('createTermTable()', () => {
  it('numbers many terms in the order they came and finds them again', () => {
    const table = createTermTable();
    const terms = Array.from({ length: 5000 }, (_, number) => `term${number.toString(7)}é東`);
    for (const [number, term] of terms.entries()) assert.equal(table.enter(term), number);
    for (const [number, term] of terms.entries()) {
      assert.equal(table.enter(term), number);
      assert.equal(table.find(term), number);
      assert.equal(table.findIn(`(${term})`, 1, term.length + 1), number);
      assert.equal(table.term(number), term);
    }
    assert.equal(table.size, 5000);
    assert.equal(table.find('absent'), -1);
    assert.equal(table.find(''), -1);
  });
});

describe('createPostingLists()', () => {
  it('gives back what was appended, however far apart and however often', () => {
    const random = createRandom();
    const lists = createPostingLists();
    const expected = Array.from({ length: 300 }, (): [document: number, times: number][] => []);
    for (let document = 0; document < 200_000; document += 1 + Math.floor(random() ** 8 * 50)) {
      for (let turn = 0; turn < 5; turn += 1) {
        const list = Math.floor(300 * random() ** 3);
        const own = expected[list]!;
        if (own.at(-1)?.[0] === document) continue;
        const times = random() < 0.6 ? 1 : 1 + Math.floor(random() ** 6 * 300_000);
        own.push([document, times]);
        lists.append(list, document, times);
      }
    }
    const documents = new Uint32Array(200_000);
    const times = new Uint32Array(200_000);
    for (const [list, own] of expected.entries()) {
      assert.equal(lists.count(list), own.length);
      assert.equal(lists.read(list, documents, times), own.length);
      assert.deepEqual(
        own.map((_, at) => [documents[at], times[at]]),
        own,
      );
    }
    assert.ok(Math.max(...expected.map((own) => own.length)) > 10_000, 'some lists span blocks');
  });

  it('takes a document far away', () => {
    const lists = createPostingLists();
    lists.append(0, 1_000_000_000, 250_000_000);
    const documents = new Uint32Array(1);
    const times = new Uint32Array(1);
    lists.read(0, documents, times);
    assert.deepEqual([documents[0], times[0]], [1_000_000_000, 250_000_000]);
  });
});

describe('createWordCounter()', () => {
  it('counts the same words as wordsOf() and termOf() in any script', () => {
    const terms = createTermTable();
    const counter = createWordCounter(terms);
    const texts = [
      'Libraries, library; LIBRARY! naïve Größe e\u0301lan x_y 3.5 don’t',
      '東京 とうきょう हिन्दी ΟΔΟΣ İstanbul 𝒳𝒴 mixed 𠮷野家 words',
      '',
      ' ... ',
      'a'.repeat(500),
    ];
    for (const text of [...texts, ...texts]) {
      const expected = new Map<string, number>();
      for (const word of wordsOf(text)) expected.set(termOf(word), (expected.get(termOf(word)) ?? 0) + 1);
      const { terms: found, times, length } = counter.count(text);
      assert.equal(length, wordsOf(text).length);
      assert.deepEqual(new Map(Array.from(found, (term, at) => [terms.term(term), times[at]])), expected);
    }
  });

  it('stays bounded and right with more words than it remembers', () => {
    const terms = createTermTable();
    const counter = createWordCounter(terms);
    for (let start = 0; start < 100_000; start += 1000) {
      const { terms: found } = counter.count(Array.from({ length: 1000 }, (_, number) => `v${start + number}`).join(' '));
      assert.equal(terms.term(found[999]!), `v${start + 999}`);
    }
    assert.ok(counter.bytes < 4_000_000, String(counter.bytes));
  });
});

describe('createScoreFloor()', () => {
  it('is the lowest of the highest scores', () => {
    const random = createRandom();
    const scores = Array.from({ length: 2000 }, () => Math.ceil(random() * 500));
    for (const size of [1, 2, 7, 100]) {
      const floor = createScoreFloor(size);
      for (const score of scores) if (score > floor.value) floor.offer(score);
      assert.equal(floor.value, scores.toSorted((left, right) => right - left)[size - 1]);
    }
    assert.equal(createScoreFloor(3).offer(5), 0);
  });
});

describe('createWordIndex()', () => {
  const texts = (() => {
    const random = createRandom();
    return Array.from({ length: 5000 }, () => Array.from({ length: 30 }, () => `w${Math.floor(400 ** random())}`).join(' '));
  })();
  const asked = ['w1', 'w7', 'w7', 'w333', 'absent'];

  /** Scores of the documents that are there, in their order. */
  function scoresOf(index: WordIndex): number[] {
    const { scores } = index.score(asked);
    return Array.from({ length: index.numbers }, (_, document) => document).flatMap((document) =>
      index.has(document) ? [scores[document] ?? 0] : [],
    );
  }

  it('scores as if removed documents had never been there, before and after they are forgotten', () => {
    const index = createWordIndex();
    for (const text of texts) index.add(index.count(text));
    for (let document = 0; document < texts.length; document += 1) if (document % 3 !== 0) index.remove(document);
    index.remove(1);
    const fresh = createWordIndex();
    for (const [document, text] of texts.entries()) if (document % 3 === 0) fresh.add(fresh.count(text));
    assert.deepEqual(scoresOf(index), scoresOf(fresh));
    assert.equal(index.score(asked).whole, fresh.score(asked).whole);

    assert.ok(index.isSparse);
    const before = index.bytes;
    const steps = index.compact();
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) assert.deepEqual(scoresOf(index), scoresOf(fresh));
    assert.equal(step.value[3], 1);
    assert.equal(step.value[4998], 1666);
    assert.equal(index.numbers, fresh.numbers);
    assert.ok(!index.isSparse && index.bytes < before);
    assert.deepEqual(scoresOf(index), scoresOf(fresh));

    index.add(index.count('w7 again'));
    fresh.add(fresh.count('w7 again'));
    assert.deepEqual(scoresOf(index), scoresOf(fresh));
  });

  it('scores nothing when it is empty or a document has no words', () => {
    const index = createWordIndex();
    assert.deepEqual(scoresOf(index), []);
    index.add(index.count('...'));
    assert.deepEqual(scoresOf(index), [0]);
  });
});

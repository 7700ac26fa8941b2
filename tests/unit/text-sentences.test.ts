import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSentences } from '../../src/adapters/extractive/sentences.ts';
import { sentencesOf } from '../../src/core/text-sentences.ts';
import { startCpuTime } from '../cpu-time.ts';

describe('sentencesOf()', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['I live on St. James Street in Bath.', ['I live on St. James Street in Bath.']],
    ['My doctor is Dr. Patel. I like her.', ['My doctor is Dr. Patel.', 'I like her.']],
    ['I met Mr. and Mrs. Brown. Anna came too.', ['I met Mr. and Mrs. Brown.', 'Anna came too.']],
    ['I work at Yahoo! in London.', ['I work at Yahoo! in London.']],
    ['I live at No. 5 Main Street.', ['I live at No. 5 Main Street.']],
    ['I read J. R. R. Tolkien. He is great.', ['I read J. R. R. Tolkien.', 'He is great.']],
    ['I served in the U.S. Navy. I left.', ['I served in the U.S. Navy.', 'I left.']],
    ['We play vs. Leeds, e.g. Tom and I.', ['We play vs. Leeds, e.g. Tom and I.']],
    ['I live on Main St. My sister lives next door.', ['I live on Main St.', 'My sister lives next door.']],
    ['I take vitamin C. My doctor says so.', ['I take vitamin C.', 'My doctor says so.']],
    ['I work at Apple Inc. My boss is Tom.', ['I work at Apple Inc.', 'My boss is Tom.']],
    ['I love it! in fact I do. Really? i live in rome', ['I love it!', 'in fact I do.', 'Really?', 'i live in rome']],
    ['Is it? No. I do not.', ['Is it?', 'No.', 'I do not.']],
    ['I get up at 6 a.m. My wife sleeps.', ['I get up at 6 a.m.', 'My wife sleeps.']],
  ];
  for (const [text, sentences] of cases) it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(sentencesOf(text), sentences));

  it('reads them as the built-in language model does', () => {
    for (const [text, sentences] of cases) if (!/[!?] \p{Ll}/u.test(text)) assert.deepEqual(splitSentences(text), sentences);
  });

  it('takes milliseconds for a long text', () => {
    const elapsed = startCpuTime();
    sentencesOf('I met Dr. '.repeat(20_000));
    splitSentences('I met Dr. '.repeat(20_000));
    assert.ok(elapsed() < 1000);
  });
});

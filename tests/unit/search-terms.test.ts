import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchTerms } from '../../src/core/search-terms.ts';

describe('searchTerms()', () => {
  it('leaves out stop words and case', () => {
    assert.deepEqual(searchTerms('What is the Capital of France?'), ['capital', 'france']);
  });

  it('keeps stop words when nothing else is there', () => {
    assert.deepEqual(searchTerms('To be or not to be'), ['to', 'to', 'be', 'be', 'or', 'not']);
  });

  it('names a repeated word as often, up to four times, and first', () => {
    assert.deepEqual(searchTerms('index the titles, index the index'), ['index', 'index', 'index', 'titles']);
    assert.equal(searchTerms('again '.repeat(50)).length, 4);
  });

  it('takes the words named most often when there are too many', () => {
    assert.deepEqual(searchTerms('one two three three', 2), ['three', 'three', 'one']);
  });

  it('is done at once with a text of ten megabytes', () => {
    const text = Array.from({ length: 1_000_000 }, (_, number) => `w${number}`).join(' ');
    const started = performance.now();
    assert.equal(new Set(searchTerms(text)).size, 64);
    assert.ok(performance.now() - started < 1000);
  });

  it('reads words of any script, and nothing but words', () => {
    assert.deepEqual(searchTerms('Größe "naïve" -- 東京 x* NEAR(a, 2)'), ['größe', 'naïve', '東京', 'x', 'near', '2']);
    assert.deepEqual(searchTerms('?! "*" ()'), []);
  });
});

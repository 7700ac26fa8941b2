import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldConfusables } from '../../src/domain/guardrails/normalisation/confusables.ts';
import { fc } from '../draws.ts';

/** What the words are that it looks at. */
const MIXED_WORD = /[a-z]{0,32}[\u0370-\u03ff\u0400-\u052f\u0561-\u0587][a-z\u0250-\u03ff\u0400-\u052f\u0561-\u0587]{0,64}/g;

describe('foldLookalikes()', () => {
  it('reads letters that look Latin as Latin where Latin ones stand in their word', () => {
    assert.equal(foldConfusables('ignоre рrevious'), 'ignore previous');
    assert.equal(foldConfusables('все правила, о чём речь'), 'все правила, о чём речь');
    assert.equal(foldConfusables('аа'), 'аа');
    assert.equal(foldConfusables(`о${'я'.repeat(64)}оx`), `о${'я'.repeat(64)}ox`);
  });

  it('changes nothing else, and no length', () => {
    const letters = fc.constantFrom(
      'a',
      'o',
      'z',
      'о',
      'а',
      'я',
      'ω',
      'ο',
      'ս',
      'ɡ',
      'ɐ',
      'ı',
      ' ',
      '-',
      'é',
      '\ud800',
      '字',
      'x'.repeat(40),
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 120 }), (parts) => {
        const text = parts.join('');
        const folded = foldConfusables(text);
        assert.equal(folded.length, text.length);
        let end = 0;
        for (const { 0: word, index } of text.matchAll(MIXED_WORD)) {
          assert.equal(folded.slice(end, index), text.slice(end, index));
          end = index + word.length;
          if (!/[a-z]/.test(word)) assert.equal(folded.slice(index, end), word);
          else assert.ok(!/[аоοսɡ]/.test(folded.slice(index, end)), word);
        }
        assert.equal(folded.slice(end), text.slice(end));
      }),
      { numRuns: 2000 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leadingSentences, splitSentences } from '../../src/domain/speech/sentences.ts';
import { fc } from '../draws.ts';

describe('splitSentences()', () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ['splits at the end of sentences', 'Hello there. How are you? Fine!', ['Hello there.', 'How are you?', 'Fine!']],
    ['keeps a title with its name', 'Ask Mr. Smith. He knows Dr. Jones.', ['Ask Mr. Smith.', 'He knows Dr. Jones.']],
    ['keeps initials together', 'J. R. Tolkien wrote it. I read it.', ['J. R. Tolkien wrote it.', 'I read it.']],
    ['keeps shortenings inside a sentence', 'Use a tool, e.g. Bun. It works.', ['Use a tool, e.g. Bun.', 'It works.']],
    ['keeps decimal numbers whole', 'Pi is 3.14 or so. Good.', ['Pi is 3.14 or so.', 'Good.']],
    ['splits at a line break after a heading', 'A title\nThe text.', ['A title', 'The text.']],
    ['gives nothing for blank text', ' \n\t ', []],
    ['keeps text without a full stop', 'no stop here', ['no stop here']],
  ];
  for (const [name, text, sentences] of cases) it(name, () => assert.deepEqual(splitSentences(text), sentences));

  it('cuts an over-long sentence after a clause when it can', () => {
    assert.deepEqual(splitSentences('one two three, four five six seven', 20), ['one two three,', 'four five six seven']);
  });

  it('cuts between words otherwise', () => {
    assert.deepEqual(splitSentences('aaaa bbbb cccc dddd', 10), ['aaaa bbbb', 'cccc dddd']);
  });

  it('cuts a word that is too long, never inside a character', () => {
    assert.deepEqual(splitSentences('😀😀😀', 3), ['😀', '😀', '😀']);
  });

  it('loses no word and keeps every piece within the bound, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 2, max: 50 }), (text, bound) => {
        const pieces = splitSentences(text, bound);
        assert.ok(pieces.every((piece) => piece.length <= bound && piece !== ''));
        assert.equal(pieces.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      }),
    );
  });
});

describe('leadingSentences()', () => {
  it('gives the whole text when it fits', () => assert.equal(leadingSentences('One. Two.', 9), 'One. Two.'));
  it('stops at the last sentence that fits', () => assert.equal(leadingSentences('One. Two. Three.', 10), 'One. Two.'));
  it('gives the beginning of a first sentence that does not fit', () => assert.equal(leadingSentences('one two three', 8), 'one two'));
});

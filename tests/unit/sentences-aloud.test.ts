import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentencesAloud } from '../../src/domain/speech/sentences-aloud.ts';

describe('sentencesAloud()', () => {
  it('puts figures, money, addresses and abbreviations into words for English voices', () => {
    assert.deepEqual(sentencesAloud('It costs $5.99 at **example.com**. Dr. Smith knows, e.g. by API.', 'en-gb'), [
      'it costs five dollars and ninety nine cents at example dot com.',
      'doctor smith knows, for example, by eigh P I.',
    ]);
    assert.deepEqual(sentencesAloud('Wait — is it 5?', 'en'), ['wait — is it five?']);
  });

  it('puts texts with signs of no script into words, too', () =>
    assert.deepEqual(sentencesAloud('It is 5 µm in 𝐛𝐨𝐥𝐝.', 'en'), ['it is five micrometers in bold.']));

  it('puts Cyrillic and Greek words into Latin letters for English voices', () => {
    assert.deepEqual(sentencesAloud('Hello мир, Αθήνα', 'en'), ['hello mir, athina.']);
    assert.deepEqual(sentencesAloud('Привет', 'ru'), ['Привет']);
  });

  it('leaves figures to voices of other languages, without Markdown', () => {
    assert.deepEqual(sentencesAloud('Das kostet **5,99 €**. Gut?', 'de'), ['Das kostet 5,99 €.', 'Gut?']);
  });

  it('leaves nothing out: texts in other scripts, and those without a word, stay as they are', () => {
    assert.deepEqual(sentencesAloud('Hello 世界', 'en-us'), ['Hello 世界']);
    assert.deepEqual(sentencesAloud('...', 'en-us'), ['...']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageName, localTime, utcTime } from '../../dashboard/src/lib/format.ts';

describe('times of a field', () => {
  it('come back as they were', () => {
    const at = '2026-01-01T10:20:00.000Z';
    assert.equal(utcTime(localTime(at)), at);
  });

  it('are none where the text is none', () => {
    assert.deepEqual([localTime(''), localTime('yesterday'), utcTime(''), utcTime('yesterday')], ['', '', undefined, undefined]);
  });
});

describe('languageName()', () => {
  it('names a language, and leaves what is no tag of one as it is', () => {
    assert.deepEqual([languageName('de'), languageName('en-US'), languageName('not a tag')], ['German', 'American English', 'not a tag']);
  });
});

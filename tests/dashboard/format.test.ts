import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageName, localTime, moment, retypedTime, utcTime } from '../../dashboard/src/lib/format.ts';

describe('times of a field', () => {
  it('come back as they were', () => {
    const at = '2026-01-01T10:20:00.000Z';
    assert.equal(utcTime(localTime(at)), at);
  });

  it('keep what was not typed anew: seconds, and the side of the hour that clocks go through twice', () => {
    const before = '2026-10-25T01:30:20.000Z';
    assert.equal(retypedTime(before, localTime(before)), before);
    assert.equal(retypedTime(before, '2026-01-01T10:20'), utcTime('2026-01-01T10:20'));
    assert.equal(retypedTime(before, ''), undefined);
  });

  it('are none where the text is none', () => {
    assert.deepEqual([localTime(''), localTime('yesterday'), utcTime(''), utcTime('yesterday')], ['', '', undefined, undefined]);
  });
});

describe('moment()', () => {
  it('names the day where it is not today, and the year where it is not this one', () => {
    const now = new Date(2026, 4, 10, 12);
    const at = (...parts: [number, number, number]): string => moment(new Date(...parts, 9, 5, 1), now);
    assert.deepEqual([at(2026, 4, 10), at(2026, 4, 9), at(2025, 4, 10)], ['09:05:01', '9 May 09:05:01', '10 May 2025 09:05:01']);
  });
});

describe('languageName()', () => {
  it('names a language, and leaves what is no tag of one as it is', () => {
    assert.deepEqual([languageName('de'), languageName('en-US'), languageName('not a tag')], ['German', 'American English', 'not a tag']);
  });
});

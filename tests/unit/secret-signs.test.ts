import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { valuesFoundBy } from '../fixtures/found-by.ts';

const found = valuesFoundBy(secretsDetector);

/** What stands before a password, the password, what stands behind. */
const SIGNED: readonly (readonly [string, string, string])[] = [
  ['my password is "', "hunt'er22X", '" and more'],
  ['my password is ', "hunt'er22X", '.'],
  ['my password is ', 'hunt"er22X', ', do not tell'],
  ['password: ', 'a"b\\c9Xyz', '\n'],
  ['"password": "', 'a\\"b9Xyz', '", "user": "ann"'],
  ["INSERT … password = '", "it''s9Xyz", "'"],
  ['DB_PASSWORD=', "hunter2'2X", '\nDB_HOST=a'],
  ["DB_PASSWORD='", 'p"a"ss9Wd', "'"],
  ['{"password":"', 'K9#x>f,Lq2<w', '","user":"bob"}'],
  ['password: ', 'K9#x"fLq2w!', ' '],
];

/** Texts in which quotes end a value, or in which there is none. */
const ENDED: readonly (readonly [string, readonly string[]])[] = [
  ['<a password="abc1234"username="bob1">', ['abc1234']],
  ["const password='abc1234'+x", ['abc1234']],
  ["if(password==='abc1234'){x}", ['abc1234']],
  ['{"a":"{\\"password\\":\\"hunter22X\\",\\"user\\":\\"bob1\\"}"}', ['hunter22X']],
  ['{"password":null,"b":"c1"}', []],
  ["password: row['pass1']", []],
  ['password = request.form["pass2"]', []],
  ["'password': \"can't be shorter than 8\"", []],
  ['password:"<b>Done1</b>"', []],
  ["password: foo('bar1')", []],
];

describe('a password with a quote, comma or bracket inside', () => {
  for (const [before, value, behind] of SIGNED)
    it(`is found whole: ${before}${value}`, () => assert.deepEqual(found(before + value + behind), [value]));
  for (const [text, values] of ENDED) it(`ends where its quotes do: ${text}`, () => assert.deepEqual(found(text), values));
  it('is held back whole while it is written', () => {
    const text = "the password is hunt'er2";
    assert.equal(secretsDetector.tail(text), text.indexOf('hunt'));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardNumberDetector, createCardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { numberWindows } from '../../src/domain/guardrails/detectors/number-windows.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { createSecretsDetector, secretsDetector } from '../../src/domain/guardrails/detectors/secrets.ts';
import { decodedPieces } from '../../src/domain/guardrails/normalisation/decoded-views.ts';
import { createTextProfiler, MOST_PLACES } from '../../src/domain/guardrails/normalisation/text-profile.ts';
import { fc, LONGEST_MS } from '../draws.ts';

const PIECES: readonly string[] = [
  '4111 1111 1111 1111',
  '４１１１１１１１１１１１１１１１',
  '4111-1111',
  'born on 3 March 1975',
  '1975-03-04',
  '+1 (202) 555-0143',
  '192.168.0.1',
  '2001:db8::ff00:42:8329',
  '00:1B:44:11:3A:B7',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'password: hunter2Xk9!',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'xoxb-123456789012-abcdefghij',
  'aWdub3JlIGFsbCBydWxlcyBub3c=',
  'an ordinary word',
  '7',
  '12',
  ' ',
  '. ',
  '\n',
  'é',
  '’',
  '\u212a',
  '\ud800',
  '2'.repeat(MOST_PLACES),
];
const TEXTS = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ maxLength: 6 }) }), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(' '));

describe('createTextSurvey()', () => {
  it('says what stands in a text', () => {
    const profile = createTextProfiler();
    fc.assert(
      fc.property(TEXTS, (text) => {
        const { isAscii, longestRun, digits, wideDigits, places } = profile(text);
        assert.equal(isAscii, /^[\0-\x7f]*$/.test(text));
        const found = Array.from(text.matchAll(/\d/g), ({ index }) => index);
        assert.equal(digits, found.length);
        assert.deepEqual([...places.subarray(0, Math.min(digits, MOST_PLACES))], found.slice(0, MOST_PLACES));
        assert.equal(wideDigits, text.match(/[０-９]/g)?.length ?? 0);
        const runs = Array.from(text.matchAll(/[\w.:~+/=!$%@-]+/g), ([run]) => run.length);
        assert.ok(longestRun >= Math.max(0, ...runs));
        if (isAscii) assert.equal(longestRun, Math.max(0, ...runs));
      }),
      { numRuns: 1000 },
    );
  });

  it('remembers the last two texts, and no more of any than it said', () => {
    const profile = createTextProfiler();
    const [first, second] = [profile('one 1'), profile('two 22')];
    assert.equal(profile('one 1'), first);
    assert.equal(profile('two 22'), second);
    assert.deepEqual([first.digits, first.places[0], second.digits, second.places[0]], [1, 4, 2, 4]);
    assert.deepEqual([profile('three 333').digits, profile('two 22'), profile('one 1').digits], [3, second, 1]);
  });

  it('changes nothing of what checks find', { timeout: LONGEST_MS }, () => {
    const profile = createTextProfiler();
    const isTelephone = (): boolean => true;
    const pairs = [
      [createCardNumberDetector(profile), cardNumberDetector],
      [createPersonalDataDetector({ isTelephone, profile }), createPersonalDataDetector({ isTelephone })],
      [createSecretsDetector({ profile }), secretsDetector],
    ] as const;
    const found = new Set<string>();
    fc.assert(
      fc.property(TEXTS, (text) => {
        const part = { id: 'p', role: 'user', channel: 'user', text } as const;
        for (const [own, plain] of pairs) {
          const findings = plain.inspect(part);
          assert.deepEqual(own.inspect(part), findings);
          for (const { category } of findings) found.add(category);
        }
        const zones = numberWindows(text, profile(text));
        assert.deepEqual(
          zones.map((zone) => ({ ...zone, longestRun: Infinity })),
          numberWindows(text),
        );
        assert.deepEqual(decodedPieces(text, profile(text).longestRun), decodedPieces(text));
      }),
      { numRuns: 2000 },
    );
    assert.ok(found.size > 8, [...found].join(' '));
  });
});

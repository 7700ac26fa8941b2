import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../draws.ts';
import { normalise } from '../../src/domain/guardrails/normalise.ts';

describe('normalise()', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['folds case', 'Hello THERE', 'hello there'],
    ['folds full-width letters', 'Ｈｅｌｌｏ', 'hello'],
    ['takes ligatures apart', 'eﬀect', 'effect'],
    ['drops zero-width characters', 'i\u200bg\u200dno\u2060re', 'ignore'],
    ['drops soft hyphens and byte order marks', '\ufeffig\u00adnore', 'ignore'],
    ['reads Unicode tag characters as the ASCII they hide', 'ok \u{e0048}\u{e0069}', 'ok hi'],
    ['composes letters with their marks', 'U\u0308ber', 'über'],
    ['keeps other scripts', 'Привет, 世界', 'привет, 世界'],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => assert.equal(normalise(text).text, expected));
  }

  it('maps a span back to the original across dropped and composed characters', () => {
    const text = 'aﬀ\u200b IGNORE';
    const { text: folded, original } = normalise(text);
    const start = folded.indexOf('ignore');
    const span = original(start, start + 'ignore'.length);
    assert.equal(text.slice(span.start, span.end), 'IGNORE');
  });

  it('maps the whole of any text back to spans inside it, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, a, b) => {
        const { text: folded, original } = normalise(text);
        if (folded.length === 0) return;
        const start = a % folded.length;
        const end = start + 1 + (b % (folded.length - start));
        const span = original(start, end);
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length);
        assert.ok(normalise(text.slice(span.start, span.end)).text.includes(folded.slice(start, end)));
      }),
    );
  });
});

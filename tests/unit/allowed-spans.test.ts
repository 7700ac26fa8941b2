import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedSpans } from '../../src/domain/guardrails/allowed-spans.ts';
import { fc } from '../draws.ts';

describe('allowedSpans()', () => {
  it('hold what lies inside an occurrence, in any case, and nothing else', () => {
    const spans = allowedSpans('Write to ANN@example.com, not to bob@example.com', ['ann@EXAMPLE.com', 'rite']);
    assert.ok(spans.hold(9, 24));
    assert.ok(spans.hold(13, 20));
    assert.ok(!spans.hold(8, 24));
    assert.ok(!spans.hold(9, 25));
    assert.ok(!spans.hold(33, 48));
    assert.ok(!allowedSpans('', []).hold(0, 0));
  });

  it('hold in any case also beside a letter whose small form is longer', () => {
    const spans = allowedSpans('Write from İzmir to ANN@example.com', ['Ann@Example.com', 'İzmir']);
    assert.ok(spans.hold(20, 35));
    assert.ok(spans.hold(11, 16));
    assert.ok(!spans.hold(19, 35));
  });

  it('say what comparing with every occurrence says', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A'), maxLength: 30 });
    const phrases = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, phrases, fc.nat(30), fc.nat(30), (text, allow, start, length) => {
        const inside = allow.some((phrase) => {
          const places = Array.from(text, (_, at) => at).filter((at) => text.toLowerCase().startsWith(phrase, at));
          return phrase !== '' && places.some((at) => at <= start && at + phrase.length >= start + length);
        });
        assert.equal(allowedSpans(text, allow).hold(start, start + length), inside);
      }),
    );
  });

  it('cost no more than a little for each finding in a text that repeats what is allowed', () => {
    const text = 'bob@example.com '.repeat(100_000);
    const before = performance.now();
    const spans = allowedSpans(text, ['@example.com', 'bob@example']);
    let held = 0;
    for (let at = 0; at < text.length; at += 16) held += Number(spans.hold(at + 4, at + 15));
    assert.equal(held, 100_000);
    assert.ok(performance.now() - before < 2000);
  });
});

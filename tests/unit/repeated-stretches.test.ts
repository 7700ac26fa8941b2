import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStretchMemory } from '../../src/domain/guardrails/normalisation/repeated-stretches.ts';
import { fc } from '../draws.ts';

const SURROUNDINGS = { back: 8, ahead: 40 };

/** The surroundings of a place. */
function around(text: string, place: number): string {
  return text.slice(place - SURROUNDINGS.back, place + SURROUNDINGS.ahead);
}

describe('createStretchMemory()', () => {
  it('remembers a place only for places with the same surroundings', () => {
    const piece = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 24 }),
      fc.integer({ min: 1, max: 900 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 7 }), (pieces, step) => {
        const text = pieces.map(([unit, count]) => unit.repeat(count)).join('');
        const memory = createStretchMemory(text, SURROUNDINGS, () => ({ seen: new Set<string>() }));
        for (let place = 0; place < text.length; place += step) {
          const known = memory.at(place, 'kind');
          known?.seen.add(around(text, place));
          if (known !== undefined) assert.deepEqual([...known.seen], [around(text, place)]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('remembers nearly all of a long text that repeats itself, each kind for itself', () => {
    const unit = 'password: 7 ';
    const text = `${'x y z '.repeat(1000)}${unit.repeat(10_000)}`;
    const memory = createStretchMemory<string, object>(text, SURROUNDINGS, () => ({}));
    const known = new Set<object>();
    let again = 0;
    for (let place = 6000; place < text.length; place += unit.length) {
      const [one, other] = [memory.at(place, 'one'), memory.at(place, 'other')];
      assert.ok(one === undefined || one !== other);
      if (one !== undefined && known.has(one)) again += 1;
      if (one !== undefined) known.add(one);
    }
    assert.ok(again > 9500, String(again));
  });

  it('remembers nothing of a text that does not', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index} `).join('');
    const memory = createStretchMemory(text, SURROUNDINGS, () => ({}));
    for (let place = 0; place < text.length; place += 3) assert.equal(memory.at(place, 'kind'), undefined);
  });
});

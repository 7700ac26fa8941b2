import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginning, milliseconds, oneLine, share, visible } from '../../dashboard/src/lib/format.ts';
import { place } from '../../dashboard/src/lib/place.ts';
import { stretchesOf } from '../../dashboard/src/lib/placeholders.ts';
import { spansOf } from '../../dashboard/src/lib/spans.ts';
import { fc } from '../draws.ts';

describe('text from outside', () => {
  it('shows direction, escape and invisible characters as code points', () => {
    assert.equal(visible('a\u202Eb\u001B[31mc\u200Bd\ne'), 'a‹202E›b‹001B›[31mc‹200B›d\ne');
  });

  it('keeps joiners where spelling needs them: between letters of joined scripts and within an emoji', () => {
    for (const text of [
      '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
      '\u0915\u094D\u200D\u0937',
      '\u{1F469}\u200D\u{1F4BB}',
      '\u2764\uFE0F\u200D\u{1F525}',
      '\u{1F469}\u{1F3FD}\u200D\u{1F680}',
    ])
      assert.equal(visible(text), text);
    assert.equal(visible('a\u200Db \u{1F469}\u200Da \u0645\u200Ca'), 'a‹200D›b \u{1F469}‹200D›a \u0645‹200C›a');
  });

  it('is cut to one line', () => {
    assert.equal(oneLine('x'.repeat(300), 10), 'xxxxxxxxxx…');
    assert.equal(oneLine('a\n\tb'), 'a b');
  });
});

describe('spansOf()', () => {
  it('cuts a text at its findings, the hardest action first where they overlap', () => {
    const findings = [
      { start: 2, end: 8, action: 'flag', category: 'a' },
      { start: 4, end: 6, action: 'block', category: 'b' },
    ] as const;
    assert.deepEqual(
      spansOf('0123456789', findings).map(({ text, action }) => [text, action]),
      [
        ['01', undefined],
        ['23', 'flag'],
        ['45', 'block'],
        ['67', 'flag'],
        ['89', undefined],
      ],
    );
  });

  it('never loses a character, whatever the offsets', () => {
    const finding = fc.record({
      start: fc.integer({ min: -5, max: 40 }),
      end: fc.integer({ min: -5, max: 40 }),
      action: fc.constant('block' as const),
      category: fc.constant('c'),
    });
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(finding),
        (text, findings) =>
          spansOf(text, findings)
            .map((span) => span.text)
            .join('') === text,
      ),
    );
  });
});

describe('stretchesOf()', () => {
  it('tells what the guard put in from what was said', () => {
    assert.deepEqual(stretchesOf('to [EMAIL_ADDRESS] [not this]'), [
      { text: 'to ', isPlaceholder: false },
      { text: '[EMAIL_ADDRESS]', isPlaceholder: true },
      { text: ' [not this]', isPlaceholder: false },
    ]);
  });
});

describe('a long text', () => {
  it('is shown by its first lines, so that what was decided about it stays in sight', () => {
    assert.equal(beginning('short\nand whole'), 'short\nand whole');
    assert.equal(beginning('line\n'.repeat(400)).split('\n').length, 20);
    assert.equal(beginning('a'.repeat(9000)).length, 2000);
    assert.equal(beginning(`${'a'.repeat(3000)}\n`.repeat(30)).length, 2000);
  });
});

describe('figures', () => {
  it('are written as people read them', () => {
    assert.deepEqual(
      [0.4, 12.4, 1300, null].map((value) => milliseconds(value)),
      ['0.40 ms', '12 ms', '1.30 s', '–'],
    );
    assert.deepEqual([share(1, 4), share(0, 4), share(0, 0)], ['25.0 %', '0 %', '–']);
  });
});

describe('place()', () => {
  it('escapes what goes into an address', () => {
    assert.equal(place('/requests/{id}', { id: 'a/b?c' }, { text: 'x&y', none: '' }), '/dashboard/requests/a%2Fb%3Fc?text=x%26y');
  });
});

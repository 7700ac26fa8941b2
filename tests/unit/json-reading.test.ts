import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGrowingText } from '../../src/domain/guardrails/growing-text.ts';
import { readableLength, readAgain, readEscapes, readPart } from '../../src/domain/guardrails/normalisation/json-reading.ts';
import { readThrough } from '../../src/domain/guardrails/normalisation/read-through.ts';
import { fc } from '../draws.ts';

const ARGUMENTS = 'choices[0].message.tool_calls[0].function.arguments';

/** A string as JSON with some of its characters written as escapes. */
const written = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }))
  .map(([text, turns]) => {
    const plain = Array.from({ length: text.length }, (_, index) => text.charAt(index));
    const inside = plain.map((unit, index) =>
      turns[index % turns.length] === true
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(unit).slice(1, -1).replaceAll('/', '\\/'),
    );
    return { text, inside };
  });

describe('readEscapes()', () => {
  it('says what JSON says, and where every character of it was written', () => {
    fc.assert(
      fc.property(written, ({ text, inside }) => {
        const raw = `{"${inside.join('')}"}`;
        const reading = readEscapes(raw);
        assert.equal(reading.text, `{"${text}"}`);
        for (let index = 0; index <= text.length; index += 1) {
          assert.equal(reading.written(index + 2), 2 + inside.slice(0, index).join('').length);
        }
        assert.equal(reading.written(reading.text.length), raw.length);
      }),
    );
  });

  it('leaves what is no escape as it stands', () => {
    const raw = String.raw`{"\x41 \u00zz \u12": \q \\u0041 \\\u0041`;
    assert.equal(readEscapes(raw).text, String.raw`{"\x41 \u00zz \u12": \q \u0041 \A`);
  });
});

describe('readableLength()', () => {
  it('holds back an escape whose rest has not come, and nothing else', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['abc', ''],
      [String.raw`abc\n`, ''],
      ['abc\\', '\\'],
      ['abc\\\\', ''],
      ['abc\\\\\\', '\\'],
      [String.raw`abc\u`, String.raw`\u`],
      [String.raw`abc\u004`, String.raw`\u004`],
      [String.raw`abc\u0041`, ''],
      [String.raw`abc\\u004`, ''],
      [String.raw`abc\uz`, ''],
      [String.raw`abc\q`, ''],
    ];
    for (const [raw, held] of rows) assert.equal(raw.slice(readableLength(raw)), held, raw);
  });
});

describe('readThrough()', () => {
  /** Texts in strings of JSON in strings of JSON. */
  const deep = fc.tuple(written, fc.nat({ max: 6 }), fc.nat({ max: 6 })).map(([{ text, inside }, quotes, backslashes]) => {
    let raw = inside.join('');
    for (let level = 0; level < quotes; level += 1) raw = JSON.stringify(raw).slice(1, -1);
    for (let level = 0; level < backslashes; level += 1) raw = raw.replaceAll('\\', '\\u005c');
    return { text, raw };
  });

  it('says what is said in the end, however often it is escaped', () => {
    fc.assert(
      fc.property(deep, ({ text, raw }) => {
        assert.equal(readThrough(raw, false).text, readThrough(text, false).text);
        assert.ok(readEscapes(readThrough(raw, false).text).text === readThrough(raw, false).text);
      }),
    );
  });

  it('says of the beginning of a text what it says of the whole, and where that was written', () => {
    fc.assert(
      fc.property(deep, fc.nat(), ({ raw }, cut) => {
        const whole = readThrough(raw, false);
        const end = cut % (raw.length + 1);
        const begun = readThrough(raw.slice(0, end), true);
        assert.ok(whole.text.startsWith(begun.text), `${begun.text} of ${whole.text}`);
        for (let place = 0; place < begun.text.length; place += 1) assert.equal(begun.written(place), whole.written(place));
        assert.ok(begun.written(begun.text.length) <= end);
        assert.equal(whole.written(whole.text.length), raw.length);
      }),
    );
  });

  it('takes what begins as an escape again and again as it stands', () => {
    const raw = '\\u003'.repeat(1000);
    assert.equal(readThrough(raw, false).text, raw);
    assert.ok(readThrough(raw, true).text.length > raw.length - 30);
  });
});

describe('readAgain()', () => {
  /** Strings of JSON in strings of JSON, some with more of them in the end than in the beginning. */
  const nested = fc.array(fc.tuple(written, fc.nat({ max: 5 })), { minLength: 1, maxLength: 4 }).map((parts) =>
    parts
      .map(([{ inside }, levels]) => {
        let raw = inside.join('');
        for (let level = 0; level < levels; level += 1) raw = JSON.stringify(raw).slice(1, -1);
        return raw;
      })
      .join(' and '),
  );

  it('says of the beginning of a text in every reading what it says of the whole, whatever comes', () => {
    fc.assert(
      fc.property(nested, fc.nat(), fc.constantFrom('json', 'text'), (raw, cut, readAs) => {
        const begun = raw.slice(0, cut % (raw.length + 1));
        const own = [begun, ...readAgain(begun, readAs, true).map(({ text }) => text)];
        for (const [index, whole] of readAgain(raw, readAs).entries()) {
          const text = own[Math.min(index + 1, own.length - 1)] ?? '';
          assert.ok(whole.text.startsWith(text), JSON.stringify([text, whole.text]));
        }
      }),
      { numRuns: 2000, examples: [[String.raw`x\\\u0074 and \\\\\\\"`, 9, 'json']] },
    );
  });
});

describe('readPart()', () => {
  it('leads from what a text says to what was written', () => {
    const text = String.raw`{"a":"x\n\u0034\u0031"}`;
    const { part, placed } = readPart({ id: ARGUMENTS, role: 'assistant', channel: 'user', text });
    assert.equal(part.text, '{"a":"x\n41"}');
    const found = placed({ detector: 'd', category: 'c', part: ARGUMENTS, start: 8, end: 10, score: 1 });
    assert.equal(text.slice(found.start, found.end), String.raw`\u0034\u0031`);
  });

  it('leaves what is no JSON as it stands', () => {
    const said = { role: 'user', channel: 'user', text: String.raw`C:\new\u0041` } as const;
    for (const id of ['messages[0].content', ARGUMENTS]) assert.equal(readPart({ id, ...said }).part.text, said.text);
    const read = { id: ARGUMENTS, ...said, text: String.raw`{"\u0041"}`, readAs: 'text' } as const;
    assert.equal(readPart(read).part, read);
  });
});

describe('createGrowingText()', () => {
  it('reads pieces as it reads the whole, whatever is let go of', () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(), { maxLength: 12 }), fc.nat(), ({ text, inside }, cuts, drop) => {
        const raw = `{"${inside.join('')}", "n": -12.5, "`;
        const places = cuts.map((cut) => cut % (raw.length + 1)).toSorted((a, b) => a - b);
        const growing = createGrowingText(ARGUMENTS);
        let dropped = 0;
        for (const [index, end] of [...places, raw.length].entries()) {
          growing.push(raw.slice(places[index - 1] ?? 0, end));
          const length = drop % (growing.window.length + 1);
          if (index % 3 === 2) {
            growing.drop(length);
            dropped += length;
          }
        }
        const whole = `{"${text}", "n": -12.5, "`;
        assert.equal(growing.window, whole.slice(dropped));
        assert.equal(growing.inWhole(0), readEscapes(raw).written(dropped));
        assert.equal(growing.redacted(0, growing.window.length, []), raw.slice(growing.inWhole(0)));
      }),
    );
  });

  it('takes an escape that never ends as it stands', () => {
    const growing = createGrowingText(ARGUMENTS);
    growing.push('{"a\\u00');
    assert.equal(growing.window, '{"a');
    growing.end();
    assert.equal(growing.window, '{"a\\u00');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOfLine } from '../../src/adapters/documents/pdf-line.ts';
import { startCpuTime } from '../cpu-time.ts';

/** Runs by their text and left edge; each letter is 5 points wide, the type is 10 points high. */
const runs = (...given: readonly (readonly [string, number])[]) =>
  given.map(([str, x]) => ({ str, width: str.length * 5, height: 10, transform: [10, 0, 0, 10, x, 700], hasEOL: false }));

describe('textOfLine()', () => {
  const cases: readonly (readonly [string, readonly (readonly [string, number])[], string])[] = [
    [
      'columns with a space between them',
      [
        ['Berth', 0],
        ['Owner', 60],
      ],
      'Berth Owner',
    ],
    [
      'touching runs as one word',
      [
        ['har', 0],
        ['bour', 15],
      ],
      'harbour',
    ],
    [
      'words of Latin script in the order of the file, also where that is not the order of their places',
      [
        ['b', 50],
        ['a', 0],
      ],
      'b a',
    ],
    [
      'single letters of Arabic from the right, as the letters that their shapes stand for',
      [
        ['ﺐ', 0],
        ['ﺎ', 5],
        ['ﺑ', 10],
      ],
      'باب',
    ],
    [
      'a ligature of Arabic as its letters',
      [
        ['ﻡ', 0],
        ['ﻼ', 5],
        ['ﺳ', 10],
      ],
      'سلام',
    ],
    [
      'words of Hebrew from the right',
      [
        ['עולם', 0],
        ['שלום', 25],
      ],
      'שלום עולם',
    ],
    [
      'a number among Arabic words from left to right',
      [
        ['دمشق', 0],
        ['98', 35],
        ['19', 25],
        ['سنة', 50],
      ],
      'سنة 1998 دمشق',
    ],
    [
      'several Latin words among Hebrew ones in their order',
      [
        ['כאן בבית', -25],
        ['New', 20],
        ['York', 40],
        ['גר', 65],
      ],
      'גר New York כאן בבית',
    ],
    [
      'Hebrew words in a Latin line from the right among themselves',
      [
        ['He said', 0],
        ['עולם', 40],
        ['שלום', 65],
        ['twice', 90],
      ],
      'He said שלום עולם twice',
    ],
    [
      'the mark at the end of a line that was set from the left',
      [
        ['עולם', 0],
        ['שלום', 25],
        ['.', 45],
      ],
      'שלום עולם.',
    ],
  ];
  for (const [what, given, expected] of cases) {
    it(`reads ${what}`, () => assert.equal(textOfLine(runs(...given)), expected));
  }

  it('takes milliseconds for a line of thousands of runs', () => {
    const elapsed = startCpuTime();
    const line = textOfLine(runs(['א', 0], ...Array.from({ length: 20_000 }, (_, index) => ['-', 5 + 5 * index] as const)));
    assert.equal(line.length, 20_001);
    assert.ok(elapsed() < 500);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBlockWriter } from '../../src/adapters/documents/block-writer.ts';
import { createPageReader, type TextRun } from '../../src/adapters/documents/pdf-page.ts';
import { DEFAULT_EXTRACTION_LIMITS, type Block } from '../../src/ports/extractor.ts';
import { startCpuTime } from '../cpu-time.ts';

type Line = readonly [text: string, x: number, y: number, size?: number, turned?: boolean];

/** What is read of a page whose file holds these lines in this order. */
function read(lines: readonly Line[]): string[] {
  const blocks: Block[] = [];
  const writer = createBlockWriter(DEFAULT_EXTRACTION_LIMITS, (some) => blocks.push(...some));
  const runs = lines.map(([str, x, y, size = 10, turned = false]): TextRun => {
    const transform = turned ? [0, size, -size, 0, x, y] : [size, 0, 0, size, x, y];
    return { str, transform, width: str.length * size * 0.5, height: size, hasEOL: true };
  });
  createPageReader(writer)(runs, 1);
  writer.finish(1);
  return blocks.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text.replaceAll('\n', ' ')));
}

const first: Line[] = [
  ['The keeper of the lighthouse lives', 50, 700],
  ['in the white house on the hill.', 50, 688],
];
const second: Line[] = [
  ['The lens of the lighthouse weighs', 50, 600],
  ['more than two tonnes without its base.', 50, 588],
];
const PROSE = [first, second].map((lines) => lines.map(([text]) => text).join(' '));
const [KEEPER = '', LENS = ''] = PROSE;
const keeper: Line = ['The keeper', 50, 720, 16];
const lens: Line = ['The lens', 50, 620, 16];

describe('createPageReader()', () => {
  it('puts headings that a file holds behind the text of the page before their sections', () => {
    assert.deepEqual(read([...first, ...second, keeper, lens]), ['# The keeper', KEEPER, '# The lens', LENS]);
    const sub: Line = ['Its weight', 50, 612, 13];
    assert.deepEqual(read([...first, ...second, ['The lens', 50, 640, 18], sub, keeper]), [
      '# The keeper',
      KEEPER,
      '# The lens',
      '# Its weight',
      LENS,
    ]);
  });

  it('finds the section of each column', () => {
    const right = second.map(([text, , y]): Line => [text, 320, y + 60]);
    const heading: Line = ['The lens', 320, 680, 16];
    assert.deepEqual(read([...first, ...right, keeper, heading]), ['# The keeper', KEEPER, '# The lens', LENS]);
  });

  it('leaves headings that stand right, and those whose section is on the next page', () => {
    assert.deepEqual(read([keeper, ...first, lens, ...second]), ['# The keeper', KEEPER, '# The lens', LENS]);
    const foot: Line = ['page 3 of 9', 50, 20, 7];
    assert.deepEqual(read([foot, ...first, ['History', 50, 40, 16]]), ['page 3 of 9', KEEPER, '# History']);
    assert.deepEqual(read([...second, ['Far away', 50, 760, 16]]), [LENS, '# Far away']);
  });

  it('leaves large letters within a text, turned text and rows of a table where they are', () => {
    const drop: Line[] = [
      ['he keeper of the lighthouse lives', 80, 700],
      ['alone in the white house on the', 80, 688],
      ['hill with a dog and with two cats.', 50, 676],
    ];
    assert.equal(read([...drop, ['T', 50, 686, 24], ...second]).indexOf('# T'), 1);
    assert.deepEqual(read([...first, ...second, ['Draft', 60, 620, 16, true]]).at(-1), '# Draft');
    const table: Line[] = [
      ['Item', 50, 700],
      ['Kettle', 50, 680],
      ['Price', 300, 700],
      ['17.00', 300, 680],
    ];
    assert.deepEqual(read([...table, ...second]), ['Item', 'Kettle', 'Price', '17.00', LENS]);
  });

  it('takes little time for thousands of headings', () => {
    const lines = Array.from({ length: 20_000 }, (_, index): Line[] => [
      ['Some words of a text', 50, 800_000 - index * 40],
      ['A heading', 50, 800_000 - index * 40 + 14, 16],
    ]);
    const spent = startCpuTime();
    assert.equal(read(lines.flat()).length, 40_000);
    assert.ok(spent() < 5000);
  });
});

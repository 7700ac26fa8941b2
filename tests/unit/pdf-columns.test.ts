import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inColumns, type RunLine } from '../../src/adapters/documents/pdf-columns.ts';
import { startCpuTime } from '../cpu-time.ts';

/** Lines of cells that begin at these places; each letter is 5 points wide, the type is 10 points high. */
function linesOf(places: readonly number[], rows: readonly (readonly string[])[]): RunLine[] {
  return rows.map((cells, row) => ({
    height: 10,
    y: 700 - row * 12,
    runs: cells.flatMap((str, cell) => {
      const transform = [10, 0, 0, 10, places[cell] ?? 0, 700 - row * 12];
      return str === '' ? [] : [{ str, width: str.length * 5, height: 10, transform, hasEOL: false }];
    }),
  }));
}

const textsOf = (lines: readonly RunLine[]): string[] => lines.map(({ runs }) => runs.map(({ str }) => str).join(' | '));

describe('inColumns()', () => {
  const rows = [
    ['The harbour master is Ines', 'The lighthouse lens weighs'],
    ['Calder. She has held the', '2.4 tonnes. It was made in'],
    ['office since 2014 and lives', 'Marseille in 1887 and has'],
    ['in the white house.', 'never been replaced.'],
  ];

  it('puts one column behind the other where a file holds them line by line', () => {
    const columns = [...rows.map(([first]) => first), ...rows.map(([, second]) => second)];
    assert.deepEqual(textsOf(inColumns(linesOf([50, 320], rows))), columns);
    const heading = [['A heading that stands above both of the columns and is longer than either of them']];
    assert.deepEqual(textsOf(inColumns([...linesOf([50], heading), ...linesOf([50, 320], rows)])), [...heading.flat(), ...columns]);
  });

  it('reads three columns, of which one is shorter', () => {
    const third = ['The ferry leaves at noon', 'and comes back at dusk', 'with the mail.', ''];
    const three = rows.map((cells, index) => [...cells, third[index] ?? '']);
    const found = textsOf(inColumns(linesOf([50, 250, 450], three)));
    assert.deepEqual(
      found,
      [0, 1, 2].flatMap((column) => three.map((cells) => cells[column] ?? '')).filter((text) => text !== ''),
    );
  });

  it('leaves the rows of a table together', () => {
    const table = [
      ['Item and its colour', 'Where it is stored', 'Price'],
      ['Copper kettle, large', 'Shelf four, left side', '17.00'],
      ['Tin lantern, green', 'Shelf one, right side', '5.50'],
      ['Brass bell, polished', 'Room two, at the door', '48.00'],
    ];
    assert.deepEqual(
      textsOf(inColumns(linesOf([50, 250, 450], table))),
      table.map((cells) => cells.join(' | ')),
    );
  });

  it('takes milliseconds for thousands of lines', () => {
    const lines = linesOf(
      [50, 320],
      Array.from({ length: 5000 }, (_, index) => [`Name of thing ${index}`, `Its place number ${index}`]),
    );
    const elapsed = startCpuTime();
    assert.equal(inColumns(lines).length, lines.length);
    assert.ok(elapsed() < 1000);
  });
});

import { CsvError, parse } from 'csv-parse/sync';
import type { BlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** Rows of a table as records: a `column: value` line per value. The first row has the column names. */
export function readCsv(text: string, writer: BlockWriter): void {
  let header: readonly string[] | undefined;
  let row = 0;
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      onRecord: (values: string[]) => {
        if (header === undefined) header = values.map((name, index) => name.trim() || `column ${index + 1}`);
        else add(header, values);
        return undefined;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw fileFault('invalid_file', 'it is not valid CSV.', error);
    throw error;
  }
  // A header without records is the only text.
  if (row === 0 && header !== undefined) writer.add('record', header.join('\n'));

  function add(names: readonly string[], values: readonly string[]): void {
    row += 1;
    const lines = values.map((value, index) => (value.trim() === '' ? '' : `${names[index] ?? `column ${index + 1}`}: ${value.trim()}`));
    writer.add('record', lines.filter((line) => line !== '').join('\n'), { headings: [`row ${row}`] });
  }
}

/** The most frequent delimiter in the first line. */
function delimiterOf(text: string): string {
  const line = text.slice(0, 10_000).split('\n', 1)[0] ?? '';
  const count = (mark: string): number => line.split(mark).length;
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

import { CsvError, parse } from 'csv-parse/sync';
import type { BlockWriter } from './block-writer.ts';
import { hasHeader } from './csv-header.ts';
import { fileFault } from './faults.ts';
import { linesOf } from './plain-text.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const HEAD_CHARACTERS = 10_000;
const MAX_LINES_ABOVE = 20;
/** The first line that spreadsheets write to name the delimiter. Trailing spaces of lines are gone, even if they were a tab. */
const NAMED_DELIMITER = /^"?sep=([^\n"]?)"?(?:\n|$)/i;

/** So many rows tell whether the first one has the names of the columns. */
const SAMPLE_ROWS = 200;

/**
 * Rows of a table as records: a `column: value` line per value, or values alone if the first row has no names of columns. Lines of text
 * above the table, in which its delimiter does not occur, are paragraphs.
 */
export function readCsv(text: string, writer: BlockWriter): void {
  const { delimiter, start } = tableOf(text);
  for (const line of linesOf(text.slice(0, start))) if (!NAMED_DELIMITER.test(line.text)) writer.add('paragraph', line.text);
  let sample: string[][] | undefined = [];
  let header: readonly string[] | undefined;
  let number = 0;
  try {
    parse(text.slice(start), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      onRecord: (values: string[]) => {
        if (sample === undefined) add(values);
        else if (sample.push(values) === SAMPLE_ROWS) begin(sample);
        return undefined;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw fileFault('invalid_file', 'it is not valid CSV.', error);
    throw error;
  }
  if (sample !== undefined) begin(sample);

  /** Adds the rows so far, once it is known whether the first one is a header. */
  function begin(rows: readonly string[][]): void {
    sample = undefined;
    const [first = []] = rows;
    // A header without records is the only text.
    const isHeaded = rows.length > 1 && hasHeader(rows);
    if (isHeaded) header = first.map((name, index) => name.trim() || `column ${index + 1}`);
    for (const row of isHeaded ? rows.slice(1) : rows) add(row);
  }

  function add(values: readonly string[]): void {
    number += 1;
    const lines = values.map((given, index) => {
      const value = given.trim();
      return header === undefined || value === '' ? value : `${header[index] ?? `column ${index + 1}`}: ${value}`;
    });
    writer.add('record', lines.filter((line) => line !== '').join('\n'), { headings: [`row ${number}`] });
  }
}

interface Table {
  readonly delimiter: string;
  /** Where its first row begins. */
  readonly start: number;
}

/**
 * The delimiter of the table and where it begins: as the file says, else the most frequent one of the first line. If that has none, the
 * first of two lines that have equally many begins the table.
 */
function tableOf(text: string): Table {
  const named = NAMED_DELIMITER.exec(text);
  if (named !== null) return { delimiter: named[1] || '\t', start: named[0].length };
  const lines = [...linesOf(text.slice(0, HEAD_CHARACTERS))].slice(0, MAX_LINES_ABOVE + 2);
  for (const [index, line] of lines.entries()) {
    const delimiter = DELIMITERS.toSorted((one, other) => count(line.text, other) - count(line.text, one))[0] ?? ',';
    const found = count(line.text, delimiter);
    if (index === 0 && found > 0) return { delimiter, start: 0 };
    // A value of several lines belongs to a table of one column.
    if (count(line.text, '"') > 0) break;
    if (found === 0) continue;
    if (found === count(lines[index + 1]?.text ?? '', delimiter)) return { delimiter, start: line.start };
    break;
  }
  return { delimiter: ',', start: 0 };
}

/** How often a delimiter occurs in a line outside of quotes. */
function count(line: string, delimiter: string): number {
  return line.replace(/"[^"]*"/g, '').split(delimiter).length - 1;
}

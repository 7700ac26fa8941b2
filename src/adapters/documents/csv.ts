import { CsvError, parse } from 'csv-parse/sync';
import type { BlockWriter } from './block-writer.ts';
import { firstRowOf, isSame } from './csv-header.ts';
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
 * Rows of a table as records, a `column: value` line per value, if its first row has the names of the columns; names without values come
 * first, and rows that repeat the names, as exports do on every page, are no records. Otherwise as rows of their values, of which the
 * first is also the header of the others unless it is a record like them. Lines of text above the table, in which its delimiter does not
 * occur, are paragraphs. So every value is in the text.
 */
export function readCsv(text: string, writer: BlockWriter): void {
  const { delimiter, start } = tableOf(text);
  for (const line of linesOf(text.slice(0, start))) if (!NAMED_DELIMITER.test(line.text)) writer.add('paragraph', line.text);
  let sample: string[][] | undefined = [];
  /** The row that names the columns, as it is, and with a name for each. */
  let given: readonly string[] | undefined;
  let names: readonly string[] | undefined;
  let header: string | undefined;
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

  /** Adds the rows so far, once it is known what the first one is. */
  function begin(rows: readonly string[][]): void {
    sample = undefined;
    const [first = [], ...others] = rows;
    const kind = firstRowOf(rows);
    if (kind === 'names') {
      given = first;
      names = first.map((name, index) => name.trim() || `column ${index + 1}`);
      const unused = first.filter(
        (name, index) => name.trim() !== '' && others.every((row) => isSame(row, first) || (row[index] ?? '').trim() === ''),
      );
      writer.add('table-row', lineOf(unused));
    } else add(first);
    if (kind === 'unknown') header = lineOf(first);
    for (const row of others) add(row);
  }

  function add(values: readonly string[]): void {
    if (given !== undefined && isSame(values, given)) return;
    number += 1;
    const headings = [`row ${number}`];
    if (names === undefined) {
      if (values.some((value) => value.trim() !== ''))
        writer.add('table-row', lineOf(values), { headings, ...(header === undefined ? {} : { header }) });
      return;
    }
    const lines = values.map((value, index) => (value.trim() === '' ? '' : `${names?.[index] ?? `column ${index + 1}`}: ${value.trim()}`));
    writer.add('record', lines.filter((line) => line !== '').join('\n'), { headings });
  }
}

/** The values of a row on one line. */
function lineOf(values: readonly string[]): string {
  return values.map((value) => value.trim().replace(/\s+/g, ' ')).join(' | ');
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

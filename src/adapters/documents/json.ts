import { parseAsWritten } from '../../core/exact-numbers.ts';
import type { BlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';
import { linesOf } from './plain-text.ts';

/** A value with at most this many characters of lines is one record; a larger one is split. */
const RECORD_CHARACTERS = 2000;
const MAX_DEPTH = 200;

/** Splits a JSON document into records: `path: value` lines of parts of a readable size, with numbers as they are written. */
export function readJson(text: string, writer: BlockWriter): void {
  records(parsed(text), [], writer);
}

/** One JSON value per line, each read like a document of its own. */
export function readJsonLines(text: string, writer: BlockWriter): void {
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (line.text !== '') records(parsed(line.text, number), [`line ${number}`], writer);
  }
}

function parsed(text: string, line?: number): unknown {
  if (text.trim() === '') throw fileFault('empty_file', 'it has no text.');
  try {
    return parseAsWritten(text);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(error);
    throw fileFault('invalid_file', line === undefined ? 'it is not valid JSON.' : `line ${line} is not valid JSON.`, error);
  }
}

function tooDeep(cause?: unknown): Error {
  return fileFault('invalid_file', `its values are nested deeper than ${MAX_DEPTH} levels.`, cause);
}

function records(value: unknown, path: readonly string[], writer: BlockWriter): void {
  if (path.length > MAX_DEPTH) throw tooDeep();
  const entries = entriesOf(value);
  const whole = entries === undefined ? undefined : measured(value);
  // The records of a list stay separate even if they are short.
  if (
    entries !== undefined &&
    (whole === undefined || (Array.isArray(value) && entries.some(([, item]) => entriesOf(item) !== undefined)))
  ) {
    for (const [key, inner] of entries) records(inner, [...path, key], writer);
    return;
  }
  const text = entries === undefined ? leaf(value) : whole?.join('\n');
  if (text !== undefined)
    writer.add('record', entries === undefined && path.length > 0 ? `${path.at(-1)}: ${text}` : text, { headings: path });
}

/** The lines of a value; undefined if they are too long for a record. Stops counting there, so the total time is linear. */
function measured(value: unknown): string[] | undefined {
  const lines: string[] = [];
  let room = RECORD_CHARACTERS;
  const visit = (inner: unknown, path: string, depth: number): boolean => {
    if (depth > MAX_DEPTH) throw tooDeep();
    const entries = entriesOf(inner);
    if (entries !== undefined) return entries.every(([key, item]) => visit(item, path === '' ? key : `${path}.${key}`, depth + 1));
    const line = path === '' ? leaf(inner) : `${path}: ${leaf(inner)}`;
    lines.push(line);
    room -= line.length + 1;
    return room >= 0;
  };
  return visit(value, '', 0) ? lines : undefined;
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value);
}

function leaf(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}

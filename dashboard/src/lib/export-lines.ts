import type { GuardBody } from './api/guard-api.ts';

/** A request as a list names it. */
export type ListedRequest = GuardBody<'/requests'>['data'][number];

/** A record as a line of JSON. */
export function jsonLine(record: ListedRequest): string {
  return `${JSON.stringify(record)}\n`;
}

type Cell = string | number | boolean | null | undefined;

const COLUMNS = [
  'received_at',
  'id',
  'route',
  'status',
  'http_status',
  'verdict',
  'would_be',
  'detectors',
  'model',
  'key_name',
  'user_hash',
  'policy',
  'trial_policy',
  'stream',
  'input_length',
  'output_length',
  'prompt_tokens',
  'completion_tokens',
  'guard_ms',
  'upstream_ms',
  'total_ms',
  'error_type',
  'preview',
];

/** A record as a line of CSV (RFC 4180). */
export function csvLine({ detectors, usage, error, links, ...record }: ListedRequest): string {
  void links;
  const flat: Readonly<Record<string, Cell>> = {
    ...record,
    detectors: detectors.join(' '),
    prompt_tokens: usage?.prompt_tokens,
    completion_tokens: usage?.completion_tokens,
    error_type: error?.type,
  };
  return row(COLUMNS.map((name) => flat[name]));
}

/** The first line of a CSV: the names of its columns. */
export const csvHead = (): string => row(COLUMNS);

function row(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula stays a text: models, ids and previews are in the words of others. */
function cell(value: Cell): string {
  if (value === undefined || value === null) return '';
  // No reader of CSV takes a NUL.
  const text = String(value).replaceAll('\0', '\uFFFD');
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

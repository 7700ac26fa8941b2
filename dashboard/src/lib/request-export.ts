import { ask } from './api/guard-api.ts';
import { csvHead, csvLine, jsonLine } from './export-lines.ts';

/** `jsonl` holds records as the guard answers with them, `csv` their figures under a line of names. */
export type ExportFormat = 'jsonl' | 'csv';

/** Reads every page of the filtered list, newest first. `onProgress` hears how many there are so far. */
export async function exportRequests(
  filter: Readonly<Record<string, string | undefined>>,
  {
    format,
    signal,
    onProgress,
  }: { readonly format: ExportFormat; readonly signal: AbortSignal; readonly onProgress: (count: number) => void },
): Promise<Blob> {
  const parts = format === 'csv' ? [csvHead()] : [];
  let count = 0;
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await ask('/requests', { search: { ...filter, cursor }, signal });
    parts.push(data.map(format === 'csv' ? csvLine : jsonLine).join(''));
    count += data.length;
    onProgress(count);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/jsonl' });
}

/** Has the browser save a file. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

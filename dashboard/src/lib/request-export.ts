import { ask, type RequestRecord } from './api/guard-api.ts';

const PAGE = 100;

/** Reads every page of the filtered list as JSON lines, newest first. `onProgress` hears how many there are so far. */
export async function exportRequests(
  filter: Readonly<Record<string, string | undefined>>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (count: number) => void },
): Promise<Blob> {
  const parts: string[] = [];
  let count = 0;
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await ask('/requests', { search: { ...filter, limit: PAGE, cursor }, signal });
    parts.push(lines(data));
    count += data.length;
    onProgress(count);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return new Blob(parts, { type: 'application/jsonl' });
}

/** Records as JSON lines. */
export function lines(records: readonly RequestRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
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

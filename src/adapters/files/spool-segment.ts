import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { DebugEntry, Journal, JournalEntry } from '../../ports/journal.ts';

/** A file of entries, one a line, that is being written. */
export interface SpoolSegment {
  readonly path: string;
  readonly bytes: number;
  /** Throws what the disk throws; a line that was written in part does not spoil the next one. */
  append(entry: JournalEntry): void;
  close(): void;
}

/** How many entries of a segment are given to the journal before it is waited for. */
const BATCH = 1000;

/** Begins a segment that its owner alone may read. Throws what the disk throws. */
export function createSpoolSegment(path: string): SpoolSegment {
  const file = openSync(path, 'a', 0o600);
  const encoder = new TextEncoder();
  let bytes = 0;
  let isCut = false;
  return {
    path,
    get bytes() {
      return bytes;
    },
    append(entry) {
      const line = encoder.encode(`${isCut ? '\n' : ''}${writeEntry(entry)}\n`);
      isCut = true;
      const written = writeSync(file, line);
      bytes += written;
      if (written < line.length) throw new Error('the disk took a part of a record');
      isCut = false;
    },
    close: () => closeSync(file),
  };
}

/**
 * Gives a segment's entries to the journal and waits until they are stored. A request that the journal knows to have ended
 * stays as it is. Lines that are cut off belong to requests that got no answer; they are skipped. Throws what the journal
 * throws.
 */
export async function ingestSegment(path: string, journal: Journal): Promise<{ readonly stored: number; readonly skipped: number }> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const entries = lines.flatMap((line) => readEntry(line) ?? []);
  const ended = new Set(entries.filter(({ request }) => request.status !== 'running').map(({ request }) => request.id));
  let stored = 0;
  for (const entry of entries) {
    const { id, status } = entry.request;
    if (status === 'running' && (ended.has(id) || (await journal.request(id)) !== undefined)) continue;
    journal.record(entry);
    stored += 1;
    if (stored % BATCH === 0) await journal.flush();
  }
  await journal.flush();
  return { stored, skipped: lines.length - entries.length };
}

/** A debug entry without its field names: they are most of a record, which is written while a reply waits. */
type DebugRow = readonly [
  sequence: number,
  at: number,
  stage: DebugEntry['stage'],
  name: string,
  part: string | null,
  outcome: string,
  reason: string | null,
  findings: number,
  score: number,
  latencyMs: number,
];

type Line = Omit<JournalEntry, 'debug'> & { readonly debug: readonly DebugRow[] };

function writeEntry(entry: JournalEntry): string {
  const debug = entry.debug.map(
    ({ sequence, at, stage, name, part = null, outcome, reason = null, findings, score, latencyMs }): DebugRow => {
      return [sequence, at.getTime(), stage, name, part, outcome, reason, findings, score, latencyMs];
    },
  );
  return JSON.stringify({ ...entry, debug } satisfies Line);
}

function readEntry(line: string): JournalEntry | undefined {
  let parsed: Line;
  try {
    parsed = JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
  const { request, decisions, debug, content } = parsed;
  return {
    request: {
      ...request,
      receivedAt: new Date(request.receivedAt),
      verdict: request.verdict ?? undefined,
      keyName: request.keyName ?? undefined,
      promptTokens: request.promptTokens ?? undefined,
      completionTokens: request.completionTokens ?? undefined,
      error: request.error ?? undefined,
      preview: request.preview ?? undefined,
    },
    decisions,
    debug: debug.map(([sequence, at, stage, name, part, outcome, reason, found, score, latencyMs]) => {
      const texts = { part: part ?? undefined, outcome, reason: reason ?? undefined };
      return { sequence, at: new Date(at), stage, name, ...texts, findings: found, score, latencyMs };
    }),
    ...(content === undefined ? {} : { content: { input: content.input, output: content.output } }),
  };
}

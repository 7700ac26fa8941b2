import assert from 'node:assert/strict';
import type { Action, Decision } from '../../src/ports/guard.ts';
import type { DebugEntry, Journal, JournalEntry, RequestQuery, RequestRecord } from '../../src/ports/journal.ts';

/** A request received `second` seconds after midnight, with everything else overridable. */
export function requestRecord(id: string, second: number, own: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id,
    receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    status: 'completed',
    httpStatus: 200,
    verdict: 'allow',
    model: 'parley',
    stream: false,
    upstream: 'http://127.0.0.1:8802',
    policy: 'default',
    keyName: undefined,
    inputParts: 2,
    inputLength: 120,
    outputLength: 40,
    totalMs: 12.5,
    guardMs: 1.25,
    upstreamMs: 11,
    promptTokens: undefined,
    completionTokens: undefined,
    error: undefined,
    preview: undefined,
    ...own,
  };
}

/** A decision with one finding for each detector. */
export function decision(requestId: string, verdict: Action, detectors: readonly string[]): Decision {
  return {
    id: `decision-${requestId}`,
    requestId,
    direction: 'input',
    verdict,
    policy: 'default',
    findings: detectors.map((detector) => ({
      detector,
      category: 'test',
      part: 'messages[0].content',
      start: 0,
      end: 5,
      score: 0.875,
      threshold: 0.5,
      action: verdict,
    })),
    checks: [{ detector: 'card-number', part: 'messages[0].content', outcome: 'scanned', findings: 0, score: 0, latencyMs: 0.125 }],
    rewrites: [{ part: 'messages[0].content', text: 'line\nbreak, "quotes", NUL \0, half a pair \ud83d, \u{1f600}' }],
    latencyMs: 1.25,
  };
}

/** A debug entry with the given number. */
export function debugEntry(sequence: number, own: Partial<DebugEntry> = {}): DebugEntry {
  return {
    sequence,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, sequence)),
    stage: 'input',
    name: 'card-number',
    part: 'messages[0].content',
    outcome: 'scanned',
    reason: undefined,
    findings: 1,
    score: 0.5,
    latencyMs: 0.25,
    ...own,
  };
}

/** An entry with nothing but its request, and what is overridden. */
export function journalEntry(request: RequestRecord, own: Partial<JournalEntry> = {}): JournalEntry {
  return { request, decisions: [], debug: [], ...own };
}

/** The ids of one page. */
export async function ids(journal: Journal, query: Partial<RequestQuery> = {}): Promise<string[]> {
  const { items } = await journal.requests({ limit: 100, ...query });
  return items.map(({ id }) => id);
}

/** All pages, one list of ids each. */
export async function pages(journal: Journal, query: RequestQuery, between: (page: number) => void = () => undefined): Promise<string[][]> {
  const result: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await journal.requests(cursor === undefined ? query : { ...query, cursor });
    result.push(page.items.map(({ id }) => id));
    if (page.nextCursor === undefined) return result;
    assert.match(page.nextCursor, /^[A-Za-z0-9_-]+$/);
    cursor = page.nextCursor;
    between(result.length);
  }
}

/** The time of a request that is received so many seconds after midnight. */
export function at(second: number): Date {
  return requestRecord('x', second).receivedAt;
}

/** Runs a test with a journal of its own. */
export function withJournal(open: () => Promise<Journal>): (test: (journal: Journal) => Promise<void>) => () => Promise<void> {
  return (test) => async () => {
    await using journal = await open();
    await test(journal);
  };
}

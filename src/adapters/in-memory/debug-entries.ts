import type { DebugEntry, JournalEntry } from '../../ports/journal.ts';

/** The debug entries of a request, including those that its decisions stand for, numbered in order. */
export function debugEntries({ decisions, debug }: JournalEntry): DebugEntry[] {
  const entries: DebugEntry[] = [];
  for (const noted of debug) {
    if (!('decision' in noted)) {
      entries.push(noted);
      continue;
    }
    const { direction, checks = [] } = decisions[noted.decision] ?? {};
    if (direction === undefined) continue;
    for (const { detector, part, outcome, reason, findings, score, latencyMs } of checks) {
      const sequence = entries.length + 1;
      entries.push({ sequence, at: noted.at, stage: direction, name: detector, part, outcome, reason, findings, score, latencyMs });
    }
  }
  return entries;
}

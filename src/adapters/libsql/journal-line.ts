import { isJsonObject } from '../../core/json.ts';
import type { CheckRecord, Decision } from '../../ports/guard.ts';
import type { DebugEntry, JournalEntry, RequestRecord } from '../../ports/journal.ts';

/**
 * A check without its field names. A part that is the one before is 0; what was scanned has no reason. Most of a record is
 * checks that found nothing, and it is written while a reply waits.
 */
type CheckRow = readonly [
  detector: string,
  part: string | 0,
  outcome: CheckRecord['outcome'] | 0,
  findings: number,
  score: number,
  latencyMs: number,
  reason?: string | null,
];

type DecisionRow = Omit<Decision, 'checks'> & { readonly checks: readonly CheckRow[] };

/** A debug entry without its field names, or only its time when it says what the next check of the decisions says. */
type DebugRow =
  | readonly [
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
    ]
  | number;

/** What a request's page shows and no list does. Times count from when the request came. */
interface Details {
  readonly decisions: readonly DecisionRow[];
  readonly debug: readonly DebugRow[];
}

interface Line extends Omit<JournalEntry, 'request' | keyof Details>, Details {
  /** Its time in milliseconds since 1970: a Date would take JSON's slow path. */
  readonly request: Omit<RequestRecord, 'receivedAt'> & { readonly receivedAt: number };
}

/** An entry as it is stored: its decisions without their checks, which are in the details. */
export interface StoredEntry extends Omit<JournalEntry, 'debug'> {
  /** What `readDetails` reads. */
  readonly details: string;
}

const SCANNED: CheckRecord['outcome'] = 'scanned';

/** An entry as one line of JSON, without the end of the line. Times in it count from when the request came. */
export function writeLine(entry: JournalEntry): string {
  const origin = entry.request.receivedAt.getTime();
  const decisions = entry.decisions.map((decision): DecisionRow => ({
    ...decision,
    checks: decision.checks.map((check, index) => toCheckRow(check, decision.checks[index - 1])),
  }));
  const checks = walkChecks(entry.decisions);
  const debug = entry.debug.map((debugEntry, index): DebugRow => {
    const { sequence, at, stage, name, part = null, outcome, reason = null, findings, score, latencyMs } = debugEntry;
    if (sequence === index + 1 && checks.repeats(debugEntry)) return at.getTime() - origin;
    return [sequence, at.getTime() - origin, stage, name, part, outcome, reason, findings, score, latencyMs];
  });
  const line: Line = { ...entry, request: { ...entry.request, receivedAt: origin }, decisions, debug };
  return JSON.stringify(line);
}

/** The entry of a line as it is to be stored, or undefined when the line was cut off or is none. */
export function readLine(text: string): StoredEntry | undefined {
  try {
    const line = JSON.parse(text) as unknown;
    return isLine(line) ? toStored(line) : undefined;
  } catch {
    return undefined;
  }
}

/** As far as what is stored could not be read again, or would bring others out of order; the database refuses the rest. */
function isLine(value: unknown): value is Line {
  if (!isJsonObject(value) || !isJsonObject(value['request'])) return false;
  const { request, decisions, debug } = value;
  const { id, receivedAt, sequence = 0 } = request;
  return (
    typeof id === 'string' &&
    id !== '' &&
    isTime(receivedAt) &&
    Number.isSafeInteger(sequence) &&
    Array.isArray(decisions) &&
    decisions.every(isDecisionRow) &&
    Array.isArray(debug) &&
    debug.every((row) => typeof row === 'number' || Array.isArray(row))
  );
}

/** Milliseconds since 1970, or the text that lines of an earlier version have. */
function isTime(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && !Number.isNaN(new Date(value).getTime());
}

function isDecisionRow(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { findings, checks } = value;
  return Array.isArray(findings) && findings.every(isJsonObject) && Array.isArray(checks) && checks.every(Array.isArray);
}

function toStored({ request, content, decisions, debug }: Line): StoredEntry {
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
    decisions: decisions.map((row): Decision => ({ ...row, checks: [] })),
    details: JSON.stringify({ decisions, debug } satisfies Details),
    ...(content === undefined ? {} : { content: { input: content.input, output: content.output } }),
  };
}

/** The decisions and debug entries of a request that came at a time, in their order. */
export function readDetails(details: string, receivedAt: Date): Pick<JournalEntry, 'decisions' | 'debug'> {
  const rows = JSON.parse(details) as Details;
  const decisions = rows.decisions.map((row): Decision => ({ ...row, checks: toChecks(row.checks) }));
  const checks = walkChecks(decisions);
  const debug = rows.debug.map((row, index): DebugEntry => {
    if (typeof row === 'number') return checks.next(index + 1, new Date(receivedAt.getTime() + row));
    const [sequence, at, stage, name, part, outcome, reason, findings, score, latencyMs] = row;
    const texts = { name, part: part ?? undefined, outcome, reason: reason ?? undefined };
    return { sequence, at: new Date(receivedAt.getTime() + at), stage, ...texts, findings, score, latencyMs };
  });
  return { decisions, debug: debug.toSorted((a, b) => a.sequence - b.sequence) };
}

function toCheckRow(
  { detector, part, outcome, reason, findings, score, latencyMs }: CheckRecord,
  before: CheckRecord | undefined,
): CheckRow {
  const place = before !== undefined && before.part === part ? 0 : part;
  const state = outcome === SCANNED ? 0 : outcome;
  return reason === undefined
    ? [detector, place, state, findings, score, latencyMs]
    : [detector, place, state, findings, score, latencyMs, reason];
}

function toChecks(rows: readonly CheckRow[]): CheckRecord[] {
  let part = '';
  return rows.map(([detector, place, state, findings, score, latencyMs, reason]) => {
    if (place !== 0) part = place;
    const outcome = state === 0 ? SCANNED : state;
    return { detector, part, outcome, ...(reason === undefined || reason === null ? {} : { reason }), findings, score, latencyMs };
  });
}

/** The checks of some decisions one after the other, which debug entries repeat. */
function walkChecks(decisions: readonly Decision[]) {
  let decision = 0;
  let check = 0;

  function current(): { readonly stage: Decision['direction']; readonly check: CheckRecord } | undefined {
    for (; decision < decisions.length; decision += 1, check = 0) {
      const at = decisions[decision];
      const found = at?.checks[check];
      if (at !== undefined && found !== undefined) return { stage: at.direction, check: found };
    }
    return undefined;
  }

  return {
    /** Whether an entry says what the next check says; then that one is done with. */
    repeats({ stage, name, part, outcome, reason, findings, score, latencyMs }: DebugEntry): boolean {
      const next = current();
      if (next === undefined || next.stage !== stage || next.check.detector !== name || next.check.part !== part) return false;
      const same = next.check;
      if (same.outcome !== outcome || same.reason !== reason || same.findings !== findings) return false;
      if (same.score !== score || same.latencyMs !== latencyMs) return false;
      check += 1;
      return true;
    },
    /** The entry that says what the next check says. */
    next(sequence: number, at: Date): DebugEntry {
      const found = current();
      check += 1;
      if (found === undefined) throw new TypeError('a debug entry repeats a check that is not there');
      const { detector: name, part, outcome, reason, findings, score, latencyMs } = found.check;
      return { sequence, at, stage: found.stage, name, part, outcome, reason, findings, score, latencyMs };
    },
  };
}

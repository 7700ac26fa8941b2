import { isJsonObject } from '../../core/json.ts';
import type { CheckRecord, Decision } from '../../ports/guard.ts';
import type { DebugEntry, JournalEntry, RequestRecord } from '../../ports/journal.ts';

/**
 * A check without field names. 0 stands for the same part as before; scanned parts have no reason. Most of a record is checks without
 * findings, and it is written while a reply waits.
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

/** A debug entry without field names, or only its time if it repeats the next check of the decisions. */
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

/** What a request's page shows but lists do not. Times are relative to the arrival of the request. */
interface Details {
  readonly decisions: readonly DecisionRow[];
  readonly debug: readonly DebugRow[];
}

interface Line extends Omit<JournalEntry, 'request' | keyof Details>, Details {
  /** Its time in milliseconds since 1970, as a Date is slow to serialise. */
  readonly request: Omit<RequestRecord, 'receivedAt'> & { readonly receivedAt: number };
}

/** An entry as it is stored: its decisions without their checks, which are in the details. */
export interface StoredEntry extends Omit<JournalEntry, 'debug'> {
  /** What `readDetails` reads. */
  readonly details: string;
}

const SCANNED: CheckRecord['outcome'] = 'scanned';

/** An entry as one line of JSON without the line break. Its times are relative to the arrival of the request. */
export function writeLine({ request, decisions, debug, content }: JournalEntry): string {
  const origin = request.receivedAt.getTime();
  const rows: DebugRow[] = [];
  for (const noted of debug) {
    const at = noted.at.getTime() - origin;
    if ('decision' in noted) for (const _ of decisions[noted.decision]?.checks ?? []) rows.push(at);
    else rows.push(toDebugRow(noted, at));
  }
  const line: Line = { decisions: decisions.map(toDecisionRow), debug: rows, request: { ...request, receivedAt: origin } };
  return JSON.stringify(content === undefined ? line : { ...line, content });
}

/** The entry of a line, as it is to be stored; undefined if the line is incomplete or not an entry. */
export function readLine(text: string): StoredEntry | undefined {
  try {
    const line = JSON.parse(text) as unknown;
    return isLine(line) ? toStored(line) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks only what could not be read back or would break the order; the database refuses the rest. */
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

/** Milliseconds since 1970, or the text in lines of an earlier version. */
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
      totalMs: request.totalMs ?? undefined,
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

/** What `readDetails` reads. */
export interface RequestDetails {
  readonly decisions: readonly Decision[];
  readonly debug: readonly DebugEntry[];
}

/** The decisions and debug entries of a request that arrived at a time, in order. */
export function readDetails(details: string, receivedAt: Date): RequestDetails {
  const rows = JSON.parse(details) as Details;
  const decisions = rows.decisions.map((row): Decision => ({ ...row, checks: toChecks(row.checks) }));
  const checks = checksOf(decisions);
  const debug = rows.debug.map((row, index): DebugEntry => {
    if (typeof row === 'number') {
      const next = checks.next().value;
      if (next === undefined) throw new TypeError('a debug entry repeats a check that is not there');
      const { detector: name, part, outcome, reason, findings, score, latencyMs } = next.check;
      const at = new Date(receivedAt.getTime() + row);
      return { sequence: index + 1, at, stage: next.stage, name, part, outcome, reason, findings, score, latencyMs };
    }
    const [sequence, at, stage, name, part, outcome, reason, findings, score, latencyMs] = row;
    const texts = { name, part: part ?? undefined, outcome, reason: reason ?? undefined };
    return { sequence, at: new Date(receivedAt.getTime() + at), stage, ...texts, findings, score, latencyMs };
  });
  return { decisions, debug: debug.toSorted((a, b) => a.sequence - b.sequence) };
}

function toDecisionRow(decision: Decision): DecisionRow {
  const { checks } = decision;
  return { ...decision, checks: checks.map((check, index) => toCheckRow(check, checks[index - 1])) };
}

function toDebugRow(entry: DebugEntry, at: number): DebugRow {
  const { sequence, stage, name, part = null, outcome, reason = null, findings, score, latencyMs } = entry;
  return [sequence, at, stage, name, part, outcome, reason, findings, score, latencyMs];
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

/** The checks of decisions in order, which debug entries repeat. */
function* checksOf(
  decisions: readonly Decision[],
): Generator<{ readonly stage: Decision['direction']; readonly check: CheckRecord }, void> {
  for (const { direction, checks } of decisions) for (const check of checks) yield { stage: direction, check };
}

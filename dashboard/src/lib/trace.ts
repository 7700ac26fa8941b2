import type { RunRecord, TurnRecord } from './api/answers.ts';
import type { DebugEntry, RequestRecord } from './api/guard-api.ts';
import { isFault } from './not-scanned.ts';

/** One stage of a request in one of the services. `startMs` counts from the begin of the trace. */
export interface TraceBar {
  readonly key: string;
  readonly service: 'voice' | 'guard' | 'reasoner';
  /** What it belongs to, such as input, upstream or output of the guard; empty where there is no such part. */
  readonly stage: string;
  readonly name: string;
  readonly part: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly findings: number;
  /** Part of a stage of the guard rather than a stage. */
  readonly isInner: boolean;
  /** A single check that found nothing or had nothing to look at, which a short view leaves out. */
  readonly isDetail: boolean;
  readonly startMs: number;
  readonly lengthMs: number;
}

/** A request's way through the services, in order of time. */
export interface Trace {
  readonly bars: readonly TraceBar[];
  readonly totalMs: number;
}

/** What is known of a request; voice and reasoner only where they took part and still remember it. */
export interface TraceParts {
  readonly request: Pick<RequestRecord, 'received_at' | 'total_ms'>;
  readonly entries: readonly DebugEntry[];
  readonly turn?: TurnRecord | undefined;
  readonly run?: RunRecord | undefined;
}

const SPOKEN = { stt: 'recognise', bridge: 'ask', tts: 'speak' } as const;
const SERVICES = ['voice', 'guard', 'reasoner'];

/** The stages of the guard, in order; of a stream the last two go on at once. */
const STAGES = ['', 'input', 'upstream', 'output'];

/** How far whole milliseconds may put the end of a stage behind the begin of the next. */
const ROUNDING_MS = 1;

/** How far clocks of two hosts may be apart before a part is moved to where it must have been, in milliseconds. */
const TOLERANCE_MS = 20;

/**
 * The stages of a request as bars. An entry of the guard is written when its stage ends, in whole milliseconds, so that its
 * bar begins its own latency earlier. What another host's clock puts outside the stage that waited for it begins with that.
 */
export function traceOf({ request, entries, turn, run }: TraceParts): Trace {
  const received = new Date(request.received_at).getTime();
  const bridge = turn?.stages.find(({ name }) => name === 'bridge');
  const begin = turn === undefined ? received : new Date(turn.started_at).getTime();
  const asked = bridge?.start_ms ?? 0;
  const guardStart = within(received - begin, asked, asked + (bridge?.duration_ms ?? 0));
  // A whole millisecond may lie behind the end of a request that took less.
  const longest = request.total_ms !== null && request.total_ms > 0 ? request.total_ms : Infinity;
  const since = ({ at }: DebugEntry): number => new Date(at).getTime() - received;
  const latest = latestEnds(entries, { since, longest });
  const guard = entries.map((entry): TraceBar => {
    const { sequence, stage, name, part, outcome, reason, findings, latency_ms: lengthMs } = entry;
    const isQuiet = outcome === 'scanned' || (outcome === 'not_scanned' && !isFault(reason));
    const isInner = !isWhole(entry) && name !== 'documents';
    const isDetail = isInner && findings === 0 && isQuiet;
    const startMs = guardStart + Math.max(0, Math.min(since(entry), latest.get(stage) ?? longest) - lengthMs);
    return {
      key: `guard ${sequence}`,
      service: 'guard',
      stage,
      name,
      part,
      outcome,
      reason,
      findings,
      isInner,
      isDetail,
      startMs,
      lengthMs,
    };
  });
  const bare = { stage: '', part: null, reason: null, findings: 0, isInner: false, isDetail: false };
  const spoken = (turn?.stages ?? []).map(({ name, start_ms: startMs, duration_ms: lengthMs }): TraceBar => {
    const hasFailed = turn?.failed_stage === name;
    const reason = hasFailed ? (turn?.error_type ?? null) : null;
    return {
      ...bare,
      key: `voice ${name}`,
      service: 'voice',
      name: SPOKEN[name],
      outcome: hasFailed ? 'failed' : 'done',
      reason,
      startMs,
      lengthMs,
    };
  });
  const upstream = guard.find(({ stage }) => stage === 'upstream');
  const runStart =
    run === undefined || upstream === undefined
      ? 0
      : within(new Date(run.started_at).getTime() - begin, upstream.startMs, upstream.startMs + upstream.lengthMs);
  const nodes = (run?.nodes ?? []).map(({ name, start_ms: start, duration_ms: lengthMs }): TraceBar => {
    const outcome = name === 'screen' ? (run?.input_verdict ?? 'done') : name === 'inspect' ? (run?.output_verdict ?? 'done') : 'done';
    return { ...bare, key: `reasoner ${name}`, service: 'reasoner', name, outcome, startMs: runStart + start, lengthMs };
  });
  const bars = [...spoken, ...guard, ...nodes].toSorted(
    (a, b) =>
      a.startMs - b.startMs ||
      SERVICES.indexOf(a.service) - SERVICES.indexOf(b.service) ||
      STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) ||
      b.lengthMs - a.lengthMs,
  );
  const ends = bars.map(({ startMs, lengthMs }) => startMs + lengthMs);
  return { bars, totalMs: Math.max(0.01, guardStart + (request.total_ms ?? 0), turn?.total_ms ?? 0, ...ends) };
}

/** A start as the clocks give it, when it lies in the stage that waited for it; otherwise where that stage begins. */
function within(start: number, from: number, to: number): number {
  return start >= from - TOLERANCE_MS && start <= to + TOLERANCE_MS ? Math.max(from, start) : from;
}

/** Whether an entry stands for its whole stage. */
const isWhole = ({ name, stage }: DebugEntry): boolean => name === 'verdict' || stage === 'upstream';

/** When each stage of the guard must have ended: where rounding puts its end behind the begin of the next stage, by that begin. */
function latestEnds(
  entries: readonly DebugEntry[],
  { since, longest }: { readonly since: (entry: DebugEntry) => number; readonly longest: number },
): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  let next = longest;
  for (const stage of STAGES.toReversed()) {
    const whole = entries.findLast((entry) => entry.stage === stage && isWhole(entry));
    if (whole === undefined) continue;
    const end = since(whole) - next > ROUNDING_MS ? longest : next;
    latest.set(stage, end);
    next = Math.max(0, Math.min(since(whole), end) - whole.latency_ms);
  }
  return latest;
}

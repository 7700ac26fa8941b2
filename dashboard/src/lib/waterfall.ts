import type { DebugEntry, RequestRecord } from './api/guard-api.ts';

/** One bar of a request's timeline. Offsets are milliseconds since the request was received. */
export interface WaterfallBar {
  readonly sequence: number;
  readonly stage: DebugEntry['stage'];
  readonly name: string;
  readonly part: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly findings: number;
  readonly startMs: number;
  readonly lengthMs: number;
}

/**
 * The stages of a request as bars. An entry is written when its stage ends, in whole milliseconds, so that a bar begins
 * its own latency earlier and never before the request.
 */
export function waterfall(
  request: Pick<RequestRecord, 'received_at' | 'total_ms'>,
  entries: readonly DebugEntry[],
): { readonly bars: readonly WaterfallBar[]; readonly totalMs: number } {
  const begin = new Date(request.received_at).getTime();
  const bars = entries.map(({ sequence, at, stage, name, part, outcome, reason, findings, latency_ms: lengthMs }) => {
    const end = new Date(at).getTime() - begin;
    return { sequence, stage, name, part, outcome, reason, findings, startMs: Math.max(0, end - lengthMs), lengthMs };
  });
  const totalMs = Math.max(1, request.total_ms, ...bars.map(({ startMs, lengthMs }) => startMs + lengthMs));
  return { bars, totalMs };
}

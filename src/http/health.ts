import { deadline, abortable } from '../core/abort.ts';
import { messageOf } from '../core/errors.ts';
import { hundredths } from '../core/rounded.ts';
import type { Probe } from '../ports/probe.ts';
import type { Clock } from '../ports/system.ts';

/** The result of one probe, with the field names of the API. */
export interface ProbeResult {
  readonly status: 'ok' | 'degraded';
  readonly latency_ms: number;
  readonly reason?: string;
}

/** Checks all dependencies in parallel, each for at most `timeoutMs` milliseconds. Never throws. */
export async function runProbes(probes: readonly Probe[], clock: Clock, timeoutMs: number): Promise<Record<string, ProbeResult>> {
  const results = await Promise.all(probes.map(async (probe) => [probe.name, await runProbe(probe, clock, timeoutMs)] as const));
  return Object.fromEntries(results);
}

async function runProbe(probe: Probe, clock: Clock, timeoutMs: number): Promise<ProbeResult> {
  const start = clock.elapsed();
  const signal = deadline(timeoutMs);
  try {
    await abortable(probe.check(signal), signal);
    return { status: 'ok', latency_ms: since(clock, start) };
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${timeoutMs} ms` : messageOf(error);
    return { status: 'degraded', latency_ms: since(clock, start), reason };
  }
}

function since(clock: Clock, start: number): number {
  return hundredths(clock.elapsed() - start);
}

import type { ErrorKind } from '../core/errors.ts';
import { createCounts, createHistogram, type Histogram } from '../http/counts.ts';
import { actionTaken, type JournalEntry } from '../ports/journal.ts';
import type { Metrics, Sample } from '../ports/metrics.ts';

/** The guard's own metrics. Labels have low cardinality: statuses, verdicts, routes, kinds of error, names of checks. */
export interface Measures extends Metrics {
  began(): void;
  /** Takes the final journal entry of a request. */
  ended(entry: JournalEntry): void;
  /** Counts a request that was refused without a record of its own. */
  refused(kind: ErrorKind): void;
}

/** Bucket bounds in seconds: the guard adds well below a millisecond, an upstream takes seconds. */
const GUARD_BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2];
const CHECK_BOUNDS = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.5];
const UPSTREAM_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Detectors with a label of their own; further ones are counted together as `other`. */
const MAX_DETECTORS = 128;

/** Counters and histograms since the process started. */
export function createMeasures(): Measures {
  let running = 0;
  const requests = createCounts<'status' | 'verdict' | 'route'>();
  const errors = createCounts<'type' | 'side'>();
  const refusals = createCounts<'type'>();
  const findings = createCounts<'detector' | 'action'>();
  const shadows = createCounts<'detector' | 'action'>();
  const added = createHistogram(GUARD_BOUNDS);
  const upstream = createHistogram(UPSTREAM_BOUNDS);
  const checks = new Map<string, Histogram>();
  const notScanned = new Map<string, number>();

  function nameOf(detector: string): string {
    return checks.has(detector) || checks.size < MAX_DETECTORS ? detector : 'other';
  }

  function observeChecks({ decisions }: JournalEntry): void {
    for (const decision of decisions) {
      for (const { detector, outcome, latencyMs } of decision.checks) {
        const name = nameOf(detector);
        if (outcome === 'not_scanned') {
          notScanned.set(name, (notScanned.get(name) ?? 0) + 1);
          continue;
        }
        let histogram = checks.get(name);
        if (histogram === undefined) checks.set(name, (histogram = createHistogram(CHECK_BOUNDS)));
        histogram.observe(latencyMs / 1000);
      }
      for (const { detector, action, shadow } of decision.findings) {
        // A policy in shadow takes no action on its findings.
        if (decision.mode === 'shadow') shadows.add({ detector: nameOf(detector), action });
        else findings.add({ detector: nameOf(detector), action });
        if (shadow !== undefined) shadows.add({ detector: nameOf(detector), action: shadow.action });
      }
    }
  }

  return {
    began() {
      running += 1;
    },
    ended(entry) {
      running -= 1;
      const { status, error, guardMs, upstreamMs, route = 'none' } = entry.request;
      requests.add({ status, verdict: actionTaken(entry.request) ?? 'none', route });
      if (error !== undefined) errors.add({ type: error.type, side: upstreamMs > 0 ? 'upstream' : 'guard' });
      if (entry.decisions.length > 0) added.observe(guardMs / 1000);
      if (upstreamMs > 0) upstream.observe(upstreamMs / 1000);
      observeChecks(entry);
    },
    refused(kind) {
      refusals.add({ type: kind });
    },
    collect() {
      return [
        ...requests.samples('parley_guard_requests_total', 'Guarded requests that ended.'),
        { name: 'parley_guard_requests_running', type: 'gauge', help: 'Guarded requests in progress.', value: running },
        ...refusals.samples('parley_guard_refused_total', 'Refused requests that were counted without a record of their own.'),
        ...errors.samples('parley_guard_errors_total', 'Requests that failed, by whether the upstream had been asked.'),
        ...findings.samples('parley_guard_findings_total', 'Findings by the action that was taken.'),
        ...shadows.samples(
          'parley_guard_shadow_findings_total',
          'Findings by the action that rules and policies in shadow would have taken.',
        ),
        ...[...notScanned].map(([detector, value]): Sample => {
          return { name: 'parley_guard_not_scanned_total', type: 'counter', help: 'Checks that did not run.', labels: { detector }, value };
        }),
        ...added.samples('parley_guard_added_seconds', 'Total time of all checks of a request.'),
        ...upstream.samples('parley_guard_upstream_seconds', 'Time the upstream took for a request.'),
        ...[...checks].flatMap(([detector, histogram]) =>
          histogram.samples('parley_guard_check_seconds', 'Time one check took for one part.', { detector }),
        ),
      ];
    },
  };
}

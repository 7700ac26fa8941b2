import type { ErrorKind, ServiceError } from '../../core/errors.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Clock, Ids, Logger } from '../../ports/system.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { recordEntry } from './record-entry.ts';
import { newRequestRecord } from './request-record.ts';

export interface RefusalMeterDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly arrivals: ArrivalOrder;
  readonly upstream: string;
  /** How many refusals of one kind get a record of their own per minute. */
  readonly perMinute: number;
}

/** Keeps a flood of refused requests from filling the disk and displacing other records. */
export interface RefusalMeter {
  /** Whether this refusal gets a record of its own; otherwise it is counted in one record for the minute. */
  admit(refusal: ServiceError): boolean;
  /** Stores pending counts. */
  flush(): void;
}

/**
 * The kinds of refusals that anybody can cause in large numbers: no valid key, a page of another site, no concurrency slot. All others get
 * a record each.
 */
const METERED: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['unauthorized', 'forbidden', 'too_many_requests']);
const MINUTE_MS = 60_000;
const STORE_AFTER_MS = 1000;

/** The refusals of one kind within one minute. */
interface Tally {
  readonly began: number;
  readonly receivedAt: Date;
  readonly refusal: ServiceError;
  admitted: number;
  counted: number;
  /** Id of the record with the count, once it exists. */
  id: string | undefined;
  sequence: number;
}

/** Counts minutes by the monotonic clock. A timer runs only while a count is pending. */
export function createRefusalMeter({ journal, clock, ids, logger, arrivals, upstream, perMinute }: RefusalMeterDeps): RefusalMeter {
  const tallies = new Map<ErrorKind, Tally>();
  const unstored = new Set<Tally>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tallyOf(refusal: ServiceError): Tally {
    const now = clock.elapsed();
    const known = tallies.get(refusal.kind);
    if (known !== undefined && now - known.began < MINUTE_MS) return known;
    const fresh: Tally = { began: now, receivedAt: clock.now(), refusal, admitted: 0, counted: 0, id: undefined, sequence: 0 };
    tallies.set(refusal.kind, fresh);
    return fresh;
  }

  function store(tally: Tally): void {
    const { refusal, receivedAt, counted } = tally;
    tally.id ??= ids.next('refused-');
    if (tally.sequence === 0) tally.sequence = arrivals.next();
    recordEntry(
      { journal, logger },
      {
        request: {
          ...newRequestRecord({ id: tally.id, receivedAt, sequence: tally.sequence, upstream }),
          status: 'failed',
          httpStatus: refusal.status,
          error: { type: refusal.kind, message: `${counted} more within a minute, without a record of their own. ${refusal.message}` },
        },
        decisions: [],
        debug: [],
      },
    );
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const tally of unstored) store(tally);
    unstored.clear();
  }

  return {
    admit(refusal) {
      if (!METERED.has(refusal.kind)) return true;
      const tally = tallyOf(refusal);
      if (tally.admitted < perMinute) {
        tally.admitted += 1;
        return true;
      }
      tally.counted += 1;
      unstored.add(tally);
      timer ??= setTimeout(flush, STORE_AFTER_MS);
      return false;
    },
    flush,
  };
}

import { join } from 'node:path';
import { createLibsqlJournal } from '../adapters/libsql/journal.ts';
import { openSpooledJournal } from '../adapters/libsql/spooled-journal.ts';
import { createSealedJournal, openPreview } from '../adapters/sealed/journal.ts';
import { abortable, deadline, delay } from '../core/abort.ts';
import type { GuardSettings } from '../guard/config.ts';
import type { Journal } from '../ports/journal.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Logger } from '../ports/system.ts';
import { captureSeal } from './capture-seal.ts';
import { isFile, readAtStart, type ServiceDatabase } from './database.ts';
import type { Foundation } from './foundation.ts';

const DAY_MS = 86_400_000;
const MIB = 1_048_576;
const ABANDON_EVERY_MS = 1000;

/** The guard's journal as composed: content is sealed, entries are spooled, then stored in batches. */
export interface GuardJournal {
  readonly journal: Journal;
  /** How many entries wait and how many were lost. */
  readonly metrics: Metrics;
  /** The highest stored number in the order of arrival; 0 if the database does not say it in time. */
  readonly lastSequence: Promise<number>;
}

/** Opens the journal over its database, which must close after it. Entries left in the spool are stored meanwhile. */
export async function openGuardJournal(
  foundation: Foundation,
  { database, isSole, settings, logger }: ServiceDatabase & { readonly settings: GuardSettings; readonly logger: Logger },
): Promise<GuardJournal> {
  const { clock, config, resources } = foundation;
  const seal = await captureSeal(foundation, settings);
  const { databaseTimeoutMs: waitMs } = settings;
  const stored = createLibsqlJournal({
    database,
    clock,
    logger,
    maxAgeMs: settings.recordsMaxAgeDays * DAY_MS,
    maxRequests: settings.recordsMax,
    readWaitMs: waitMs,
    ...(isFile(settings) ? { maxBytes: settings.recordsMaxMib * MIB } : {}),
    openPreview: openPreview(seal),
  });
  const folder = join(config.dataDirectory, 'guard-spool');
  const spooled = await openSpooledJournal({ journal: stored, storeLines: stored.storeLines, folder, logger, readWaitMs: waitMs });
  const journal = resources.use(createSealedJournal({ journal: spooled, seal }));
  const stopping = new AbortController();
  resources.defer(() => stopping.abort());

  /** Marks requests of an earlier process that never ended as unanswered, once the database accepts that. */
  async function endRunning(upTo: number): Promise<void> {
    for (;;) {
      const abandoned = await stored.abandon(upTo).catch(() => undefined);
      if (abandoned === undefined) await delay(ABANDON_EVERY_MS, stopping.signal);
      else if (abandoned > 0) return logger.warn('requests of an earlier process were never answered', { requests: abandoned });
      else return;
    }
  }

  async function takeUp(): Promise<number> {
    const warning = 'the database does not tell the last record: if the clock was set back, new records may be listed before older ones';
    const last = await readAtStart({ resources }, stored.lastSequence(), { logger, withinMs: waitMs, warning, otherwise: undefined });
    if (last === undefined) return 0;
    // Where others use the database too, a running request may be theirs.
    if (isSole) await abortable(endRunning(last), deadline(waitMs)).catch(() => undefined);
    return last;
  }

  const lastSequence = takeUp();
  const metrics: Metrics = {
    collect: () => [
      { name: 'parley_guard_journal_waiting', type: 'gauge', help: 'Records that wait to be stored.', value: stored.waiting },
      { name: 'parley_guard_journal_dropped_total', type: 'counter', help: 'Records that could not be stored.', value: stored.dropped },
      {
        name: 'parley_guard_spool_bytes',
        type: 'gauge',
        help: 'Records on the disk that are not in the database yet.',
        value: spooled.spooledBytes,
      },
    ],
  };
  return { journal, metrics, lastSequence };
}

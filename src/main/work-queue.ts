import { createLibsqlWorkQueue } from '../adapters/libsql/work-queue.ts';
import { createNatsWorkQueue } from '../adapters/nats/work-queue.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import type { ReasonerSettings } from '../reasoner/config.ts';
import { SUBJECTS } from '../reasoner/events.ts';
import type { ServiceDatabase } from './database.ts';
import type { Foundation } from './foundation.ts';

const HOUR_MS = 3_600_000;

/** Opens the durable queue of requests from the bus: JetStream if the bus is NATS, otherwise the database. */
export function openWorkQueue(
  { nats, bus, clock, logger, resources }: Foundation,
  settings: ReasonerSettings,
  { database, isSole }: ServiceDatabase,
): { readonly workQueue?: WorkQueue; readonly workQueueListens?: boolean } {
  if (settings.busQueue === 'none') return {};
  const limits = {
    leaseMs: settings.busLeaseMs,
    duplicateWindowMs: settings.busDuplicateMs,
    keepAnswersMs: settings.busAnswerHours * HOUR_MS,
    maxItems: settings.busQueueLimit,
    maxDeadLetters: settings.deadLetterLimit,
  };
  const subjects = { work: SUBJECTS.durable, failed: SUBJECTS.failed, result: SUBJECTS.result };
  const own = { clock, logger: logger.with({ service: 'reasoner' }) };
  if (nats !== undefined && settings.busQueue === 'auto') {
    const queue = createNatsWorkQueue({
      ...own,
      ...nats,
      prefix: 'REASONER',
      subjects: { ...subjects, answers: 'platform.reasoner.answers' },
      limits,
    });
    return { workQueue: resources.use(queue), workQueueListens: true };
  }
  const queue = createLibsqlWorkQueue({
    ...own,
    ...limits,
    database,
    subjects,
    isSole,
    tell: (subject, data, headers) => bus.publish(subject, data, headers),
  });
  return { workQueue: resources.use(queue), workQueueListens: false };
}

/** A reasoner on the NATS server of PLATFORM_NATS_URL with a model that takes its time, and a database in PLATFORM_DATA_DIR. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import type { LanguageModel } from '../../src/ports/language.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { createRecordedLogger } from './recorded-logger.ts';

const folder = process.env['PLATFORM_DATA_DIR'] ?? '.';
const url = process.env['PLATFORM_NATS_URL'] ?? '';
const leaseMs = Number(process.env['REASONER_BUS_LEASE_MS']);
await mkdir(folder, { recursive: true });
const logger = createRecordedLogger();
const bus = connectNatsBus({ url, name: 'reasoner', logger });
const database = openDatabase({ url: `file:${join(folder, 'reasoner.db')}`, logger });
const extractive = createExtractiveLanguageModel();
const slow: LanguageModel = {
  ...extractive,
  async *stream(request, options) {
    for await (const part of extractive.stream(request, options)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      yield part;
    }
  },
};
const limits = { leaseMs, duplicateWindowMs: 600_000, keepAnswersMs: 600_000, maxItems: 10_000, maxDeadLetters: 1000 };
const subjects = {
  work: 'platform.reasoner.requests.durable',
  failed: 'platform.reasoner.requests.failed',
  result: 'platform.reasoner.result',
  answers: 'platform.reasoner.answers',
};
const reasoner = createReasoner(
  createReasonerDeps({
    bus,
    clock: systemClock,
    ids: uuidIds,
    logger,
    model: slow,
    guard: createDefaultPipeline({ clock: systemClock, ids: uuidIds }),
    checkpoints: createLibsqlCheckpoints({ database, clock: systemClock }),
    workQueue: createNatsWorkQueue({ url, prefix: 'REASONER', subjects, limits, clock: systemClock, logger }),
    workQueueListens: true,
    settings: { busAttempts: 20, busConcurrency: 8 },
  }),
);
await reasoner.consume(new AbortController().signal);

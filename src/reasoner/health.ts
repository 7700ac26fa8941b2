import { Elysia } from 'elysia';
import { abortable, deadline } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { runProbes } from '../http/health.ts';
import type { Bus } from '../ports/bus.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Probe } from '../ports/probe.ts';
import type { Clock } from '../ports/system.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import { DEEP_HEALTH_ANSWER, HEALTH_ANSWER } from './graph-documents.ts';

export interface HealthDeps {
  readonly version: string;
  readonly bus: Bus;
  /** The durable queue of requests from the bus; without it requests are answered at once or lost. */
  readonly workQueue?: Pick<WorkQueue, 'ping'> | undefined;
  readonly database: Probe;
  /** Where files are kept; absent while RAG is off. */
  readonly objectStore?: Pick<ObjectStore, 'ping'>;
  /** Passages that are searched; absent if there are none. */
  readonly vectorIndex?: Pick<VectorIndex, 'isWhole'> | undefined;
  readonly clock: Clock;
  /** Milliseconds a dependency may take to answer. */
  readonly timeoutMs: number;
}

/** The liveness and readiness routes. */
export function health({ version, bus, workQueue, database, objectStore, vectorIndex, clock, timeoutMs }: HealthDeps) {
  const named: Probe = { name: 'database', check: (signal) => database.check(signal) };
  const messageBus: Probe = {
    name: 'message_bus',
    async check(signal) {
      if (!bus.connected) throw new ServiceError('unavailable', 'The message bus is not connected.');
      // Without its queue the service gets no requests from the bus.
      await Promise.all([bus.ping(signal), workQueue?.ping(signal)]);
    },
  };
  /** Whether passages are found by words alone. If the database does not say, it is degraded itself. */
  async function areOutdated(): Promise<boolean> {
    if (vectorIndex === undefined) return false;
    const limit = deadline(timeoutMs);
    return abortable(vectorIndex.isWhole(limit), limit).then(
      (isWhole) => !isWhole,
      () => false,
    );
  }

  const store: readonly Probe[] = objectStore === undefined ? [] : [{ name: 'object_store', check: (signal) => objectStore.ping(signal) }];
  return new Elysia({ name: 'reasoner-health' })
    .get(
      '/health',
      ({ set }) => {
        // A connection that is lost later is for /health/deep: it does not make the service start anew.
        if (bus.connected || bus.wasConnected === true) return { status: 'ok', version };
        set.status = 503;
        return { status: 'starting' };
      },
      { detail: { summary: 'Liveness, without a call to any dependency', tags: ['Health'], responses: HEALTH_ANSWER } },
    )
    .get(
      '/health/deep',
      async ({ set }) => {
        const [results, outdated] = await Promise.all([runProbes([named, messageBus, ...store], clock, timeoutMs), areOutdated()]);
        const components = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.status === 'ok']));
        const isHealthy = Object.values(components).every(Boolean);
        if (!isHealthy) set.status = 503;
        // Requests are answered all the same, so that this is no reason to take the service out of rotation.
        if (outdated) return { status: 'degraded', version, components: { ...components, passages: false } };
        return { status: isHealthy ? 'ok' : 'degraded', version, components };
      },
      {
        detail: {
          summary: 'Readiness of the database, the message bus, and with RAG the object store',
          description:
            'It answers 503 while one of them does not answer. It answers 200 with status `degraded` and `passages` false among the components while stored passages are embedded anew because the embedder has changed: until then they are found by words alone.',
          tags: ['Health'],
          responses: DEEP_HEALTH_ANSWER,
        },
      },
    );
}

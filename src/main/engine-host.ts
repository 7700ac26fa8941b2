import { memoryUsage } from 'node:process';
import { createMemoryCeiling, type MemoryCeiling } from '../core/memory-ceiling.ts';
import type { PoolStats } from '../core/pool-stats.ts';
import type { LoadReport } from '../core/worker-protocol.ts';
import { engineSamples } from '../http/engine-metrics.ts';
import type { Metrics, Sample } from '../ports/metrics.ts';
import type { Logger } from '../ports/system.ts';
import type { PlatformConfig } from './platform-config.ts';

/** What the models of one process share. */
export interface EngineHost {
  /** How long a model may be without work, and the memory they all fit in: spread into an engine's deps. */
  readonly limits: { readonly idleMs: number; readonly memory: MemoryCeiling };
  /** The figures of every engine that was added. */
  readonly metrics: Metrics;
  /** Has an engine's figures reported; undefined while it has none. */
  add(stats: () => PoolStats | readonly PoolStats[] | undefined): void;
  /** An engine that several services of the process use: made when the first asks for it. */
  shared<Engine>(model: string, create: () => Promise<Engine>): Promise<Engine>;
  /** What an engine is told so that the log says what was loaded, by which provider and why. */
  events(model: string): { readonly onLoaded: (report: LoadReport) => void; readonly onUnloaded: (reason: string) => void };
}

const MIB = 2 ** 20;

/** The host of a process's engines under its settings. */
export function createEngineHost(config: PlatformConfig, logger: Logger): EngineHost {
  const sources: (() => PoolStats | readonly PoolStats[] | undefined)[] = [];
  const engines = new Map<string, Promise<unknown>>();
  const memory = createMemoryCeiling({ limitBytes: config.engineMemoryMib * MIB, residentBytes: () => memoryUsage().rss });
  return {
    limits: { idleMs: config.engineIdleSeconds * 1000, memory },
    metrics: { collect: () => [...engineSamples(sources.flatMap((stats) => stats() ?? [])), memorySample()] },
    add: (stats) => void sources.push(stats),
    shared: async <Engine>(model: string, create: () => Promise<Engine>) => {
      const known = engines.get(model) ?? create();
      engines.set(model, known);
      return known as Promise<Engine>;
    },
    events: (model) => ({
      onLoaded: ({ provider, milliseconds, reason }) =>
        logger.info('model loaded', { model, provider, milliseconds: Math.round(milliseconds), reason }),
      onUnloaded: (reason) => logger.info('model unloaded', { model, reason }),
    }),
  };
}

/** What the whole process holds, under the name that Prometheus clients give it. */
function memorySample(): Sample {
  return { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Resident memory of the process.', value: memoryUsage().rss };
}

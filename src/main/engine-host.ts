import { memoryUsage } from 'node:process';
import { createMemoryCeiling, type MemoryCeiling } from '../core/memory-ceiling.ts';
import type { PoolStats } from '../core/pool-stats.ts';
import type { LoadReport } from '../core/worker-protocol.ts';
import { engineSamples } from '../http/engine-metrics.ts';
import type { Metrics, Sample } from '../ports/metrics.ts';
import type { Logger } from '../ports/system.ts';
import type { PlatformConfig } from './platform-config.ts';

/** What the models of a process share. */
export interface EngineHost {
  /** How long a model may be idle and how much memory all models may use; spread into an engine's deps. */
  readonly limits: { readonly idleMs: number; readonly memory: MemoryCeiling };
  /** The metrics of all engines that were added. */
  readonly metrics: Metrics;
  /** Adds an engine's metrics; undefined while it has none. */
  add(stats: () => PoolStats | readonly PoolStats[] | undefined): void;
  /** An engine that several services of the process share; created at the first call. */
  shared<Engine>(model: string, create: () => Promise<Engine>): Promise<Engine>;
  /** Callbacks with which an engine logs what was loaded, by which provider and why. */
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

/** The process's own metrics, under the names that Prometheus clients give them. */
function memorySample(): Sample {
  return { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Resident memory of the process.', value: memoryUsage().rss };
}

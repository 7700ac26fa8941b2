import { readFile } from 'node:fs/promises';
import { createInMemoryBus } from '../adapters/in-memory/bus.ts';
import type { NatsServers } from '../adapters/nats/server-address.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { uuidIds } from '../adapters/system/ids.ts';
import { createJsonLogger } from '../adapters/system/logger.ts';
import { ConfigError, readSettings } from '../core/config.ts';
import { messageOf, systemCodeOf } from '../core/errors.ts';
import { createBusMetrics } from '../http/bus-metrics.ts';
import type { Bus } from '../ports/bus.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Clock, Ids, Logger } from '../ports/system.ts';
import { createEngineHost, type EngineHost } from './engine-host.ts';
import { platformSettings, type PlatformConfig } from './platform-config.ts';
import type { Listening, Platform, ServeOptions } from './platform.ts';

/** What the services of a process share. `resources` is disposed in reverse order of construction. */
export interface Foundation {
  readonly platform: Platform;
  readonly config: PlatformConfig;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly bus: Bus;
  /** Where NATS is; absent if the bus is inside the process. */
  readonly nats?: NatsPlace;
  readonly engines: EngineHost;
  /** The metrics of what the services share: engines and bus. */
  readonly metrics: Metrics;
  readonly resources: AsyncDisposableStack;
}

/** The NATS servers of a process, and on how many of them its streams are kept, if that is set. */
export interface NatsPlace extends NatsServers {
  readonly replicas?: number;
}

/** Reads the shared settings and opens the bus. Throws a ConfigError that lists every fault. */
export async function layFoundation(platform: Platform): Promise<Foundation> {
  const config = readSettings(platformSettings, platform.env);
  const clock = systemClock;
  const logger = createJsonLogger({ clock, level: config.logLevel, write: platform.printError });
  const resources = new AsyncDisposableStack();
  const nats = await natsPlace(config);
  const bus = resources.use(nats === undefined ? createInMemoryBus() : await natsBus(nats, logger));
  const engines = createEngineHost(config, logger);
  const ofBus = createBusMetrics(bus);
  return {
    platform,
    config,
    clock,
    ids: uuidIds,
    logger,
    bus,
    ...(nats === undefined ? {} : { nats }),
    engines,
    metrics: { collect: () => [...engines.metrics.collect(), ...ofBus.collect()] },
    resources,
  };
}

/** The NATS client is imported only if it is configured. */
async function natsBus({ url, credentials }: NatsPlace, logger: Logger): Promise<Bus> {
  const { connectNatsBus } = await import('../adapters/nats/bus.ts');
  return connectNatsBus({ url, credentials, name: 'parley', logger });
}

async function natsPlace({ natsUrl: url, natsCredentialsFile: path, natsReplicas }: PlatformConfig): Promise<NatsPlace | undefined> {
  if (url === '') return undefined;
  const replicas = natsReplicas === 0 ? {} : { replicas: natsReplicas };
  if (path === '') return { url, ...replicas };
  try {
    return { url, ...replicas, credentials: await readFile(path, 'utf8') };
  } catch (error) {
    throw new ConfigError([`${platformSettings.natsCredentialsFile.name}=${path}: cannot be read (${systemCodeOf(error) || 'unknown'})`]);
  }
}

/**
 * Listens, and on shutdown stops listening (and drains requests) before anything behind it closes. Throws with the names of the
 * settings, which begin with `prefix`, if the address cannot be bound.
 */
export async function listen(foundation: Foundation, options: ServeOptions & { readonly prefix: string }): Promise<Listening> {
  const { platform, resources, config } = foundation;
  let listening: Listening;
  try {
    listening = await platform.serve(options);
  } catch (cause) {
    const { prefix, host, port } = options;
    const address = `${prefix}_HOST=${host}, ${prefix}_PORT=${port}`;
    throw new Error(`${address}: cannot listen there (${messageOf(cause)})`, { cause });
  }
  resources.defer(() => listening.stop(config.shutdownGraceMs));
  return listening;
}

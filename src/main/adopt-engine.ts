import { messageOf } from '../core/errors.ts';
import type { PoolStats } from '../core/pool-stats.ts';
import type { Foundation } from './foundation.ts';

interface Measured extends AsyncDisposable {
  stats(): PoolStats | readonly PoolStats[] | undefined;
}

interface Engine extends Measured {
  readonly model: string;
  warmUp(): Promise<void>;
}

/** Registers an engine's metrics and closes it at shutdown. It loads when it is first needed. */
export function register<T extends Measured>({ engines, resources }: Pick<Foundation, 'engines' | 'resources'>, engine: T): T {
  resources.use(engine);
  engines.add(() => engine.stats());
  return engine;
}

/**
 * Registers an engine's metrics, closes it at shutdown and loads it now. If it does not load, the services start all the same, and
 * requests that need it fail with the reason.
 */
export async function adopt<T extends Engine>(foundation: Foundation, engine: T): Promise<T> {
  register(foundation, engine);
  await engine.warmUp().catch((error: unknown) => {
    foundation.logger.error('a model failed to load', { model: engine.model, reason: messageOf(error) });
  });
  return engine;
}

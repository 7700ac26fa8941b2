import { messageOf } from '../core/errors.ts';
import type { PoolStats } from '../core/pool-stats.ts';
import type { Foundation } from './foundation.ts';

interface Engine extends AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/**
 * Registers an engine's metrics, closes it at shutdown and loads it now. If it does not load, the services start all the same, and
 * requests that need it fail with the reason.
 */
export async function adopt<T extends Engine & { readonly model: string }>(
  { engines, resources, logger }: Foundation,
  engine: T,
): Promise<T> {
  resources.use(engine);
  engines.add(() => engine.stats());
  await engine.warmUp().catch((error: unknown) => {
    logger.error('a model failed to load', { model: engine.model, reason: messageOf(error) });
  });
  return engine;
}

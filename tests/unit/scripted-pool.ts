import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import type { PoolRunOptions } from '../../src/core/pool-options.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolDeps } from '../../src/core/worker-pool.ts';
import type { LoadReport } from '../../src/core/worker-protocol.ts';
import type { Echo, Release, Script, ScriptedModel } from './scripted-pool-worker.ts';

export type ScriptedPool = WorkerPool<Script, number, Echo>;

/** A pool whose workers follow a script, and the workers it started, in order. */
export function scriptedPool(deps: Partial<WorkerPoolDeps<ScriptedModel, Script, Echo, LoadReport>> = {}) {
  const workers: Worker[] = [];
  const ended: Worker[] = [];
  const pool: ScriptedPool = createWorkerPool<ScriptedModel, Script, number, Echo>({
    model: 'scripted',
    load: { provider: 'wasm' },
    entersNativeCode: () => false,
    workers: 1,
    queueLimit: 1,
    timeoutMs: 10_000,
    createWorker: () => {
      const worker = new Worker(new URL('./scripted-pool-worker.ts', import.meta.url).href, { type: 'module' });
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        ended.push(worker);
        terminate();
      };
      workers.push(worker);
      return worker;
    },
    ...deps,
  });
  const release = (index = 0): void => workers[index]?.postMessage({ type: 'release' } satisfies Release, []);
  const run = async (what: Script['what'], options: PoolRunOptions = {}): Promise<number> => (await pool.run({ what }, [], options)).runs;
  return { pool, workers, ended, release, run };
}

/** Whether a rejection is the documented failure. */
export function failsWith(kind: ErrorKind) {
  return (error: unknown): boolean => error instanceof ServiceError && error.kind === kind;
}

/** Resolves once the condition holds; looks every few milliseconds, for at most ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !holds();) {
    if (performance.now() > end) throw new Error('it never came to hold');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

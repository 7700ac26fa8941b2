import { stderr } from 'node:process';
import type { ModelDtype } from '../adapters/model-store/model-dtype.ts';
import type { ModelStore } from '../adapters/model-store/store.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { isAbort, ServiceError } from '../core/errors.ts';
import { readKnownModels } from './model-catalogue.ts';
import type { Platform } from './platform.ts';
import { showProgress } from './pull-progress.ts';

/** Exit code after SIGINT, as in shells. */
const INTERRUPTED = 130;

export interface PullCommand {
  /** `owner/name`, or `owner/name@revision`. */
  readonly model: string;
  /** By default the catalogue's choice, or q8. */
  readonly dtype: ModelDtype | undefined;
}

/** Pulls a model and the models that it needs. After Ctrl-C the next pull resumes. */
export async function pullModels(platform: Platform, store: ModelStore, { model, dtype }: PullCommand): Promise<void> {
  const known = await readKnownModels(platform.assets.modelManifest);
  const [id = '', ...rest] = model.split('@');
  const builtIn = known.find((entry) => entry.builtIn && entry.id === id);
  if (builtIn !== undefined) return platform.print(`${id} is built in; there is nothing to pull.`);
  const interrupt = new AbortController();
  platform.onShutdown(() => interrupt.abort());
  for (const [index, next] of [id, ...(known.find((entry) => entry.id === id)?.needs ?? [])].entries()) {
    const entry = known.find((candidate) => candidate.id === next);
    const progress = showProgress({ id: next, knownLicence: entry?.licence ?? '', output: stderr, elapsed: systemClock.elapsed });
    try {
      const { path, bytes, alreadyThere } = await store.pull(next, {
        dtype: (index === 0 ? dtype : undefined) ?? entry?.dtype ?? 'q8',
        ...(index === 0 && rest.length > 0 ? { revision: rest.join('@') } : {}),
        signal: interrupt.signal,
        onProgress: progress.onProgress,
      });
      progress.done();
      platform.print(`${next} ${alreadyThere ? 'is there already' : `pulled, ${(bytes / 1e6).toFixed(1)} MB`}: ${path}`);
    } catch (error) {
      progress.done();
      if (interrupt.signal.aborted && isAbort(error)) {
        platform.printError(`parley: stopped; run "parley models pull ${model}" again to continue.`);
        platform.exit(INTERRUPTED);
      }
      if (error instanceof ServiceError && entry !== undefined && entry.note !== '')
        throw new Error(`${error.message} Note: ${entry.note}.`, { cause: error });
      throw error;
    }
  }
}

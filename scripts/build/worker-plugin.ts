import { readFile } from 'node:fs/promises';
import { relative, resolve, dirname } from 'node:path';
import type { CheckedPlugin } from './checked-plugin.ts';

/** How the source names a worker: `new Worker(new URL('./worker.ts', import.meta.url).href, …)`. */
const WORKER_URL = /new URL\('(\.[^']*)', import\.meta\.url\)\.href/g;

/** Where workers are started: in adapters, and beside the composition of the guard, whose own code its worker runs. */
const STARTERS = /\/src\/(?:adapters\/.*|main\/long-texts)\.ts$/;

/**
 * In an executable every bundled module has the address of the executable itself, so a worker's address
 * relative to its starter becomes one relative to the source folder, where entry points are kept.
 */
export function workerPlugin(sourceFolder: string, workers: readonly string[]): CheckedPlugin {
  const missing = new Set(workers);
  return {
    plugin: {
      name: 'worker-address',
      setup(build) {
        build.onLoad({ filter: STARTERS }, async ({ path }) => {
          const source = await readFile(path, 'utf8');
          const contents = source.replace(WORKER_URL, (_, address: string) => {
            const worker = relative(sourceFolder, resolve(dirname(path), address));
            if (!workers.includes(worker)) throw new Error(`${path} starts ${worker}, which scripts/build.ts does not list`);
            missing.delete(worker);
            return `new URL('./${worker.replace(/\.ts$/, '.js')}', import.meta.url).href`;
          });
          return { contents, loader: 'ts' };
        });
      },
    },
    verify() {
      if (missing.size > 0) throw new Error(`nothing starts the worker ${[...missing].join(', ')}`);
    },
  };
}

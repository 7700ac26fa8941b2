import manifest from '../../package.json' with { type: 'json' };

/** Commands that run until they are stopped. */
const SERVICES = new Set(['all', 'voice', 'reasoner', 'guard']);

/** How far a heap may grow beyond what was in use at the last collection, as a share of that. */
const GROWTH = 'BUN_JSC_heapGrowthMaxIncrease';

/**
 * By default a heap may grow to three times what is in use, and old objects are looked at when they are twice that: much for
 * a guard, whose requests leave 80 KB of garbage each. Every collection more costs computing, some 5 % of a request's with
 * these. Freed memory goes back to the system after 50 ms instead of a second, and blocks of native memory from 256 KiB on at
 * once, which glibc stops doing when a model's bytes have been freed.
 */
const ENGINE: Readonly<Record<string, string>> = {
  [GROWTH]: '0.7',
  BUN_JSC_minEdenToOldGenerationRatio: '0.35',
  MIMALLOC_PURGE_DELAY: '50',
  MALLOC_MMAP_THRESHOLD_: '262144',
};

/**
 * Starts a service again in the same process with a smaller heap, which the engine takes from its environment alone, and
 * only before any code runs. It takes some 10 ms and changes neither the process id nor what the process was given. Returns
 * when there is nothing to do: for commands that end by themselves, where somebody has set the growth, and on a release of
 * Bun that is not the one of package.json, which may refuse to start with an option that it does not know.
 */
export function restartWithSmallHeap(): void {
  const { argv, env, execArgv, execPath } = process;
  if (!SERVICES.has(argv[2] ?? '') || env[GROWTH] !== undefined || manifest.packageManager !== `bun@${Bun.version}`) return;
  // An executable adds its own entry point to its arguments.
  const first = Bun.embeddedFiles.length > 0 ? [] : [...execArgv, ...argv.slice(1, 2)];
  try {
    process.execve?.(execPath, [execPath, ...first, ...argv.slice(2)], { ...ENGINE, ...env });
  } catch {
    // Where a system does not allow it, the service runs with the heap it has.
  }
}

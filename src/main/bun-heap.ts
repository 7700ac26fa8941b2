import manifest from '../../package.json' with { type: 'json' };

/** Commands that run until they are stopped. */
const SERVICES = new Set(['all', 'voice', 'reasoner', 'guard']);

/** How far a heap may grow beyond its size after the last collection, as a share of that. */
const GROWTH = 'BUN_JSC_heapGrowthMaxIncrease';

/**
 * By default a heap may grow to three times its live size, which is much for a guard, whose requests leave 80 KB of garbage each. More
 * frequent collections cost some 5 % of a request's computing with these settings. Freed memory is returned to the system after 50 ms
 * instead of a second, and native blocks from 256 KiB on at once, which glibc stops doing after a model's bytes have been freed.
 */
const ENGINE: Readonly<Record<string, string>> = {
  [GROWTH]: '0.7',
  BUN_JSC_minEdenToOldGenerationRatio: '0.35',
  MIMALLOC_PURGE_DELAY: '50',
  MALLOC_MMAP_THRESHOLD_: '262144',
};

/**
 * Re-executes a service in the same process with a smaller heap, which the engine reads from its environment only, before any code runs.
 * It takes some 10 ms, and changes neither the process id nor arguments, environment and open files. Returns if there is nothing to do:
 * for commands that end by themselves, if the growth is already set, and on another release of Bun than that of package.json, which
 * might not know the options and refuse to start.
 */
export function restartWithSmallHeap(): void {
  const { argv, env, execArgv, execPath } = process;
  if (!SERVICES.has(argv[2] ?? '') || env[GROWTH] !== undefined || manifest.packageManager !== `bun@${Bun.version}`) return;
  // An executable adds its own entry point to its arguments.
  const first = Bun.embeddedFiles.length > 0 ? [] : [...execArgv, ...argv.slice(1, 2)];
  try {
    process.execve?.(execPath, [execPath, ...first, ...argv.slice(2)], { ...ENGINE, ...env });
  } catch {
    // If the system does not allow it, the service runs with its present heap.
  }
}

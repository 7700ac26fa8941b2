import manifest from '../../package.json' with { type: 'json' };

/** Commands that run until they are stopped. */
const SERVICES = new Set(['all', 'voice', 'reasoner', 'guard']);

/** How far a heap may grow before garbage is collected. */
const GROWTH = 'BUN_JSC_heapGrowthMaxIncrease';

/**
 * By default a heap may become three times what was in use at the last collection, then twice that before old objects are
 * looked at: much for a guard, whose requests leave 100 KB of garbage each. With 1 it may become twice as large. Freed
 * blocks of native memory from 256 KiB on go back to the system, which glibc stops doing once a model's bytes were freed.
 */
const MEMORY: Readonly<Record<string, string>> = { [GROWTH]: '1', MALLOC_MMAP_THRESHOLD_: '262144' };

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
    process.execve?.(execPath, [execPath, ...first, ...argv.slice(2)], { ...MEMORY, ...env });
  } catch {
    // Where a system does not allow it, the service runs with the heap it has.
  }
}

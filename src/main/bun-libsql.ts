import type { Assets } from './platform.ts';

// What `bun build --compile` makes by itself lacks the workers, the models and all native parts, and would fail at each of them.
if (import.meta.url.includes('/$bunfs/')) {
  console.error('parley: this executable was compiled without its workers, models and native parts; make it with: bun run build');
  process.exit(1);
}

/** libSQL's native add-on as an executable carries it. From source there is none: the installed libsql finds its own. `scripts/build.ts` replaces this module. */
export const libsqlNative: Assets['libsqlNative'] = undefined;

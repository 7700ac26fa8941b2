import type { Assets } from './platform.ts';

/** libSQL's native add-on as an executable carries it. From source there is none: the installed libsql finds its own. `scripts/build.ts` replaces this module. */
export const libsqlNative: Assets['libsqlNative'] = undefined;

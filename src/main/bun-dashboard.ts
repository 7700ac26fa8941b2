import { fileURLToPath } from 'node:url';
import type { Assets } from './platform.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where the built dashboard is, and how it is built from source. `scripts/build.ts` replaces this module by one that embeds it. */
export const dashboardAssets: Pick<Assets, 'dashboard' | 'dashboardSource'> = {
  dashboard: fromRoot('dashboard/build/dashboard.json'),
  dashboardSource: { folder: fromRoot('dashboard'), build: [process.execPath, fromRoot('scripts/build-dashboard.ts'), '--if-stale'] },
};

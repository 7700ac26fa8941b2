import { join } from 'node:path';
import type { CheckedPlugin } from './checked-plugin.ts';

/** Embeds the built dashboard, which `src/main/bun-dashboard.ts` finds in the source tree otherwise. */
export function dashboardPlugin(root: string): CheckedPlugin {
  let isFound = false;
  const contents = `
    import dashboard from ${JSON.stringify(join(root, 'dashboard/build/dashboard.json'))} with { type: 'file' };
    export const dashboardAssets = { dashboard };
  `;
  return {
    plugin: {
      name: 'dashboard',
      setup(build) {
        build.onLoad({ filter: /\/src\/main\/bun-dashboard\.ts$/ }, () => {
          isFound = true;
          return { contents, loader: 'ts' };
        });
      },
    },
    verify() {
      if (!isFound) throw new Error('src/main/bun-dashboard.ts was not bundled');
    },
  };
}

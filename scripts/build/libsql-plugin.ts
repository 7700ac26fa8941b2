import { readFile } from 'node:fs/promises';
import { arch, platform, report } from 'node:process';
import { replaceOnce, type CheckedPlugin } from './checked-plugin.ts';

/** The line by which libsql finds its add-on at run time, which a bundler cannot follow. */
const COMPUTED_REQUIRE = 'return require(`@libsql/${target}`);';

/** Makes libsql's computed require a fixed one for this machine's platform. */
export function libsqlPlugin(): CheckedPlugin {
  let found = false;
  return {
    plugin: {
      name: 'libsql-binding',
      setup(build) {
        build.onLoad({ filter: /\/node_modules\/libsql\/index\.js$/ }, async ({ path }) => {
          const source = await readFile(path, 'utf8');
          found = true;
          return { contents: replaceOnce(source, COMPUTED_REQUIRE, `return require('@libsql/${libsqlTarget()}');`, path), loader: 'js' };
        });
      },
    },
    verify() {
      if (!found) throw new Error('libsql/index.js was not bundled');
    },
  };
}

/** The name libsql gives to this platform's package. */
function libsqlTarget(): string {
  if (platform !== 'linux') return `${platform}-${arch}`;
  const { header } = report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return `linux-${arch}-${header?.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`;
}

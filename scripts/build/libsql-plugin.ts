import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, platform, report } from 'node:process';
import { LIBSQL_VARIABLE } from '../../src/main/libsql-native.ts';
import { replaceOnce, type CheckedPlugin } from './checked-plugin.ts';
import { embeddedFile } from './embedded-file.ts';

/** The line by which libsql finds its add-on at run time, which a bundler cannot follow. */
const COMPUTED_REQUIRE = 'return require(`@libsql/${target}`);';

/** Opens the add-on where `placeLibsql` wrote it. */
const OPEN_PLACED = `
  const addon = { exports: {} };
  process.dlopen(addon, process.env.${LIBSQL_VARIABLE} ?? '');
  return addon.exports;
`;

const BINDING = 'index.node';

/** Embeds libsql's add-on for this machine's platform as a file, and has libsql open it from the cache folder it is written to. */
export function libsqlPlugin(root: string): CheckedPlugin {
  const missing = new Set(['libsql/index.js', 'src/main/bun-libsql.ts']);
  return {
    plugin: {
      name: 'libsql-binding',
      setup(build) {
        build.onLoad({ filter: /\/node_modules\/libsql\/index\.js$/ }, async ({ path }) => {
          missing.delete('libsql/index.js');
          return { contents: replaceOnce(await readFile(path, 'utf8'), COMPUTED_REQUIRE, OPEN_PLACED, path), loader: 'js' };
        });
        build.onLoad({ filter: /\/src\/main\/bun-libsql\.ts$/ }, async () => {
          missing.delete('src/main/bun-libsql.ts');
          const folder = join(root, 'node_modules/@libsql', libsqlTarget());
          return {
            contents: `
              import binding from ${JSON.stringify(join(folder, BINDING))} with { type: 'file' };
              export const libsqlNative = ${await embeddedFile(folder, BINDING, 'binding')};
            `,
            loader: 'ts',
          };
        });
      },
    },
    verify() {
      if (missing.size > 0) throw new Error(`${[...missing].join(' and ')} were not bundled`);
    },
  };
}

/** The name libsql gives to this platform's package. */
function libsqlTarget(): string {
  if (platform !== 'linux') return `${platform}-${arch}`;
  const { header } = report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return `linux-${arch}-${header?.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`;
}

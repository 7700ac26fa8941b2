import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { BINDING_VARIABLE } from '../../src/adapters/onnx/native-files.ts';
import { replaceOnce, type CheckedPlugin } from './checked-plugin.ts';
import { embeddedFile } from './embedded-file.ts';

/** The line by which onnxruntime-node finds its add-on, beside a library that a compiled executable does not carry. */
const COMPUTED_REQUIRE = 'require(`../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`)';

/** Opens the add-on where `placeNativeFiles` wrote it. */
const OPEN_PLACED = `(() => {
  const addon = { exports: {} };
  process.dlopen(addon, process.env.${BINDING_VARIABLE} ?? '');
  return addon.exports;
})()`;

const BINDING = 'onnxruntime_binding.node';
const LIBRARY: Readonly<Record<string, string>> = { linux: 'libonnxruntime.so.1', darwin: 'libonnxruntime.1.dylib' };

/**
 * Embeds onnxruntime's add-on and the library it links to as files, and has onnxruntime-node open them
 * from the cache folder they are written to on first use.
 */
export function onnxNativePlugin(root: string): CheckedPlugin {
  const missing = new Set(['onnxruntime-node/dist/binding.js', 'src/main/bun-native.ts']);
  return {
    plugin: {
      name: 'onnxruntime-native',
      setup(build) {
        build.onLoad({ filter: /\/node_modules\/onnxruntime-node\/dist\/binding\.js$/ }, async ({ path }) => {
          missing.delete('onnxruntime-node/dist/binding.js');
          return { contents: replaceOnce(await readFile(path, 'utf8'), COMPUTED_REQUIRE, OPEN_PLACED, path), loader: 'js' };
        });
        build.onLoad({ filter: /\/src\/main\/bun-native\.ts$/ }, async () => {
          missing.delete('src/main/bun-native.ts');
          return { contents: await embeddedFiles(root), loader: 'ts' };
        });
      },
    },
    verify() {
      if (missing.size > 0) throw new Error(`${[...missing].join(' and ')} were not bundled`);
    },
  };
}

/** What `src/main/bun-native.ts` says inside an executable. */
async function embeddedFiles(root: string): Promise<string> {
  const library = LIBRARY[platform];
  if (library === undefined) throw new Error(`there is no list of onnxruntime's native files for ${platform}`);
  const folder = join(root, 'node_modules/onnxruntime-node/bin/napi-v6', platform, arch);
  return `
    import binding from ${JSON.stringify(join(folder, BINDING))} with { type: 'file' };
    import library from ${JSON.stringify(join(folder, library))} with { type: 'file' };
    export const onnxNative = { binding: ${await embeddedFile(folder, BINDING, 'binding')}, library: ${await embeddedFile(folder, library, 'library')} };
  `;
}

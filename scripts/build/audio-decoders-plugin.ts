import { readFile } from 'node:fs/promises';
import type { CheckedPlugin } from './checked-plugin.ts';

/** The decoders of wasm-audio-decoders that are bundled. */
const PACKAGES = ['@wasm-audio-decoders/flac', '@wasm-audio-decoders/ogg-vorbis', 'mpg123-decoder', 'opus-decoder'];

/**
 * Each decoder has a second form that starts a worker of its own; ours runs in one already. The bundler leaves the
 * class out because nobody uses it, and keeps the statement that names it, which then fails: both go.
 */
export function audioDecodersPlugin(): CheckedPlugin {
  const missing = new Set(PACKAGES);
  return {
    plugin: {
      name: 'audio-decoders',
      setup(build) {
        build.onLoad(
          { filter: /\/node_modules\/(@wasm-audio-decoders\/(flac|ogg-vorbis)|mpg123-decoder|opus-decoder)\/index\.js$/ },
          async ({ path }) => {
            const lines = (await readFile(path, 'utf8')).split('\n');
            const own = lines.filter((line) => !/^(import|assignNames).*WebWorker/.test(line));
            if (own.length !== lines.length - 2) throw new Error(`${path} does not name its worker twice`);
            const contents = own.join('\n').replace(/, \w+WebWorker/g, '');
            if (contents.includes('WebWorker')) throw new Error(`${path} still names its worker`);
            for (const name of PACKAGES) if (path.includes(`/${name}/`)) missing.delete(name);
            return { contents, loader: 'js' };
          },
        );
      },
    },
    verify() {
      if (missing.size > 0) throw new Error(`not bundled: ${[...missing].join(', ')}`);
    },
  };
}

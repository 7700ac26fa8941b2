import { readFile } from 'node:fs/promises';
import { replaceOnce, type CheckedPlugin } from './checked-plugin.ts';

/** transformers.js opens the installed onnxruntime-node itself; our worker gives it one that is open already. */
const OWN_RUNTIME = 'requireFromHere("onnxruntime-node")';

/** Its image library is native, and no model of Parley's reads images. It must be there, or the import fails. */
const IMAGE_LIBRARY = 'import sharp from "sharp";';
const NO_IMAGES = "const sharp = () => { throw new Error('images are not read here'); };";

/** Leaves out of transformers.js what an executable cannot carry and Parley does not use. */
export function transformersPlugin(): CheckedPlugin {
  let found = false;
  return {
    plugin: {
      name: 'transformers-natives',
      setup(build) {
        build.onLoad({ filter: /\/@huggingface\/transformers\/dist\/transformers\.node\.mjs$/ }, async ({ path }) => {
          const source = replaceOnce(await readFile(path, 'utf8'), OWN_RUNTIME, '{}', path);
          found = true;
          return { contents: replaceOnce(source, IMAGE_LIBRARY, NO_IMAGES, path), loader: 'js' };
        });
      },
    },
    verify() {
      if (!found) throw new Error('@huggingface/transformers was not bundled as transformers.node.mjs');
    },
  };
}

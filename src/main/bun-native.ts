import type { Assets } from './platform.ts';

/**
 * onnxruntime's native files as an executable carries them. From source there are none: the installed
 * onnxruntime-node finds its own. `scripts/build.ts` replaces this module.
 */
export const onnxNative: Assets['onnxNative'] = undefined;

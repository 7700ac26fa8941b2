/**
 * Builds `dist/parley`, one executable that carries its workers, models, WASM and native parts.
 * `bun scripts/build.ts [--entry FILE] [--outfile FILE]`
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDashboard } from './build-dashboard.ts';
import { audioDecodersPlugin } from './build/audio-decoders-plugin.ts';
import { dashboardPlugin } from './build/dashboard-plugin.ts';
import { libsqlPlugin } from './build/libsql-plugin.ts';
import { onnxNativePlugin } from './build/onnx-native-plugin.ts';
import { transformersPlugin } from './build/transformers-plugin.ts';
import { workerPlugin } from './build/worker-plugin.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Modules that run in a Worker, below `src`. Each becomes an entry point of the executable. */
const WORKERS = [
  'adapters/audio/worker.ts',
  'adapters/documents/worker.ts',
  'adapters/onnx/attack-worker.ts',
  'adapters/onnx/embed-worker.ts',
  'adapters/onnx/recognise-worker.ts',
  'adapters/onnx/worker.ts',
  'adapters/onnx/speak-worker.ts',
  'adapters/libsql/worker.ts',
  'adapters/libsql/vector-worker.ts',
  'adapters/transformers/worker.ts',
  'main/long-texts-worker.ts',
];

/**
 * What else the executable carries, and who says so:
 *
 * | asset | named in |
 * |---|---|
 * | models, their manifest, onnxruntime's WASM binary | `src/main/bun-assets.ts` (`with { type: 'file' }`) |
 * | onnxruntime's native add-on and library | `src/main/bun-native.ts`, replaced by `onnx-native-plugin.ts` |
 * | the dashboard, built first | `src/main/bun-dashboard.ts`, replaced by `dashboard-plugin.ts` |
 * | libSQL's native add-on | `src/main/bun-libsql.ts`, replaced by `libsql-plugin.ts` |
 * | migrations | imported as text by the libSQL adapter |
 */
const { values: options } = parseArgs({
  options: {
    entry: { type: 'string', default: join(ROOT, 'src/main/bun.ts') },
    outfile: { type: 'string', default: join(ROOT, 'dist/parley') },
  },
});

const started = performance.now();
const plugins = [
  workerPlugin(join(ROOT, 'src'), WORKERS),
  libsqlPlugin(ROOT),
  onnxNativePlugin(ROOT),
  audioDecodersPlugin(),
  dashboardPlugin(ROOT),
  transformersPlugin(),
];
await buildDashboard();
await mkdir(dirname(resolve(options.outfile)), { recursive: true });
const built = await Bun.build({
  entrypoints: [resolve(options.entry), ...WORKERS.map((worker) => join(ROOT, 'src', worker))],
  root: join(ROOT, 'src'),
  compile: { outfile: resolve(options.outfile) },
  minify: { syntax: true, whitespace: true },
  // Workers share most of their modules; a copy of its own for each costs a process 15 MB.
  splitting: true,
  plugins: plugins.map(({ plugin }) => plugin),
});
for (const message of built.logs) console.error(message);
for (const plugin of plugins) plugin.verify();

const megabytes = (await stat(options.outfile)).size / 1e6;
console.log(`${options.outfile}: ${megabytes.toFixed(0)} MB, built in ${((performance.now() - started) / 1000).toFixed(1)} s`);

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createModelStore, type ModelStore, type ModelStoreOptions } from '../../src/adapters/model-store/store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from './recorded-logger.ts';

/** Id of the model that most tests pull. */
export const WHISPER = 'acme/whisper-test';

/** Size of its largest file. */
export const DECODER_BYTES = 3_000_000;

/** Files of a model as the hub would have them: by path, text or a number of pseudo-random bytes. */
export type ModelFiles = Readonly<Record<string, string | number>>;

export const WHISPER_FILES: ModelFiles = {
  'README.md': '---\nlicense: mit\n---\n# A test model\n',
  'config.json': '{"model_type":"whisper"}',
  'tokenizer.json': '{"version":"1.0"}',
  'preprocessor_config.json': '{"sampling_rate":16000}',
  'model.safetensors': 50_000,
  'onnx/encoder_model.onnx': 200_000,
  'onnx/encoder_model_quantized.onnx': 100_000,
  'onnx/decoder_model_merged.onnx': 250_000,
  'onnx/decoder_model_merged_quantized.onnx': DECODER_BYTES,
  'onnx/decoder_model_quantized.onnx': 60_000,
  'onnx/decoder_with_past_model_quantized.onnx': 60_000,
};

/** What a pull of `WHISPER` in q8 leaves. */
export const WHISPER_Q8 = [
  'README.md',
  'config.json',
  'onnx/decoder_model_merged_quantized.onnx',
  'onnx/encoder_model_quantized.onnx',
  'parley-model.json',
  'preprocessor_config.json',
  'tokenizer.json',
];

/** Writes a model into the folder of a hub. */
export async function writeModel(folder: string, id: string, files: ModelFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, id, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : pseudoRandom(content, path.length));
  }
}

/** Bytes that no two offsets share in a row, so that a piece in the wrong place shows. */
function pseudoRandom(bytes: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(bytes / 4));
  let state = seed + 1;
  for (let index = 0; index < words.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[index] = state;
  }
  return new Uint8Array(words.buffer, 0, bytes);
}

/** A store that gives up waiting and tries again quickly. */
export function openStore(directory: string, hub: string, options: Partial<ModelStoreOptions> = {}): ModelStore {
  return createModelStore({
    directory,
    hub,
    token: '',
    offline: false,
    maxModelBytes: 100_000_000,
    timeoutMs: 2000,
    retryDelayMs: 5,
    clock: systemClock,
    logger: createRecordedLogger(),
    ...options,
  });
}

/** Paths of all files below a folder, sorted; none when it is not there. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

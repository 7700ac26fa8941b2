import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelDtype } from '../adapters/model-store/model-dtype.ts';
import { placeNativeFiles } from '../adapters/onnx/native-files.ts';
import type { ExecutionProvider } from '../adapters/onnx/runtime.ts';
import type { TransformersDeps } from '../adapters/transformers/pool.ts';
import { isJsonObject } from '../core/json.ts';
import { onnxRuntime } from './engines.ts';
import type { Foundation } from './foundation.ts';
import { openModelStore } from './model-store.ts';

/** A model of the hub as a service's settings name it. */
export interface HubModelOptions {
  readonly id: string;
  readonly dtype: ModelDtype;
  readonly provider: Exclude<ExecutionProvider, 'webgpu'>;
  readonly workers: number;
  readonly queueLimit: number;
  readonly timeoutMs: number;
}

/** Whether a setting names a model of the hub, `owner/name`, rather than a built-in one. */
export function isHubModel(id: string): boolean {
  return id.includes('/');
}

/** What the adapters for hub models need to load pulled models. A model that was not pulled is reported when it is used. */
export async function hubModel(foundation: Foundation, options: HubModelOptions): Promise<TransformersDeps> {
  const { id, dtype } = options;
  const store = openModelStore(foundation);
  // If the hub has no graph in the wanted format, the record names the one that was pulled instead.
  const record = (await store.describe(id))?.record;
  return modelIn(foundation, { ...options, dtype: record?.dtypes[dtype] ?? dtype, modelFolder: () => store.find(id) });
}

/** The same of a model in the hub's layout, wherever its folder is. */
export function modelIn(
  { platform, engines }: Foundation,
  options: Omit<HubModelOptions, 'dtype'> & Required<Pick<TransformersDeps, 'dtype' | 'modelFolder'>>,
): TransformersDeps {
  const { id, dtype, modelFolder, provider, workers, queueLimit, timeoutMs } = options;
  const { wasmPath, native } = onnxRuntime(platform, provider);
  return {
    model: id,
    modelFolder,
    dtype,
    runtime: { provider, wasmPath },
    workers,
    queueLimit,
    timeoutMs,
    ...(native === undefined ? {} : { prepareNative: () => placeNativeFiles(native) }),
    ...engines.limits,
    ...engines.events(id),
  };
}

/** The languages of a pulled recogniser: those that a multilingual Whisper lists, otherwise English. */
export async function languagesOf(foundation: Foundation, id: string): Promise<readonly [string, ...string[]]> {
  const folder = await openModelStore(foundation).find(id);
  if (folder === undefined) return ['en'];
  const config: unknown = await readFile(join(folder, 'generation_config.json'), 'utf8').then(JSON.parse, () => undefined);
  const known = isJsonObject(config) && isJsonObject(config['lang_to_id']) ? Object.keys(config['lang_to_id']) : [];
  return englishFirst(known.map((token) => token.replaceAll(/[<|>]/g, '')));
}

/** English, with which transcripts are labelled where nothing tells their language, and then the others of these. */
export function englishFirst(languages: readonly string[]): readonly [string, ...string[]] {
  return ['en', ...languages.filter((language) => language !== 'en')];
}

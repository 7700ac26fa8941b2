import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { MODEL_DTYPES, type ModelDtype } from './model-dtype.ts';
import { isInnerPath } from './model-id.ts';

/** Name of the record in a model's folder. It is written last: a folder with a record is complete. */
export const RECORD_NAME = 'parley-model.json';

export interface RecordedFile {
  /** Below the model's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The record that a pull stores beside a model's files: their source and hashes. */
export interface ModelRecord {
  readonly id: string;
  readonly hub: string;
  /** As requested, such as `main`. */
  readonly revision: string;
  readonly commit: string;
  /** From the model card; empty if it has none. */
  readonly licence: string;
  /** For each pulled number format, the format of each graph: the `dtype` of transformers.js. */
  readonly dtypes: Readonly<Partial<Record<ModelDtype, Readonly<Record<string, ModelDtype>>>>>;
  readonly files: readonly RecordedFile[];
  /** ISO 8601. */
  readonly pulledAt: string;
}

/** Writes the record and syncs it to the disk. */
export async function writeRecord(folder: string, record: ModelRecord): Promise<void> {
  const handle = await open(join(folder, RECORD_NAME), 'w');
  try {
    await handle.writeFile(`${JSON.stringify({ format: 1, ...record }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the record of a folder. Undefined if there is none or it is invalid. */
export async function readRecord(folder: string): Promise<ModelRecord | undefined> {
  try {
    return parseRecord(JSON.parse(await readFile(join(folder, RECORD_NAME), 'utf8')) as JsonValue);
  } catch {
    return undefined;
  }
}

function parseRecord(value: JsonValue): ModelRecord | undefined {
  if (!isJsonObject(value) || value['format'] !== 1 || !Array.isArray(value['files']) || !isJsonObject(value['dtypes'])) return undefined;
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  const files: RecordedFile[] = [];
  for (const file of value['files']) {
    if (!isJsonObject(file)) return undefined;
    const { path, bytes, sha256 } = file;
    if (typeof path !== 'string' || !isInnerPath(path) || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
    files.push({ path, bytes, sha256 });
  }
  const dtypes: Partial<Record<ModelDtype, Record<string, ModelDtype>>> = {};
  for (const [name, parts] of Object.entries(value['dtypes'])) {
    const dtype = MODEL_DTYPES.find((known) => known === name);
    if (dtype === undefined || !isJsonObject(parts)) return undefined;
    dtypes[dtype] = Object.fromEntries(
      Object.entries(parts).flatMap(([part, format]) => MODEL_DTYPES.flatMap((known) => (known === format ? [[part, known]] : []))),
    ) as Record<string, ModelDtype>;
  }
  return {
    id: text('id'),
    hub: text('hub'),
    revision: text('revision'),
    commit: text('commit'),
    licence: text('licence'),
    pulledAt: text('pulledAt'),
    dtypes,
    files,
  };
}

import { readFile } from 'node:fs/promises';
import catalogue from '../../models/catalogue.json' with { type: 'json' };
import { MODEL_DTYPES, type ModelDtype } from '../adapters/model-store/model-dtype.ts';
import { listOf, textOf } from '../core/json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** A model that Parley knows by name. */
export interface KnownModel {
  readonly id: string;
  readonly task: string;
  readonly languages: readonly string[];
  readonly licence: string;
  readonly builtIn: boolean;
  /** Files of a built-in model; those of a hub model are known once it has been pulled. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
  /** Number format that is pulled by default. */
  readonly dtype: ModelDtype;
  /** Models that it needs. */
  readonly needs: readonly string[];
  /** Its owner requires that terms are accepted. */
  readonly gated: boolean;
  /** What to know before pulling it; often empty. */
  readonly note: string;
}

/** The built-in models of a manifest, then the hub models of the catalogue. */
export async function readKnownModels(manifestPath: string): Promise<KnownModel[]> {
  const manifest: unknown = JSON.parse(await readFile(manifestPath, 'utf8'));
  const models = isJsonObject(manifest) ? listOf(manifest['models']).filter(isJsonObject) : [];
  const hub: readonly JsonObject[] = catalogue.models;
  return [...models.map(toKnownModel), ...hub.map(toKnownModel)];
}

function toKnownModel(entry: JsonObject): KnownModel {
  return {
    id: textOf(entry['id']),
    task: textOf(entry['task']),
    languages: textsOf(entry['languages']),
    licence: textOf(entry['licence']),
    builtIn: entry['builtIn'] === true,
    files: listOf(entry['files'])
      .filter(isJsonObject)
      .map((file) => ({
        path: textOf(file['path']),
        bytes: Number(file['bytes'] ?? 0),
        sha256: textOf(file['sha256']),
      })),
    dtype: MODEL_DTYPES.find((dtype) => dtype === entry['dtype']) ?? 'q8',
    needs: textsOf(entry['needs']),
    gated: entry['gated'] === true,
    note: textOf(entry['note']),
  };
}

function textsOf(value: JsonValue | undefined): string[] {
  return listOf(value).map(textOf);
}

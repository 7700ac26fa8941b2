import type { ModelStore, StoredModel } from '../adapters/model-store/store.ts';
import { readKnownModels, type KnownModel } from './model-catalogue.ts';
import type { Platform } from './platform.ts';
import { table } from './table.ts';

/** Of how many languages each is named in the table; all are in the JSON. */
const MOST_LANGUAGES = 8;

/** One model of `parley models list`, as `--json` prints it. */
export interface ListedModel {
  readonly id: string;
  readonly task: string;
  readonly languages: readonly string[];
  readonly licence: string;
  readonly state: 'built in' | StoredModel['state'] | 'on the hub';
  /** Bytes on this host; 0 if it is not there. */
  readonly bytes: number;
  /** Pulled number formats. */
  readonly dtypes: readonly string[];
  readonly commit: string;
  readonly path: string;
  readonly gated: boolean;
  readonly note: string;
}

/** Every model that is built in, pulled or known on the hub. */
export async function listModels({ assets }: Platform, store: ModelStore): Promise<ListedModel[]> {
  const known = await readKnownModels(assets.modelManifest);
  const stored = new Map((await store.list()).map((model) => [model.id, model]));
  const others = [...stored.values()].filter(({ id }) => !known.some((model) => model.id === id));
  return [
    ...known.map((model) => listed(model.id, model, stored.get(model.id))),
    ...others.map((model) => listed(model.id, undefined, model)),
  ];
}

function listed(id: string, known: KnownModel | undefined, stored: StoredModel | undefined): ListedModel {
  const builtIn = known?.builtIn === true;
  return {
    id,
    task: known?.task ?? '',
    languages: known?.languages ?? [],
    // The model card of the pulled commit comes before the catalogue.
    licence: stored?.record?.licence || known?.licence || '',
    state: builtIn ? 'built in' : (stored?.state ?? 'on the hub'),
    bytes: builtIn ? known.files.reduce((sum, { bytes }) => sum + bytes, 0) : (stored?.bytes ?? 0),
    dtypes: Object.keys(stored?.record?.dtypes ?? {}),
    commit: stored?.record?.commit ?? '',
    path: stored?.path ?? '',
    gated: known?.gated ?? false,
    note: known?.note ?? '',
  };
}

/** The list as a table for people. */
export function modelTable(models: readonly ListedModel[]): string {
  const rows = models.map(({ id, task, languages, bytes, licence, state, dtypes, gated }) => [
    id,
    task,
    languages.length > MOST_LANGUAGES ? `${languages.length} languages` : languages.join(' '),
    bytes === 0 ? '' : `${(bytes / 1e6).toFixed(1)} MB`,
    licence,
    [state, ...dtypes, ...(gated && state === 'on the hub' ? ['(gated)'] : [])].join(' '),
  ]);
  return table([['MODEL', 'TASK', 'LANGUAGES', 'SIZE', 'LICENCE', 'STATE'], ...rows]);
}

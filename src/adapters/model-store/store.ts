import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError, systemCodeOf } from '../../core/errors.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { onDisk } from './disk-fault.ts';
import { digestFile } from './file-digest.ts';
import { bytesBelow, createFolders, exists, namesIn } from './folders.ts';
import { createHubClient, type Fetch } from './hub-client.ts';
import type { ModelDtype } from './model-dtype.ts';
import { parseModelId, parseRevision, type ModelId } from './model-id.ts';
import { readRecord, RECORD_NAME, type ModelRecord } from './model-record.ts';
import { takeProcessLock } from './process-lock.ts';
import { pullModel, type PullEvent, type PullResult } from './pull-model.ts';

export interface ModelStoreOptions {
  /** Folder of the models; transformers.js' `env.localModelPath`. Created by the first pull. */
  readonly directory: string;
  /** Such as https://huggingface.co. */
  readonly hub: string;
  /** Sent to the hub as a bearer token; empty sends none. */
  readonly token: string;
  /** Never call the hub. */
  readonly offline: boolean;
  /** Largest total size of a model's files. */
  readonly maxModelBytes: number;
  /** Longest silence of the hub before and during an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Pause before the second attempt at a failed request, in milliseconds; 500 by default. It doubles each time. */
  readonly retryDelayMs?: number;
  readonly fetch?: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A model of the store. */
export interface StoredModel {
  readonly id: string;
  readonly path: string;
  /** Complete; copied by somebody else, without a record to verify it; or an unfinished pull. */
  readonly state: 'installed' | 'by hand' | 'incomplete';
  readonly bytes: number;
  /** Only of installed models. */
  readonly record?: ModelRecord;
}

export interface PullOptions {
  readonly dtype: ModelDtype;
  /** Branch, tag or commit; `main` unless given. */
  readonly revision?: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (event: PullEvent) => void;
}

/** A fault in a file of an installed model. */
export interface ModelFault {
  readonly path: string;
  readonly fault: 'missing' | 'not a plain file' | 'wrong size' | 'wrong checksum';
}

/** Models on this host, in the layout of the Hugging Face hub: `<directory>/<owner>/<name>/<files>`. */
export interface ModelStore {
  /** Where the models are; transformers.js' `env.localModelPath`. */
  readonly directory: string;
  /** Installed and unfinished models, by id. */
  list(): Promise<StoredModel[]>;
  /** A model that can be loaded; undefined if there is none. */
  describe(id: string): Promise<StoredModel | undefined>;
  /** The folder of a model that can be loaded; undefined if there is none. */
  find(id: string): Promise<string | undefined>;
  /** Like `find`, but throws `provider_unavailable` naming the command that pulls the model. */
  locate(id: string): Promise<string>;
  /**
   * Pulls a model from the hub. It becomes visible only when it is complete; partial downloads stay for the next attempt. Throws a
   * ServiceError that says what to do, or the signal's reason.
   */
  pull(id: string, options: PullOptions): Promise<PullResult>;
  /** Compares an installed model with its record; an empty list means no faults. Throws `not_found` if there is nothing to compare. */
  verify(id: string, signal?: AbortSignal): Promise<ModelFault[]>;
  /** Deletes a model and its partial downloads. Throws `not_found`, or `unavailable` while it is being pulled. */
  remove(id: string): Promise<void>;
}

export function createModelStore(options: ModelStoreOptions): ModelStore {
  const { clock, logger, offline, maxModelBytes } = options;
  const folders = createFolders(options.directory);
  const hub = options.hub.replace(/\/+$/, '');
  const client = createHubClient({ hub, token: options.token, timeoutMs: options.timeoutMs, fetch: options.fetch ?? globalThis.fetch });

  async function stored(id: ModelId): Promise<StoredModel | undefined> {
    const path = folders.model(id);
    const name = nameOf(id);
    const record = await readRecord(path);
    if (record !== undefined) {
      return { id: name, path, state: 'installed', bytes: record.files.reduce((sum, { bytes }) => sum + bytes, 0), record };
    }
    // Pulls rename whole folders, so a configuration without a record was copied here, presumably completely.
    if (await exists(join(path, 'config.json'))) return { id: name, path, state: 'by hand', bytes: await bytesBelow(path) };
    return undefined;
  }

  const describe: ModelStore['describe'] = async (id) => {
    const parsed = tryParse(id);
    return parsed === undefined ? undefined : stored(parsed);
  };
  const find: ModelStore['find'] = async (id) => (await describe(id))?.path;

  async function modelsBelow(folder: string): Promise<ModelId[]> {
    const owners = (await namesIn(folder)).filter((owner) => tryParse(`${owner}/x`) !== undefined);
    const models = await Promise.all(owners.map(async (owner) => (await namesIn(join(folder, owner))).map((name) => `${owner}/${name}`)));
    return models.flat().flatMap((id) => tryParse(id) ?? []);
  }

  return {
    directory: folders.root,
    describe,
    find,
    async locate(id) {
      const path = await find(id);
      if (path === undefined) throw missingModel(id);
      return path;
    },
    async list() {
      const whole = await Promise.all((await modelsBelow(folders.root)).map(stored));
      const begun = await Promise.all(
        (await modelsBelow(folders.incomingRoot)).map(async (id): Promise<StoredModel> => {
          const path = folders.incoming(id);
          return { id: nameOf(id), path, state: 'incomplete', bytes: await bytesBelow(path) };
        }),
      );
      const found = whole.filter((model) => model !== undefined);
      const known = new Set(found.map(({ id }) => id));
      return [...found, ...begun.filter(({ id, bytes }) => bytes > 0 && !known.has(id))].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    },
    async pull(id, { dtype, revision = 'main', signal, onProgress = () => undefined }) {
      const request = { id: parseModelId(id), revision: parseRevision(revision), dtype, signal, onProgress };
      if (offline) {
        throw new ServiceError(
          'provider_unavailable',
          `PLATFORM_OFFLINE=true: nothing is pulled. On a host with a network run: parley models pull ${id}, then copy ${join('<models>', id)} to ${folders.model(request.id)}`,
        );
      }
      return pullModel(request, { folders, client, hub, maxModelBytes, retryDelayMs: options.retryDelayMs ?? 500, clock, logger });
    },
    async verify(id, signal) {
      const model = await stored(parseModelId(id));
      if (model === undefined) throw new ServiceError('not_found', `${id} is not installed. Run: parley models pull ${id}`);
      if (model.record === undefined) {
        throw new ServiceError('not_found', `${model.path} has no ${RECORD_NAME} to compare with: parley did not put it there.`);
      }
      const faults: ModelFault[] = [];
      for (const { path, bytes, sha256 } of model.record.files) {
        const fault = await faultOf(join(model.path, path), bytes, sha256, signal);
        if (fault !== undefined) faults.push({ path, fault });
      }
      return faults;
    },
    async remove(id) {
      const parsed = parseModelId(id);
      const [folder, incoming] = [folders.model(parsed), folders.incoming(parsed)];
      if (!(await exists(folder)) && !(await exists(incoming))) throw new ServiceError('not_found', `${id} is not installed.`);
      await onDisk(folders.root, async () => {
        await using lock = await takeProcessLock(folders.lock(parsed), {
          signal: new AbortController().signal,
          onWait: () => {
            throw new ServiceError('unavailable', `${id} is being pulled by another process; stop that first.`);
          },
        }).catch((error: unknown) => {
          // A full disk takes no lock, and removing models frees space; nothing can be pulled onto it meanwhile.
          if (systemCodeOf(error) === 'ENOSPC' || systemCodeOf(error) === 'EDQUOT') return undefined;
          throw error;
        });
        await rm(incoming, { recursive: true, force: true });
        if ((await lock?.held()) !== false && (await exists(folder))) await folders.uninstall(parsed);
      });
    },
  };
}

/** The error of an engine whose model is not on this host. */
function missingModel(id: string): ServiceError {
  return new ServiceError('provider_unavailable', `The model ${id} is not on this host. Run: parley models pull ${id}`);
}

async function faultOf(path: string, bytes: number, sha256: string, signal?: AbortSignal): Promise<ModelFault['fault'] | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return 'missing';
  if (!entry.isFile()) return 'not a plain file';
  if (entry.size !== bytes) return 'wrong size';
  return (await digestFile(path, bytes, signal)).sha256 === sha256 ? undefined : 'wrong checksum';
}

function nameOf({ owner, name }: ModelId): string {
  return `${owner}/${name}`;
}

function tryParse(id: string): ModelId | undefined {
  try {
    return parseModelId(id);
  } catch {
    return undefined;
  }
}

import { copyFile, link, lstat, mkdir, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hideCredentials } from '../../core/config.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { diskFull, onDisk } from './disk-fault.ts';
import { downloadFile } from './download-file.ts';
import { digestFile, matches } from './file-digest.ts';
import { bytesOf, exists, type Folders } from './folders.ts';
import type { HubClient, HubModel } from './hub-client.ts';
import type { HubFile } from './listing.ts';
import type { ModelDtype } from './model-dtype.ts';
import type { ModelId } from './model-id.ts';
import { readRecord, writeRecord, type ModelRecord, type RecordedFile } from './model-record.ts';
import { takeProcessLock } from './process-lock.ts';
import { selectFiles, type Selection } from './select-files.ts';
import { withRetries, type RetryOptions } from './transient-fault.ts';

/** The events of a pull. */
export type PullEvent =
  /** Another process is pulling the same model; this one waits for it. */
  | { readonly kind: 'waiting' }
  /** Before the first byte: the total size, and how much of it is there already. */
  | {
      readonly kind: 'plan';
      readonly commit: string;
      /** From the model card; empty if it has none. */
      readonly licence: string;
      readonly dtypes: Selection['dtypes'];
      readonly files: number;
      readonly bytes: number;
      readonly presentBytes: number;
    }
  | { readonly kind: 'progress'; readonly path: string; readonly doneBytes: number; readonly bytes: number }
  | { readonly kind: 'retry'; readonly reason: string; readonly waitMs: number };

/** The outcome of a pull. */
export interface PullResult {
  readonly id: string;
  /** The model's folder. */
  readonly path: string;
  readonly commit: string;
  readonly bytes: number;
  /** It was already complete, in this number format and commit. */
  readonly alreadyThere: boolean;
}

export interface PullRequest {
  readonly id: ModelId;
  readonly revision: string;
  readonly dtype: ModelDtype;
  readonly signal: AbortSignal;
  readonly onProgress: (event: PullEvent) => void;
}

export interface PullDeps {
  readonly folders: Folders;
  readonly client: HubClient;
  readonly hub: string;
  /** Largest total size of a model's files. */
  readonly maxModelBytes: number;
  readonly retryDelayMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Pulls one model. Concurrent pulls of one model, also from two processes, run one after the other. */
export async function pullModel(request: PullRequest, deps: PullDeps): Promise<PullResult> {
  const { id, signal, onProgress } = request;
  const { folders } = deps;
  await onDisk(folders.root, () => mkdir(folders.root, { recursive: true }));
  await using lock = await onDisk(folders.root, () =>
    takeProcessLock(folders.lock(id), { signal, onWait: () => onProgress({ kind: 'waiting' }) }),
  );
  const name = `${id.owner}/${id.name}`;
  const retry: RetryOptions = {
    signal,
    retryDelayMs: deps.retryDelayMs,
    onRetry: (reason, waitMs) => {
      deps.logger.debug('model hub asked again', { model: name, reason, waitMs });
      onProgress({ kind: 'retry', reason, waitMs });
    },
  };
  const model = await withRetries(() => deps.client.model(name, request.revision, signal), retry);
  const folder = folders.model(id);
  const installed = await readRecord(folder);
  if (installed === undefined && (await exists(folder))) {
    throw new ServiceError('unavailable', `${folder} was not put there by parley; move it away, or run: parley models remove ${name}`);
  }
  if (installed?.commit === model.commit && installed.dtypes[request.dtype] !== undefined) {
    await rm(folders.incoming(id), { recursive: true, force: true });
    return { id: name, path: folder, commit: model.commit, bytes: sum(installed.files), alreadyThere: true };
  }
  const listing = await withRetries(() => deps.client.files(name, model.commit, signal), retry);
  const selection = selectFiles(name, listing, request.dtype);
  const kept = installed?.commit === model.commit ? installed : undefined;
  const incoming = join(folders.incoming(id), model.commit);
  const files = await gather({ request, deps, name, model, selection, kept, incoming, retry });
  const record: ModelRecord = {
    id: name,
    hub: hideCredentials(deps.hub),
    revision: request.revision,
    commit: model.commit,
    licence: model.licence,
    dtypes: { ...kept?.dtypes, [request.dtype]: selection.dtypes },
    files,
    pulledAt: deps.clock.now().toISOString(),
  };
  await onDisk(folders.root, async () => {
    await writeRecord(incoming, record);
    if (!(await lock.held())) throw new ServiceError('unavailable', `Another process took over the pull of ${name}; run it again.`);
    await folders.install(incoming, id);
    await rm(folders.incoming(id), { recursive: true, force: true });
  });
  deps.logger.info('model pulled', { model: name, commit: model.commit, dtype: request.dtype, bytes: sum(files) });
  return { id: name, path: folder, commit: model.commit, bytes: sum(files), alreadyThere: false };
}

interface Gathering {
  readonly request: PullRequest;
  readonly deps: PullDeps;
  readonly name: string;
  readonly model: HubModel;
  readonly selection: Selection;
  /** Other number formats of the same commit, which stay. */
  readonly kept: ModelRecord | undefined;
  readonly incoming: string;
  readonly retry: RetryOptions;
}

/** Collects all files of a model in `incoming`: existing ones by hard links, the others from the hub. */
async function gather({ request, deps, name, model, selection, kept, incoming, retry }: Gathering): Promise<RecordedFile[]> {
  const { signal, onProgress } = request;
  const installed = deps.folders.model(request.id);
  const bytes = sum(selection.files);
  if (bytes > deps.maxModelBytes) {
    throw new ServiceError(
      'payload_too_large',
      `${name} is ${bytes} bytes large, more than PLATFORM_MODEL_MAX_BYTES=${deps.maxModelBytes} allows.`,
    );
  }
  const present = new Map((kept?.files ?? []).map((file) => [file.path, file]));
  const begun = await Promise.all(
    selection.files
      .filter(({ path }) => !present.has(path))
      .map(async ({ path }) => (await bytesOf(join(incoming, path))) || bytesOf(`${join(incoming, path)}.part`)),
  );
  const installedBytes = sum(selection.files.filter(({ path }) => present.has(path)));
  const presentBytes = begun.reduce((total, size) => total + size, installedBytes);
  await checkRoom(deps.folders.root, bytes - presentBytes);
  onProgress({
    kind: 'plan',
    commit: model.commit,
    licence: model.licence,
    dtypes: selection.dtypes,
    files: selection.files.length,
    bytes,
    presentBytes: Math.min(presentBytes, bytes),
  });
  for (const file of present.values()) await onDisk(incoming, () => linkOrCopy(join(installed, file.path), join(incoming, file.path)));
  const recorded = [...present.values()];
  let before = installedBytes;
  for (const file of selection.files.filter(({ path }) => !present.has(path))) {
    const report = (done: number): void => onProgress({ kind: 'progress', path: file.path, doneBytes: before + done, bytes });
    const target = join(incoming, file.path);
    const sha256 =
      (await checkedEarlier(file, target, signal)) ??
      (await downloadFile(file, { client: deps.client, id: name, commit: model.commit, target, onBytes: report, ...retry }));
    report(file.bytes);
    before += file.bytes;
    recorded.push({ path: file.path, bytes: file.bytes, sha256 });
  }
  return recorded.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The SHA-256 of a file that an interrupted pull had finished; undefined if there is none or it no longer matches. */
async function checkedEarlier(file: HubFile, target: string, signal: AbortSignal): Promise<string | undefined> {
  const entry = await lstat(target).catch(() => undefined);
  if (entry === undefined) return undefined;
  if (entry.isFile() && entry.size === file.bytes) {
    const digest = await digestFile(target, file.bytes, signal);
    if (matches(digest, file.checksum)) return digest.sha256;
  }
  await onDisk(target, () => rm(target, { recursive: true, force: true }));
  return undefined;
}

/** Refuses a pull that cannot fit. If the free space is unknown, writing will fail instead. */
async function checkRoom(root: string, neededBytes: number): Promise<void> {
  const disk = await statfs(root).catch(() => undefined);
  if (disk !== undefined && disk.bsize > 0 && disk.bavail * disk.bsize < neededBytes) throw diskFull(root);
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { force: true });
  // Some file systems have no hard links.
  await link(from, to).catch(() => copyFile(from, to));
}

function sum(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((total, file) => total + file.bytes, 0);
}

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ModelStore } from '../adapters/model-store/store.ts';
import { readKnownModels, type KnownModel } from './model-catalogue.ts';
import type { Assets, Platform } from './platform.ts';

/** Compares the checksums of one model, or of all models on this host. Prints a line each and returns whether all match. */
export async function verifyModels(platform: Platform, store: ModelStore, id: string | undefined): Promise<boolean> {
  const known = await readKnownModels(platform.assets.modelManifest);
  const builtIn = known.filter((model) => model.builtIn && (id === undefined || model.id === id));
  const installed = (await store.list()).filter(({ state }) => state === 'installed').map((model) => model.id);
  const pulled = id === undefined ? installed : builtIn.length > 0 ? [] : [id];
  let healthy = true;
  const report = (model: string, faults: readonly string[]): void => {
    platform.print(`${faults.length === 0 ? 'ok     ' : 'FAULTY '} ${model}`);
    for (const fault of faults) platform.print(`        ${fault}`);
    if (faults.length > 0) healthy = false;
  };
  const shipped = await shippedSums(platform.assets, builtIn);
  for (const model of builtIn) {
    report(
      model.id,
      model.files.filter(({ sha256 }) => !shipped.has(sha256)).map(({ path }) => `${path}: wrong checksum or missing`),
    );
  }
  for (const model of pulled) {
    const faults = await store.verify(model);
    report(
      model,
      faults.map(({ path, fault }) => `${path}: ${fault}`),
    );
    if (faults.length > 0) platform.print(`        repair it with: parley models remove ${model}, then parley models pull ${model}`);
  }
  return healthy;
}

/** SHA-256 of every shipped file that has the size of a file of these models, since files in an executable have other names. */
async function shippedSums(assets: Assets, models: readonly KnownModel[]): Promise<Set<string>> {
  const sizes = new Set(models.flatMap(({ files }) => files.map(({ bytes }) => bytes)));
  const sums = new Set<string>();
  for (const path of textsIn(assets)) {
    const size = await stat(path).then(
      (entry) => entry.size,
      () => -1,
    );
    // Read whole: Bun opens no stream on a file inside an executable.
    if (sizes.has(size))
      sums.add(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
  }
  return sums;
}

/** All strings in an object and the objects within it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

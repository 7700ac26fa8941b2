import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { pid as ownPid } from 'node:process';
import { systemCodeOf } from '../../core/errors.ts';
import { isStillRunning } from './process-start.ts';

/** Who uses a database file: the process that claimed it first, until it ends or disposes its claim. */
export interface FileClaim extends AsyncDisposable {
  /** The id of another process that holds the claim; undefined if it is this one's. */
  readonly heldBy?: number;
}

const HOLDER = /^(\d+) (\d+)$/;

/**
 * Claims a database file for this process by a file beside it. A claim of a process that has ended, however, is taken over. Throws the
 * system's error if the claim cannot be written.
 */
export async function claimFile(databasePath: string): Promise<FileClaim> {
  const path = `${databasePath}.claim`;
  const claim = `${ownPid} ${Date.now()}`;
  const held: FileClaim = {
    async [Symbol.asyncDispose]() {
      if ((await readFile(path, 'utf8').catch(() => '')) === claim) await rm(path, { force: true });
    },
  };
  try {
    await writeFile(path, claim, { flag: 'wx', mode: 0o600 });
    return held;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  const [, pid, since] = (HOLDER.exec(await readFile(path, 'utf8').catch(() => '')) ?? []).map(Number);
  if (pid !== undefined && since !== undefined && isStillRunning(pid, since)) {
    return { heldBy: pid, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  // Renamed into place, so that nobody reads half of it.
  await writeFile(`${path}.${ownPid}`, claim, { mode: 0o600 });
  await rename(`${path}.${ownPid}`, path);
  return held;
}

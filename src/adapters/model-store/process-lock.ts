import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { kill, pid } from 'node:process';
import { delay } from '../../core/abort.ts';
import { systemCodeOf } from '../../core/errors.ts';

/** A lock that this process holds until it is disposed. */
export interface ProcessLock extends AsyncDisposable {
  /** Whether the lock is still ours; another process may have taken it from one that was suspended for long. */
  held(): Promise<boolean>;
}

export interface LockOptions {
  readonly signal: AbortSignal;
  /** Called once when another process holds the lock; throw to give up instead of waiting. */
  readonly onWait: () => void;
}

/** Heartbeat interval of a holder, and how long after the last heartbeat it counts as dead, in milliseconds. */
const HEARTBEAT_MS = 2000;
const STALE_MS = 30_000;
const POLL_MS = 100;

/** Takes a lock file; waits while another live process (or another call in this one) holds it. */
export async function takeProcessLock(path: string, { signal, onWait }: LockOptions): Promise<ProcessLock> {
  const token = randomUUID();
  await mkdir(dirname(path), { recursive: true });
  for (let waited = false; ;) {
    signal.throwIfAborted();
    if (await create(path, token)) break;
    if (await isStale(path)) {
      if (!(await removeStale(path))) await delay(POLL_MS, signal);
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await delay(POLL_MS, signal);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    // If the lock is gone or not ours, held() shows it.
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  const held = async (): Promise<boolean> => (await contentOf(path)).includes(token);
  return {
    held,
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      if (await held()) await rm(path, { force: true });
    },
  };
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx');
    try {
      await handle.writeFile(JSON.stringify({ pid, host: hostname(), token }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the lock's holder is dead, or on another host and silent for long. */
async function isStale(path: string): Promise<boolean> {
  const age = await ageOf(path);
  if (age === undefined) return false;
  if (age > STALE_MS) return true;
  const holder = /"pid":(\d+),"host":"([^"]*)"/.exec(await contentOf(path));
  return holder?.[2] === hostname() && !isAlive(Number(holder[1]));
}

/** Milliseconds since a file was last touched; undefined if it does not exist. */
async function ageOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => undefined,
  );
}

function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes a dead holder's lock. Of several processes that notice it, one at a time checks again and removes it, so that nobody removes
 * the lock of the next holder. Returns whether this one did.
 */
async function removeStale(path: string): Promise<boolean> {
  const guard = `${path}.stale`;
  try {
    await (await open(guard, 'wx')).close();
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    // Whoever made it died within the few system calls below.
    if (((await ageOf(guard)) ?? 0) > STALE_MS) await rm(guard, { force: true });
    return false;
  }
  try {
    if (await isStale(path)) await rm(path, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Watches the path of a database's file, to notice when it is removed or replaced. */
export interface FilePlace {
  /** Whether the opened file is no longer at its path: writes to it would be lost with the process. */
  isLost(): boolean;
  /** Removes the files that SQLite keeps beside the opened one, which it would apply to another file at that path. */
  clear(): void;
}

/** To be called once the file exists; undefined if it cannot be identified. */
export function filePlace(url: string): FilePlace | undefined {
  const path = pathOf(url);
  const opened = path === undefined ? undefined : identityOf(path);
  if (path === undefined || opened === undefined || opened === NOTHING) return undefined;
  const beside = ['-wal', '-shm'].map((end) => ({ path: path + end, opened: identityOf(path + end) }));
  return {
    isLost() {
      const standing = identityOf(path);
      return standing !== undefined && standing !== opened;
    },
    clear() {
      for (const left of beside) {
        if (left.opened === undefined || left.opened === NOTHING || identityOf(left.path) !== left.opened) continue;
        try {
          rmSync(left.path, { force: true });
        } catch {
          // Nothing can be put at its path either then.
        }
      }
    },
  };
}

const NOTHING = 'nothing';

/** Identifies the file at the path, or `NOTHING`; undefined if the disk cannot tell, which does not make the file lost. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? NOTHING : `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
}

/** Makes a file that is not there yet readable by its user only, in folders of others too. SQLite gives its other files the same mode. */
export async function makePrivate(url: string): Promise<void> {
  const path = pathOf(url);
  const made = path === undefined ? undefined : await open(path, 'a', 0o600).catch(() => undefined);
  await made?.close();
}

/** The path in a `file:` URL, which may be relative; undefined for other URLs. */
export function pathOf(url: string): string | undefined {
  const [address = ''] = url.split(/[?#]/, 1);
  if (!url.startsWith('file:') || /:memory:|mode=memory/.test(url)) return undefined;
  try {
    return address.startsWith('file:/') ? fileURLToPath(address) : decodeURIComponent(address.replace(/^file:/, ''));
  } catch {
    return undefined;
  }
}

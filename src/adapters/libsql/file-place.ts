import { rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The place of a database's file, to notice when somebody removes it or puts another one there. */
export interface FilePlace {
  /** Whether the file that was opened does not stand there any more: what is written to it now goes with the process. */
  isLost(): boolean;
  /** Removes what the opened file left beside it, which SQLite would take for a part of another file that stands there. */
  clear(): void;
}

/** To be called once the file is there; undefined where it cannot be told. */
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
          // Nothing can be put in its place either then.
        }
      }
    },
  };
}

const NOTHING = 'nothing';

/** Which file stands there, or `NOTHING`; undefined where the disk cannot tell, which does not make it lost. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? NOTHING : `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
}

/** The path that a `file:` URL names, relative ones too. */
function pathOf(url: string): string | undefined {
  const [address = ''] = url.split(/[?#]/, 1);
  if (/:memory:|mode=memory/.test(url)) return undefined;
  try {
    return address.startsWith('file:/') ? fileURLToPath(address) : decodeURIComponent(address.replace(/^file:/, ''));
  } catch {
    return undefined;
  }
}

import { ServiceError } from '../../core/errors.ts';

/** One part of an id: what the hub allows, and never a path out of a folder. */
const NAME = /^[A-Za-z0-9][\w.-]{0,95}$/;

/** A branch, a tag such as `refs/pr/1` or `v1.0`, or a commit. */
const REVISION = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;

/** A path segment that any file system stores unchanged. */
const SEGMENT = /^[^\p{Cc}\\/:*?"<>|]{1,255}$/u;

/** The two parts of a hub model's id. */
export interface ModelId {
  readonly owner: string;
  readonly name: string;
}

/** Parses `owner/name`. Throws `invalid_input` for anything else. */
export function parseModelId(id: string): ModelId {
  const [owner, name, ...rest] = id.split('/');
  if (
    owner === undefined ||
    name === undefined ||
    rest.length > 0 ||
    ![owner, name].every((part) => NAME.test(part) && !part.includes('..'))
  ) {
    throw new ServiceError('invalid_input', `"${id.slice(0, 200)}" is not a model id: it must be owner/name, as on the hub.`, {
      param: 'id',
    });
  }
  return { owner, name };
}

/** Parses a revision. Throws `invalid_input` for one that no hub could have. */
export function parseRevision(revision: string): string {
  if (revision.length > 200 || !REVISION.test(revision) || revision.includes('..')) {
    throw new ServiceError('invalid_input', `"${revision.slice(0, 200)}" is not a revision: it must be a branch, a tag or a commit.`, {
      param: 'revision',
    });
  }
  return revision;
}

/** Whether a path from a listing stays below the folder it is joined to, on every file system. */
export function isInnerPath(path: string): boolean {
  return (
    path.length <= 1024 && path.split('/').every((segment) => SEGMENT.test(segment) && !/^\.+$/.test(segment) && !/[. ]$/.test(segment))
  );
}

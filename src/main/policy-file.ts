import { readFile, stat } from 'node:fs/promises';
import { ServiceError, systemCodeOf } from '../core/errors.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { Policies } from '../guard/policies/policies.ts';

/** The author of versions that come from the policy file. */
const AUTHOR = 'policy file';

/** A JSON file of policies by id. */
export interface PolicyFile {
  /**
   * Stores the file's policies if it has changed. Throws `invalid_input` while it is invalid, `invalid_file` while it cannot be read,
   * and whatever keeps its policies from being stored, which the next call tries again. They are also stored again if `filesLost`, the
   * number of files that the policy store has lost, has changed, as they were lost too.
   */
  look(filesLost?: number): Promise<void>;
}

/** A policy file; it does not watch the file by itself, so call `look` regularly. */
export function createPolicyFile(path: string, policies: Pick<Policies, 'sync'>): PolicyFile {
  let done = '';
  let fault: ServiceError | undefined;

  async function read(): Promise<Record<string, unknown>> {
    let bodies: JsonValue;
    try {
      bodies = JSON.parse(await readFile(path, 'utf8')) as JsonValue;
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw unreadable(cause);
      throw new ServiceError('invalid_input', 'The policy file is not JSON.', { cause });
    }
    if (!isJsonObject(bodies))
      throw new ServiceError('invalid_input', 'The policy file must be a JSON object of policies by id, such as {"default": {…}}.');
    // A single policy, as GET /v1/policies/{id} answers, is easily mistaken for the whole file.
    if (Array.isArray(bodies['checks']) || Array.isArray(bodies['data']))
      throw new ServiceError('invalid_input', 'The policy file contains a policy without an id: write {"default": {…}} around a policy.');
    return bodies;
  }

  return {
    async look(filesLost = 0) {
      const { ino, ctimeMs, mtimeMs, size } = await stat(path).catch((cause: unknown) => Promise.reject(unreadable(cause)));
      // The target of a symbolic link may be replaced by a file of the same length and age.
      const version = `${ino} ${ctimeMs} ${mtimeMs} ${size} ${filesLost}`;
      if (version !== done) {
        fault = undefined;
        try {
          await policies.sync(await read(), AUTHOR);
        } catch (error) {
          if (!(error instanceof ServiceError) || error.kind !== 'invalid_input') throw error;
          fault = error;
        }
        done = version;
      }
      if (fault !== undefined) throw fault;
    },
  };
}

function unreadable(cause: unknown): ServiceError {
  return new ServiceError('invalid_file', `The policy file cannot be read (${systemCodeOf(cause) || 'unknown'}).`, { cause });
}

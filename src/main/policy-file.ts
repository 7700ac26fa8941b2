import { readFile, stat } from 'node:fs/promises';
import { ServiceError, systemCodeOf } from '../core/errors.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { Policies } from '../guard/policies/policies.ts';

/** The author of versions that come from the policy file. */
const AUTHOR = 'policy file';

/** A JSON file of policies by id. */
export interface PolicyFile {
  /**
   * Takes over what the file says if it has changed. Throws `invalid_input` as long as it is faulty, `invalid_file` while it cannot
   * be read, and what else keeps it from being taken over, which the next look tries again. It is taken over again as well when `filesLost`, the number of
   * files that the store of the policies has lost, is another one: what was stored went with them.
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
    // What GET /v1/policies/{id} gives, and what a policy is written as, is easily taken for the whole file.
    if (Array.isArray(bodies['checks']) || Array.isArray(bodies['data']))
      throw new ServiceError('invalid_input', 'The policy file holds policies without ids: write {"default": {…}} around a policy.');
    return bodies;
  }

  return {
    async look(filesLost = 0) {
      const { ino, ctimeMs, mtimeMs, size } = await stat(path).catch((cause: unknown) => Promise.reject(unreadable(cause)));
      // What a link leads to now may be as long and as old as what it led to before.
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

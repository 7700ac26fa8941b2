import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The source text of a `NativeFile`, for a file that a module imports as `variable`. */
export async function embeddedFile(folder: string, name: string, variable: string): Promise<string> {
  const sha256 = createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex');
  return `{ path: ${variable}, name: ${JSON.stringify(name)}, sha256: '${sha256}' }`;
}

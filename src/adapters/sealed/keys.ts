import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '../../core/errors.ts';
import { SEAL_KEY_BYTES } from './content-seal.ts';

/**
 * Keys in base64, separated by commas or line ends: the first seals, all of them open. Throws an Error that names the
 * place of a faulty key, never the key.
 */
export function readSealKeys(text: string): Uint8Array[] {
  const items = text
    .split(/[\s,]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.map((item, index) => {
    const key = bytesOf(item);
    if (key?.length !== SEAL_KEY_BYTES) {
      throw new Error(`key ${index + 1} must be base64 of ${SEAL_KEY_BYTES} bytes, as from: openssl rand -base64 ${SEAL_KEY_BYTES}`);
    }
    return key;
  });
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return undefined;
  }
}

/**
 * The keys of a file. A file that is not there is made with one new key, readable by its owner alone, and `isNew` says
 * so. Throws what the disk throws, and as `readSealKeys`.
 */
export async function openSealKeyFile(
  path: string,
  options: { readonly make: boolean },
): Promise<{ readonly keys: readonly Uint8Array[]; readonly isNew: boolean }> {
  const present = await readFile(path, 'utf8').catch((error: unknown) => {
    if (options.make && systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (present !== undefined) {
    const keys = readSealKeys(present);
    if (keys.length === 0) throw new Error('the file holds no key');
    return { keys, isNew: false };
  }
  await mkdir(dirname(path), { recursive: true });
  const key = new Uint8Array(randomBytes(SEAL_KEY_BYTES));
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${key.toBase64()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // The name comes with the whole content, and to one process alone.
    await link(draft, path);
    return { keys: [key], isNew: true };
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return await openSealKeyFile(path, { make: false });
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

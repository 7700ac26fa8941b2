import { join } from 'node:path';
import { openSealKeyFile } from '../adapters/sealed/keys.ts';
import { createKeyedHash } from '../adapters/system/keyed-hash.ts';
import { messageOf } from '../core/errors.ts';
import type { GuardSettings } from '../guard/config.ts';
import type { Foundation } from './foundation.ts';

/** The key file that is made if no key is configured. */
const KEY_FILE = 'guard-hash.key';

/**
 * The keyed hash of end users in records, and of redactions by hash. If no key is configured, one is made and stored with the
 * data, so that hashes stay the same after a restart. If it cannot be stored, it lasts only as long as the process, and the
 * log says so.
 */
export async function openGuardHash(
  { config, logger }: Pick<Foundation, 'config' | 'logger'>,
  { hashKey }: Pick<GuardSettings, 'hashKey'>,
): Promise<(value: string) => string> {
  if (hashKey !== '') return createKeyedHash(hashKey);
  const path = join(config.dataDirectory, KEY_FILE);
  try {
    const { keys } = await openSealKeyFile(path, { make: true });
    return createKeyedHash(keys[0]?.toBase64() ?? '');
  } catch (error) {
    logger.warn('the key for hashes of end users cannot be stored: hashes will change at the next start', {
      service: 'guard',
      path,
      reason: messageOf(error),
    });
    return createKeyedHash('');
  }
}

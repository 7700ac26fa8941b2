import { join } from 'node:path';
import { createContentSeal, type ContentSeal } from '../adapters/sealed/content-seal.ts';
import { openSealKeyFile, readSealKeys } from '../adapters/sealed/keys.ts';
import { ConfigError } from '../core/config.ts';
import { messageOf, systemCodeOf } from '../core/errors.ts';
import { guardSettings, type GuardSettings } from '../guard/config.ts';
import { isFile } from './database.ts';
import type { Foundation } from './foundation.ts';

/** The key file that is made if no key is configured. */
const KEY_FILE = 'guard-capture.key';

/**
 * Encrypts and decrypts captured content; undefined without a key. With capture on and the database in a local file, a key is
 * made if none is configured; with capture off, an existing key still decrypts earlier content. Throws a ConfigError if
 * capture is on and there is no usable key.
 */
export async function captureSeal({ config, logger }: Foundation, settings: GuardSettings): Promise<ContentSeal | undefined> {
  const { captureKey, captureKeyFile } = settings;
  const isCapturing = settings.captureInput || settings.captureOutput;
  if (captureKey !== '') return sealOf(guardSettings.captureKey.name, async () => readSealKeys(captureKey));
  if (captureKeyFile !== '') {
    return sealOf(guardSettings.captureKeyFile.name, async () => (await openSealKeyFile(captureKeyFile, { make: false })).keys);
  }
  if (isCapturing && !isFile(settings)) {
    const { captureInput, captureOutput, captureKey: key } = guardSettings;
    throw new ConfigError([
      `${key.name}: needed while ${captureInput.name} or ${captureOutput.name} is true and the database is on another machine; make one with: openssl rand -base64 32`,
    ]);
  }
  const path = join(config.dataDirectory, KEY_FILE);
  return sealOf(guardSettings.captureKey.name, async () => {
    const opened = await openSealKeyFile(path, { make: isCapturing }).catch((error: unknown) => {
      if (!isCapturing && systemCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (opened?.isNew === true) {
      logger.warn('made a key that encrypts captured content; keep it, since nothing else can decrypt that content', {
        service: 'guard',
        path,
      });
    }
    return opened?.keys ?? [];
  });
}

async function sealOf(name: string, read: () => Promise<readonly Uint8Array[]>): Promise<ContentSeal | undefined> {
  try {
    const keys = await read();
    return keys.length === 0 ? undefined : createContentSeal(keys);
  } catch (error) {
    throw new ConfigError([`${name}: ${messageOf(error)}`]);
  }
}

import { join } from 'node:path';
import { openFolderObjectStore } from '../adapters/files/object-store.ts';
import { createNatsObjectStore } from '../adapters/nats/object-store.ts';
import { createS3ObjectStore } from '../adapters/s3/object-store.ts';
import { ConfigError } from '../core/config.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { ReasonerSettings } from '../reasoner/config.ts';
import type { Foundation } from './foundation.ts';

/** The object store that the reasoner's settings name. Throws a ConfigError if a setting that it needs is missing. */
export async function openObjectStore({ config, nats, resources }: Foundation, settings: ReasonerSettings): Promise<ObjectStore> {
  const { objectStore, objectBucket: bucket } = settings;
  if (objectStore === 's3') {
    return createS3ObjectStore({
      endpoint: settings.s3Endpoint,
      region: settings.s3Region,
      bucket,
      prefix: settings.s3Prefix,
      accessKeyId: settings.s3AccessKeyId,
      secretAccessKey: settings.s3SecretAccessKey,
    });
  }
  if (objectStore === 'nats') {
    if (nats === undefined) throw new ConfigError(['PLATFORM_NATS_URL: must be set when REASONER_OBJECT_STORE=nats']);
    return resources.use(createNatsObjectStore({ ...nats, bucket }));
  }
  return openFolderObjectStore({ folder: settings.objectFolder === '' ? join(config.dataDirectory, 'files') : settings.objectFolder });
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderObjectStore } from '../../src/adapters/files/object-store.ts';
import { createInMemoryObjectStore } from '../../src/adapters/in-memory/object-store.ts';
import { createS3ObjectStore } from '../../src/adapters/s3/object-store.ts';
import { allowSlowHooks } from '../slow.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { objectStoreContract } from './object-store-contract.ts';
import { S3_ACCOUNT, startS3Server } from './s3-server.ts';

await allowSlowHooks();

objectStoreContract('createInMemoryObjectStore()', async () => ({
  store: createInMemoryObjectStore(),
  leftovers: () => 0,
  [Symbol.asyncDispose]: async () => undefined,
}));

objectStoreContract('openFolderObjectStore()', async () => {
  const folder = await makeTemporaryFolder();
  return {
    store: await openFolderObjectStore({ folder: folder.path }),
    leftovers: async () => (await readdir(join(folder.path, 'partial'))).length,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
});

objectStoreContract('createS3ObjectStore()', async () => {
  const server = await startS3Server();
  return {
    store: createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint, prefix: 'files/', partBytes: 5 * 1024 * 1024 }),
    leftovers: () => server.openUploads,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});

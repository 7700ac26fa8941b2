import { connect } from 'nats.ws';
import { createNatsObjectStore } from '../../src/adapters/nats/object-store.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer } from '../system/nats-server.ts';
import { objectStoreContract } from './object-store-contract.ts';

await allowSlowHooks();

objectStoreContract('createNatsObjectStore()', async () => {
  const server = await startNatsServer();
  const store = createNatsObjectStore({ url: server.url, bucket: 'files' });
  const client = await connect({ servers: server.url });
  const manager = await client.jetstreamManager();
  return {
    store,
    /** Chunks in the stream that belong to no object. */
    async leftovers() {
      const bucket = await client.jetstream().views.os('files');
      const known = new Set((await bucket.list()).map(({ nuid }) => `$O.files.C.${nuid}`));
      const info = await manager.streams.info('OBJ_files', { subjects_filter: '$O.files.C.>' });
      return Object.keys(info.state.subjects ?? {}).filter((subject) => !known.has(subject)).length;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await store[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
});

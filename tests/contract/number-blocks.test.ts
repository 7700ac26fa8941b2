import { join } from 'node:path';
import { createInMemoryNumberBlocks } from '../../src/adapters/in-memory/number-blocks.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlNumberBlocks } from '../../src/adapters/libsql/number-blocks.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { numberBlocksContract } from './number-blocks-contract.ts';

numberBlocksContract('createInMemoryNumberBlocks()', async () => {
  const blocks = createInMemoryNumberBlocks();
  return { open: () => blocks, remove: async () => undefined };
});

numberBlocksContract('createLibsqlNumberBlocks()', async () => {
  const folder = await makeTemporaryFolder();
  return {
    open() {
      const database = openDatabase({ url: `file:${join(folder.path, 'numbers.db')}`, logger: createRecordedLogger() });
      return {
        ...createLibsqlNumberBlocks({ database, clock: systemClock }),
        [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
      };
    },
    remove: async () => folder[Symbol.asyncDispose](),
  };
});

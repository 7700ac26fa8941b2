import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryConversationStore } from '../../src/adapters/in-memory/conversation-store.ts';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { createLibsqlConversationStore } from '../../src/adapters/libsql/conversation-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { migrate } from '../../src/adapters/libsql/migrate.ts';
import { RESPONSE_MIGRATIONS } from '../../src/adapters/libsql/response-migrations.ts';
import { createLibsqlResponseStore } from '../../src/adapters/libsql/response-store.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { conversationStoreContract } from './conversation-store-contract.ts';
import { responseOf } from './response-store-contract.ts';

conversationStoreContract('createInMemoryConversationStore()', async (clock) => {
  const conversations = createInMemoryConversationStore();
  return { conversations, responses: createInMemoryResponseStore({ clock, conversations }) };
});

async function openFile() {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'conversations.db')}`, logger: createRecordedLogger() });
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

conversationStoreContract('createLibsqlConversationStore()', async (clock) => {
  const file = await openFile();
  const { database } = file;
  return {
    conversations: createLibsqlConversationStore({ database, clock }),
    responses: createLibsqlResponseStore({ database, clock }),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
});

describe('createLibsqlConversationStore() in a database of a version without conversations', () => {
  it('keeps the responses that are there', async () => {
    const clock = createManualClock();
    await using file = await openFile();
    const { database } = file;
    await migrate(database, RESPONSE_MIGRATIONS.slice(0, 1), clock);
    await database.batch([
      {
        sql: `INSERT INTO responses (id, owner, status, created_at, body, input, item_ids) VALUES ('old', 'a', 'completed', ?, '{}', '[]', '[]')`,
        args: [clock.now().getTime()],
      },
    ]);
    const conversations = createLibsqlConversationStore({ database, clock });
    const responses = createLibsqlResponseStore({ database, clock });
    const [old] = await Promise.all([responses.get('a', 'old'), conversations.get('a', 'none')]);
    assert.deepEqual([old?.id, old?.conversation], ['old', undefined]);
    await responses.create(responseOf('new', clock, { previous: 'old' }));
    assert.equal((await responses.chain('a', 'new', 5)).length, 2);
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient } from '@libsql/client';
import { allowSlowHooks } from '../slow.ts';
import { entry, open } from './opened-journal.ts';
import { startParley } from './parley-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

/** The records of an earlier version: their migration has a row to change, which takes longer than any test waits. */
async function recordsOfEarlierVersion(url: string): Promise<void> {
  {
    await using opened = open(url);
    opened.journal.record(entry('earlier', 1));
    await opened.journal.flush();
  }
  const client = createClient({ url });
  await client.batch(
    [
      "DELETE FROM migrations WHERE id = 'journal-12-unknown-times'",
      "UPDATE requests SET status = 'running', total_ms = 0",
      'CREATE TABLE numbers AS WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 10000) SELECT n FROM counted',
      'CREATE TRIGGER slow AFTER UPDATE ON requests BEGIN SELECT sum(a.n + b.n + c.n) FROM numbers AS a, numbers AS b, numbers AS c; END',
    ],
    'write',
  );
  client.close();
}

describe('a guard after an upgrade', () => {
  it('answers and checks while the records of the earlier version are migrated', { timeout: 120_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    await recordsOfEarlierVersion(`file:${join(folder.path, 'guard.db')}`);
    const env = { PLATFORM_DATA_DIR: folder.path, GUARD_DATABASE_TIMEOUT_MS: '3000' };
    await using parley = await startParley({ directory: folder.path, env });
    try {
      const response = await fetch(`${parley.guard}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'parley', messages: [{ role: 'user', content: 'My card: 4111 1111 1111 1111' }] }),
      });
      assert.equal(response.status, 200, await response.text());
      assert.match(response.headers.get('x-guard-decision') ?? '', /verdict=redact$/);
      const records = await fetch(`${parley.guard}/requests`);
      assert.equal(records.status, 503, await records.text());
    } finally {
      process.kill(parley.pid, 'SIGKILL');
    }
  });
});

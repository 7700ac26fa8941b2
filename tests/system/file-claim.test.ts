import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { claimFile } from '../../src/adapters/libsql/file-claim.ts';
import { startParley } from './parley-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

describe('a database file', () => {
  it('is claimed by one process until that ends', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    const other = spawn('sleep', ['60']);
    await once(other, 'spawn');
    await writeFile(`${path}.claim`, `${other.pid} ${Date.now()}`);
    const second = await claimFile(path);
    assert.equal(second.heldBy, other.pid);
    await second[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(folder.path), ['guard.db.claim']);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const third = await claimFile(path);
    assert.equal(third.heldBy, undefined);
    await third[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('is claimed where an earlier claim cannot be read', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'guard.db');
    await writeFile(`${path}.claim`, '');
    await using claim = await claimFile(path);
    assert.equal(claim.heldBy, undefined);
  });
});

describe('a second process on the same data folder', () => {
  it('leaves the requests that the first has under way to it, and says that it shares the database', async () => {
    await using folder = await makeTemporaryFolder();
    const upstream = createServer(
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
    );
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const address = upstream.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const env = {
      PLATFORM_DATA_DIR: folder.path,
      GUARD_UPSTREAM_URL: `http://127.0.0.1:${port}/v1`,
      GUARD_UPSTREAM_IDLE_TIMEOUT_MS: '60000',
    };
    await using first = await startParley({ env });
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
    const headers = { 'content-type': 'application/json', 'x-request-id': 'under-way' };
    const asked = fetch(`${first.guard}/v1/chat/completions`, { method: 'POST', headers, body, signal: leaving.signal });
    const statusOf = async (): Promise<unknown> => {
      const record = (await (await fetch(`${first.guard}/requests/under-way`)).json()) as { status?: string };
      return record.status;
    };
    await until('the request is recorded', async () => (await statusOf()) === 'running');
    {
      await using second = await startParley({ env });
      await until('it says so', () => second.log.some(({ message }) => String(message).startsWith('another process uses this database')));
      const shared = second.log.filter(({ message }) => String(message).startsWith('another process uses this database'));
      assert.deepEqual(new Set(shared.map(({ process }) => process)), new Set([first.pid]));
      assert.equal(
        await (await fetch(`${second.guard}/requests/under-way`)).json().then((record) => (record as { status: string }).status),
        'running',
      );
    }
    assert.equal(await statusOf(), 'running');
    leaving.abort();
    await asked.catch(() => undefined);
    upstream.closeAllConnections();
    upstream.close();
  });
});

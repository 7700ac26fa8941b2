import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { makeTemporaryFolder } from './temporary-folder.ts';

describe('scripts/bootstrap.sh', () => {
  it('says what to do where no registry of npm answers, instead of waiting without an end', async () => {
    await using folder = await makeTemporaryFolder();
    await mkdir(path.join(folder.path, 'scripts'));
    await copyFile('scripts/bootstrap.sh', path.join(folder.path, 'scripts/bootstrap.sh'));
    await writeFile(path.join(folder.path, 'package.json'), '{ "packageManager": "bun@99.0.0" }');
    const open = new Set<Socket>();
    const silent = createServer((socket) => void open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const registry = `http://127.0.0.1:${port}/`;
    const shell = spawn('bash', ['-c', '. scripts/bootstrap.sh; provide_bun'], {
      cwd: folder.path,
      env: { ...process.env, npm_config_registry: registry, npm_config_fetch_timeout: '300' },
    });
    const [said, [status]] = await Promise.all([text(shell.stderr), once(shell, 'exit')]);
    for (const socket of open) socket.destroy();
    silent.close();
    assert.equal(status, 1);
    assert.match(said, /no npm registry answers at http:\/\/127\.0\.0\.1:\d+\/ for bun@99\.0\.0\..*on the PATH/);
  });
});

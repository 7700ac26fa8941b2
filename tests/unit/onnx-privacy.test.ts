import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { arch, platform } from 'node:process';
import { describe, it } from 'node:test';

/** Releases from 1.29 on send usage data to this host unless a variable of the process's environment forbids it. */
const COLLECTOR = 'events.data.microsoft.com';

describe('the installed onnxruntime-node', () => {
  it('holds no address that usage data could be sent to', async () => {
    const binding = new URL(`bin/napi-v6/${platform}/${arch}/`, new URL('../', import.meta.resolve('onnxruntime-node')));
    const names = await readdir(binding);
    assert.ok(names.length >= 2, 'the native files are there');
    for (const name of names) {
      assert.equal((await readFile(new URL(name, binding))).includes(COLLECTOR), false, `${name} names ${COLLECTOR}`);
    }
  });
});

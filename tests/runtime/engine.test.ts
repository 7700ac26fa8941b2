import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { wordErrors } from '../system/word-error-rate.ts';

await allowSlowHooks();

const BIN = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));
const SCRIPT = fileURLToPath(new URL('engine-script.ts', import.meta.url));
const STOP_SCRIPT = fileURLToPath(new URL('engine-stop-script.ts', import.meta.url));
const SAID = 'what does it say on the clock';

const RUNTIMES = {
  Bun: [join(BIN, 'bun'), 'run'],
  Deno: [join(BIN, 'deno'), 'run', '--no-check', '--allow-all'],
} as const;

describe('the engine in a process of its own', () => {
  let folder = '';
  let file = '';
  before(
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'parley-engine-'));
      file = join(folder, 'said.wav');
      await writeFile(file, await speak(SAID));
    },
    { timeout: 240_000 },
  );
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [runtime, [command, ...args]] of Object.entries(RUNTIMES)) {
    for (const provider of ['native', 'wasm'] as const) {
      it(`transcribes under ${runtime} with the ${provider} provider and ends by itself`, { timeout: 240_000 }, async () => {
        const { stdout } = await promisify(execFile)(command, [...args, SCRIPT, file, provider], { timeout: 240_000 });
        const heard = JSON.parse(stdout) as { readonly text: string; readonly provider: string };
        assert.equal(heard.provider, provider);
        const { errors, words } = wordErrors(SAID, heard.text);
        assert.ok(errors / words <= 0.4, heard.text);
      });

      it(
        `survives a time-out and a disposal amid inference under ${runtime} with the ${provider} provider`,
        { timeout: 240_000 },
        async () => {
          const { stdout } = await promisify(execFile)(command, [...args, STOP_SCRIPT, provider], { timeout: 240_000 });
          assert.deepEqual(JSON.parse(stdout), { slow: 'timeout', next: 'served', stopped: ['unavailable', 'unavailable'] });
        },
      );
    }
  }
});

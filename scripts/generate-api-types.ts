/**
 * Writes the types of the services' answers, which the dashboard is checked against, from their own OpenAPI documents into
 * `dashboard/src/lib/api/{guard,reasoner,voice}.d.ts`. `--check` changes nothing and fails when one is stale.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTogether } from '../src/main/all-services.ts';
import { bunPlatform } from '../src/main/bun-platform.ts';
import { layFoundation } from '../src/main/foundation.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** The types of one document. openapi-typescript runs on Node, with the TypeScript that has a JavaScript API. */
async function typesOf(document: string, folder: string): Promise<string> {
  const input = join(folder, 'openapi.json');
  const output = join(folder, 'types.d.ts');
  await writeFile(input, document);
  const hook = join(ROOT, 'scripts/build/typescript-six.mjs');
  const cli = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
  const child = spawn('node', ['--import', hook, cli, input, '-o', output], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`openapi-typescript ended with ${code}`);
  return readFile(output, 'utf8');
}

const folder = await mkdtemp(join(tmpdir(), 'parley-types-'));
const ports = { VOICE_PORT: '0', REASONER_PORT: '0', GUARD_PORT: '0' };
const env = { PLATFORM_DATA_DIR: folder, PLATFORM_LOG_LEVEL: 'silent', REASONER_RAG_ENABLED: 'true', ...ports };
const foundation = await layFoundation({ ...bunPlatform, env });
try {
  const { voice, reasoner, guard } = await startTogether(foundation);
  for (const [name, { url }] of Object.entries({ voice, reasoner, guard })) {
    const file = join(ROOT, 'dashboard/src/lib/api', `${name}.d.ts`);
    const types = await typesOf(await (await fetch(`${url}/openapi.json`)).text(), folder);
    if (!process.argv.includes('--check')) await writeFile(file, types);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
      console.error(`dashboard/src/lib/api/${name}.d.ts is stale: bun run docs`);
      process.exitCode = 1;
    }
  }
} finally {
  await foundation.resources.disposeAsync();
  await rm(folder, { recursive: true });
}
process.exit();

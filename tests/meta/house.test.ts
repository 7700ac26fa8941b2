import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { breachesOf, checkLayers } from '../../scripts/check-layers.ts';
import { withGeneratedSections } from '../../scripts/generate-docs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the layers', () => {
  it('hold in the whole tree', async () => {
    assert.deepEqual(await checkLayers(`${ROOT}/src`), []);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['core/x.ts', `import { a } from '../ports/bus.ts';`, 'core importing a port'],
    ['core/x.ts', `import type { A } from 'elysia';`, 'core importing a package, even for a type'],
    ['domain/speech/x.ts', `import { a } from '../reasoning/graph.ts';`, 'one domain importing another'],
    ['domain/speech/x.ts', `import { readFile } from 'node:fs';`, 'domain importing a runtime module'],
    ['voice/x.ts', `import { a } from '../guard/wire.ts';`, 'a service importing another'],
    ['voice/x.ts', `import { a } from '../adapters/nats/bus.ts';`, 'a service importing an adapter'],
    ['voice/x.ts', `console.log(process.env);`, 'a service touching process'],
    ['core/x.ts', `const bytes = Buffer.from('x');`, 'core touching Buffer'],
    ['http/x.ts', `if (typeof Bun !== 'undefined') throw new Error();`, 'http asking for Bun'],
    ['adapters/nats/x.ts', `import { a } from '../libsql/journal.ts';`, 'an adapter importing another'],
    ['adapters/nats/x.ts', `export default 1;`, 'a default export'],
    ['core/x.ts', `export * from './errors.ts';`, 'export *'],
    ['guard/x.ts', `const m = await import('../adapters/nats/bus.ts');`, 'a dynamic import across layers'],
  ];
  for (const [file, source, what] of refused) {
    it(`refuse ${what}`, () => assert.equal(breachesOf(file, source).length, 1));
  }
});

describe('the README', () => {
  it('prints the tables that the code would print', { timeout: 60_000 }, async () => {
    const readme = await readFile(`${ROOT}/README.md`, 'utf8');
    assert.ok((await withGeneratedSections(readme)) === readme, 'README.md is stale: run `bun run docs`');
  });
});

describe('the tests', () => {
  it('draw their cases by one seed, never by luck', async () => {
    const files = (await readdir(`${ROOT}/tests`, { recursive: true })).filter((file) => file.endsWith('.ts') && file !== 'draws.ts');
    const texts = await Promise.all(files.map((file) => readFile(`${ROOT}/tests/${file}`, 'utf8')));
    assert.deepEqual(
      files.filter((_, index) => /from '(?:fast)-check'/.test(texts[index] ?? '')),
      [],
    );
  });
});

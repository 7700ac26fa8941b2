import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Window } from 'happy-dom';
import { compile, compileModule } from 'svelte/compiler';

const LIB = resolve(import.meta.dirname, '../../dashboard/src/lib');

/** Compiled components need Svelte's browser build, which bundling chooses. */
async function bundle(folder: string): Promise<
  Record<string, unknown> & {
    mount: (component: unknown, options: object) => object;
    unmount: (mounted: object) => Promise<void>;
    flushSync: () => void;
  }
> {
  const entry = join(folder, 'entry.ts');
  const names = ['VerdictBadge', 'FindingList', 'MarkedText', 'Waterfall', 'GraphView', 'BarList', 'RawJson'];
  await Bun.write(
    entry,
    `${names.map((name) => `export { default as ${name} } from '${LIB}/${name}.svelte';`).join('\n')}\nexport { mount, unmount, flushSync } from '${resolve(LIB, '../../../node_modules/svelte')}';\n`,
  );
  const transpiler = new Bun.Transpiler({ loader: 'ts' });
  const built = await Bun.build({
    entrypoints: [entry],
    outdir: join(folder, 'built'),
    target: 'browser',
    conditions: ['browser'],
    plugins: [
      {
        name: 'svelte',
        setup(build) {
          build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
            contents: compile(await readFile(path, 'utf8'), { filename: path, generate: 'client', css: 'external' }).js.code,
            loader: 'js',
          }));
          build.onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => ({
            contents: compileModule(transpiler.transformSync(await readFile(path, 'utf8')), { filename: path, generate: 'client' }).js.code,
            loader: 'js',
          }));
        },
      },
    ],
  });
  assert.ok(built.success);
  return import(join(folder, 'built/entry.js'));
}

describe('components', () => {
  const window = new Window();
  const taken = [
    'window',
    'document',
    'Node',
    'Element',
    'HTMLElement',
    'HTMLMediaElement',
    'Text',
    'Comment',
    'Event',
    'MutationObserver',
    'navigator',
    'requestAnimationFrame',
  ] as const;
  const saved = new Map<string, PropertyDescriptor | undefined>();
  let folder = '';
  let svelte: Awaited<ReturnType<typeof bundle>>;

  before(async () => {
    for (const name of taken) {
      saved.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
    }
    folder = await mkdtemp(join(tmpdir(), 'parley-components-'));
    svelte = await bundle(folder);
  });
  after(async () => {
    for (const [name, descriptor] of saved) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
    await window.happyDOM.close();
    await rm(folder, { recursive: true });
  });

  async function drawn<T>(name: string, props: object, look: (root: Element) => T): Promise<T> {
    const root = document.createElement('div');
    document.body.append(root);
    const mounted = svelte.mount(svelte[name], { target: root, props });
    svelte.flushSync();
    try {
      return look(root);
    } finally {
      await svelte.unmount(mounted);
      root.remove();
    }
  }

  const finding = { detector: 'prompt_injection', category: 'override', score: 0.9, threshold: 0.6, start: 0, end: 4, action: 'block' };

  it('a verdict is a word and not a colour alone', async () => {
    assert.equal(await drawn('VerdictBadge', { verdict: 'block' }, (root) => root.textContent?.trim()), 'block');
  });

  it('findings name detector, category, span, score and threshold, the hardest first', async () => {
    const rows = await drawn('FindingList', { findings: [{ ...finding, action: 'flag', category: 'soft' }, finding] }, (root) =>
      [...root.querySelectorAll('tbody tr')].map((row) => row.textContent?.replaceAll(/\s+/g, ' ') ?? ''),
    );
    assert.match(rows[0] ?? '', /block.*override.*prompt_injection.*0–4.*0\.90 \/ 0\.60/);
    assert.match(rows[1] ?? '', /soft/);
  });

  it('a marked text holds hostile markup as text', async () => {
    const text = '<img src=x onerror=alert(1)> \u202Eevil';
    const { images, marks, said } = await drawn('MarkedText', { text, findings: [finding] }, (root) => ({
      images: root.querySelectorAll('img').length,
      marks: root.querySelector('mark')?.textContent,
      said: root.textContent,
    }));
    assert.equal(images, 0);
    assert.equal(marks, '<img');
    assert.match(said ?? '', /‹202E›evil/);
  });

  it('a graph marks the nodes at work and names its edges', async () => {
    const graph = {
      name: 'g',
      start: 'a',
      end: 'end',
      nodes: [{ name: 'a' }, { name: 'b' }],
      edges: [
        { from: 'a', to: 'b', condition: 'asked', parallel: false },
        { from: 'b', to: 'end', condition: null, parallel: false },
      ],
    };
    const { running, label } = await drawn('GraphView', { graph, running: ['b'], done: ['a'] }, (root) => ({
      running: root.querySelector('.node.running text')?.textContent,
      label: root.querySelector('svg')?.getAttribute('aria-label'),
    }));
    assert.equal(running, 'b');
    assert.match(label ?? '', /a to b, b to end/);
  });

  it('a timeline names the service of each stage, and leaves checks that found nothing out until they are asked for', async () => {
    const bar = { stage: 'input', part: null, outcome: 'scanned', reason: null, findings: 0, startMs: 0, lengthMs: 1 };
    const trace = {
      totalMs: 10,
      bars: [
        { ...bar, key: 'a', service: 'voice', stage: '', name: 'recognise', isDetail: false },
        { ...bar, key: 'b', service: 'guard', name: 'verdict', isDetail: false },
        { ...bar, key: 'c', service: 'guard', name: 'card_number', isDetail: true },
      ],
    };
    const { before, after } = await drawn('Waterfall', { trace }, (root) => {
      const rows = (): string[] =>
        [...root.querySelectorAll('tbody th')].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');
      const first = rows();
      root.querySelector('button')?.click();
      svelte.flushSync();
      return { before: first, after: rows() };
    });
    assert.deepEqual(before, ['voice recognise', 'guard input checks']);
    assert.deepEqual(after, ['voice recognise', 'guard input checks', 'guard card_number']);
  });

  it('JSON is drawn once it is opened, and not more of it than a page can bear', async () => {
    const { closed, open } = await drawn('RawJson', { value: { text: 'x'.repeat(200_000) } }, (root) => {
      const details = root.querySelector('details');
      const first = root.querySelector('pre')?.textContent?.length ?? 0;
      if (details !== null) {
        details.open = true;
        details.dispatchEvent(new window.Event('toggle') as unknown as Event);
      }
      svelte.flushSync();
      return { closed: first, open: root.querySelector('pre')?.textContent?.length ?? 0 };
    });
    assert.deepEqual([closed, open], [0, 100_000]);
  });

  it('an empty list says so', async () => {
    assert.match((await drawn('BarList', { items: [], empty: 'Nothing yet.' }, (root) => root.textContent)) ?? '', /Nothing yet/);
  });
});

/**
 * Builds the dashboard with Vite and packs every file of it, compressed, into `dashboard/build/dashboard.json`,
 * which is what the guard serves and an executable carries. `bun scripts/build-dashboard.ts [--if-stale]`
 *
 * SvelteKit starts a page with an inline script. It becomes a file of its own here, so that the
 * Content-Security-Policy can forbid inline scripts. It also finds out there where the browser sees the dashboard,
 * which may be below the path of a proxy.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { exit, execPath, kill, pid, versions } from 'node:process';
import { gzipSync } from 'node:zlib';
import type { PackedDashboard, PackedFile } from '../src/main/packed-dashboard.ts';
import { isDashboardStale } from '../src/main/packed-dashboard.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DASHBOARD = join(ROOT, 'dashboard');
const SITE = join(DASHBOARD, 'build/site');
const PACK = join(DASHBOARD, 'build/dashboard.json');
const LOCK = join(DASHBOARD, '.build-lock');
const LOCK_STALE_MS = 180_000;
const LOCK_POLL_MS = 100;
const BASE = '/dashboard';
const IMMUTABLE = '_app/immutable';
/** The base path in the browser: the start script is in the folder of what is immutable. */
const BASE_OF_SCRIPT = "new URL('../..', document.currentScript.src).pathname.slice(0, -1)";
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Builds and packs. Throws with what Vite said when it fails. */
export async function buildDashboard(): Promise<void> {
  await using _lock = await lock();
  await vite();
  const { page, script } = withoutInlineScript(await readFile(join(SITE, 'index.html'), 'utf8'));
  const files: PackedFile[] = [
    // The page answers for every path below /dashboard that is no file: the router in the browser knows which it is.
    ...[BASE, `${BASE}/*`].map((path) => ({ path, mediaType: MEDIA_TYPES['.html'] ?? '', isImmutable: false, page })),
    packed(script.path, '.js', Buffer.from(script.text), true),
  ];
  for (const file of (await readdir(SITE, { recursive: true })).toSorted()) {
    const path = join(SITE, file);
    if (file === 'index.html' || !(await stat(path)).isFile()) continue;
    files.push(packed(`${BASE}/${file}`, extname(file), await readFile(path), file.includes('/immutable/')));
  }
  const pack: PackedDashboard = { files };
  await writeFile(`${PACK}.${pid}`, JSON.stringify(pack));
  await rename(`${PACK}.${pid}`, PACK);
}

async function vite(): Promise<void> {
  // SvelteKit 3 needs a newer Node than many hosts have; Bun and Deno both run Vite themselves.
  const command = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = versions['deno'] === undefined ? ['--bun', command, 'build'] : ['run', '-A', command, 'build'];
  const child = spawn(execPath, args, {
    cwd: DASHBOARD,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`vite build ended with ${code}:\n${output.slice(-4000)}`);
}

/** Takes SvelteKit's start script out of the page, and the base path out of both. Throws when they are not as expected: SvelteKit changed. */
function withoutInlineScript(html: string): {
  readonly page: string;
  readonly script: { readonly path: string; readonly text: string };
} {
  const inline = INLINE_SCRIPT.exec(html)?.[1];
  if (inline === undefined) throw new Error("SvelteKit's page holds no inline start script");
  const text = inline.replaceAll(`"${BASE}/${IMMUTABLE}/`, '"./').replaceAll(`: "${BASE}"`, `: ${BASE_OF_SCRIPT}`);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const path = `${BASE}/${IMMUTABLE}/start.${hash}.js`;
  const page = html.replace(INLINE_SCRIPT, `<script src="${path}"></script>`).replaceAll(`"${BASE}/`, '"%base%/');
  if (/<script>/.test(page)) throw new Error("SvelteKit's page holds more than one inline script");
  if ((page + text).includes(BASE) || !text.includes(BASE_OF_SCRIPT))
    throw new Error("SvelteKit's page names the base path in another way");
  return { page, script: { path, text } };
}

function packed(path: string, extension: string, bytes: Uint8Array, isImmutable: boolean): PackedFile {
  const mediaType = MEDIA_TYPES[extension] ?? 'application/octet-stream';
  return { path, mediaType, isImmutable, gzip: gzipSync(bytes, { level: 9 }).toString('base64') };
}

/** One build at a time: SvelteKit's working folder is shared by all of them. What a build that was killed holds is freed. */
async function lock(): Promise<AsyncDisposable> {
  for (;;) {
    try {
      await writeFile(LOCK, String(pid), { flag: 'wx' });
      return { [Symbol.asyncDispose]: () => rm(LOCK, { force: true }) };
    } catch {
      if (await isAbandoned()) await rm(LOCK, { force: true });
      await new Promise((done) => setTimeout(done, LOCK_POLL_MS));
    }
  }
}

async function isAbandoned(): Promise<boolean> {
  try {
    const [{ mtimeMs }, holder] = await Promise.all([stat(LOCK), readFile(LOCK, 'utf8')]);
    // Between its making and its writing a lock is empty.
    return Date.now() - mtimeMs > LOCK_STALE_MS || (holder !== '' && !isAlive(Number(holder)));
  } catch {
    return false;
  }
}

function isAlive(holder: number): boolean {
  try {
    kill(holder, 0);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const started = performance.now();
  try {
    if (!process.argv.includes('--if-stale') || (await isDashboardStale(PACK, DASHBOARD))) await buildDashboard();
    const { size } = await stat(PACK);
    console.log(`${PACK}: ${(size / 1000).toFixed(0)} kB, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    exit(1);
  }
}

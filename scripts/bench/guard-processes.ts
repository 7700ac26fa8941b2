import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in its own process. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  /** Resident memory in MB. */
  readonly memory: number;
  /** Kills it at once, like a crash. */
  kill(): Promise<void>;
}

/** The ports of the mock model and of the bare proxy in front of it. */
export interface Upstream extends Disposable {
  readonly url: string;
  readonly proxy: string;
}

const MAIN = fileURLToPath(new URL('../../src/main/bun.ts', import.meta.url));
const PORTKEY = '1.15.2';
const CACHE = join(homedir(), '.cache/parley-bench', `portkey-gateway-${PORTKEY}`);
const START_MS = 60_000;

/** Starts the mock model and the bare proxy in one thread. */
export async function startUpstream(): Promise<Upstream> {
  const worker = new Worker(new URL('./guard-upstream.ts', import.meta.url).href, { type: 'module' });
  const ports = await firstMessage<{ upstream: number; proxy: number }>(worker);
  return {
    url: `http://127.0.0.1:${ports.upstream}`,
    proxy: `http://127.0.0.1:${ports.proxy}`,
    [Symbol.dispose]: () => worker.terminate(),
  };
}

/** What a worker says first. */
export function firstMessage<T>(worker: Worker): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  worker.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data), { once: true });
  return promise;
}

/** A folder for a guard's data, deleted with the guard. */
export async function dataFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts the guard, as it ships, in front of a model. */
export async function startGuardProcess(upstreamUrl: string, folder: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = spawn(process.execPath, [MAIN, 'guard'], {
    cwd: folder,
    env: {
      ...process.env,
      GUARD_PORT: '0',
      GUARD_UPSTREAM_URL: `${upstreamUrl}/v1`,
      PLATFORM_DATA_DIR: folder,
      PLATFORM_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await told(child, /guard listens on (http\S+)/);
  return serverOf(child, said[1] ?? '');
}

/** Starts Portkey's gateway, installed on first use, or returns why it cannot be installed. */
export async function startPortkey(): Promise<Server | string> {
  const program = join(CACHE, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (!existsSync(program)) {
    await mkdir(CACHE, { recursive: true });
    const install = spawn('npm', ['install', '--prefix', CACHE, '--no-save', '--ignore-scripts', `@portkey-ai/gateway@${PORTKEY}`], {
      cwd: CACHE,
      stdio: 'ignore',
    });
    const [code] = (await Promise.race([once(install, 'exit'), once(install, 'error')])) as [unknown];
    if (code !== 0 || !existsSync(program)) return `could not be installed (npm: ${String(code)})`;
  }
  // It does not accept port 0, so it gets a port that was free a moment ago.
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  const child = spawn('node', [program, `--port=${port}`, '--headless'], {
    cwd: CACHE,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await told(child, /Ready for connections/);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** Waits until a process says something on its standard output. */
async function told(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10_000);
    const found = wanted.exec(output);
    if (found !== null) resolve(found);
  });
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)));
  const timer = setTimeout(() => reject(new Error('was not ready in time')), START_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function serverOf(child: ChildProcess, url: string): Server {
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url,
    get memory() {
      const pages = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(pages) / 1024;
    },
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

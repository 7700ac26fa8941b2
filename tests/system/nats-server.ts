import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

interface ClusterPorts {
  readonly port: number;
  readonly ports: readonly number[];
  readonly clients: readonly number[];
}

export interface NatsServerOptions {
  /** What clients must send as their token; open when absent. */
  readonly token?: string;
  /** Whether it has JetStream; true by default. */
  readonly hasJetStream?: boolean;
  /** Makes it one of a cluster: the port on which it listens for the others, those of all, and its own two for clients. */
  readonly cluster?: ClusterPorts;
  /** Further lines of its configuration. */
  readonly lines?: readonly string[];
}

/** A real nats-server with JetStream and a WebSocket listener on free ports of the loopback interface. */
export interface NatsServer extends AsyncDisposable {
  /** The WebSocket address clients connect to, without credentials. */
  readonly url: string;
  readonly running: boolean;
  /** Ends the program in an orderly way. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. Linux only. */
  pause(): Promise<void>;
  /** Thaws it. */
  resume(): void;
  /** Starts it again on the same ports and data. */
  restart(): Promise<void>;
}

interface Child {
  readonly pid: number;
  readonly ended: Promise<void>;
}

/** Starts nats-server from NATS_SERVER or the PATH and waits until it takes connections. */
export async function startNatsServer(options: NatsServerOptions = {}): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-nats-'));
  const [clientPort = 0, webSocketPort = 0] = options.cluster?.clients ?? (await freePorts(2));
  const config = join(folder, 'nats.conf');
  await writeFile(
    config,
    [
      `listen: "127.0.0.1:${clientPort}"`,
      ...(options.hasJetStream === false ? [] : [`jetstream { store_dir: ${JSON.stringify(folder)} }`]),
      `websocket { listen: "127.0.0.1:${webSocketPort}", no_tls: true }`,
      ...(options.cluster === undefined ? [] : clusterLines(options.cluster)),
      ...(options.lines ?? []),
      ...(options.token === undefined ? [] : [`authorization { token: ${JSON.stringify(options.token)} }`]),
    ].join('\n'),
  );
  let child: Child | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.env.NATS_SERVER ?? 'nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    started.stderr?.on('data', (chunk) => {
      log = (log + String(chunk)).slice(-4000);
    });
    const ended = new Promise<void>((resolve) => {
      started.once('exit', () => resolve());
    });
    const failed = new Promise<never>((_, reject) => {
      started.once('error', (cause) =>
        reject('code' in cause && cause.code === 'ENOENT' ? new Error('nats-server is missing; ./scripts/test installs it') : cause),
      );
      started.once('exit', (code) => reject(new Error(`nats-server ended with ${code} while starting:\n${log}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([accepts(webSocketPort), failed]);
    const pid = started.pid;
    if (pid === undefined) throw new Error('nats-server has no process id');
    child = { pid, ended };
  }

  function send(signal: NodeJS.Signals): number {
    if (child === undefined) throw new Error('nats-server does not run');
    process.kill(child.pid, signal);
    return child.pid;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined) return;
    process.kill(ending.pid, signal);
    // A frozen program gets SIGTERM only once it is thawed.
    if (signal !== 'SIGKILL') process.kill(ending.pid, 'SIGCONT');
    await ending.ended;
  }

  try {
    await start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `ws://127.0.0.1:${webSocketPort}`,
    get running() {
      return child !== undefined;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: async () => {
      const pid = send('SIGSTOP');
      while (!(await isStopped(pid))) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    resume: () => void send('SIGCONT'),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether every thread of a process has stopped: one that has not may still answer. */
async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')));
  return stats.every((stat) => /\) [Tt] /.test(stat));
}

/** Starts the servers of one cluster. */
export async function startNatsCluster(size: number): Promise<NatsServer[]> {
  // All at once, because a port that is let go may be given again.
  const all = await freePorts(size * 3);
  const ports = all.slice(0, size);
  return Promise.all(
    ports.map((port, index) => startNatsServer({ cluster: { port, ports, clients: all.slice(size + index * 2, size + index * 2 + 2) } })),
  );
}

function clusterLines({ port, ports }: ClusterPorts): string[] {
  const routes = ports.map((other) => `nats-route://127.0.0.1:${other}`).join(', ');
  return [`server_name: "s${port}"`, `cluster { name: "test", listen: "127.0.0.1:${port}", routes: [${routes}] }`];
}

/** Ports nobody listens on, found while all are held. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Resolves once something accepts connections on the port; rejects after ten seconds. */
async function accepts(port: number): Promise<void> {
  const until = performance.now() + 10_000;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: '127.0.0.1', port }, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    if (performance.now() > until) throw new Error(`nothing listens on port ${port} after 10 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

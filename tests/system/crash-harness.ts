import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from 'nats.ws';
import { encodeJson } from '../../src/core/json.ts';
import { startNatsServer } from './nats-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface CrashOptions {
  /** Requests that can be answered. */
  readonly requests: number;
  /** Messages that cannot. */
  readonly poison: number;
  readonly reasoners: number;
  /** Milliseconds between kills. */
  readonly killEveryMs: number;
  /** No further kill after this many. */
  readonly maxKills: number;
  /** How one reasoner is started, told its number. */
  readonly command: (index: number) => readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** What a client of the bus saw. */
export interface CrashReport {
  /** Results by request id, each as often as it came. */
  readonly results: ReadonlyMap<string, readonly string[]>;
  readonly deadLetters: readonly { readonly request_id: string | null; readonly reason: string; readonly payload: string }[];
  readonly errors: number;
  readonly kills: number;
  readonly seconds: number;
  /** For every request: whether its highest attempt's tokens, without a gap, are the result's text. */
  readonly streamsComplete: number;
  /** What every process wrote to standard error. */
  readonly faults: string;
}

interface Token {
  readonly token: string;
  readonly sequence: number;
  readonly attempt?: number;
  readonly done?: boolean;
}

const PROGRAM = fileURLToPath(new URL('./durable-program.ts', import.meta.url));

/** Starts a reasoner of `durable-program.ts`. */
export function testProgram(): readonly [string, ...string[]] {
  return [process.execPath, PROGRAM];
}

/**
 * Sends requests and poison into the durable queue of a real nats-server while reasoners, each with its own database,
 * are killed with SIGKILL again and again and started anew, and tells what came of it.
 */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  await using server = await startNatsServer();
  await using folder = await makeTemporaryFolder();
  const nats = await connect({ servers: server.url });
  const results = new Map<string, string[]>();
  const tokens = new Map<string, Token[]>();
  const deadLetters: { request_id: string | null; reason: string; payload: string }[] = [];
  let errors = 0;
  let faults = '';
  const decoder = new TextDecoder();
  const hear = (subject: string, seen: (body: never) => void): void => {
    nats.subscribe(subject, { callback: (_error, { data }) => seen(JSON.parse(decoder.decode(data)) as never) });
  };
  hear('platform.reasoner.result', ({ request_id: id, text }: { request_id: string; text: string }) => {
    results.set(id, [...(results.get(id) ?? []), text]);
  });
  hear('platform.reasoner.stream.*', (token: Token & { readonly request_id: string }) => {
    tokens.set(token.request_id, [...(tokens.get(token.request_id) ?? []), token]);
  });
  // One that is told again after a kill has the same number and is stored once.
  const numbers = new Set<string>();
  nats.subscribe('platform.reasoner.requests.failed', {
    callback: (_error, { data, headers }) => {
      const number = headers?.get('Nats-Msg-Id') ?? '';
      if (!numbers.has(number)) deadLetters.push(JSON.parse(decoder.decode(data)) as (typeof deadLetters)[number]);
      numbers.add(number);
    },
  });
  hear('platform.reasoner.error', () => (errors += 1));
  await nats.flush();

  const children: ChildProcess[] = [];
  const start = (index: number): void => {
    const [program, ...args] = options.command(index);
    const child = spawn(program, args, {
      cwd: folder.path,
      env: {
        ...process.env,
        PLATFORM_NATS_URL: server.url,
        PLATFORM_DATA_DIR: join(folder.path, String(index)),
        REASONER_PORT: '0',
        ...options.env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (data: Buffer) => (faults = (faults + data.toString()).slice(-20_000)));
    children[index] = child;
  };
  const began = performance.now();
  let kills = 0;
  try {
    for (let index = 0; index < options.reasoners; index += 1) start(index);
    const stream = nats.jetstream();
    const send = async (id: string, data: Uint8Array): Promise<void> => {
      // The queue is there once the first reasoner is; until then nobody acknowledges and the client tries again.
      for (;;) {
        try {
          await stream.publish('platform.reasoner.requests.durable', data, { msgID: id });
          return;
        } catch (error) {
          if (performance.now() - began > options.timeoutMs) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    };
    const killing = setInterval(() => {
      if (kills >= options.maxKills) return;
      const index = Math.floor(options.random() * options.reasoners);
      const child = children[index];
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      kills += 1;
      child.once('exit', () => start(index));
      child.kill('SIGKILL');
    }, options.killEveryMs);
    try {
      const sending: Promise<void>[] = [];
      const every = Math.max(1, Math.floor(options.requests / Math.max(1, options.poison)));
      for (let index = 0; index < options.requests; index += 1) {
        const id = `r-${index}`;
        sending.push(
          send(id, encodeJson({ request_id: id, user_id: 'ada', text: `Shop ${index} opens at nine. When does shop ${index} open?` })),
        );
        if (index % every === 0 && index / every < options.poison)
          sending.push(send(`p-${index}`, new TextEncoder().encode(`{poison ${index}`)));
      }
      await Promise.all(sending);
      const isDone = (): boolean => results.size >= options.requests && deadLetters.length >= options.poison;
      while (!isDone() && performance.now() - began < options.timeoutMs) await new Promise((resolve) => setTimeout(resolve, 20));
      // What comes a second time would come when the leases of the dead have run out.
      await new Promise((resolve) => setTimeout(resolve, Number(options.env['REASONER_BUS_LEASE_MS'] ?? 1000) * 2));
    } finally {
      clearInterval(killing);
    }
  } finally {
    for (const child of children) {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    }
    await nats.close();
  }
  const streamsComplete = [...results].filter(([id, [text]]) => told(tokens.get(id) ?? []) === text).length;
  return { results, deadLetters, errors, kills, seconds: (performance.now() - began) / 1000, streamsComplete, faults };
}

/** The text of the last attempt, or undefined with a gap or without its end marker. */
function told(tokens: readonly Token[]): string | undefined {
  const last = Math.max(...tokens.map(({ attempt = 1 }) => attempt));
  // Two attempts overlap when a worker was taken for dead; each tells its own tokens in order.
  const mine = tokens.filter(({ attempt = 1 }) => attempt === last);
  if (mine.at(-1)?.done !== true || mine.some(({ sequence }, index) => sequence !== index)) return undefined;
  return mine.map(({ token }) => token).join('');
}

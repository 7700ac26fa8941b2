import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');

/** A program and its first arguments. */
export type Command = readonly [string, ...string[]];

/** How `parley` is run: from source on Bun unless told otherwise. */
export const FROM_SOURCE: Command = [process.execPath, join(ROOT, 'src/main/bun.ts')];

export interface ParleyProcess extends AsyncDisposable {
  readonly voice: string;
  readonly reasoner: string;
  readonly guard: string;
  /** The whole of standard output so far. */
  readonly output: string;
  /** Log lines so far, parsed. */
  readonly log: readonly Record<string, unknown>[];
  /** The folder it runs in, with its data. */
  readonly directory: string;
  readonly pid: number;
}

export interface StartOptions {
  readonly command?: Command;
  readonly env?: Readonly<Record<string, string>>;
  /** Kept when given, otherwise a temporary folder that goes with the process. */
  readonly directory?: string;
  readonly startTimeoutMs?: number;
}

/** Starts `parley all` on free ports in a folder of its own and waits for its welcome. */
export async function startParley(options: StartOptions = {}): Promise<ParleyProcess> {
  const { command = FROM_SOURCE, env = {}, startTimeoutMs = 60_000 } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'parley-')));
  const [program, ...args] = command;
  const child = spawn(program, [...args, 'all'], {
    cwd: directory,
    env: { ...cleanEnvironment(), VOICE_PORT: '0', REASONER_PORT: '0', GUARD_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (/dashboard +http/.test(output)) ready.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.on('error', ready.reject);
  child.on('exit', (code) => ready.reject(new Error(`parley ended with ${code} before it was ready:\n${errors}`)));
  const timer = setTimeout(() => ready.reject(new Error(`parley was not ready in time:\n${output}\n${errors}`)), startTimeoutMs);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
  };
  try {
    await ready.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const address = (name: string): string => new RegExp(`^ *${name} +(http\\S+)$`, 'm').exec(output)?.[1] ?? '';
  return {
    voice: address('voice'),
    reasoner: address('reasoner'),
    guard: address('guard'),
    directory,
    pid: child.pid ?? 0,
    get output() {
      return output;
    },
    get log() {
      return errors
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs a command of `parley` to its end. */
export async function runParley(
  args: readonly string[],
  options: { readonly command?: Command; readonly env?: Readonly<Record<string, string>>; readonly directory: string },
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  const [program, ...first] = options.command ?? FROM_SOURCE;
  const child = spawn(program, [...first, ...args], {
    cwd: options.directory,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** The environment without settings of Parley's own, so that a developer's shell cannot change a test. */
function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^(PLATFORM|VOICE|REASONER|GUARD)_/.test(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

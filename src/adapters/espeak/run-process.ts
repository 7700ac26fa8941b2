import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { ServiceError } from '../../core/errors.ts';
import { joinedBytes } from '../../core/joined-bytes.ts';

export interface ProcessOptions {
  /** Written to the process's standard input, which is then closed. */
  readonly input: string;
  /** Milliseconds after which the process is killed. */
  readonly timeoutMs: number;
  /** Most bytes of output before it is killed. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs an executable without a shell and returns its standard output. Throws `provider_unavailable` if it cannot be started or fails,
 * `timeout` if it takes too long, and the signal's reason if it aborts; the process is dead in every case.
 */
export function runProcess(executable: string, args: readonly string[], options: ProcessOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { input, timeoutMs, maxOutputBytes, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(reasonOf(signal));
      return;
    }
    const child = spawn(executable, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    lowerPriority(child.pid);
    const chunks: Uint8Array[] = [];
    let written = 0;
    let complaint = '';
    const fail = (error: Error): void => {
      settle();
      child.kill('SIGKILL');
      reject(error);
    };
    const onAbort = (): void => fail(reasonOf(signal));
    const timer = setTimeout(() => {
      fail(new ServiceError('timeout', `${executable} took longer than ${timeoutMs} ms.`));
    }, timeoutMs);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    child.on('error', (cause) => fail(cannotStart(executable, cause)));
    child.stdout.on('data', (chunk: Uint8Array) => {
      written += chunk.byteLength;
      chunks.push(chunk);
      if (written > maxOutputBytes)
        fail(new ServiceError('provider_unavailable', `${executable} wrote more than ${maxOutputBytes} bytes.`));
    });
    child.stderr.on('data', (chunk: Uint8Array) => {
      complaint = (complaint + new TextDecoder().decode(chunk)).slice(0, 500);
    });
    child.on('close', (code) => {
      settle();
      if (code === 0) resolve(joinedBytes(chunks));
      else
        reject(new ServiceError('provider_unavailable', `${executable} failed with exit status ${code}.`, { cause: new Error(complaint) }));
    });
    // A process that died early closes the pipe; its exit status says more than the broken pipe does.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Lowers its priority below the HTTP thread, so that a host that is busy with speech still answers at once. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the host does not allow it: it then runs with normal priority.
  }
}

function cannotStart(executable: string, cause: Error): ServiceError {
  return new ServiceError(
    'provider_unavailable',
    `The speech synthesiser "${executable}" cannot be started. Install it (Debian: apt-get install espeak-ng) or set VOICE_TTS_EXECUTABLE to its path.`,
    { cause },
  );
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('the work was cancelled', 'AbortError');
}

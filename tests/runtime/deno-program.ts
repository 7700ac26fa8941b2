import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The Deno program of the npm package `deno`. Its command is a Node script that passes no signal on, so
 * a test that stops a process needs the program itself, which the first run of the script puts in place.
 */
export function denoProgram(): string {
  const folder = new URL('../../node_modules/deno/', import.meta.url);
  execFileSync(fileURLToPath(new URL('bin.cjs', folder)), ['--version'], { stdio: 'ignore' });
  return fileURLToPath(new URL('deno', folder));
}

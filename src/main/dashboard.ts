import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../core/errors.ts';
import type { StaticFile } from '../http/static-files.ts';
import type { Logger } from '../ports/system.ts';
import { isDashboardStale, readPackedDashboard } from './packed-dashboard.ts';
import type { Platform } from './platform.ts';

/**
 * The dashboard's files for the guard to serve. From source it is built first if its sources have changed; if that fails, the reason is
 * logged, and the last build is served, if any.
 */
export async function dashboardFiles({ assets, printError }: Platform, logger: Logger): Promise<readonly StaticFile[]> {
  const { dashboard, dashboardSource: source } = assets;
  try {
    if (source !== undefined && (await isDashboardStale(dashboard, source.folder))) {
      printError('parley: building the dashboard, once, which takes some seconds');
      await build(source.build);
    }
  } catch (error) {
    logger.error('the dashboard could not be built', { reason: messageOf(error) });
  }
  try {
    return await readPackedDashboard(dashboard);
  } catch {
    return [];
  }
}

/** Runs the build. If another process is building it, this one waits and then finds nothing to do. */
async function build([program, ...args]: readonly [string, ...string[]]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(errors.trim() === '' ? `the build ended with ${code}` : errors.trim());
}

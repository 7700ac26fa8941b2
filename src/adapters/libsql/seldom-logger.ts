import type { LogFields, Logger } from '../../ports/system.ts';

/** How long a line is not written again, in milliseconds. */
const PAUSE_MS = 60_000;

/** A logger that writes the same warning or error at most once a minute: a fault that lasts may come with every call. */
export function seldom(logger: Logger, elapsed: () => number = () => performance.now()): Logger {
  const written = new Map<string, number>();

  function isNew(message: string, fields: LogFields | undefined): boolean {
    const now = elapsed();
    for (const [line, at] of written) if (now - at >= PAUSE_MS) written.delete(line);
    const line = JSON.stringify([message, fields]);
    if (written.has(line)) return false;
    written.set(line, now);
    return true;
  }

  return {
    with: (fields) => seldom(logger.with(fields), elapsed),
    debug: (message, fields) => logger.debug(message, fields),
    info: (message, fields) => logger.info(message, fields),
    warn: (message, fields) => isNew(message, fields) && logger.warn(message, fields),
    error: (message, fields) => isNew(message, fields) && logger.error(message, fields),
  };
}

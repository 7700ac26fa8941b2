import type { Clock, LogFields, Logger } from '../../ports/system.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** From which level on lines are written; `silent` writes none. */
export type LogLevel = Level | 'silent';

/** The values a setting for the level may have. */
export const LOG_LEVELS: readonly LogLevel[] = [...LEVELS, 'silent'];

/** Writes one JSON document a line: `time`, `level`, `message`, then the fields. */
export function createJsonLogger(options: {
  readonly clock: Clock;
  readonly level: LogLevel;
  readonly write: (line: string) => void;
  readonly fields?: LogFields;
}): Logger {
  const { clock, level, write, fields = {} } = options;
  const least = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level);
  const at = (own: Level) => {
    if (LEVELS.indexOf(own) < least) return () => undefined;
    return (message: string, more: LogFields = {}) =>
      write(JSON.stringify({ time: clock.now().toISOString(), level: own, message, ...fields, ...more }));
  };
  return {
    with: (more) => createJsonLogger({ clock, level, write, fields: { ...fields, ...more } }),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}

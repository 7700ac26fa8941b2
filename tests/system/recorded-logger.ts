import type { LogFields, Logger } from '../../src/ports/system.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines for a test to look at. */
export interface RecordedLogger extends Logger {
  readonly lines: LogLine[];
}

/** A logger without lines; those that `with` makes write to the same ones. */
export function createRecordedLogger(lines: LogLine[] = [], own: LogFields = {}): RecordedLogger {
  const at = (level: LogLine['level']) => (message: string, fields?: LogFields) =>
    void lines.push({ level, message, fields: { ...own, ...fields } });
  return {
    lines,
    with: (fields) => createRecordedLogger(lines, { ...own, ...fields }),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}

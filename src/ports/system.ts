/** Wall-clock time for records, monotonic milliseconds for durations. */
export interface Clock {
  now(): Date;
  elapsed(): number;
}

/** Generates identifiers that sort by time (UUIDv7), with an optional prefix such as `chatcmpl-`. */
export interface Ids {
  next(prefix?: string): string;
}

/** Plain values of a log line. Content (transcripts, prompts, keys) is never logged. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured logging; `with` returns a logger that adds its fields to every line. */
export interface Logger {
  with(fields: LogFields): Logger;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

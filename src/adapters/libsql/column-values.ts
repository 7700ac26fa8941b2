import { ServiceError } from '../../core/errors.ts';
import type { SqlValue } from './protocol.ts';

/** A column of text, or of a number as text. Throws `internal` for any other. */
export function textColumn(value: SqlValue | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new ServiceError('internal', 'The database contains a value of an unexpected type.');
}

/** A column of bytes. Throws `internal` for any other. */
export function bytesColumn(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new ServiceError('internal', 'The database contains a value of an unexpected type.');
}

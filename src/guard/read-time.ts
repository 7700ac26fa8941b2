import { ServiceError } from '../core/errors.ts';

/** A time of the query. Throws `invalid_input` that names the field. */
export function readTime(param: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const date = new Date(value);
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(date.getTime())) {
    throw new ServiceError('invalid_input', `${param}: must be a time in ISO 8601, such as 2026-01-31T12:00:00Z.`, { param });
  }
  return date;
}

import { ServiceError } from '../../core/errors.ts';

/** The time in a query parameter. Throws `invalid_input` naming the parameter. */
export function readTime(param: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  // An unescaped plus sign arrives as a space: 2026-01-31T12:00:00 01:00.
  const date = new Date(value.replace(/ (?=\d\d:?\d\d$)/, value.includes('T') ? '+' : ' '));
  if (!hasDay(value) || Number.isNaN(date.getTime())) {
    throw new ServiceError('invalid_input', `${param}: must be a time in ISO 8601, such as 2026-01-31T12:00:00Z.`, { param });
  }
  return date;
}

/** The time span of a query, `lengthMs` long without `since`. Throws `invalid_input` naming the parameter. */
export function readSpan(
  query: { readonly since?: string; readonly until?: string },
  { now, lengthMs }: { readonly now: Date; readonly lengthMs: number },
): { readonly since: Date; readonly until: Date } {
  const until = readTime('until', query.until) ?? now;
  const since = readTime('since', query.since) ?? new Date(until.getTime() - lengthMs);
  if (since >= until) throw new ServiceError('invalid_input', 'since: must be before until.', { param: 'since' });
  return { since, until };
}

/** Whether its date exists: `Date` would read 31 February as 3 March. */
function hasDay(value: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(value) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

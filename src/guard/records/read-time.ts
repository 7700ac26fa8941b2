import { ServiceError } from '../../core/errors.ts';

/** A time of the query. Throws `invalid_input` that names the field. */
export function readTime(param: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  // A plus sign that nobody escaped comes as a blank: 2026-01-31T12:00:00 01:00.
  const date = new Date(value.replace(/ (?=\d\d:?\d\d$)/, value.includes('T') ? '+' : ' '));
  if (!hasDay(value) || Number.isNaN(date.getTime())) {
    throw new ServiceError('invalid_input', `${param}: must be a time in ISO 8601, such as 2026-01-31T12:00:00Z.`, { param });
  }
  return date;
}

/** A span of time from the query. `lengthMs` is how long before its end it begins unless that is said. Throws `invalid_input` that names the field. */
export function readSpan(
  query: { readonly since?: string; readonly until?: string },
  { now, lengthMs }: { readonly now: Date; readonly lengthMs: number },
): { readonly since: Date; readonly until: Date } {
  const until = readTime('until', query.until) ?? now;
  const since = readTime('since', query.since) ?? new Date(until.getTime() - lengthMs);
  if (since >= until) throw new ServiceError('invalid_input', 'since: must be before until.', { param: 'since' });
  return { since, until };
}

/** Whether it begins with a day that there is: `Date` takes the 31st of February for the 3rd of March. */
function hasDay(value: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(value) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

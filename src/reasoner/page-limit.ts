import { MAX_PAGE, parsePageLimit } from '../core/page-limit.ts';
import { fault } from './fields.ts';

/** The `limit` of a page. Throws `invalid_input` unless it is absent or an integer in range. */
export function readPageLimit(text: string | undefined): number {
  const limit = parsePageLimit(text);
  if (limit === undefined) throw fault('limit', `must be a whole number from 1 to ${MAX_PAGE}`);
  return limit;
}

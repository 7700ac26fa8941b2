/** How many things a page holds when nobody says so. */
export const DEFAULT_PAGE = 20;
/** How many things a page holds at most. */
export const MAX_PAGE = 100;

/** The `limit` of a query as a number of things, `DEFAULT_PAGE` when absent; undefined unless it is a whole number from 1 to `MAX_PAGE`. */
export function parsePageLimit(text: string | undefined): number | undefined {
  if (text === undefined) return DEFAULT_PAGE;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit < 1 || limit > MAX_PAGE ? undefined : limit;
}

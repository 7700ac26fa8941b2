/** Items of a page if no limit is given. */
export const DEFAULT_PAGE = 20;
/** Most items of a page. */
export const MAX_PAGE = 100;

/** The `limit` of a query as a number of things, `DEFAULT_PAGE` when absent; undefined unless it is a whole number from 1 to `MAX_PAGE`. */
export function parsePageLimit(text: string | undefined): number | undefined {
  if (text === undefined) return DEFAULT_PAGE;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit < 1 || limit > MAX_PAGE ? undefined : limit;
}

import { ask, type GuardBody } from './api/guard-api.ts';

type Search = Readonly<Record<string, string | undefined>>;

/** The next page of the list with a request on it: a search for text answers with empty pages while it has not read far enough. */
export async function readList(search: Search, signal: AbortSignal): Promise<GuardBody<'/requests'>> {
  let unopened = 0;
  for (let cursor = search['cursor']; ;) {
    const page = await ask('/requests', { search: { ...search, cursor }, signal });
    unopened += page.previews_unopened;
    if (page.data.length > 0 || page.next_cursor === null) return { ...page, previews_unopened: unopened };
    cursor = page.next_cursor;
  }
}

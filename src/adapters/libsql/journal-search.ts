import type { RequestQuery } from '../../ports/journal.ts';
import type { Clock } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { pageStatement, type PageKey } from './journal-pages.ts';
import type { ResultRows, SqlValue } from './protocol.ts';
import { createTimeSlices } from './time-slices.ts';

/** Opens a sealed preview; undefined if it cannot be opened. */
export type OpenPreview = (id: string, preview: string) => string | undefined;

/** How many milliseconds sealed previews are opened for one page, and how many are read at once. */
const SEARCH_MS = 150;
const SEARCH_STEP = 500;

/**
 * Requests whose id, model or sealed preview contains a text, newest first: the numbers of up to one more than a page holds, where the
 * search stopped if its time was up, and how many previews up to the end of the page could not be opened. It reads in steps that occupy
 * neither the database nor this thread for long.
 */
export async function searchPreviews(
  database: Database,
  options: {
    readonly query: RequestQuery;
    readonly text: string;
    readonly from: PageKey | undefined;
    readonly open: OpenPreview;
    readonly clock: Clock;
  },
): Promise<{ readonly places: readonly PageKey[]; readonly stoppedAt?: PageKey | undefined; readonly unopened: number }> {
  const { query, text, from, open, clock } = options;
  const end = clock.elapsed() + SEARCH_MS;
  const wanted = asciiLower(text);
  const holds = (value: string | undefined): boolean => value !== undefined && asciiLower(value).includes(wanted);
  const read = (after: PageKey | undefined): Promise<ResultRows> =>
    database.execute(pageStatement({ query, from: after, limit: SEARCH_STEP, sealed: true }));
  const slices = createTimeSlices();
  const places: PageKey[] = [];
  let unopened = 0;
  /** After the last request of a full page; the next page finds the one more again. */
  let unopenedBehind = 0;
  let last = from;
  let reading = read(from);
  // Started once: rows that have arrived meanwhile are no reason to continue without a pause.
  slices.begin();
  for (;;) {
    const { rows } = await reading;
    last = keyOf(rows.at(-1)) ?? last;
    const isLast = rows.length < SEARCH_STEP || clock.elapsed() >= end;
    // The database reads ahead while this thread opens previews.
    if (!isLast) reading = read(last);
    reading.catch(() => undefined);
    for (const row of rows) {
      const pause = slices.pause();
      if (pause !== undefined) await pause;
      const place = keyOf(row);
      const [, , model, preview] = row;
      if (place === undefined) continue;
      if (holds(place[1]) || holds(textColumn(model))) places.push(place);
      else if (typeof preview === 'string') {
        const opened = open(place[1], preview);
        if (holds(opened)) places.push(place);
        else if (opened === undefined && places.length < query.limit) unopened += 1;
        else if (opened === undefined) unopenedBehind += 1;
      }
      if (places.length > query.limit) return { places, unopened };
    }
    if (isLast) return { places, stoppedAt: rows.length < SEARCH_STEP ? undefined : last, unopened: unopened + unopenedBehind };
  }
}

/** Indexes of the columns in a row of a page's statement. */
export function keyOf(row: readonly SqlValue[] | undefined): PageKey | undefined {
  return row === undefined ? undefined : [Number(row[0]), textColumn(row[1])];
}

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

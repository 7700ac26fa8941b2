import type { Attributes } from '../../core/attribute-filter.ts';
import { storable } from '../../core/storable.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Passage, ScoredPassage, Title } from '../../ports/vector-index.ts';
import { textColumn } from './column-values.ts';
import type { PassageGroup } from './passage-groups.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';

/** Passages that contain words. */
export interface WordMatches {
  /** The score of a passage of average length that contains each word once. */
  readonly whole: number;
  /** By the passages' numbers. */
  readonly scores: ReadonlyMap<number, number>;
  /** Numbers in order, with ranks from 0 that equal scores share. */
  readonly places: readonly (readonly [number: number, place: number])[];
}

/** How many passages one statement stores; the JSON of more would block the calling thread. */
const ROWS_PER_STATEMENT = 256;

/** The columns that `toScored` reads, of passages `p` and groups `g`. */
export const FOUND_COLUMNS = 'p.id, p.file_id, g.body, p.text, p.page, p.starts_at, p.ends_at, p.headings, p.header, p.titles';
/** How many columns these are. */
export const FOUND_WIDTH = FOUND_COLUMNS.split(',').length;

/** A group's body: the same stores and attributes always give the same text. */
export function groupBody(storeIds: readonly string[], attributes: Attributes): string {
  const stores = [...new Set(storeIds)].map(storable).toSorted();
  const sorted = Object.entries(attributes).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const marks = sorted.map(([key, value]) => [storable(key), typeof value === 'string' ? storable(value) : value]);
  return JSON.stringify([stores, Object.fromEntries(marks)]);
}

/** Stores new groups. */
export function insertGroups(bodies: readonly string[]): Statement {
  return {
    sql: 'INSERT INTO passage_groups (body) SELECT value FROM json_each(?) WHERE true ON CONFLICT (body) DO NOTHING',
    args: [JSON.stringify([...new Set(bodies)])],
  };
}

/** Bodies of passages' groups in order. Passages of one file mostly share stores and attributes, which are serialised once. */
export function groupBodies(passages: readonly Passage[]): string[] {
  let last: { readonly of: Passage; readonly body: string } | undefined;
  return passages.map((of) => {
    const isSame = last?.of.storeIds === of.storeIds && last.of.attributes === of.attributes;
    last = { of, body: isSame && last !== undefined ? last.body : groupBody(of.storeIds, of.attributes) };
    return last.body;
  });
}

/** All embeddings in one array. */
export function concatenated(passages: readonly { readonly embedding: Float32Array }[], dimensions: number): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(passages.length * dimensions);
  for (const [index, { embedding }] of passages.entries()) vectors.set(embedding, index * dimensions);
  return vectors;
}

/**
 * Statements that store passages with their embeddings by a model, which are concatenated in `vectors`. The last one returns their numbers and
 * groups as JSON arrays. Other work runs between the parts of a long list.
 */
export async function insertPassages(
  passages: readonly Passage[],
  bodies: readonly string[],
  vectors: Float32Array,
  model: number,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const bytesEach = vectors.byteLength / passages.length;
  for (let start = 0; start < passages.length; start += ROWS_PER_STATEMENT) {
    const some = passages.slice(start, start + ROWS_PER_STATEMENT);
    const rows = some.map(({ id, fileId, text, searchText, position, headings = [], header, titles = [] }, index) => [
      storable(id),
      storable(fileId),
      bodies[start + index],
      storable(text),
      searchText === undefined || searchText === text ? null : storable(searchText),
      position.page ?? null,
      position.start,
      position.end,
      headings.length === 0 ? null : headings.map(storable),
      header === undefined ? null : storable(header),
      titles.length === 0 ? null : titles.map(({ at, level }) => [at, level]),
    ]);
    statements.push({
      sql: `INSERT INTO passages (id, file_id, group_id, text, search_text, page, starts_at, ends_at, headings, header, titles, embedding, model)
        SELECT value ->> 0, value ->> 1, (SELECT id FROM passage_groups WHERE body = value ->> 2), value ->> 3, value ->> 4,
          value ->> 5, value ->> 6, value ->> 7, nullif(value -> 8, 'null'), value ->> 9, nullif(value -> 10, 'null'),
          substr(?2, key * ?3 + 1, ?3), ?4 FROM json_each(?1)`,
      args: [JSON.stringify(rows), new Uint8Array(vectors.buffer, start * bytesEach, some.length * bytesEach), bytesEach, model],
    });
    await yieldToEventLoop();
  }
  statements.push({
    sql: `SELECT json_group_array(p.number ORDER BY given.key), json_group_array(p.group_id ORDER BY given.key)
      FROM json_each(?) given CROSS JOIN passages p ON p.id = given.value`,
    args: [JSON.stringify(passages.map(({ id }) => storable(id)))],
  });
  return statements;
}

/** A row that begins with `FOUND_COLUMNS`, with its score. */
export function toScored(row: readonly SqlValue[], score: number): ScoredPassage {
  const [id, fileId, body, text, page, start, end, headings, header, titles] = row;
  const { storeIds, attributes } = toGroup(0, body);
  return {
    passage: {
      id: textColumn(id),
      storeIds,
      fileId: textColumn(fileId),
      text: textColumn(text),
      ...(typeof headings === 'string' ? { headings: JSON.parse(headings) as string[] } : {}),
      ...(typeof header === 'string' ? { header } : {}),
      ...(typeof titles === 'string' ? { titles: toTitles(titles) } : {}),
      position: { ...(page === null ? {} : { page: Number(page) }), start: Number(start), end: Number(end) },
      attributes,
    },
    score,
  };
}

function toTitles(json: string): Title[] {
  return (JSON.parse(json) as [number, number][]).map(([at, level]) => ({ at, level }));
}

/** From what `VectorTable.match` gives. */
export function toMatches([whole = 0, ...found]: Float64Array): WordMatches {
  const scores = new Map<number, number>();
  const places: (readonly [number: number, place: number])[] = [];
  let place = 0;
  for (let at = 0; at < found.length; at += 2) {
    const [number = 0, score = 0] = found.slice(at, at + 2);
    if (at > 0 && score !== found[at - 1]) place += 1;
    scores.set(number, score);
    places.push([number, place]);
  }
  return { whole, scores, places };
}

/** A group from its id and body. */
export function toGroup(id: number, body: SqlValue | undefined): PassageGroup {
  const [storeIds, attributes] = JSON.parse(textColumn(body)) as [string[], Attributes];
  return { id, storeIds, attributes };
}

/** One column of numbers. */
export function numbersOf(rows: ResultRows['rows'], column: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(rows, (row) => Number(row[column]));
}

/** A JSON array of numbers. */
export function numbersIn(json: SqlValue | undefined): Float64Array<ArrayBuffer> {
  return Float64Array.from(JSON.parse(textColumn(json)) as number[]);
}

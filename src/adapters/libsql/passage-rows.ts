import type { Attributes } from '../../core/attribute-filter.ts';
import { delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Passage, ScoredPassage } from '../../ports/vector-index.ts';
import { storeWord } from './keyword-query.ts';
import type { PassageGroup } from './passage-groups.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';

/** How many passages one statement stores: the JSON of more would hold the calling thread. */
const ROWS_PER_STATEMENT = 256;

/** The columns that `toScored` reads, of passages `p` and groups `g`. */
export const FOUND_COLUMNS = 'p.id, p.file_id, g.body, p.text, p.page, p.starts_at, p.ends_at';

export interface GroupRow {
  readonly body: string;
  readonly scope: string;
}

/** A group's columns; the same stores and attributes always give the same body. */
export function groupRow(storeIds: readonly string[], attributes: Attributes): GroupRow {
  const stores = [...new Set(storeIds)].map(storable).toSorted();
  const sorted = Object.entries(attributes).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const marks = sorted.map(([key, value]) => [storable(key), typeof value === 'string' ? storable(value) : value]);
  return { body: JSON.stringify([stores, Object.fromEntries(marks)]), scope: stores.map(storeWord).join(' ') };
}

/** Stores groups that are not there yet. */
export function insertGroups(rows: readonly GroupRow[]): Statement {
  const distinct = new Map(rows.map(({ body, scope }) => [body, scope]));
  return {
    sql: `INSERT INTO passage_groups (body, scope) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true ON CONFLICT (body) DO NOTHING`,
    args: [JSON.stringify([...distinct])],
  };
}

/** Groups of passages in their order. Passages of one file mostly share their stores and attributes: those are read once. */
export function groupRows(passages: readonly Passage[]): GroupRow[] {
  let last: { readonly of: Passage; readonly row: GroupRow } | undefined;
  return passages.map((of) => {
    const isSame = last?.of.storeIds === of.storeIds && last.of.attributes === of.attributes;
    last = { of, row: isSame && last !== undefined ? last.row : groupRow(of.storeIds, of.attributes) };
    return last.row;
  });
}

/**
 * Statements that store passages with their embeddings, which lie one after another in `vectors`. Then one gives the
 * numbers and the groups they got, as JSON arrays. Between the parts of a long list other work gets its turn.
 */
export async function insertPassages(passages: readonly Passage[], bodies: readonly string[], vectors: Float32Array): Promise<Statement[]> {
  const statements: Statement[] = [];
  const bytesEach = vectors.byteLength / passages.length;
  for (let start = 0; start < passages.length; start += ROWS_PER_STATEMENT) {
    const some = passages.slice(start, start + ROWS_PER_STATEMENT);
    const rows = some.map(({ id, fileId, text, searchText, position }, index) => [
      storable(id),
      storable(fileId),
      bodies[start + index],
      storable(text),
      searchText === undefined || searchText === text ? null : storable(searchText),
      position.page ?? null,
      position.start,
      position.end,
    ]);
    statements.push({
      sql: `INSERT INTO passages (id, file_id, group_id, text, search_text, page, starts_at, ends_at, embedding)
        SELECT value ->> 0, value ->> 1, (SELECT id FROM passage_groups WHERE body = value ->> 2), value ->> 3, value ->> 4,
          value ->> 5, value ->> 6, value ->> 7, substr(?2, key * ?3 + 1, ?3) FROM json_each(?1)`,
      args: [JSON.stringify(rows), new Uint8Array(vectors.buffer, start * bytesEach, some.length * bytesEach), bytesEach],
    });
    await delay(0, new AbortController().signal);
  }
  statements.push({
    sql: `SELECT json_group_array(p.number ORDER BY given.key), json_group_array(p.group_id ORDER BY given.key)
      FROM json_each(?) given CROSS JOIN passages p ON p.id = given.value`,
    args: [JSON.stringify(passages.map(({ id }) => storable(id)))],
  });
  return statements;
}

/** A row of `FOUND_COLUMNS` and a score. */
export function toScored(row: readonly SqlValue[]): ScoredPassage {
  const [id, fileId, body, text, page, start, end, score] = row;
  const { storeIds, attributes } = toGroup(0, body);
  return {
    passage: {
      id: textOf(id),
      storeIds,
      fileId: textOf(fileId),
      text: textOf(text),
      position: { ...(page === null ? {} : { page: Number(page) }), start: Number(start), end: Number(end) },
      attributes,
    },
    score: Number(score),
  };
}

/** A group from its id and body. */
export function toGroup(id: number, body: SqlValue | undefined): PassageGroup {
  const [storeIds, attributes] = JSON.parse(textOf(body)) as [string[], Attributes];
  return { id, storeIds, attributes };
}

/** One column of numbers. */
export function numbersOf(rows: ResultRows['rows'], column: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(rows, (row) => Number(row[column]));
}

/** A JSON array of numbers. */
export function numbersIn(json: SqlValue | undefined): Float64Array<ArrayBuffer> {
  return Float64Array.from(JSON.parse(textOf(json)) as number[]);
}

/** Half a surrogate pair and NUL, which SQLite's driver cannot carry in text, become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** A column that always holds text. */
export function textOf(value: SqlValue | undefined): string {
  if (typeof value !== 'string') throw new ServiceError('internal', 'A passage is stored in a way that cannot be read.');
  return value;
}

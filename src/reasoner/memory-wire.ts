import type { JsonObject } from '../core/json.ts';
import { MAX_PAGE } from '../core/page-limit.ts';
import { FACT_KINDS, isFactDate, isFactKind } from '../domain/memory/fact-kinds.ts';
import type { FactKind, GivenFact, MemoryFact, MemoryTurn, Recollection, SupportedFact } from '../ports/memory.ts';
import { fault, optionalInteger, optionalNumber, optionalText, requiredText } from './fields.ts';
import { checkThread } from './memory-scope.ts';
import { readPageLimit } from './page-limit.ts';

const MAX_TEXT = 2000;
const MAX_QUERY = 8000;
const AMONG = ['facts', 'turns', 'both'] as const;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** A fact in the API's fields. Times are Unix seconds. */
export function factBody({ fact, turnIds }: SupportedFact) {
  return {
    id: fact.id,
    object: 'memory',
    text: fact.text,
    kind: fact.kind,
    importance: fact.importance,
    date: fact.date ?? null,
    thread_id: fact.thread,
    created_at: seconds(fact.validFrom),
    valid_until: fact.validUntil === undefined ? null : seconds(fact.validUntil),
    superseded_by: fact.supersededBy ?? null,
    times_said: fact.timesSaid,
    last_said_at: seconds(fact.lastSaidAt),
    evidence_ids: turnIds,
  };
}

/** A turn: something a user or the assistant said. */
export function turnBody({ id, thread, speaker, text, saidAt }: MemoryTurn) {
  return { id, object: 'memory.turn', thread_id: thread, speaker, text, said_at: seconds(saidAt) };
}

/** A search result: a fact, or a turn without a fact (`memory` is null then). */
export function recollectionBody({ fact, evidence, score, relevance, recency, importance, superseded = [] }: Recollection) {
  return {
    object: 'memory.search_result',
    score,
    relevance,
    recency,
    importance,
    memory: fact === undefined ? null : factOnly(fact, evidence),
    evidence: evidence.map(turnBody),
    superseded_ids: superseded.map(({ id }) => id),
  };
}

function factOnly(fact: MemoryFact, evidence: readonly MemoryTurn[]) {
  return factBody({ fact, turnIds: evidence.map(({ id }) => id) });
}

/** A search request. */
export interface MemorySearchBody {
  readonly query: string;
  readonly limit: number;
  readonly alpha?: number;
  readonly among: (typeof AMONG)[number];
}

/** Parses the body of POST /v1/memory/search. Throws `invalid_input` naming the field. */
export function readSearch(body: JsonObject): MemorySearchBody {
  const query = requiredText(body, 'query');
  if (query.length > MAX_QUERY) throw fault('query', `must have at most ${MAX_QUERY} characters`);
  const limit = optionalInteger(body, 'limit', 1) ?? 10;
  if (limit > MAX_PAGE) throw fault('limit', `must be a whole number from 1 to ${MAX_PAGE}`);
  const alpha = optionalNumber(body, 'hybrid_alpha', 0, 1);
  const named = optionalText(body, 'among') ?? 'both';
  const among = AMONG.find((one) => one === named);
  if (among === undefined) throw fault('among', `must be one of ${AMONG.join(', ')}`);
  return { query, limit, among, ...(alpha === undefined ? {} : { alpha }) };
}

/** Parses the body of POST /v1/memory. Throws `invalid_input` naming the field. */
export function readGivenFact(body: JsonObject): GivenFact {
  const text = requiredText(body, 'text').replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text.length > MAX_TEXT) throw fault('text', `must have 1 to ${MAX_TEXT} characters`);
  const kind = optionalText(body, 'kind');
  if (kind !== undefined && !isFactKind(kind)) throw fault('kind', `must be one of ${Object.keys(FACT_KINDS).join(', ')}`);
  const importance = optionalNumber(body, 'importance', 0, 1);
  const date = optionalText(body, 'date');
  if (date !== undefined && !isFactDate(date)) throw fault('date', 'must be a day, month or year: 2026-11-21, 2026-11 or 2026');
  return {
    text,
    thread: checkThread(optionalText(body, 'thread_id') ?? '', 'thread_id'),
    ...(kind === undefined ? {} : { kind }),
    ...(importance === undefined ? {} : { importance }),
    ...(date === undefined ? {} : { date }),
  };
}

/** The filters of GET /v1/memory. Throws `invalid_input` naming the parameter. */
export function readListQuery(query: Readonly<Record<string, string | undefined>>): {
  readonly limit: number;
  readonly cursor?: string;
  readonly kind?: FactKind;
  readonly thread?: string;
  readonly superseded: boolean;
} {
  const { cursor, kind, thread_id: thread, superseded = 'false' } = query;
  const limit = readPageLimit(query.limit);
  if (kind !== undefined && !isFactKind(kind)) throw fault('kind', `must be one of ${Object.keys(FACT_KINDS).join(', ')}`);
  if (superseded !== 'true' && superseded !== 'false') throw fault('superseded', 'must be true or false');
  return {
    limit,
    superseded: superseded === 'true',
    ...(cursor === undefined ? {} : { cursor }),
    ...(kind === undefined ? {} : { kind }),
    ...(thread === undefined ? {} : { thread: checkThread(thread, 'thread_id') }),
  };
}

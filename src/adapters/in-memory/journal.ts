import { byCountDescending } from '../../core/by-count.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { ServiceError } from '../../core/errors.ts';
import { laterRecordId } from '../../core/request-id.ts';
import {
  actionTaken,
  type Journal,
  type JournalEntry,
  MOST_NAMED,
  type Percentiles,
  type RequestCounts,
  type RequestQuery,
  type RequestRecord,
} from '../../ports/journal.ts';
import { debugEntries } from './debug-entries.ts';
import { countByRule, ruleReportOf } from './rule-report.ts';

export interface InMemoryJournalOptions {
  /** How many requests are kept, 1000 by default; the oldest go first. */
  readonly capacity?: number;
}

/** A journal in memory, for tests. */
export function createInMemoryJournal({ capacity = 1000 }: InMemoryJournalOptions = {}): Journal {
  /** In the order of `byAge`. */
  const entries: JournalEntry[] = [];
  const byId = new Map<string, JournalEntry>();
  let closed = false;

  function remove(entry: JournalEntry): void {
    entries.splice(entries.indexOf(entry), 1);
    byId.delete(entry.request.id);
  }

  /** Under another id if an earlier request has its id. */
  function withFreeId(entry: JournalEntry): JournalEntry {
    const { request } = entry;
    const known = byId.get(request.id)?.request;
    if (known === undefined || sequenceOf(known) === sequenceOf(request)) return entry;
    return { ...entry, request: { ...request, id: laterRecordId(request.id, sequenceOf(request)) } };
  }

  function newestWithin({ since, until }: { readonly since: Date; readonly until: Date }): JournalEntry[] {
    return entries.filter(({ request }) => fits(request, { limit: 0, since, until })).toReversed();
  }

  return {
    record(given) {
      const entry = withFreeId(given);
      const earlier = byId.get(entry.request.id);
      if (earlier !== undefined) remove(earlier);
      const after = entries.findLastIndex((other) => byAge(keyOf(other), keyOf(entry)) < 0);
      entries.splice(after + 1, 0, entry);
      byId.set(entry.request.id, entry);
      if (entries.length > capacity && entries[0] !== undefined) remove(entries[0]);
    },

    async flush() {},

    async requests(query) {
      const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor, [0, '']);
      const matching = entries
        .toReversed()
        .filter((entry) => (from === undefined || byAge(keyOf(entry), from) < 0) && matches(entry, query));
      const items = matching.slice(0, query.limit).map((entry) => ({ ...entry.request, detectors: detectorsOf(entry) }));
      const last = items.at(-1);
      if (last === undefined || matching.length <= query.limit) return { items };
      return { items, nextCursor: encodeCursor([sequenceOf(last), last.id]) };
    },

    async request(id) {
      return byId.get(id)?.request;
    },

    async stats({ since, until, buckets }) {
      const within = entries.filter(({ request }) => fits(request, { limit: 0, since, until }));
      const width = (until.getTime() - since.getTime()) / buckets;
      const parts = Array.from({ length: buckets }, (_, index) => ({
        start: new Date(Math.round(since.getTime() + index * width)),
        requests: 0,
        verdicts: {} as Record<string, number>,
        statuses: {} as Record<string, number>,
        tokens: { prompt: 0, completion: 0 },
        detectors: {} as Record<string, number>,
      }));
      const detectors = new Map<string, number>();
      const errors = new Map<string, number>();
      const asked = new Map<string, number>();
      for (const entry of within) {
        const { request } = entry;
        const part = parts[Math.min(buckets - 1, Math.floor((request.receivedAt.getTime() - since.getTime()) / width))];
        if (part !== undefined) {
          part.requests += 1;
          part.statuses[request.status] = (part.statuses[request.status] ?? 0) + 1;
          part.tokens.prompt += request.promptTokens ?? 0;
          part.tokens.completion += request.completionTokens ?? 0;
          const taken = actionTaken(request);
          if (taken !== undefined) part.verdicts[taken] = (part.verdicts[taken] ?? 0) + 1;
        }
        for (const name of detectorsOf(entry)) {
          detectors.set(name, (detectors.get(name) ?? 0) + 1);
          if (part !== undefined) part.detectors[name] = (part.detectors[name] ?? 0) + 1;
        }
        if (request.error === undefined) continue;
        const { type } = request.error;
        errors.set(type, (errors.get(type) ?? 0) + 1);
        if (request.status === 'failed' && request.upstreamMs > 0) asked.set(type, (asked.get(type) ?? 0) + 1);
      }
      const ended = within.map(({ request }) => request).filter(({ status }) => status !== 'running');
      return {
        requests: within.length,
        buckets: parts,
        models: countsBy(within, ({ model }) => model),
        keys: countsBy(within, ({ keyName }) => keyName),
        users: countsBy(
          within.filter(({ request }) => request.userHash !== undefined),
          ({ userHash }) => userHash,
          (one, other) => other.blocked - one.blocked,
        ),
        detectors: byCountDescending(detectors).map(([name, requests]) => ({ name, requests })),
        errors: byCountDescending(errors).map(([type, requests]) => ({ type, requests, upstream: asked.get(type) ?? 0 })),
        guardMs: percentiles(ended.map(({ guardMs }) => guardMs)),
        totalMs: percentiles(ended.flatMap(({ totalMs }) => totalMs ?? [])),
      };
    },

    async decisions(id) {
      return byId.get(id)?.decisions;
    },

    async debug(id, { limit, cursor }) {
      const from = cursor === undefined ? undefined : decodeCursor(cursor, [0])[0];
      const entry = byId.get(id);
      if (entry === undefined) return undefined;
      const rest = debugEntries(entry)
        .filter(({ sequence }) => from === undefined || sequence > from)
        .toSorted((one, other) => one.sequence - other.sequence);
      const items = rest.slice(0, limit);
      const last = items.at(-1);
      return last === undefined || rest.length <= limit ? { items } : { items, nextCursor: encodeCursor([last.sequence]) };
    },

    async content(id) {
      const content = byId.get(id)?.content;
      return content === undefined ? undefined : { state: 'stored', content };
    },

    async report(query) {
      return ruleReportOf(newestWithin(query), query);
    },

    async countByRule(query) {
      return countByRule(newestWithin(query), query);
    },

    async ping(signal) {
      signal.throwIfAborted();
      if (closed) throw new ServiceError('unavailable', 'The journal is closed.');
    },

    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

type Key = readonly [sequence: number, id: string];

function keyOf({ request }: JournalEntry): Key {
  return [sequenceOf(request), request.id];
}

function sequenceOf({ sequence, receivedAt }: RequestRecord): number {
  return sequence ?? receivedAt.getTime() * 1000;
}

/** Earlier arrivals first; requests of the same place by id. */
function byAge([time, id]: Key, [otherTime, otherId]: Key): number {
  if (time !== otherTime) return time - otherTime;
  return id < otherId ? -1 : Number(id > otherId);
}

/** Sorted names of the checks with findings. */
function detectorsOf({ decisions }: JournalEntry): string[] {
  return [...new Set(decisions.flatMap(({ findings }) => findings.map(({ detector }) => detector)))].toSorted();
}

/** In the given order, if any, and then by most requests. */
function countsBy(
  entries: readonly JournalEntry[],
  nameOf: (request: RequestRecord) => string | undefined,
  order: (one: RequestCounts, other: RequestCounts) => number = () => 0,
): RequestCounts[] {
  const groups = [...Map.groupBy(entries, ({ request }) => nameOf(request))].map(([name, group]) => {
    const requests = group.map(({ request }) => request);
    const sum = (of: (request: RequestRecord) => number): number => requests.reduce((total, request) => total + of(request), 0);
    return {
      name,
      requests: requests.length,
      blocked: sum(({ status }) => Number(status === 'blocked')),
      failed: sum(({ status }) => Number(status === 'failed')),
      tokens: { prompt: sum(({ promptTokens }) => promptTokens ?? 0), completion: sum(({ completionTokens }) => completionTokens ?? 0) },
    };
  });
  return groups
    .toSorted((one, other) => order(one, other) || other.requests - one.requests || ((one.name ?? '') < (other.name ?? '') ? -1 : 1))
    .slice(0, MOST_NAMED);
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function matches(entry: JournalEntry, query: RequestQuery): boolean {
  return (
    fits(entry.request, query) &&
    (query.detector === undefined || detectorsOf(entry).includes(query.detector)) &&
    (query.decision === undefined || entry.decisions.some(({ id }) => id === query.decision))
  );
}

function fits(
  request: RequestRecord,
  { status, verdict, wouldBe, route, key, userHash, model, error, text, since, until }: RequestQuery,
): boolean {
  const holds = (value: string | undefined): boolean => value !== undefined && asciiLower(value).includes(asciiLower(text ?? ''));
  return (
    (key === undefined || request.keyName === key) &&
    (route === undefined || request.route === route) &&
    (userHash === undefined || request.userHash === userHash) &&
    (model === undefined || request.model === model) &&
    (error === undefined || request.error?.type === error) &&
    (text === undefined || holds(request.id) || holds(request.model) || holds(request.preview)) &&
    (status === undefined || request.status === status) &&
    (verdict === undefined || request.verdict === verdict) &&
    (wouldBe === undefined || request.wouldBe === wouldBe) &&
    (since === undefined || request.receivedAt >= since) &&
    (until === undefined || request.receivedAt < until)
  );
}

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

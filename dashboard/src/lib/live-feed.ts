import type { Verdict } from './api/guard-api.ts';
import { hardestFirst } from './words.ts';

/** What the live list shows of one request, or of one change of a policy. */
export interface LiveRow {
  /** The request id, or the policy's. */
  readonly id: string;
  readonly key: string;
  readonly at: string;
  /** How far it is: received, checking, upstream, completed, blocked, failed, cancelled, policy. */
  readonly stage: string;
  readonly verdict: Verdict | undefined;
  /** What would have been done, were nothing in shadow; undefined where it was done. */
  readonly wouldBe: Verdict | undefined;
  readonly categories: readonly string[];
  readonly detectors: readonly string[];
  readonly model: string;
  /** What the client was answered with, once it was. */
  readonly httpStatus: number | undefined;
  readonly latencyMs: number | undefined;
  readonly preview: string;
}

/** Which rows are shown. Empty fields let everything pass. */
export interface LiveFilter {
  readonly verdict: string;
  /** How a request ended, or `running` for those that have not. */
  readonly status: string;
  readonly detector: string;
  readonly text: string;
}

/** A lifecycle event as the guard's stream sends it. */
export interface LifecycleMessage {
  readonly kind: string;
  readonly request_id?: string;
  readonly at?: string;
  readonly verdict?: Verdict | null;
  readonly would_be?: Verdict;
  readonly findings?: readonly { readonly detector?: string; readonly category?: string }[];
  readonly content?: string;
  readonly model?: string;
  readonly http_status?: number;
  readonly total_ms?: number;
  readonly policy?: string;
  readonly version?: number | null;
  readonly mode?: string | null;
}

/** Previews are cut here, so that a million characters in an event cost no memory. */
const PREVIEW_LENGTH = 240;

/** The last requests of the stream, one row each, in memory of a fixed size. */
export interface LiveFeed {
  /** Rises with every change. */
  readonly version: number;
  /** Rows let go to make room. */
  readonly forgotten: number;
  /** Rows that there ever were. */
  readonly seen: number;
  /** Events taken in all. */
  readonly taken: number;
  readonly detectors: ReadonlySet<string>;
  take(message: LifecycleMessage): void;
  /** The rows as they are now, newest first. */
  rows(): readonly LiveRow[];
  clear(): void;
}

/** A feed of at most `capacity` rows; a little more while it waits to let the oldest go together. */
export function createLiveFeed(capacity = 2000): LiveFeed {
  let rows: LiveRow[] = [];
  /** Position of a row, counted from the first there ever was. */
  const positions = new Map<string, number>();
  const detectors = new Set<string>();
  let version = 0;
  let forgotten = 0;
  let taken = 0;

  function trim(): void {
    if (rows.length < capacity * 1.25) return;
    const gone = rows.length - capacity;
    for (const row of rows.slice(0, gone)) positions.delete(row.key);
    rows = rows.slice(gone);
    forgotten += gone;
  }

  function put(key: string, change: (row: LiveRow) => LiveRow, fresh: LiveRow): void {
    const position = positions.get(key);
    const old = position === undefined ? undefined : rows[position - forgotten];
    if (position !== undefined && old !== undefined) {
      rows[position - forgotten] = change(old);
      return;
    }
    positions.set(key, forgotten + rows.length);
    rows.push(change(fresh));
    trim();
  }

  return {
    get version() {
      return version;
    },
    get forgotten() {
      return forgotten;
    },
    get seen() {
      return forgotten + rows.length;
    },
    get taken() {
      return taken;
    },
    detectors,
    take(message) {
      const isPolicy = message.kind === 'policy.changed';
      const id = (isPolicy ? message.policy : message.request_id) ?? '';
      if (id === '' || typeof message.kind !== 'string') return;
      version += 1;
      taken += 1;
      const at = message.at ?? new Date().toISOString();
      const key = isPolicy ? `policy ${id} ${at}` : id;
      for (const { detector } of message.findings ?? []) if (detector !== undefined && detectors.size < 200) detectors.add(detector);
      put(key, (row) => changed(row, message), {
        id,
        key,
        at,
        stage: 'received',
        verdict: undefined,
        wouldBe: undefined,
        categories: [],
        detectors: [],
        model: '',
        httpStatus: undefined,
        latencyMs: undefined,
        preview: '',
      });
    },
    rows: () => rows.toReversed(),
    clear() {
      forgotten += rows.length;
      rows = [];
      positions.clear();
      version += 1;
    },
  };
}

/** The rows that pass a filter. */
export function passing(rows: readonly LiveRow[], { verdict, status, detector, text }: LiveFilter): readonly LiveRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (verdict === '' || row.verdict === verdict || row.wouldBe === verdict) &&
      (status === '' || statusOf(row) === status) &&
      (detector === '' || row.detectors.includes(detector)) &&
      (wanted === '' || `${row.id} ${row.model} ${row.categories.join(' ')} ${row.preview}`.toLowerCase().includes(wanted)),
  );
}

function changed(row: LiveRow, message: LifecycleMessage): LiveRow {
  const { kind, findings = [], content, model, verdict, would_be: wouldBe, http_status: httpStatus, total_ms: totalMs } = message;
  const union = (old: readonly string[], more: readonly (string | undefined)[]): readonly string[] =>
    more.length === 0 ? old : [...new Set([...old, ...more.filter((item) => item !== undefined)])];
  return {
    ...row,
    stage: stageOf(kind),
    verdict: harder(row.verdict, verdict ?? undefined),
    wouldBe: harder(row.wouldBe, wouldBe),
    categories: union(
      row.categories,
      findings.map(({ category }) => category),
    ),
    detectors: union(
      row.detectors,
      findings.map(({ detector }) => detector),
    ),
    model: model ?? row.model,
    httpStatus: httpStatus ?? row.httpStatus,
    latencyMs: totalMs ?? row.latencyMs,
    preview: previewOf(message) ?? (content === undefined || row.preview !== '' ? row.preview : content.slice(0, PREVIEW_LENGTH)),
  };
}

/** How a request ended; `running` until it has. */
function statusOf({ stage }: LiveRow): string {
  return ['completed', 'blocked', 'failed', 'cancelled', 'policy'].includes(stage) ? stage : 'running';
}

function previewOf({ kind, policy: id = '', version, mode }: LifecycleMessage): string | undefined {
  if (kind !== 'policy.changed') return undefined;
  return version === null || version === undefined
    ? `policy ${id} was deleted`
    : `policy ${id} is now version ${version}, ${mode ?? 'enforce'}`;
}

function stageOf(kind: string): string {
  if (kind === 'policy.changed') return 'policy';
  if (kind === 'input.checked') return 'checked';
  if (kind === 'upstream.started') return 'upstream';
  if (kind === 'output.checked') return 'answer checked';
  return kind.replace('request.', '');
}

function harder(one: Verdict | undefined, other: Verdict | undefined): Verdict | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return hardestFirst(one, other) <= 0 ? one : other;
}

import type {
  Action,
  CheckRecord,
  Decision,
  GrowingPart,
  GuardPart,
  GuardPipeline,
  JudgedFinding,
  OutputCheck,
  UnscannedPart,
} from '../../ports/guard.ts';
import { harder } from './policy.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redact.ts';

export interface OutputCheckOptions {
  readonly evaluate: GuardPipeline['evaluate'];
  /** How much of a growing output may be released now: everything before the earliest open tail of any check. */
  readonly releasable: (text: string) => number;
  /** How a finding is redacted; by its placeholder unless given. */
  readonly spanOf?: (finding: JudgedFinding) => RedactionSpan;
  readonly write?: WriteRedaction;
  readonly requestId: string;
}

/** Text before the release point that stays as context, longer than anything a check looks back over. */
const CONTEXT = 512;
/** How much more than that is let stand before it is cut off: every new piece is read together with it. */
const SLACK = 64;
/** No finding stays open for more characters than this, so what began earlier is settled. */
const MAX_OPEN = 256;

interface Growing {
  readonly part: GrowingPart;
  window: string;
  /** Index of the window's first character in the whole text. */
  base: number;
  /** Everything of the window before this index was released. */
  released: number;
  /** Findings that change nothing and begin before this index of the window are in the record. */
  recorded: number;
  /** Detector and start in the whole text of the findings in the record that change the text. */
  readonly kept: Set<string>;
}

/** The check of one streamed reply over a pipeline's evaluation. */
export function createOutputCheck({
  evaluate,
  releasable,
  requestId,
  spanOf = (finding) => finding,
  write,
}: OutputCheckOptions): OutputCheck {
  const texts = new Map<string, Growing>();
  const findings: JudgedFinding[] = [];
  const checks = new Map<string, CheckRecord>();
  const unscanned = new Map<string, UnscannedPart>();
  let verdict: Action = 'allow';
  let latencyMs = 0;
  // What was written is checked to its end and recorded, also when the client has left.
  const { signal } = new AbortController();
  const isBlocked = (): boolean => verdict === 'block';

  async function advance(text: Growing, ended: boolean): Promise<string> {
    const limit = ended ? text.window.length : releasable(text.window);
    if (isBlocked() || (limit <= text.released && !ended)) return '';
    const part: GuardPart = { ...text.part, text: text.window };
    const decision = await evaluate({ requestId, direction: 'output', parts: [part], unscanned: [] }, { signal });
    latencyMs += decision.latencyMs;
    for (const check of decision.checks) mergeCheck(check);
    if (decision.verdict === 'block' && !decision.findings.some((finding) => finding.action === 'block')) verdict = 'block';
    // Text that was sent cannot be taken back: a finding that reaches into it ends the reply.
    const tooLate = decision.findings.filter((finding) => changes(finding) && finding.start < text.released && finding.end > text.released);
    if (tooLate.length > 0) verdict = 'block';
    const settled = decision.findings.filter((finding) => changes(finding) && finding.end > text.released && finding.start < limit);
    const until = releasePoint(text, limit, settled);
    const kept = [...tooLate, ...settled.filter((finding) => finding.start < until || finding.action === 'block')];
    const recordable = ended ? text.window.length : Math.max(text.recorded, text.window.length - MAX_OPEN);
    const silent = decision.findings.filter((finding) => !changes(finding) && finding.start >= text.recorded && finding.start < recordable);
    text.recorded = recordable;
    for (const finding of [...kept, ...silent]) keep(finding, text);
    if (isBlocked()) return '';
    const spans = kept.filter((finding) => finding.action === 'redact').map((finding) => clip(spanOf(finding), text.released, until));
    const release = redact(text.window.slice(text.released, until), spans, write);
    text.released = until;
    trim(text);
    return release;
  }

  function keep(finding: JudgedFinding, text: Growing): void {
    const start = finding.start + text.base;
    if (changes(finding)) {
      // One that was cut by a release point comes by twice.
      const place = `${finding.detector} ${start}`;
      if (text.kept.has(place)) return;
      text.kept.add(place);
    }
    findings.push({ ...finding, start, end: finding.end + text.base });
    verdict = harder(verdict, finding.action);
    const key = `${finding.part} ${finding.detector}`;
    const check = checks.get(key);
    if (check !== undefined) checks.set(key, { ...check, findings: check.findings + 1, score: Math.max(check.score, finding.score) });
  }

  /** One record per part and check however often it ran; a run that failed is never hidden by one that did not. */
  function mergeCheck(check: CheckRecord): void {
    const key = `${check.part} ${check.detector}`;
    const before = checks.get(key) ?? { ...check, findings: 0, score: 0, latencyMs: 0 };
    const { outcome, reason } = check.outcome === 'not_scanned' ? check : before;
    const merged = { ...before, outcome, latencyMs: before.latencyMs + check.latencyMs };
    checks.set(key, reason === undefined ? merged : { ...merged, reason });
  }

  return {
    get blocked() {
      return isBlocked();
    },
    async push(part, delta): Promise<string> {
      const text = texts.get(part.id) ?? { part, window: '', base: 0, released: 0, recorded: 0, kept: new Set<string>() };
      texts.set(part.id, text);
      text.window += delta;
      return advance(text, false);
    },
    async end(id): Promise<string> {
      const text = texts.get(id);
      if (text === undefined) return '';
      texts.delete(id);
      return advance(text, true);
    },
    note(part): void {
      if (!unscanned.has(part.id)) unscanned.set(part.id, part);
    },
    async decide(): Promise<Decision> {
      for (const text of texts.values()) await advance(text, true);
      texts.clear();
      const rest = { requestId, direction: 'output' as const, parts: [], unscanned: [...unscanned.values()] };
      const decision = await evaluate(rest, { signal });
      return {
        ...decision,
        verdict: harder(verdict, decision.verdict),
        findings,
        checks: [...checks.values(), ...decision.checks],
        latencyMs: latencyMs + decision.latencyMs,
      };
    },
  };
}

/**
 * Where to release up to: `limit`, or the start of what is redacted across it, so that it is replaced as
 * one; but no further back than findings may stay open.
 */
function releasePoint({ window, released }: Growing, limit: number, settled: readonly JudgedFinding[]): number {
  let until = limit;
  for (const { start, end } of settled.toSorted((a, b) => b.start - a.start)) {
    if (start < until && end > until) until = start;
  }
  return until < released || window.length - until > MAX_OPEN ? limit : until;
}

function clip(span: RedactionSpan, from: number, until: number): RedactionSpan {
  return { ...span, start: Math.max(span.start, from) - from, end: Math.min(span.end, until) - from };
}

/** Whether a finding changes what the client gets, rather than only the record. */
function changes(finding: JudgedFinding): boolean {
  return finding.action === 'redact' || finding.action === 'block';
}

function trim(text: Growing): void {
  const drop = text.released - CONTEXT;
  if (drop <= SLACK) return;
  text.window = text.window.slice(drop);
  text.base += drop;
  text.released -= drop;
  text.recorded -= drop;
}

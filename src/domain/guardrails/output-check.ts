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
import { isJsonText, jsonStateAfter, notationAt, type JsonState } from './json-notation.ts';
import { harder } from './policy.ts';
import { TOO_SHORT } from './unread-reason.ts';
import { redact, type RedactionSpan, type WriteRedaction } from './redact.ts';
import { createSealedSpan, type GoesOn, type SealedSpan } from './sealed-span.ts';

export interface OutputCheckOptions {
  readonly evaluate: GuardPipeline['evaluate'];
  /** How much of a growing output may be released now: everything before the earliest open tail of any check. */
  readonly releasable: (text: string) => number;
  /** From where a growing output may still become a finding that changes nothing and is only recorded; its length for nothing. */
  readonly undecided?: (text: string) => number;
  /** How a finding is redacted; by its placeholder unless given. */
  readonly spanOf?: (finding: JudgedFinding) => RedactionSpan;
  readonly write?: WriteRedaction;
  /** How redacted findings that are longer than anything that is held back go on. */
  readonly goesOn?: GoesOn;
  readonly requestId: string;
}

/** Text before the release point that stays as context, longer than anything a check looks back over. */
const CONTEXT = 512;
/** How much more than that is let stand before it is cut off: every new piece is read together with it. */
const SLACK = 64;
/** No finding stays open for more characters than this, so what began earlier is settled. */
const MAX_OPEN = 256;
/** What is redacted and has been open for so long is replaced before its end has come. */
const MAX_UNSEALED = 8192;
/** What is only recorded and has been open for so long is let go of. */
const MAX_WATCHED = 4096;
/** A window is longer than this only while something long is open. */
const LONG_WINDOW = 2048;

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
  /** Length of the window when an end was last looked for in what is open for long. */
  triedAt: number;
  /** The redacted span it is in the middle of. */
  sealed?: SealedSpan | undefined;
  /** Whether it is JSON, once anything says so, and where in it the window begins. */
  isJson: boolean | undefined;
  state: JsonState;
}

/** The check of one streamed reply over a pipeline's evaluation. */
export function createOutputCheck({
  evaluate,
  releasable,
  requestId,
  spanOf = (finding) => finding,
  write,
  goesOn = () => undefined,
  undecided = (text) => text.length,
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
    const isOverdue = !ended && text.window.length - limit > MAX_UNSEALED && text.window.length >= text.triedAt + (text.window.length >> 4);
    if (isOverdue) text.triedAt = text.window.length;
    if (isBlocked() || (!ended && !isOverdue && limit - text.released <= patience(text.window.length))) return '';
    const part: GuardPart = { ...text.part, text: text.window };
    const decision = await evaluate({ requestId, direction: 'output', parts: [part], unscanned: [] }, { signal });
    latencyMs += decision.latencyMs;
    for (const check of decision.checks) mergeCheck(check);
    if (decision.verdict === 'block' && !decision.findings.some((finding) => finding.action === 'block')) verdict = 'block';
    // Text that was sent cannot be taken back: a finding that reaches into it ends the reply.
    const tooLate = decision.findings.filter((finding) => changes(finding) && finding.start < text.released && finding.end > text.released);
    if (tooLate.length > 0) verdict = 'block';
    const endless = isOverdue ? decision.findings.find((finding) => finding.action === 'redact' && isEndless(finding, text)) : undefined;
    const bound = endless === undefined ? limit : text.window.length;
    const settled = decision.findings.filter((finding) => changes(finding) && finding.end > text.released && finding.start < bound);
    const until = endless === undefined ? releasePoint(text, limit, settled) : bound;
    const kept = [...tooLate, ...settled.filter((finding) => finding.start < until || finding.action === 'block')];
    const recordable = ended ? text.window.length : Math.max(text.recorded, recordableUntil(text.window));
    const silent = decision.findings.filter((finding) => !changes(finding) && finding.start >= text.recorded && finding.start < recordable);
    text.recorded = recordable;
    for (const finding of [...kept, ...silent]) keep(finding, text);
    if (isBlocked()) return '';
    const spans = kept.filter((finding) => finding.action === 'redact').map((finding) => placed(finding, text, until));
    const release = redact(text.window.slice(text.released, until), spans, write);
    text.released = until;
    if (endless === undefined) trim(text);
    else seal(text, endless);
    return release;
  }

  /** What begins before here and changes nothing is settled: it has an end, or has been open for too long. */
  function recordableUntil(window: string): number {
    const settled = window.length - MAX_OPEN;
    return settled <= 0 ? settled : Math.max(window.length - MAX_WATCHED, Math.min(settled, undecided(window)));
  }

  /** Whether a finding goes to the end of the window and may go on behind it. */
  function isEndless(finding: JudgedFinding, { window }: Growing): boolean {
    return finding.end === window.length && goesOn(finding, '') !== undefined;
  }

  /** Lets go of a window that ends inside of a span which was replaced. */
  function seal(text: Growing, finding: JudgedFinding): void {
    drop(text, text.window.length);
    text.sealed = createSealedSpan(finding, goesOn);
  }

  /** What stands behind the span that a text is in the middle of; nothing while it goes on. */
  function behindSealed(text: Growing, delta: string): string {
    if (text.sealed === undefined) return delta;
    const before = text.sealed.dropped;
    const rest = text.sealed.push(delta);
    const dropped = text.sealed.dropped - before;
    text.base += dropped;
    if (rest !== undefined) text.sealed = undefined;
    return rest ?? '';
  }

  /** How a finding is redacted in what is released up to `until`. */
  function placed(finding: JudgedFinding, { window, released, isJson, state }: Growing, until: number): RedactionSpan {
    const span = clip(spanOf(finding), released, until);
    return isJson === true ? { ...span, notation: notationAt(window, span.start + released, state) } : span;
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
    const isLonger = before.outcome === 'not_scanned' && before.reason === TOO_SHORT && check.outcome === 'scanned';
    const isShorter = check.outcome === 'not_scanned' && check.reason === TOO_SHORT && before.outcome === 'scanned';
    const { outcome, reason } = isLonger || (check.outcome === 'not_scanned' && !isShorter) ? check : before;
    const merged = { ...before, outcome, latencyMs: before.latencyMs + check.latencyMs };
    checks.set(key, reason === undefined ? merged : { ...merged, reason });
  }

  return {
    get blocked() {
      return isBlocked();
    },
    async push(part, delta): Promise<string> {
      const text = texts.get(part.id) ?? begun(part);
      texts.set(part.id, text);
      text.window += behindSealed(text, delta);
      text.isJson ??= isJsonText(part.id, text.window);
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

/** How many characters wait for more, so that a window of thousands is not read for every one of them. */
function patience(length: number): number {
  return length < LONG_WINDOW ? 0 : length >> 4;
}

/**
 * Where to release up to: `limit`, or the start of what is redacted across it, so that it is replaced as one. What has
 * been open for longer than findings may stay open is replaced up to its end at once.
 */
function releasePoint({ window, released }: Growing, limit: number, settled: readonly JudgedFinding[]): number {
  let until = limit;
  let beyond = limit;
  for (const { start, end } of settled.toSorted((a, b) => b.start - a.start)) {
    if (start < until && end > until) until = start;
    if (start < limit) beyond = Math.max(beyond, end);
  }
  return until < released || window.length - until > MAX_OPEN ? beyond : until;
}

function clip(span: RedactionSpan, from: number, until: number): RedactionSpan {
  return { ...span, start: Math.max(span.start, from) - from, end: Math.min(span.end, until) - from };
}

/** Whether a finding changes what the client gets, rather than only the record. */
function changes(finding: JudgedFinding): boolean {
  return finding.action === 'redact' || finding.action === 'block';
}

function begun(part: GrowingPart): Growing {
  return { part, window: '', base: 0, released: 0, recorded: 0, kept: new Set(), triedAt: 0, isJson: undefined, state: 'outside' };
}

function trim(text: Growing): void {
  const length = Math.min(text.released - CONTEXT, Math.max(0, text.recorded) - SLACK);
  if (length > SLACK) drop(text, length);
}

/** Lets go of the beginning of a window. */
function drop(text: Growing, length: number): void {
  if (text.isJson === true) text.state = jsonStateAfter(text.window.slice(0, length), text.state);
  text.window = text.window.slice(length);
  text.base += length;
  text.released -= length;
  text.recorded = Math.max(0, text.recorded - length);
  text.triedAt = 0;
}

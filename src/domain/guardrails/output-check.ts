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
import { createGrowingText, type GrowingText } from './growing-text.ts';
import { harder } from './policy/policy.ts';
import { TOO_SHORT } from './unread-reason.ts';
import type { Redaction, RedactionSpan, WriteRedaction } from './redaction/redact.ts';
import { sealedLength, type GoesOn } from './redaction/sealed-span.ts';

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
  /** Longest time in milliseconds that one evaluation may take, 2000 unless given. */
  readonly timeoutMs?: number | undefined;
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
  /** Its end, from before what was released last. */
  readonly text: GrowingText;
  /** Everything of the window before this index was released. */
  released: number;
  /** Findings that change nothing and begin before this index of the window are in the record. */
  recorded: number;
  /** Detector and start in the whole text of the findings in the record that change the text. */
  readonly kept: Set<string>;
  /** Length of the window when an end was last looked for in what is open for long. */
  triedAt: number;
  /** The redacted span it is in the middle of. */
  sealed: JudgedFinding | undefined;
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
  timeoutMs = 2000,
}: OutputCheckOptions): OutputCheck {
  const texts = new Map<string, Growing>();
  const findings: JudgedFinding[] = [];
  const checks = new Map<string, CheckRecord>();
  const unscanned = new Map<string, UnscannedPart>();
  let verdict: Action = 'allow';
  let latencyMs = 0;
  let busy: Promise<unknown> = Promise.resolve();
  const isBlocked = (): boolean => verdict === 'block';

  /** What the checks say in the time that they have. What was written is checked to its end, also when the client has left. */
  async function inTime(parts: readonly GuardPart[], rest: readonly UnscannedPart[] = []): Promise<Decision> {
    const limit = new AbortController();
    const tooLate = (): void => limit.abort(new DOMException('a check did not answer in time', 'TimeoutError'));
    const timer = setTimeout(tooLate, timeoutMs);
    try {
      return await evaluate({ requestId, direction: 'output', parts, unscanned: rest }, { signal: limit.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  async function advance(growing: Growing, ended: boolean): Promise<string> {
    const { text } = growing;
    if (ended) text.end();
    if (isSealed(growing)) return '';
    const { window } = text;
    // What was sent is settled, also where a text turns out to be open from before it.
    const limit = ended ? window.length : Math.max(growing.released, text.settled(releasable));
    const isOverdue = !ended && window.length - limit > MAX_UNSEALED && window.length >= growing.triedAt + (window.length >> 4);
    if (isOverdue) growing.triedAt = window.length;
    if (isBlocked() || (!ended && !isOverdue && limit - growing.released <= patience(window.length))) return '';
    const part: GuardPart = { ...growing.part, text: window, readAs: text.readAs };
    const decision = await inTime([part]);
    latencyMs += decision.latencyMs;
    for (const check of decision.checks) mergeCheck(check);
    if (decision.verdict === 'block' && !decision.findings.some((finding) => finding.action === 'block')) verdict = 'block';
    // Text that was sent cannot be taken back: a finding that reaches into it ends the reply, unless what was sent is its placeholder.
    const { released } = growing;
    const reachesBack = ({ start, end }: JudgedFinding): boolean => start < released && end > released;
    const goesOnHere = (finding: JudgedFinding): boolean =>
      finding.action === 'redact' && reachesBack(finding) && growing.kept.has(placeOf(finding, text));
    const tooLate = decision.findings.filter((finding) => changes(finding) && reachesBack(finding) && !goesOnHere(finding));
    if (tooLate.length > 0) verdict = 'block';
    const endless = isOverdue ? decision.findings.find((finding) => finding.action === 'redact' && isEndless(finding, text)) : undefined;
    const bound = endless === undefined ? limit : beforeEndMark(endless, text);
    const settled = decision.findings.filter((finding) => changes(finding) && finding.end > released && finding.start < bound);
    const until = endless === undefined ? releasePoint(growing, limit, settled) : bound;
    const kept = [...tooLate, ...settled.filter((finding) => finding.start < until || finding.action === 'block')];
    const recordable = ended ? window.length : Math.max(growing.recorded, recordableUntil(text));
    const silent = decision.findings.filter((finding) => {
      return !changes(finding) && finding.start >= growing.recorded && finding.start < recordable;
    });
    growing.recorded = recordable;
    for (const finding of [...kept, ...silent]) keep(finding, growing);
    if (isBlocked()) return '';
    const redacted = kept.filter((finding) => finding.action === 'redact');
    const spans = redacted.map((finding) =>
      goesOnHere(finding) ? { ...spanOf(finding), start: released, redaction: NOTHING } : spanOf(finding),
    );
    const release = text.redacted(released, until, spans, write);
    growing.released = until;
    if (endless === undefined) trim(growing);
    else seal(growing, endless);
    return release;
  }

  /** The same of what comes next, for which the decision waits. */
  async function advanceNext(growing: Growing, ended: boolean): Promise<string> {
    const turn = advance(growing, ended);
    busy = turn;
    return turn;
  }

  /** What begins before here and changes nothing is settled: it has an end, or has been open for too long. */
  function recordableUntil(text: GrowingText): number {
    const { length } = text.window;
    const settled = text.back(length, MAX_OPEN);
    return settled <= 0 ? settled : Math.max(text.back(length, MAX_WATCHED), Math.min(settled, text.settled(undecided)));
  }

  /** Whether a finding goes to the end of the window and may go on behind it. */
  function isEndless(finding: JudgedFinding, { window }: GrowingText): boolean {
    return finding.end === window.length && goesOn(finding, '') !== undefined;
  }

  /** Up to where something without an end is replaced: what may be the beginning of its end mark waits for the rest. */
  function beforeEndMark(finding: JudgedFinding, text: GrowingText): number {
    return text.goneOn((window) => {
      // What is at the beginning of it may be no part of what goes on.
      for (let from = Math.max(0, window.length - MAX_OPEN); from < window.length; from += 1) {
        const { length, isOver } = sealedLength(finding, goesOn, window.slice(from));
        from += length;
        if (!isOver) return { length: from, isOver };
      }
      return { length: window.length, isOver: false };
    }).length;
  }

  /** Lets go of what was released of a window that ends inside of a span which was replaced. */
  function seal(growing: Growing, finding: JudgedFinding): void {
    drop(growing, growing.released);
    growing.sealed = finding;
  }

  /** Whether a text is in the middle of a span that was replaced; what belongs to it is let go of. */
  function isSealed(growing: Growing): boolean {
    const { sealed } = growing;
    if (sealed === undefined) return false;
    const { length, isOver } = growing.text.goneOn((window) => sealedLength(sealed, goesOn, window));
    drop(growing, length);
    if (isOver) growing.sealed = undefined;
    return !isOver;
  }

  function keep(finding: JudgedFinding, { text, kept }: Growing): void {
    const [start, end] = [text.inWhole(finding.start), text.inWhole(finding.end)];
    if (changes(finding)) {
      // One that was cut by a release point comes by twice.
      const place = placeOf(finding, text);
      if (kept.has(place)) return;
      kept.add(place);
    }
    findings.push({ ...finding, start, end });
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
      const growing = texts.get(part.id) ?? begun(part);
      texts.set(part.id, growing);
      growing.text.push(delta);
      return advanceNext(growing, false);
    },
    async end(id): Promise<string> {
      const growing = texts.get(id);
      if (growing === undefined) return '';
      texts.delete(id);
      return advanceNext(growing, true);
    },
    held(id): number {
      const growing = texts.get(id);
      return growing === undefined ? 0 : growing.text.length - growing.text.inWhole(growing.released);
    },
    async read(part, text, { isPiece = false } = {}): Promise<string> {
      const growing = begun(part, isPiece ? Infinity : 0);
      growing.text.push(text);
      return advanceNext(growing, true);
    },
    note(part): void {
      if (!unscanned.has(part.id)) unscanned.set(part.id, part);
    },
    async decide(): Promise<Decision> {
      // The client may leave while checks read what came last.
      await busy;
      for (const growing of texts.values()) await advance(growing, true);
      texts.clear();
      const decision = await inTime([], [...unscanned.values()]);
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
function releasePoint({ text, released }: Growing, limit: number, settled: readonly JudgedFinding[]): number {
  let until = limit;
  let beyond = limit;
  for (const { start, end } of settled.toSorted((a, b) => b.start - a.start)) {
    if (start < until && end > until) until = text.wholeBefore(start);
    if (start < limit) beyond = Math.max(beyond, end);
  }
  return until < released || text.said(until, text.window.length) > MAX_OPEN ? beyond : until;
}

/** What takes the place of the rest of a value whose placeholder was sent. */
const NOTHING: Redaction = { mode: 'replace', text: '' };

/** By which check, and where in the whole text. */
function placeOf({ detector, start }: JudgedFinding, text: GrowingText): string {
  return `${detector} ${text.inWhole(start)}`;
}

/** Whether a finding changes what the client gets, rather than only the record. */
function changes(finding: JudgedFinding): boolean {
  return finding.action === 'redact' || finding.action === 'block';
}

function begun(part: GrowingPart, recorded = 0): Growing {
  return { part, text: createGrowingText(part.id), released: 0, recorded, kept: new Set(), triedAt: 0, sealed: undefined };
}

function trim(growing: Growing): void {
  const { text, released, recorded } = growing;
  const length = Math.min(text.back(released, CONTEXT), text.back(Math.max(0, recorded), SLACK));
  if (length > SLACK) drop(growing, length);
}

/** Lets go of the beginning of a window. */
function drop(growing: Growing, length: number): void {
  growing.text.drop(length);
  growing.released = Math.max(0, growing.released - length);
  growing.recorded = Math.max(0, growing.recorded - length);
  growing.triedAt = 0;
}

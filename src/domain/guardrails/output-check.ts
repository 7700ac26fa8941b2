import type { Decision, GrowingPart, GuardPart, GuardPipeline, JudgedFinding, OutputCheck, UnscannedPart } from '../../ports/guard.ts';
import { createGrowingText, type GrowingText } from './growing-text.ts';
import type { Redaction, RedactionSpan, WriteRedaction } from './redaction/redact.ts';
import { sealedLength, type GoesOn } from './redaction/sealed-span.ts';
import { createReplyRecord } from './reply-record.ts';

export interface OutputCheckOptions {
  readonly evaluate: GuardPipeline['evaluate'];
  /** Index up to which a growing text may be released: the earliest open tail of any check. */
  readonly releasable: (text: string) => number;
  /** Index from which the text may still become a finding that is only recorded; the text's length if none can. */
  readonly undecided?: (text: string) => number;
  /** How a finding is redacted; with its placeholder by default. */
  readonly spanOf?: (finding: JudgedFinding) => RedactionSpan;
  readonly write?: WriteRedaction;
  /** How redacted findings continue that are longer than the text held back. */
  readonly goesOn?: GoesOn;
  /** Time limit in milliseconds of one evaluation; 2000 by default. */
  readonly timeoutMs?: number | undefined;
  readonly requestId: string;
}

// All lengths are in UTF-16 code units.

/** Text kept before the release point as context: more than any check's lookbehind. */
const CONTEXT = 512;
/** How far the context may exceed that before it is trimmed: every new piece is inspected together with its context. */
const SLACK = 64;
/** No finding stays open for longer than this; whatever began earlier is final. */
const MAX_OPEN = 256;
/** A redacted finding open for this long is replaced before its end has arrived. */
const MAX_UNSEALED = 8192;
/** A finding that is only recorded and has been open for this long is given up. */
const MAX_WATCHED = 4096;
/** A window exceeds this only while a long finding is open. */
const LONG_WINDOW = 1024;

interface Growing {
  readonly part: GrowingPart;
  /** The window: the end of the text, with context before the release point. */
  readonly text: GrowingText;
  /** Everything before this index of the window has been released. */
  released: number;
  /** Findings that are only recorded and begin before this index of the window are already in the record. */
  recorded: number;
  /** Detector and start (in the whole text) of the recorded findings that change the text. */
  readonly kept: Set<string>;
  /** Length of the window when its open tail was last searched for. */
  settledAt: number;
  /** Length of the window when the end of a long open finding was last searched for. */
  triedAt: number;
  /** The finding whose placeholder was sent but whose end has not arrived. */
  sealed: JudgedFinding | undefined;
}

/** Checks one streamed reply by evaluating a sliding window over each of its texts. */
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
  const record = createReplyRecord();
  const unscanned = new Map<string, UnscannedPart>();
  let busy: Promise<unknown> = Promise.resolve();
  const isBlocked = (): boolean => record.verdict === 'block';

  /** Evaluates under the time limit only: text that has arrived is checked to its end even if the client disconnects. */
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
    if (!ended && window.length - growing.settledAt < patience(window.length)) return '';
    growing.settledAt = window.length;
    // Sent text cannot be held back, even if a finding turns out to have begun in it.
    const limit = ended ? window.length : Math.max(growing.released, text.settled(releasable));
    const isOverdue = !ended && window.length - limit > MAX_UNSEALED && window.length >= growing.triedAt + (window.length >> 4);
    if (isOverdue) growing.triedAt = window.length;
    if (isBlocked() || (!ended && !isOverdue && limit - growing.released <= patience(window.length))) return '';
    const part: GuardPart = { ...growing.part, text: window, readAs: text.readAs, isCut: text.inWhole(0) > 0 };
    const decision = await inTime([part]);
    record.merge(decision);
    if (decision.verdict === 'block' && !decision.findings.some((finding) => finding.action === 'block')) record.block();
    // Sent text cannot be recalled: a finding that reaches into it ends the reply, unless its placeholder was what was sent.
    const { released } = growing;
    const reachesBack = ({ start, end }: JudgedFinding): boolean => start < released && end > released;
    const goesOnHere = (finding: JudgedFinding): boolean =>
      finding.action === 'redact' && reachesBack(finding) && growing.kept.has(placeOf(finding, text));
    const tooLate = decision.findings.filter((finding) => changes(finding) && reachesBack(finding) && !goesOnHere(finding));
    if (tooLate.length > 0) record.block();
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

  /** Queues the advance of a text; the decision waits for it. */
  async function advanceNext(growing: Growing, ended: boolean): Promise<string> {
    const turn = advance(growing, ended);
    busy = turn;
    return turn;
  }

  /** Findings that are only recorded are final if they begin before this index: they have ended, or have been open for too long. */
  function recordableUntil(text: GrowingText): number {
    const { length } = text.window;
    const settled = text.back(length, MAX_OPEN);
    return settled <= 0 ? settled : Math.max(text.back(length, MAX_WATCHED), Math.min(settled, text.settled(undecided)));
  }

  /** Whether a finding reaches the end of the window and may continue beyond it. */
  function isEndless(finding: JudgedFinding, { window }: GrowingText): boolean {
    return finding.end === window.length && goesOn(finding, '') !== undefined;
  }

  /** Index up to which an unfinished finding is replaced: what may be the start of its end marker waits for more text. */
  function beforeEndMark(finding: JudgedFinding, text: GrowingText): number {
    return text.goneOn((window) => {
      // Skip text that cannot be inside the finding.
      for (let from = Math.max(0, window.length - MAX_OPEN); from < window.length; from += 1) {
        const { length, isOver } = sealedLength(finding, goesOn, window.slice(from));
        from += length;
        if (!isOver) return { length: from, isOver };
      }
      return { length: window.length, isOver: false };
    }).length;
  }

  /** Drops the released text of a window that ends inside a replaced finding, and remembers that finding. */
  function seal(growing: Growing, finding: JudgedFinding): void {
    drop(growing, growing.released);
    growing.sealed = finding;
  }

  /** Whether the text is still inside a replaced finding; text that belongs to it is dropped. */
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
      // A finding cut by a release point is found twice.
      const place = placeOf(finding, text);
      if (kept.has(place)) return;
      kept.add(place);
    }
    record.add({ ...finding, start, end });
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
      // The client may disconnect while checks are still reading the last piece.
      await busy;
      for (const growing of texts.values()) await advance(growing, true);
      texts.clear();
      return record.completed(await inTime([], [...unscanned.values()]));
    },
  };
}

/** How many new characters may accumulate before a long window is evaluated again. */
function patience(length: number): number {
  return length < LONG_WINDOW ? 0 : length >> 4;
}

/**
 * Index to release up to: `limit`, or the start of a redacted finding that crosses it, so that it is replaced as a whole. A
 * finding open for too long is replaced up to its end at once.
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

/** Replaces the rest of a value whose placeholder was already sent. */
const NOTHING: Redaction = { mode: 'replace', text: '' };

/** Key of a finding: its check and its start in the whole text. */
function placeOf({ detector, start }: JudgedFinding, text: GrowingText): string {
  return `${detector} ${text.inWhole(start)}`;
}

/** Whether a finding changes what the client receives, as opposed to only being recorded. */
function changes(finding: JudgedFinding): boolean {
  return finding.action === 'redact' || finding.action === 'block';
}

function begun(part: GrowingPart, recorded = 0): Growing {
  return { part, text: createGrowingText(part.id), released: 0, recorded, kept: new Set(), settledAt: 0, triedAt: 0, sealed: undefined };
}

function trim(growing: Growing): void {
  const { text, released, recorded } = growing;
  const length = Math.min(text.back(released, CONTEXT), text.back(Math.max(0, recorded), SLACK));
  if (length > SLACK) drop(growing, length);
}

/** Drops the beginning of a window. */
function drop(growing: Growing, length: number): void {
  growing.text.drop(length);
  growing.released = Math.max(0, growing.released - length);
  growing.recorded = Math.max(0, growing.recorded - length);
  growing.settledAt = 0;
  growing.triedAt = 0;
}

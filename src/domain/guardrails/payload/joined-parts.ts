import type { Detector, GuardPart, JudgedFinding, ModelDetector } from '../../../ports/guard.ts';
import type { Speaker } from './message-sites.ts';
import type { Site, SitePath } from './site.ts';

/** Text of one part of a message. */
export interface SaidPart {
  readonly path: SitePath;
  readonly text: string;
}

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

/**
 * The parts of a multi-part message joined as the model sees them: a value split between two parts is found in neither. Servers
 * join parts either directly or with a line break, so both are checked.
 */
export function* joinedSites(said: readonly SaidPart[], path: SitePath, speaker: Speaker): Generator<Site> {
  const parts = said.filter(({ text }) => text !== '');
  if (parts.length < 2) return;
  yield joinedBy('', 'joined', parts, path, speaker);
  if (parts.some(({ text }, index) => ENDS_IN_WORD.test(text.slice(-2)) && BEGINS_WITH_WORD.test(parts[index + 1]?.text.slice(0, 2) ?? '')))
    yield joinedBy('\n', 'line by line', parts, path, speaker);
}

function joinedBy(separator: string, name: string, parts: readonly SaidPart[], path: SitePath, speaker: Speaker): Site {
  let text = '';
  const joined = parts.map((part, index) => {
    if (index > 0) text += separator;
    const start = text.length;
    text += part.text;
    return { path: part.path, start, end: text.length };
  });
  return { path, ...speaker, text, joins: { name, parts: joined } };
}

/** Consecutive user messages as one text, for the semantic checks: many servers merge such messages. */
export function* joinedMessages(said: readonly SaidPart[], path: SitePath, speaker: Speaker): Generator<Site> {
  const parts = said.filter(({ text }) => text !== '');
  if (parts.length > 1) yield joinedBy('\n', IN_A_ROW, parts, path, speaker);
}

const IN_A_ROW = 'in a row';
/** Checks of a text's meaning. */
const OF_MEANING: ReadonlySet<string> = new Set(['prompt_injection', 'phrases']);
/** Checks that measure whole texts and would count joined ones twice. */
const OF_WHOLE_TEXTS: ReadonlySet<string> = new Set(['size', 'language']);
/** Reason in the record for a joined text that a check skips. */
export const READ_IN_PARTS = 'read in its parts';

/** Whether a joined text consists of consecutive messages (read by fewer checks), rather than the parts of one message. */
export function isOfRow({ id }: Pick<GuardPart, 'id'>): boolean {
  return id.endsWith(`(${IN_A_ROW})`);
}

/** Whether a check skips this joined text and reads only its parts: so do checks that measure text, and slow models. */
export function readsParts(part: GuardPart, detector: Detector | ModelDetector | undefined): boolean {
  if (part.joins === undefined || detector === undefined) return false;
  return 'infer' in detector || OF_WHOLE_TEXTS.has(detector.name) || (isOfRow(part) && !OF_MEANING.has(detector.name));
}

/**
 * Maps findings in a joined text to its parts. A finding to be redacted becomes one in each part it touches. Findings `known` in
 * a part already are left out. Takes time logarithmic in the number of parts per finding.
 */
export function inParts(
  { joins = [] }: Pick<GuardPart, 'joins'>,
  found: readonly JudgedFinding[],
  known: readonly JudgedFinding[],
): readonly JudgedFinding[] {
  if (found.length === 0) return found;
  const places = new Set(known.map(placeOf));
  return found.flatMap((finding) => {
    const pieces: JudgedFinding[] = [];
    for (let index = firstBehind(joins, finding.start); index < joins.length; index += 1) {
      const { part = '', start = 0, end = 0 } = joins[index] ?? {};
      if (start >= finding.end) break;
      pieces.push({ ...finding, part, start: Math.max(0, finding.start - start), end: Math.min(finding.end, end) - start });
    }
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined && places.has(placeOf(only))) return [];
    return finding.action === 'redact' ? pieces : [finding];
  });
}

/** The first of the joined parts that ends after a place. */
function firstBehind(joins: NonNullable<GuardPart['joins']>, place: number): number {
  let [low, high] = [0, joins.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((joins[middle]?.end ?? Infinity) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOf({ detector, category, part, start, end, action }: JudgedFinding): string {
  return `${detector} ${category} ${part} ${start} ${end} ${action}`;
}

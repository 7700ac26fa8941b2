import type { Detector, GuardPart, JudgedFinding, ModelDetector } from '../../ports/guard.ts';
import type { Speaker } from './message-sites.ts';
import type { Site, SitePath } from './site.ts';

/** The text of one part of a message. */
export interface SaidPart {
  readonly path: SitePath;
  readonly text: string;
}

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

/**
 * The texts of a message that comes in parts, one behind the other as a model reads them: what is cut between two parts
 * is found in neither. Servers put them together with nothing or with a line break between them.
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

/** Checks that count or weigh whole texts, and would count those of a message twice. */
const OF_WHOLE_TEXTS: ReadonlySet<string> = new Set(['size', 'language']);
/** What the record says of them. */
export const READ_IN_PARTS = 'read in its parts';

/** Whether a check reads a text only where it stands: what counts, and models, which are slow. */
export function readsParts({ joins }: GuardPart, detector: Detector | ModelDetector | undefined): boolean {
  return joins !== undefined && detector !== undefined && ('infer' in detector || OF_WHOLE_TEXTS.has(detector.name));
}

/**
 * Findings in a text that joins others, at their places in those: what is to be redacted is in every one of them, piece by
 * piece. What was found there as well is left out.
 */
export function inParts(
  { joins = [] }: Pick<GuardPart, 'joins'>,
  found: readonly JudgedFinding[],
  known: readonly JudgedFinding[],
): readonly JudgedFinding[] {
  return found.flatMap((finding) => {
    const pieces = joins.flatMap(({ part, start, end }) => {
      if (finding.end <= start || finding.start >= end) return [];
      return { ...finding, part, start: Math.max(0, finding.start - start), end: Math.min(finding.end, end) - start };
    });
    const [only] = pieces;
    const isKnown = pieces.length === 1 && only !== undefined && known.some((own) => isSame(own, only));
    if (isKnown) return [];
    return finding.action === 'redact' ? pieces : [finding];
  });
}

function isSame(one: JudgedFinding, other: JudgedFinding): boolean {
  const { detector, category, part, action } = one;
  const isAlike = detector === other.detector && category === other.category && part === other.part && action === other.action;
  return isAlike && one.start <= other.start && one.end >= other.end;
}

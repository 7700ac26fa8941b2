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

/** Limit in UTF-16 code units on a definition that is joined; the texts of a longer one are checked one by one. */
const MAX_DEFINITION = 32_768;

/**
 * The sites of one tool's definition. The checks of meaning read its texts as one: a few words about a parameter say little by
 * themselves, and an order to the model can be split over several of them.
 */
export function withWholeDefinition(sites: readonly Site[], path: SitePath, speaker: Speaker): readonly Site[] {
  const said = sites.filter(isDescription);
  const length = said.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (said.length < 2 || length > MAX_DEFINITION) return sites;
  const read = sites.map((site) => (isDescription(site) ? { ...site, inWhole: true } : site));
  return [...read, joinedBy('\n', AS_A_WHOLE, said, path, speaker)];
}

function isDescription(site: Site): site is Site & SaidPart {
  return 'text' in site && site.isName !== true;
}

const IN_A_ROW = 'in a row';
const AS_A_WHOLE = 'as a whole';
/** Joined texts that only the checks of meaning read. */
const FOR_MEANING = /\((?:in a row|as a whole)\)$/;
/** Checks of a text's meaning. */
const OF_MEANING: ReadonlySet<string> = new Set(['prompt_injection', 'phrases']);
/** Checks that measure whole texts and would count joined ones twice. */
const OF_WHOLE_TEXTS: ReadonlySet<string> = new Set(['size', 'language']);
/** Reason in the record for a joined text that a check skips. */
const READ_IN_PARTS = 'read in its parts';

/** Reason in the record for a text that a check reads within a joined one only. */
const READ_IN_WHOLE = 'read with the whole definition';

/** Whether a joined text is read for its meaning alone, as consecutive messages and definitions are, unlike the parts of one message. */
export function isForMeaning({ id }: Pick<GuardPart, 'id'>): boolean {
  return FOR_MEANING.test(id);
}

/**
 * Why a check skips a text that is joined or is part of a joined one; undefined if it reads it. Checks that measure text and slow
 * models read only the parts.
 */
export function readElsewhere(part: GuardPart, detector: Detector | ModelDetector | undefined): string | undefined {
  if (detector === undefined) return undefined;
  if (part.inWhole === true) return OF_MEANING.has(detector.name) ? READ_IN_WHOLE : undefined;
  if (part.joins === undefined) return undefined;
  const readsParts = 'infer' in detector || OF_WHOLE_TEXTS.has(detector.name) || (isForMeaning(part) && !OF_MEANING.has(detector.name));
  return readsParts ? READ_IN_PARTS : undefined;
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

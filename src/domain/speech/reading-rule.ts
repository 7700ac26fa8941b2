/** The context of a match: up to 60 characters of the same line on either side. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/**
 * A rule for reading something other than plain words. `pattern` is sticky and bounds every repetition, so that any text takes linear time.
 * `say` returns speech notation (speech-notation.ts), or undefined if the rule does not apply to the match.
 */
export interface ReadingRule {
  readonly pattern: RegExp;
  say(match: readonly (string | undefined)[], around: Surroundings): string | undefined;
}

const OPENERS =
  'The It He She We They In But And This That These Those If However I You A An There When What Why How On At For To As So Then Now Please My Our Your His Her Their No Yes Not Do Is Are Was Will Can Let After Before Also Or';
const SENTENCE_OPENERS = new Set(OPENERS.split(' '));

/** Whether a new sentence begins after the full stop of an abbreviation (U.S., p.m., etc.). */
function opensSentence(after: string): boolean {
  if (/^["'”’)\]]{0,3}\s*$/.test(after)) return true;
  const word = /^["'”’)\]]{0,3}\s+["'“‘(]?([A-Za-z]{1,20})(?![A-Za-z.])/.exec(after)?.[1];
  return word !== undefined && SENTENCE_OPENERS.has(word);
}

/** The pause after an abbreviation written with a full stop. */
export function closing(written: string, after: string): string {
  return written.endsWith('.') && opensSentence(after) ? ' .' : '';
}

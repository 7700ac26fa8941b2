/** What stands on both sides of a match: up to 60 characters of the same line. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/**
 * One way of reading something that is not plain words. `pattern` is sticky and every repetition in it is bounded,
 * so that no text takes more than linear time. `say` answers in speech notation (speech-notation.ts), or with
 * nothing when the match is not what the rule is for. `taken`: characters read when fewer than matched.
 */
export interface ReadingRule {
  readonly pattern: RegExp;
  say(match: readonly (string | undefined)[], around: Surroundings): string | undefined;
}

const OPENERS =
  'The It He She We They In But And This That These Those If However I You A An There When What Why How On At For To As So Then Now Please My Our Your His Her Their No Yes Not Do Is Are Was Will Can Let After Before Also Or';
const SENTENCE_OPENERS = new Set(OPENERS.split(' '));

/** Whether what follows a full stop that also belongs to a shortening (U.S., p.m., etc.) begins a new sentence. */
function opensSentence(after: string): boolean {
  if (/^["'”’)\]]{0,3}\s*$/.test(after)) return true;
  const word = /^["'”’)\]]{0,3}\s+["'“‘(]?([A-Za-z]{1,20})(?![A-Za-z.])/.exec(after)?.[1];
  return word !== undefined && SENTENCE_OPENERS.has(word);
}

/** The pause after a shortening that was written with a full stop. */
export function closing(written: string, after: string): string {
  return written.endsWith('.') && opensSentence(after) ? ' .' : '';
}

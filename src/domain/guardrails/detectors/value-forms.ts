import { groupOf, type NumberWindow } from './number-windows.ts';
import { NO_NAME_BEFORE, NO_NAME_BEHIND, PART_OF_WORD } from './word-boundary.ts';

/** A kind of personal data recognised by its form. */
export interface PersonalForm {
  readonly category: string;
  /** Global; the first group, if there is one, is the value. Every repetition is bounded. */
  readonly pattern: RegExp;
  /** Validates the value with separators removed and in upper case. */
  readonly isValid?: (compact: string) => boolean;
  /** Alternative to `isValid` if the pattern may match too much: returns the value itself. */
  readonly valueIn?: (text: string) => string | undefined;
  /** Context words, one of which must be shortly before the value or right after it. */
  readonly context?: RegExp;
  /** The same if some of the words count only directly next to the value: patterns for the text before it and after it. */
  readonly beside?: { readonly before: RegExp; readonly behind: RegExp };
  /** Its words alone, where the rest of `beside` is only what may stand between a word and the value. */
  readonly words?: RegExp;
  /** Keywords for the prefilter: every all-ASCII text with one of the words contains at least one. */
  readonly keywords?: readonly string[];
  /** In a table with a header only the name of its column tells what a value is. */
  readonly ownColumn?: boolean;
  /** Minimum number of digits of a value, each at most three places after the previous one; with fewer the pattern is skipped. */
  readonly digits?: number;
  /** A string that every value contains; without it the pattern is skipped. */
  readonly sign?: string;
  /** Prefilter: whether a window with this text can contain a value; if not, the pattern is skipped. */
  readonly needs?: (window: NumberWindow, text: string) => boolean;
  /** Text right before the value that makes it something else. */
  readonly not?: RegExp;
  /** Prefilter: whether such text may precede a place. */
  readonly mayFollow?: (text: string, place: number) => boolean;
}

/** Matches nothing: where what stands on one side of a value does not count. */
export const NEVER = /(?!)/u;

/** Spaces of any width, hyphens and dots between the digits of a number. */
export const GAP = String.raw`[ \u00a0\u202f\u2009.-]?`;
/** A comma separates the fields of a table, so it may precede a value. */
const FREE = String.raw`(?<![${PART_OF_WORD}])${NO_NAME_BEFORE}(?<!\d[.-])`;
const ENDS = String.raw`(?![${PART_OF_WORD}@])${NO_NAME_BEHIND}(?![.-]\d)`;
/** Group sizes, as the bits that a window uses. */
export const [ONE, TWO, THREE, FOUR, SIX, SEVEN, EIGHT, NINE] = [
  groupOf(1),
  groupOf(2),
  groupOf(3),
  groupOf(4),
  groupOf(6),
  groupOf(7),
  groupOf(8),
  groupOf(9),
];

/** Whether a window has groups of all these sizes. */
export function hasAll(sizes: number): (window: NumberWindow) => boolean {
  return ({ once }) => (once & sizes) === sizes;
}

/** Whether a window has a group of one of these sizes. */
export function hasOne(sizes: number): (window: NumberWindow) => boolean {
  return ({ once }) => (once & sizes) !== 0;
}

/** Pattern of a value that is not part of something longer. `lead`, which matches how a value begins, is checked before the lookbehinds. */
export function form(body: string, flags = '', lead = ''): RegExp {
  return new RegExp(`${lead === '' ? '' : `(?=${lead})`}${FREE}(?:${body})${ENDS}`, `gu${flags}`);
}

/** The same for a value that something else follows directly. */
export function formBefore(body: string, behind: string): RegExp {
  return new RegExp(`${FREE}(?:${body})(?=${behind})`, 'gu');
}

/** Numbers after a plus sign are telephone numbers. */
export const NO_PLUS = String.raw`(?<!\+)`;

/** Digits in groups of the given sizes, with or without separators. */
export function grouped(...sizes: readonly number[]): RegExp {
  return form(NO_PLUS + sizes.map((size) => String.raw`\d{${size}}`).join(GAP));
}

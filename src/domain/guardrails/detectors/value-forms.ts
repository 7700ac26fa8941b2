import { groupOf, type NumberWindow } from './number-windows.ts';
import { NO_NAME_BEFORE, NO_NAME_BEHIND, PART_OF_WORD } from './word-boundary.ts';

/** A kind of personal data that its form gives away. */
export interface PersonalForm {
  readonly category: string;
  /** Global; the first group, where there is one, is the value. Every repetition is bounded. */
  readonly pattern: RegExp;
  /** Whether the value, separators removed and in upper case, is one of its kind. */
  readonly isValid?: (compact: string) => boolean;
  /** The same where what fits the pattern may go on behind the value: the value itself. */
  readonly valueIn?: (text: string) => string | undefined;
  /** Words, one of which must stand shortly before the value or right behind it. */
  readonly context?: RegExp;
  /** The same words where some of them count only right beside the value: what fits before it, and what behind. */
  readonly beside?: { readonly before: RegExp; readonly behind: RegExp };
  /** Marks of those words: one of them stands in every text of nothing but ASCII in which one of the words does. */
  readonly marks?: readonly string[];
  /** The words for texts of nothing but ASCII, where that is quicker. */
  readonly plainContext?: RegExp;
  /** Fewest digits of a value, each at most three places behind the one before; where fewer stand the pattern is not tried. */
  readonly digits?: number;
  /** What every value holds besides; where it does not stand the pattern is not tried. */
  readonly sign?: string;
  /** Whether a value can stand in a zone with this text, as far as that is quick to tell; where it cannot the pattern is not tried. */
  readonly needs?: (zone: NumberWindow, text: string) => boolean;
  /** What, standing right before it, makes the value something else. */
  readonly not?: RegExp;
  /** Whether that may stand right before a place, as far as that is quick to tell. */
  readonly mayFollow?: (text: string, place: number) => boolean;
}

/** Spaces of any width, hyphens and dots between the digits of a number. */
export const GAP = String.raw`[ \u00a0\u202f\u2009.-]?`;
/** A comma parts the fields of a table. */
const FREE = String.raw`(?<![${PART_OF_WORD}])${NO_NAME_BEFORE}(?<!\d[.-])`;
const ENDS = String.raw`(?![${PART_OF_WORD}@])${NO_NAME_BEHIND}(?![.-]\d)`;
/** Sizes of groups of digits, as the bits of a zone's. */
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

/** Whether a zone has groups of all these sizes. */
export function hasAll(sizes: number): (zone: NumberWindow) => boolean {
  return ({ once }) => (once & sizes) === sizes;
}

/** Whether a zone has groups of one of these sizes. */
export function hasOne(sizes: number): (zone: NumberWindow) => boolean {
  return ({ once }) => (once & sizes) !== 0;
}

/** A value that is no part of something longer; where `lead`, what it begins with, does not stand nothing before it is looked at. */
export function form(body: string, flags = '', lead = ''): RegExp {
  return new RegExp(`${lead === '' ? '' : `(?=${lead})`}${FREE}(?:${body})${ENDS}`, `gu${flags}`);
}

/** Behind a plus sign stand numbers of telephones. */
export const NO_PLUS = String.raw`(?<!\+)`;

/** So many digits, which may be set in groups of the sizes given. */
export function grouped(...sizes: readonly number[]): RegExp {
  return form(NO_PLUS + sizes.map((size) => String.raw`\d{${size}}`).join(GAP));
}

import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { isAsciiBetween } from '../normalisation/character-runs.ts';
import { judgeOnce, type JudgeOnce } from '../normalisation/repeated-stretches.ts';
import type { ProfileText } from '../normalisation/text-profile.ts';
import { listsAmong, type KeywordMark } from '../secrets/keyword-filter.ts';
import { columnName, nameInRow, rowNames, tableStarts, type RowNames } from './column-name.ts';
import { numberWindows, type NumberWindow } from './number-windows.ts';
import { BEHIND, openNumber } from './open-number.ts';
import { SOCIAL_SECURITY } from './personal-forms.ts';
import { createFormChoice, keywordLists, tellingUnits, type ReadForm } from './read-forms.ts';
import { openSpoken, spokenDigits, type ReadSpoken } from './spoken-digits.ts';
import { cellAround, readTableCells, type TableCells } from './table-cells.ts';
import { extensionEnd, TELEPHONE_PLAIN_FORM } from './telephone-forms.ts';

const NAME = 'personal_data';

/** Lookbehind for a word that explains a value, in characters. */
const BEFORE = 60;
/** Lookbehind for a context that makes the value something else; before a telephone number there may be an account number. */
const RIGHT_BEFORE = 32;

/**
 * Finds personal data by form and check digit: identity, tax, health and bank numbers of many countries, telephone numbers,
 * network and wallet addresses, dates of birth. Forms that random numbers often have count only near a word that names them.
 * `isTelephone` tells whether digits in international form are a possible number of their country; `profile` is the text profile
 * shared by all checks.
 */
export function createPersonalDataDetector({
  isTelephone,
  profile,
  readSpoken = spokenDigits,
}: {
  readonly isTelephone: (number: string) => boolean;
  readonly profile?: ProfileText;
  readonly readSpoken?: ReadSpoken;
}): Detector {
  const choose = createFormChoice(isTelephone);
  return {
    name: NAME,
    directions: ['input', 'output'],
    readsWebCodes: true,
    readsAround: true,
    inspect(part: GuardPart): readonly Finding[] {
      const { text } = part;
      const windows = numberWindows(text, profile?.(text));
      const found = saidNumbers(text, readSpoken);
      if (windows.length === 0 && found.length === 0) return NONE;
      const isOnce = judgeOnce<ReadForm>(text, READS);
      const cells = windows.length === 0 ? undefined : withLists(readTableCells(text));
      for (const window of windows) {
        const read: ReadWindow = {
          text,
          isOnce,
          window,
          own: text.slice(window.start, window.end),
          marks: [],
          isAscii: false,
          isNear: undefined,
          cells,
          tables: undefined,
          rows: undefined,
        };
        for (const form of choose(window.digits, listsAround(read))) if (mayContain(form, read)) collect(read, form, found);
      }
      if (found.length === 0) return NONE;
      return found
        .toSorted((a, b) => a.start - b.start)
        .map(({ category, start, end }) => ({ detector: NAME, category, part: part.id, start, end, score: 1 }));
    },
    tail: (text) => Math.min(openNumber(text), openSpoken(text)),
  };
}

/** Telephone and social security numbers spelt out in words. */
function saidNumbers(text: string, readSpoken: ReadSpoken): Found {
  const found: Found = [];
  for (const { start, end, digits, isAbroad } of readSpoken(text)) {
    const before = text.slice(Math.max(0, start - BEFORE), start);
    const isSocial = !isAbroad && digits.length === SOCIAL_DIGITS && SOCIAL_SECURITY.test(before);
    const isTelephone = isAbroad || TELEPHONE_PLAIN_FORM.beside?.before.test(before) === true;
    if (isSocial) found.push({ category: 'us_ssn', start, end });
    else if (isTelephone && digits.length <= MOST_TELEPHONE) found.push({ category: 'phone_number', start, end });
  }
  return found;
}

const SOCIAL_DIGITS = 9;
const MOST_TELEPHONE = 15;

type Found = { category: string; start: number; end: number }[];

const NONE: readonly Finding[] = [];

/** A window with its text and lazily computed facts about the words in and around it. */
interface ReadWindow {
  readonly text: string;
  readonly isOnce: JudgeOnce<ReadForm>;
  readonly window: NumberWindow;
  readonly own: string;
  /** The keywords in and around the window. */
  readonly marks: KeywordMark[];
  /** The window and its surroundings are known to be all ASCII. */
  isAscii: boolean;
  isNear: Map<RegExp, boolean> | undefined;
  /** The named cells of tables in the text; undefined if it has none. */
  readonly cells: ListedCells | undefined;
  /** Possible starts of tables in and before the window. */
  tables: readonly number[] | undefined;
  /** SQL column lists in and before the window. */
  rows: readonly RowNames[] | undefined;
}

/** Prefilter: whether a value of a form that the words around a window allow can be in it. */
function mayContain({ sign, needs }: ReadForm, { window, own }: ReadWindow): boolean {
  return (sign === undefined || own.includes(sign)) && needs?.(window, own) !== false;
}

/** Named cells, and the keyword lists that may have a keyword among the names. */
interface ListedCells extends TableCells {
  readonly lists: number;
}

function withLists(read: TableCells): ListedCells | undefined {
  const { cells, names } = read;
  if (cells.length === 0) return undefined;
  return { cells, names, lists: keywordLists.listsIn(names, 0, names.length) | tellingUnits.listsIn(names, 0, names.length) };
}

/** The lists that may have a keyword in or around a window, or in the names of its cells; the keywords are noted. */
function listsAround(read: ReadWindow): number {
  const { text, window, cells } = read;
  const [from, to] = [Math.max(0, window.start - BEFORE), Math.min(text.length, window.end + BEHIND)];
  read.isAscii = isAsciiBetween(text, from, to);
  const lists = keywordLists.listsIn(text, from, to, read.marks) | (cells?.lists ?? 0);
  return read.isAscii ? lists : lists | tellingUnits.listsIn(text, from, to);
}

function collect(read: ReadWindow, form: ReadForm, found: Found): void {
  const { category, pattern, valueIn, context, list } = form;
  const { window, own } = read;
  let tried = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(own); match !== null; match = pattern.exec(own)) {
    // Context is checked around each value; once that has become more work than searching the whole window, the window is searched.
    if (list === 0 && context !== undefined && tried * AROUND >= own.length && !isNamed(context, read)) return;
    tried += 1;
    const [whole] = match;
    const start = window.start + match.index;
    const value = valueIn === undefined ? whole : valueIn(whole);
    // Another value may begin within the characters that were matched in excess.
    if (valueIn !== undefined) pattern.lastIndex = match.index + (value?.length ?? MIN_LEAD);
    if (value === undefined) continue;
    const end = start + value.length;
    if (!read.isOnce(start, end, form, () => isValue(form, read, start, value))) continue;
    if (isTaken(found, start, end)) continue;
    found.push({ category, start, end: category === 'phone_number' ? extensionEnd(read.text, end) : end });
  }
}

/** How far what is around a possible value is read. */
const READS = { back: 20_480, ahead: 2048 };

/** Whether a match of a form is a value of it. */
function isValue(form: ReadForm, read: ReadWindow, start: number, value: string): boolean {
  const { category, isValid, context, not, mayFollow, list, accepts } = form;
  const { text } = read;
  const end = start + value.length;
  // For forms with keywords the context check is cheap, so it comes first.
  if (list !== 0 && !isNamedHere(form, read, start, end)) return false;
  if (accepts?.(value) === false) return false;
  if (isValid?.(KEPT_AS_WRITTEN.has(category) ? value : value.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()) === false) return false;
  if (list === 0 && context !== undefined && !isNamedHere(form, read, start, end)) return false;
  // The most expensive checks come last.
  if (not === undefined || mayFollow?.(text, start) === false) return true;
  const cell = read.cells && cellAround(text, read.cells, start, end);
  const from = Math.max(cell?.start ?? 0, start - (category === 'phone_number' ? BEFORE : RIGHT_BEFORE));
  return !not.test(text.slice(from, start));
}

/** Checking the last findings suffices, since values are found window by window. */
const LAST = 64;

/** Whether another finding overlaps a range. */
function isTaken(found: Found, start: number, end: number): boolean {
  for (let place = found.length - 1; place >= 0 && place >= found.length - LAST; place -= 1) {
    const other = found[place];
    if (other !== undefined && other.start < end && start < other.end) return true;
  }
  return false;
}

/** Approximate number of characters read to check the context of one value. */
const AROUND = BEFORE + BEHIND;

/** Whether a word that explains a value is in or around a window. */
function isNamed(context: RegExp, read: ReadWindow): boolean {
  const { text, window } = read;
  const isNear = (read.isNear ??= new Map<RegExp, boolean>());
  let is = isNear.get(context);
  if (is === undefined) {
    is = context.test(text.slice(Math.max(0, window.start - BEFORE), window.end + BEHIND));
    isNear.set(context, is);
  }
  return is;
}

/** Column names of non-personal numbers. */
const OTHER_COLUMN =
  /(?:^|[\s_"'-])(?:id|count|qty|quantity|amount|price|total|balance|sku|order|invoice|ref|zip|postcode|ean|gtin|isbn|date|time|timestamp|year)["'\s]*$/i;

/** Whether a word that explains a value is next to it, or is the heading of its table column. */
function isNamedHere(form: ReadForm, read: ReadWindow, start: number, end: number): boolean {
  const { text, window } = read;
  const isNamed = isNamedRightHere(form, read, start, end);
  const name =
    (read.cells && cellAround(text, read.cells, start, end)?.name) ??
    columnName(text, start, end, () => (read.tables ??= tableStarts(text, window.start, window.end))) ??
    nameInRow(text, start, end, () => (read.rows ??= rowNames(text, window.start, window.end)));
  if (name === undefined) return isNamed;
  return form.context?.test(name) === true || (isNamed && form.ownColumn !== true && !OTHER_COLUMN.test(name));
}

function isNamedRightHere({ context, beside, list }: ReadForm, read: ReadWindow, start: number, end: number): boolean {
  if (context === undefined) return false;
  return (
    holdsWord(beside?.before ?? context, list, read, Math.max(0, start - BEFORE), start) ||
    holdsWord(beside?.behind ?? context, list, read, end, Math.min(read.text.length, end + BEHIND))
  );
}

/** Whether a range around a value has one of the words. */
function holdsWord(words: RegExp, list: number, read: ReadWindow, from: number, to: number): boolean {
  const { text } = read;
  if (list === 0) return words.test(text.slice(from, to));
  const isPlain = read.isAscii || isAsciiBetween(text, from, to);
  const lists = listsAmong(read.marks, from, to) | (isPlain ? 0 : tellingUnits.listsIn(text, from, to));
  return (lists & list) !== 0 && words.test(text.slice(from, to));
}

/** Categories validated with separators and in the original case. */
const KEPT_AS_WRITTEN: ReadonlySet<string> = new Set(['ip_address', 'btc_address', 'wallet_address', 'travel_document']);
/** Start of a value that may not continue as matched: a country code and two digits. */
const MIN_LEAD = 4;

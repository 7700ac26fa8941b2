import { isAsciiLetter } from '../normalisation/ascii.ts';
import {
  AROUND,
  collectColumn,
  columnOf,
  OF_CODE,
  OF_KEY,
  type Column,
  type ColumnKind,
  type ColumnValues,
  type TabularValue,
} from './secret-columns.ts';

/** The same words anywhere in a text. */
const PASSWORD_WORDS =
  /key|token|secret|code|otp|pin|cvv|cvc|pass|pw|psw|mdp|mot de|kennwort|contrase|clave|senha|wachtwoord|has[lł]o|heslo|parola|salasana|l[öo]senord|парол|密|パス|비밀/giu;
/** Cell separators, in order of precedence; two spaces if a line has none of them. */
const PARTERS = ['|', '\t', ';', ','];
const BLANKS = '  ';
/** The same, and characters that start a row. */
const PARTS = `${PARTERS.join('')}(\r\n`;
/** What may follow the name of a column. */
const ENDS = '|;,)\r\n';
/** Maximum length of a name, and of the spaces after it. */
const MAX_NAME = 16;
const MAX_PADDING = 40;
/** Maximum length of a header line and of a row, in characters. */
const MAX_NAMES = 480;
const MAX_ROW = 2000;
const MAX_VALUE = 128;
/** Between the column list of an SQL INSERT and its rows. */
const VALUES = /\)\s{0,8}values\s{0,8}(?=\()/iy;
/** The same in a database dump, whose rows are parted by tabs. */
const COPIED = /\)\s{1,4}from\s{1,4}stdin[^\n]{0,60}(?=\n)/iy;
/** Lookbehind from the end of a growing text for a header. */
const BACK = 1024;

/** What the column holds, and whether the text is complete, so that a row may affect how earlier ones are judged. */
interface ListKind {
  readonly kind: ColumnKind;
  readonly isWhole: boolean;
}

/**
 * Adds the values under a word for passwords, keys or codes that heads a column: in CSV, a Markdown table, aligned columns, or SQL
 * rows. Returns the end of the list, or the end of the word if it heads none.
 */
export function secretsUnder(text: string, at: number, found: TabularValue[], { kind, isWhole }: ListKind): number {
  if (!mayEndName(text, at) || (kind === 'key' && !mayNameKeys(text, at)) || (kind === 'code' && !mayNameCodes(text, at))) return at;
  const from = Math.max(0, at - MAX_NAMES);
  const around = text.slice(from, at + MAX_NAMES);
  const [open, close] = [around.lastIndexOf('(', at - from), around.indexOf(')', at - from)];
  const listEnd = close < 0 ? text.length : from + close;
  VALUES.lastIndex = listEnd;
  COPIED.lastIndex = listEnd;
  const isCopied = open >= 0 && COPIED.test(text);
  if (open >= 0 && (isCopied || VALUES.test(text))) {
    const own = columnOf(around.slice(open + 1, close).split(','), kind);
    if (own.column < 0) return at;
    if (isCopied) return rowsFrom(text, COPIED.lastIndex, { ...own, parter: '\t', kind, isWhole }, found);
    return tuplesFrom(text, VALUES.lastIndex, own.column, collectColumn(text, kind, own.name, found));
  }
  const start = Math.max(around.lastIndexOf('\n', at - from), around.lastIndexOf('\r', at - from)) + 1;
  const end = around.slice(at - from).search(/[\r\n]/) + at - from;
  if (end < at - from || (start === 0 && from > 0)) return at;
  const line = around.slice(start, end).trim();
  const parter = [...PARTERS, BLANKS].find((each) => line.includes(each));
  const own = columnOf(parter === undefined ? [] : line.split(parter === BLANKS ? / {2,}/ : parter), kind);
  return parter === undefined || own.column < 0 ? at : rowsFrom(text, from + end, { ...own, parter, kind, isWhole }, found);
}

/** Prefilter: whether a word for keys can end the name of a column of keys. */
function mayNameKeys(text: string, at: number): boolean {
  return (text.charCodeAt(at) | LOWER) !== K || KEY_OF.test(text.slice(Math.max(0, at - MAX_KEY_OF), at));
}

/** The same for codes, of which others begin a word. */
function mayNameCodes(text: string, at: number): boolean {
  const isCode = (text.charCodeAt(at + 2) | LOWER) === D;
  return isCode ? CODE_OF.test(text.slice(Math.max(0, at - MAX_CODE_OF), at)) : !isAsciiLetter(text.charCodeAt(at - 1));
}

const LOWER = 32;
const D = 100;
const CODE_OF = new RegExp(`${OF_CODE}$`, 'i');
const MAX_CODE_OF = 15;
const K = 107;
const KEY_OF = new RegExp(`${OF_KEY}$`, 'i');
const MAX_KEY_OF = 13;

/** Prefilter: whether the name that contains a word ends like that of a column. */
function mayEndName(text: string, at: number): boolean {
  let end = at;
  while (kindAt(text, end) === IN_NAME && end - at < MAX_NAME) end += 1;
  return isNameEnd(text, end);
}

/** Whether the name of a column ends here. */
export function isNameEnd(text: string, from: number): boolean {
  let end = from;
  while (kindAt(text, end) === IS_AROUND && end - from < MAX_PADDING) end += 1;
  return kindAt(text, end) === ENDS_NAME || (end > from && (text.charCodeAt(end - 1) === TAB || text.startsWith(BLANKS, end - 2)));
}

/** Prefilter: whether a word may end the heading of a column, or a label, in HTML, JSON, Jira or LaTeX. */
export function mayHeadColumn(text: string, wordEnd: number): boolean {
  if (wordEnd < 0) return true;
  let end = wordEnd;
  while (text.charCodeAt(end) === BLANK && end - wordEnd < MAX_PADDING) end += 1;
  const next = text.charAt(end);
  if (next !== '"' && next !== "'") return next !== '' && MARKS.includes(next);
  while (text.charCodeAt(end + 1) === BLANK && end - wordEnd < MAX_PADDING) end += 1;
  return end + 1 < text.length && BEHIND_CELL.includes(text.charAt(end + 1));
}

const MARKS = '<&|\\';
const BEHIND_CELL = ',]}\n';
const TAB = 9;
const IN_NAME = 0;
const IS_AROUND = 1;
const ENDS_NAME = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (AROUND.includes(character)) return IS_AROUND;
  return ENDS.includes(character) ? ENDS_NAME : IN_NAME;
});

/** Class of a character in a name; non-ASCII ones are part of it. */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < KINDS.length ? (KINDS[code] ?? IN_NAME) : IN_NAME;
}

/** Start of the value that a growing text ends in, if it belongs to such a list; the text's length otherwise. */
export function openTabularValue(text: string): number {
  const from = Math.max(0, text.length - BACK);
  const written = text.slice(from);
  const code = OPEN_CODE.exec(written)?.index;
  if (!mayEndInCell(written.slice(0, code))) return text.length;
  // Half a code is held back for what it may become.
  const own = code === undefined ? written : written.slice(0, code) + WHOLE_CODE;
  const found: TabularValue[] = [];
  let done = 0;
  for (const { index } of own.matchAll(PASSWORD_WORDS))
    if (index >= done) done = secretsUnder(own, index, found, { kind: kindOf(own, index), isWhole: false });
  const last = found.at(-1);
  return last !== undefined && last.end === own.length ? from + last.start : text.length;
}

/** A code in two groups, of which the second may be incomplete, and such a code. */
const OPEN_CODE = /(?<!\d)\d{3} \d{0,3}$/;
const WHOLE_CODE = '000 000';

/** What the word at a place is for. */
function kindOf(text: string, at: number): ColumnKind {
  const word = text.slice(at, at + MAX_WORD);
  if (/^(?:key|token|secret)/i.test(word)) return 'key';
  return /^(?:code|otp|pin|cv[vc])/i.test(word) ? 'code' : 'password';
}

const MAX_WORD = 6;

/** Whether the last word of a text is the first in its cell: after a separator, or at the start of a line. */
function mayEndInCell(text: string): boolean {
  let at = text.length;
  while (at > 0 && text.length - at <= MAX_VALUE && !AROUND.includes(text.charAt(at - 1)) && !PARTS.includes(text.charAt(at - 1))) at -= 1;
  while (at > 0 && AROUND.includes(text.charAt(at - 1)) && text.charCodeAt(at - 1) !== TAB) at -= 1;
  return at === 0 || PARTS.includes(text.charAt(at - 1));
}

/** A line that is drawn between the rows of a table. */
const RULE = /^[ \t+=|:-]{3,}$/;

/** The rows of a table below its header, up to a blank line or one without such cells. */
function rowsFrom(
  text: string,
  from: number,
  { parter, column, name, isPair, kind, isWhole }: Column & ListKind & { readonly parter: string },
  found: TabularValue[],
): number {
  const values = collectColumn(text, kind, name, found);
  let at = from;
  const isBlanks = parter === BLANKS;
  const first = parter.charAt(0);
  while (at < text.length) {
    at += text.startsWith('\r\n', at) ? 2 : 1;
    let end = at;
    while (end < text.length && end - at <= MAX_ROW && !isBreak(text.charCodeAt(end))) end += 1;
    if (end === at || end - at > MAX_ROW) break;
    if (isBlanks) while (at < end && text.charCodeAt(at) === BLANK) at += 1;
    let cell = 0;
    let start = at;
    let isQuoted = false;
    for (let index = at; index <= end && cell <= column; index += 1) {
      const character = index < end ? text.charAt(index) : first;
      if (character === '"') isQuoted = !isQuoted;
      if (index < end && (isQuoted || character !== first || (isBlanks && text.charCodeAt(index + 1) !== BLANK))) continue;
      if (cell === column) values.add(start, index, isPair);
      cell += 1;
      if (isBlanks) while (index + 1 < end && text.charCodeAt(index + 1) === BLANK) index += 1;
      start = index + 1;
    }
    if (!isWhole) values.forgetWords();
    if (cell <= 1 && column > 0 && !RULE.test(text.slice(at, end))) break;
    at = end;
  }
  return at;
}

/** The rows of an SQL INSERT: `('ann', '…'), ('bob', '…')`. */
function tuplesFrom(text: string, from: number, column: number, values: ColumnValues): number {
  let [cell, depth, start] = [0, 0, from];
  let isQuoted = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') {
      depth += 1;
      if (depth === 1) [cell, start] = [0, index + 1];
    } else if (depth === 0 && character !== ',' && !/\s/.test(character)) return index;
    else if (depth === 1 && (character === ',' || character === ')')) {
      if (cell === column) values.add(start, index);
      [cell, start] = [cell + 1, index + 1];
    }
    if (character === ')' && !isQuoted) depth -= 1;
  }
  if (depth > 0 && cell === column) values.add(start, text.length);
  return text.length;
}

const BLANK = 32;

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

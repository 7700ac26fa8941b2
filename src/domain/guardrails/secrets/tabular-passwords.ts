/** A value in a table or list whose heading identifies it. */
export interface TabularValue {
  readonly start: number;
  readonly end: number;
  /**
   * How it is validated: `telling` must be distinctively a password, since only its position identifies it; `word` is a single
   * word among passwords; `random` is a numeric code; `issued` is a key written like a digest or an identifier; the others are as
   * in NamedSecret.
   */
  readonly kind: 'chosen' | 'telling' | 'word' | 'random' | 'made' | 'issued' | 'scrambled' | 'seed';
}

/** Exact name of a column of passwords. */
const PASSWORDS =
  /^(?:[\p{L}\d]{1,16}[ _.-]){0,2}(?:(?:(?:user|admin|login|db|temp|new|initial|default|root|account|wifi)(?=pass))?pass(?:word|wd|phrase|wort|code)?|pwd?|psw|mdp|mot[ _]de[ _]passe|kennwort|contrase[ñn]a|clave|senha|wachtwoord|has[lł]o|heslo|parola|jelsz[óo]|[şs]ifre|adgangskode|passord|salasana|l[öo]senord|пароль|密码|密碼|パスワード|비밀번호)$/iu;
/** Name of a column with login and password in one cell, up to the word for passwords, and the separator of the two. */
const BESIDE_LOGIN =
  /^[\p{L}\d ]{0,16}(?:user|login|nutzer|konto|account|usuario|utilisateur|identifiant)[\p{L}]{0,8}\s?[/:]\s?(?=\p{L})/iu;
const PAIR = /\s?[/:]\s?/y;
/** Words that make a key a secret one; "key" alone may be any key. */
const OF_KEY =
  '(?:api|access|secret|auth|client|private|account|licen[cs]e|encryption|signing|deploy|admin|master|subscription|webhook|service|hmac)[ _.-]?';
/** Exact name of a column of keys. */
const KEYS = new RegExp(String.raw`^(?:[\p{L}\d]{1,16}[ _.-]){0,2}(?:secret|token|${OF_KEY}(?:key|token|secret))$`, 'iu');
/** A key as an issuer draws it, in hexadecimal or as a UUID, in a column of keys. */
const ISSUED = /^[\da-f-]{30,128}$/i;
/** The same words anywhere in a text. */
const PASSWORD_WORDS =
  /key|token|secret|pass|pw|psw|mdp|mot de|kennwort|contrase|clave|senha|wachtwoord|has[lł]o|heslo|parola|salasana|l[öo]senord|парол|密|パス|비밀/giu;
/** Name of a neighbouring column that says whose passwords they are. */
const OWNERS =
  /user|login|mail|name|account|host|server|site|url|service|system|device|role|konto|benutzer|nutzer|usuario|utilisateur|identifiant|gebruiker|użytkownik|логин|пользов|账号|账户|用户|帳號|ユーザ|아이디/iu;
/** The same for keys, which also belong to programs and those who pay for them. */
const KEY_OWNERS =
  /client|customer|\bapp|project|tenant|provider|vendor|partner|merchant|team|\borg|environment|\benv\b|stage|integration|owner|issued/i;
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
/** Characters around a name or value that are not part of it. */
const AROUND = ' \t"\'`[]';
/** Between the column list of an SQL INSERT and its rows. */
const VALUES = /\)\s{0,8}values\s{0,8}(?=\()/iy;
/** The same in a database dump, whose rows are parted by tabs. */
const COPIED = /\)\s{1,4}from\s{1,4}stdin[^\n]{0,60}(?=\n)/iy;
/** Lookbehind from the end of a growing text for a header. */
const BACK = 1024;

/** Which words head the list, and whether the text is complete, so that a row may affect how earlier ones are judged. */
interface ListKind {
  readonly isKey: boolean;
  readonly isWhole: boolean;
}

/**
 * Adds the values under a word for passwords or keys that heads a column: in CSV, a Markdown table, aligned columns, or SQL rows.
 * Returns the end of the list, or the end of the word if it heads none.
 */
export function passwordsUnder(text: string, at: number, found: TabularValue[], { isKey, isWhole }: ListKind): number {
  if (!mayEndName(text, at) || (isKey && !mayNameKeys(text, at))) return at;
  const from = Math.max(0, at - MAX_NAMES);
  const around = text.slice(from, at + MAX_NAMES);
  const [open, close] = [around.lastIndexOf('(', at - from), around.indexOf(')', at - from)];
  const listEnd = close < 0 ? text.length : from + close;
  VALUES.lastIndex = listEnd;
  COPIED.lastIndex = listEnd;
  const isCopied = open >= 0 && COPIED.test(text);
  if (open >= 0 && (isCopied || VALUES.test(text))) {
    const own = columnOf(around.slice(open + 1, close).split(','), isKey);
    if (own.column < 0) return at;
    if (isCopied) return rowsFrom(text, COPIED.lastIndex, { ...own, parter: '\t', isKey, isWhole }, found);
    return tuplesFrom(text, VALUES.lastIndex, { column: own.column, isKey }, found);
  }
  const start = Math.max(around.lastIndexOf('\n', at - from), around.lastIndexOf('\r', at - from)) + 1;
  const end = around.slice(at - from).search(/[\r\n]/) + at - from;
  if (end < at - from || (start === 0 && from > 0)) return at;
  const line = around.slice(start, end).trim();
  const parter = [...PARTERS, BLANKS].find((each) => line.includes(each));
  const own = columnOf(parter === undefined ? [] : line.split(parter === BLANKS ? / {2,}/ : parter), isKey);
  return parter === undefined || own.column < 0 ? at : rowsFrom(text, from + end, { ...own, parter, isKey, isWhole }, found);
}

/** Prefilter: whether a word for keys can end the name of a column of keys. */
function mayNameKeys(text: string, at: number): boolean {
  return (text.charCodeAt(at) | LOWER) !== K || KEY_OF.test(text.slice(Math.max(0, at - MAX_KEY_OF), at));
}

const LOWER = 32;
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
  const own = text.slice(from);
  if (!mayEndInCell(own)) return text.length;
  const found: TabularValue[] = [];
  let done = 0;
  for (const { index } of own.matchAll(PASSWORD_WORDS))
    if (index >= done) done = passwordsUnder(own, index, found, { isKey: isKeyWord(own, index), isWhole: false });
  const last = found.at(-1);
  return last !== undefined && last.end === own.length ? from + last.start : text.length;
}

/** Whether the word at a place is for keys rather than passwords. */
function isKeyWord(text: string, at: number): boolean {
  return /^(?:key|token|secret)/i.test(text.slice(at, at + MAX_KEY_WORD));
}

const MAX_KEY_WORD = 6;

/** Whether the last word of a text is the first in its cell: after a separator, or at the start of a line. */
function mayEndInCell(text: string): boolean {
  let at = text.length;
  while (at > 0 && text.length - at <= MAX_VALUE && !AROUND.includes(text.charAt(at - 1)) && !PARTS.includes(text.charAt(at - 1))) at -= 1;
  while (at > 0 && AROUND.includes(text.charAt(at - 1)) && text.charCodeAt(at - 1) !== TAB) at -= 1;
  return at === 0 || PARTS.includes(text.charAt(at - 1));
}

/** A column of passwords or keys, by index. */
interface Column {
  readonly column: number;
  /** Each cell has the login before the password. */
  readonly isPair: boolean;
}

/** The column of passwords or keys in a header; index -1 if there is none, or none beside it says whose they are. */
function columnOf(names: readonly string[], isKey: boolean): Column {
  const plain = names.map((name) => trimmed(name.trim()));
  const column = plain.findIndex((name) => (isKey ? KEYS : PASSWORDS).test(name));
  if (column >= 0) {
    const isOwned = plain.some((name, place) => place !== column && (OWNERS.test(name) || (isKey && KEY_OWNERS.test(name))));
    return { column: isOwned ? column : -1, isPair: false };
  }
  return { column: isKey ? -1 : plain.findIndex((name) => PASSWORDS.test(name.replace(BESIDE_LOGIN, ''))), isPair: true };
}

function trimmed(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && AROUND.includes(name.charAt(start))) start += 1;
  while (end > start && AROUND.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}

/** The rows of a table below its header, up to a blank line or one without such cells. */
function rowsFrom(
  text: string,
  from: number,
  { parter, column, isPair, isKey, isWhole }: Column & ListKind & { readonly parter: string },
  found: TabularValue[],
): number {
  let at = from;
  let isSure = false;
  const isBlanks = parter === BLANKS;
  const first = parter.charAt(0);
  const words: TabularValue[] = [];
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
      const value = cell === column ? cellOf(text, isPair ? behindLogin(text, start, index) : start, index, isKey) : undefined;
      cell += 1;
      if (isBlanks) while (index + 1 < end && text.charCodeAt(index + 1) === BLANK) index += 1;
      start = index + 1;
      if (value === undefined) continue;
      const own = isKey ? '' : text.slice(value.start, value.end);
      if (ONE_WORD.test(own)) {
        (isSure ? found : words).push({ start: value.start, end: value.end, kind: 'word' });
        continue;
      }
      found.push(value);
      // If one value is plainly a password, single words in the column are too.
      if (isSure || isKey || !isMixed(own)) continue;
      isSure = true;
      found.push(...words);
    }
    if (!isWhole) words.length = 0;
    if (cell <= 1 && column > 0) break;
    at = end;
  }
  return at;
}

/** The rows of an SQL INSERT: `('ann', '…'), ('bob', '…')`. */
function tuplesFrom(
  text: string,
  from: number,
  { column, isKey }: { readonly column: number; readonly isKey: boolean },
  found: TabularValue[],
): number {
  const note = (start: number, end: number): void => {
    const value = cellOf(text, start, end, isKey);
    if (value !== undefined) found.push(value);
  };
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
      if (cell === column) note(start, index);
      [cell, start] = [cell + 1, index + 1];
    }
    if (character === ')' && !isQuoted) depth -= 1;
  }
  if (depth > 0 && cell === column) note(start, text.length);
  return text.length;
}

/** Start of the password in a cell that begins with a login; the end of the cell if there is none. */
function behindLogin(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    PAIR.lastIndex = at;
    if (PAIR.test(text)) return PAIR.lastIndex;
  }
  return to;
}

/** The content of a cell, if it is a single word. */
function cellOf(text: string, from: number, to: number, isKey: boolean): TabularValue | undefined {
  let [start, end] = [from, to];
  while (start < end && AROUND.includes(text.charAt(start))) start += 1;
  while (end > start && AROUND.includes(text.charAt(end - 1))) end -= 1;
  const value = text.slice(start, end);
  if (value === '' || value.length > MAX_VALUE || /\s/.test(value)) return undefined;
  return { start, end, kind: !isKey ? 'chosen' : ISSUED.test(value) ? 'issued' : 'made' };
}

/** Whether a value has both letters and digits, as most passwords do. */
function isMixed(value: string): boolean {
  return /\d/.test(value) && /\p{L}/u.test(value);
}

/** A single word, as a password in a column may be. */
const ONE_WORD = /^\p{L}{5,24}$/u;
const BLANK = 32;

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

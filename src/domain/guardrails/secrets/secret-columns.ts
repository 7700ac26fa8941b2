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

/** What a column holds: passwords, keys, or numeric codes. */
export type ColumnKind = 'password' | 'key' | 'code';

const WORDS_BEFORE = String.raw`^(?:[\p{L}\d]{1,16}[ _.-]){0,2}`;
/** Exact name of a column of passwords. */
const PASSWORDS = new RegExp(
  String.raw`${WORDS_BEFORE}(?:(?:(?:user|admin|login|db|temp|new|initial|default|root|account|wifi)(?=pass))?pass(?:word|wd|phrase|wort|code)?|pwd?|psw|mdp|mot[ _]de[ _]passe|kennwort|contrase[ñn]a|clave|senha|wachtwoord|has[lł]o|heslo|parola|jelsz[óo]|[şs]ifre|adgangskode|passord|salasana|l[öo]senord|пароль|密码|密碼|パスワード|비밀번호)$`,
  'iu',
);
/** Name of a column with login and password in one cell, up to the word for passwords. */
const BESIDE_LOGIN =
  /^[\p{L}\d ]{0,16}(?:user|login|nutzer|konto|account|usuario|utilisateur|identifiant)[\p{L}]{0,8}\s?[/:]\s?(?=\p{L})/iu;
/** Words that make a key a secret one; "key" alone may be any key. */
export const OF_KEY =
  '(?:api|access|secret|auth|client|private|account|licen[cs]e|encryption|signing|deploy|admin|master|subscription|webhook|service|hmac)[ _.-]?';
/** Exact name of a column of keys. */
const KEYS = new RegExp(String.raw`${WORDS_BEFORE}(?:secret|token|${OF_KEY}(?:key|token|secret))$`, 'iu');
/** A key as an issuer draws it, in hexadecimal or as a UUID, in a column of keys. */
const ISSUED = /^[\da-f-]{30,128}$/i;
/** Words that make a code one that lets somebody in. */
export const OF_CODE =
  '(?:one[ _-]?time|verification|security|access|login|sign[ _-]?in|sms|[2m]fa|auth(?:entication|orization)?|confirmation|activation|unlock|door|gate|alarm|entry|otp|pin|cvv)[ _-]?';
/** Exact name of a column of codes that let somebody in or pay. */
const CODES = new RegExp(
  String.raw`${WORDS_BEFORE}(?:otp|pin(?:[ _-]?(?:number|no))?|cv[vc]2?|${OF_CODE}(?:code|pin|password|passcode)s?)$`,
  'iu',
);
/** A numeric code. */
const CODE = /^(?:\d{4,8}|\d{3}[ -]\d{3})$/;
/** The code of a card. */
const CARD_CODE = /^\d{3,4}$/;
const OF_CARD = /cv[vc]|security/i;
/** Name of a column of PINs or, in India, of postal codes, and a code such as those. */
const PIN_CODE = /pin[ _-]?codes?$/i;
const POSTAL = /^\d{3} ?\d{3}$/;
/** Name of a neighbouring column that makes a PIN a postal code, as in India. */
const PLACES = /city|state|district|address|village|street|town|country|post/i;
/** Name of a neighbouring column that says whose passwords they are. */
const OWNERS =
  /user|login|mail|name|account|host|server|site|url|service|system|device|role|konto|benutzer|nutzer|usuario|utilisateur|identifiant|gebruiker|użytkownik|логин|пользов|账号|账户|用户|帳號|ユーザ|아이디/iu;
/** The same for keys, which also belong to programs and those who pay for them, and for codes. */
const KEY_OWNERS =
  /client|customer|\bapp|project|tenant|provider|vendor|partner|merchant|team|\borg|environment|\benv\b|stage|integration|owner|issued/i;
const CODE_OWNERS = /phone|mobile|\btel|card|customer|client|employee|staff|member|patient|\bdoor|\bid$|sent|expir|number/i;
/** Characters around a name or value that are not part of it. */
export const AROUND = ' \t"\'`[]';
const PAIR = /\s?[/:]\s?/y;
const MAX_VALUE = 128;

/** A column of secrets, by index. */
export interface Column {
  readonly column: number;
  readonly name: string;
  /** Each cell has the login before the password. */
  readonly isPair: boolean;
}

/** The column of a kind in a header; index -1 if there is none, or none beside it says whose its values are. */
export function columnOf(names: readonly string[], kind: ColumnKind): Column {
  const plain = names.map((name) => trimmed(name.trim()));
  const column = plain.findIndex((name) => isNameOf(kind, name));
  const named = (place: number, isPair: boolean): Column => ({ column: place, name: plain[place] ?? '', isPair });
  if (column >= 0) return named(ownedColumns(plain, kind)(column) ? column : -1, false);
  return named(kind === 'password' ? plain.findIndex((name) => PASSWORDS.test(name.replace(BESIDE_LOGIN, ''))) : -1, true);
}

/** Whether a column with this name holds secrets of a kind. */
export function isNameOf(kind: ColumnKind, name: string): boolean {
  return (kind === 'password' ? PASSWORDS : kind === 'key' ? KEYS : CODES).test(name);
}

/** Tells of the columns of a kind, by index, whether a name beside theirs says whose their values are. */
export function ownedColumns(names: readonly string[], kind: ColumnKind): (column: number) => boolean {
  const placesOf = (isSuch: (name: string) => boolean): number[] => [...names.keys()].filter((place) => isSuch(names[place] ?? ''));
  const more = kind === 'key' ? KEY_OWNERS : CODE_OWNERS;
  const owners = placesOf((name) => OWNERS.test(name) || (kind !== 'password' && more.test(name)));
  const places = kind === 'code' ? placesOf((name) => PLACES.test(name)) : [];
  return (column) => owners.some((place) => place !== column) && places.every((place) => place === column);
}

function trimmed(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && AROUND.includes(name.charAt(start))) start += 1;
  while (end > start && AROUND.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(start, end);
}

/** The values of a column, cell by cell. */
export interface ColumnValues {
  /** Takes the content of the next cell, in which a login may be before the password. */
  add(from: number, to: number, isPair?: boolean): void;
  /** Gives up single words that only a later value would make passwords. */
  forgetWords(): void;
}

/** Collects the values of a column; single words are passwords if one of its values is plainly one. */
export function collectColumn(text: string, kind: ColumnKind, name: string, found: TabularValue[]): ColumnValues {
  const words: TabularValue[] = [];
  let isSure = false;
  return {
    add(from, to, isPair = false) {
      const value = cellOf(text, isPair ? behindLogin(text, from, to) : from, to, { kind, name });
      if (value === undefined) return;
      const own = kind === 'password' ? text.slice(value.start, value.end) : '';
      if (ONE_WORD.test(own)) {
        (isSure ? found : words).push({ ...value, kind: 'word' });
        return;
      }
      found.push(value);
      if (isSure || !isMixed(own)) return;
      isSure = true;
      found.push(...words);
    },
    forgetWords() {
      words.length = 0;
    },
  };
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
function cellOf(
  text: string,
  from: number,
  to: number,
  { kind, name }: { readonly kind: ColumnKind; readonly name: string },
): TabularValue | undefined {
  let [start, end] = [from, to];
  while (start < end && AROUND.includes(text.charAt(start))) start += 1;
  while (end > start && AROUND.includes(text.charAt(end - 1))) end -= 1;
  const value = text.slice(start, end);
  if (value === '' || value.length > MAX_VALUE) return undefined;
  if (kind === 'code') {
    if (PIN_CODE.test(name) && POSTAL.test(value)) return undefined;
    return CODE.test(value) || (OF_CARD.test(name) && CARD_CODE.test(value)) ? { start, end, kind: 'random' } : undefined;
  }
  if (/\s/.test(value)) return undefined;
  return { start, end, kind: kind === 'password' ? 'chosen' : ISSUED.test(value) ? 'issued' : 'made' };
}

/** Whether a value has both letters and digits, as most passwords do. */
function isMixed(value: string): boolean {
  return /\d/.test(value) && /\p{L}/u.test(value);
}

/** A single word, as a password in a column may be. */
const ONE_WORD = /^\p{L}{5,24}$/u;

import { BEHIND_WORD, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { NOT_KEY, WRAPPED } from './secret-names.ts';
import type { TabularValue } from './tabular-passwords.ts';

const IN_QUOTES = String.raw`[^\s"'\x60<>\\]`;

/** Text before a word for a key, alone or as the end of an identifier, excluding keys that are public. */
const OWN_KEY_BEGINS = new RegExp(
  `(?:^|[^A-Za-z0-9_]|[a-z](?<!${NOT_KEY}|(?:site|publishable|anon|i18n|trans\\w{0,8}|mon|tur|don)[ _.-]?))$`,
  'i',
);

/** Prefixes of public keys. */
const PUBLISHED = '(?!pk[_-]|pub[_-])';

/** Keys recognised by their randomness shortly after a word for one, or as the value of an identifier for a key. */
export const NEARBY_KEYS: readonly NamedSecret[] = [
  named(
    'generic_secret',
    ['api: ', 'api = ', 'api -', 'api '],
    {
      // "etherscan api …"
      prefix: String.raw`api(?:\s?[:=]|\s[–—-]>?)?\s["'\x60]?`,
      lookahead: PUBLISHED,
      characters: '[A-Za-z0-9_-]',
      minLength: 24,
      maxLength: 128,
      gate: { reach: 8, before: BEHIND_WORD },
    },
    { entropy: 4, kind: 'scrambled', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    ['cipher(', 'cipheriv(', 'aes.new(', 'secretkeyspec(', 'pbkdf2'],
    {
      // Arguments of encryption functions.
      prefix: String.raw`(?:cipher(?:iv)?\(\s?["'][\w-]{3,24}["']\s?,\s?|aes\.new\(\s?|secretkeyspec\(\s?|pbkdf2\w{0,12}\((?:\s?["']sha\d{1,3}["']\s?,)?\s?)b?["']`,
      characters: IN_QUOTES,
      minLength: 8,
      maxLength: 128,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 60 },
    },
    { entropy: 2.5, kind: 'chosen' },
  ),
  named(
    'generic_secret',
    ['key'],
    {
      // `byte[] KEY = "…"`
      prefix: String.raw`key["']?\s{0,3}(?:=>?|:=?)\s{0,3}(?:${WRAPPED}|[b@])?["']`,
      lookahead: String.raw`(?![a-z]{2,}\/)`,
      characters: '[A-Za-z0-9+/=_!@#$%^&*-]',
      minLength: 16,
      maxLength: 256,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 32 },
    },
    { entropy: 3.5, kind: 'scrambled', before: OWN_KEY_BEGINS, reachBack: 24 },
  ),
  named(
    'twilio_key',
    ['("ac', "('ac"],
    {
      // An account identifier of a messaging service, followed by its token.
      prefix: String.raw`\(["']ac[0-9a-f]{32}["']\s?,\s{0,12}(?:\w{1,16}\s?[:=]\s?)?["']`,
      characters: '[0-9a-f]',
      minLength: 32,
      maxLength: 32,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 80 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'azure_key',
    ['key1', 'key2'],
    {
      // The two keys of a storage account.
      prefix: String.raw`key[12]["']?\s?[:=]\s{0,2}["']?`,
      characters: '[A-Za-z0-9+/]',
      minLength: 86,
      maxLength: 86,
      isPadded: true,
      gate: { reach: 12 },
    },
    { entropy: 4, kind: 'random' },
  ),
];

/** Minimum length of one of several keys. */
export const LEAST_KEY = 20;

/** A word for recovery codes, up to the first code. */
const CODES = /codes?(?:\s(?:for|to|of)\s[\p{L}\d -]{2,24}?)?(?:\s(?:are|were))?\s?:?[\s*]{1,6}(?=\S{0,12}\d)/iuy;
/** Last letters of the words in `CODES` before the separator. */
const ENDS_BEFORE: ReadonlySet<string> = new Set('pyheaPYHEA');
const LONGEST_BEFORE = 20;
const CODES_BEFORE = /(?:backup|recovery|scratch|emergency|one-time|2fa|mfa)[ -]$/i;
/** One code with the separator before the next, optionally numbered. */
const ONE_CODE =
  /(?:\d{1,2}[.)]\s{1,2}|[-*•]\s{1,2})?["'\x60]?(?=[a-z-]{0,12}\d)(\d{4} \d{4}|[a-z\d]{3,10}(?:-[a-z\d]{2,10}){0,5})["'\x60]?(?![\w@:/.-]*[\w@/])/iuy;
const BETWEEN_CODES = /\s{0,2}[,;|]?\s{0,12}(?:(?:and|und|et|y)\s)?/iuy;
const LEAST_CODE = 6;
const MOST_CODES = 64;

/** Adds a sequence of codes after words for recovery codes; a single one does not count here. */
export function codesInRow(text: string, at: number, found: TabularValue[]): void {
  if (!ENDS_BEFORE.has(text.charAt(at - 2)) || !CODES_BEFORE.test(text.slice(Math.max(0, at - LONGEST_BEFORE), at))) return;
  CODES.lastIndex = at;
  if (!CODES.test(text)) return;
  const codes: TabularValue[] = [];
  let place = CODES.lastIndex;
  while (codes.length < MOST_CODES) {
    ONE_CODE.lastIndex = place;
    const match = ONE_CODE.exec(text);
    const code = match?.[1] ?? '';
    const first = codes[0];
    if (match === null || code.length < LEAST_CODE || (first !== undefined && first.end - first.start !== code.length)) break;
    const start = match.index + match[0].indexOf(code, match[0].length - code.length - 1);
    codes.push({ start, end: start + code.length, kind: /\p{L}/u.test(code) ? 'chosen' : 'random' });
    BETWEEN_CODES.lastIndex = ONE_CODE.lastIndex;
    BETWEEN_CODES.test(text);
    place = BETWEEN_CODES.lastIndex;
  }
  if (codes.length > 1) found.push(...codes);
}

/** Name of a value with several keys or passwords, up to the first: in brackets, or on separate lines. */
const SEVERAL =
  /(?:keys(?<=(?:api|access|secret|auth|client)[ _-]?keys)|tokens|secrets|passwords|passwds|pwds)["'\x60]?\s{0,3}(?:[:=]{1,2}>?\s{0,3}[[{(]|:\s?\r?\n(?=[ \t]{0,12}-\s))/iy;
/** One key: quoted and not a name, or after a hyphen; and the same of a password. */
const ONE_KEY = /["'\x60]([A-Za-z\d_.+/=-]{20,256})["'\x60](?!\s{0,3}:)|\n[ \t]{0,12}-\s{1,3}([A-Za-z\d_.+/=-]{20,256})(?=\s|$)/g;
const ONE_PASSWORD = /["'\x60]([^\s"'\x60]{6,64})["'\x60](?!\s{0,3}:)|\n[ \t]{0,12}-\s{1,3}([^\s"'\x60:]{6,64})(?=\s|$)/g;
const CLOSING = /[\]})]|\n(?![ \t]{0,12}(?:-\s|["'\x60]))/g;
/** The same of passwords, which are in no record that describes them. */
const CLOSING_OR_RECORD = /[\]})]|\{|\n(?![ \t]{0,12}(?:-\s|["'\x60]))/g;
const MOST_IN_BRACKETS = 2000;

/** Whether the word for keys that ends at a place is a plural. */
export function isPlural(text: string, wordEnd: number): boolean {
  return (text.charCodeAt(wordEnd) | LOWER) === S;
}

const S = 115;
const LOWER = 32;

/** Adds the keys or passwords of such a value: `tokens = { "a": "…", "b": "…" }`. Returns where they end, or `at` if there are none. */
export function valuesInside(text: string, at: number, found: TabularValue[], areKeys: boolean): number {
  SEVERAL.lastIndex = at;
  if (!SEVERAL.test(text)) return at;
  const from = SEVERAL.lastIndex - 1;
  const inside = text.slice(from, from + MOST_IN_BRACKETS);
  const closing = areKeys ? CLOSING : CLOSING_OR_RECORD;
  closing.lastIndex = 1;
  const end = closing.exec(inside)?.index ?? inside.length;
  for (const match of inside.slice(0, end).matchAll(areKeys ? ONE_KEY : ONE_PASSWORD)) {
    const value = match[1] ?? match[2] ?? '';
    const start = from + match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, kind: areKeys ? 'scrambled' : 'chosen' });
  }
  return from + end;
}

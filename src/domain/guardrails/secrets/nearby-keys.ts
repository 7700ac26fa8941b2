import { BEHIND_WORD, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import type { TabularValue } from './secret-columns.ts';
import { NOT_KEY, WRAPPED } from './secret-names.ts';

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
    'twilio_key',
    ['-u ac', '-u "ac', "-u 'ac", 'user ac', 'user "ac', "user 'ac"],
    {
      // The same as a user name and password.
      prefix: String.raw`(?:-u|user)\s["']?ac[0-9a-f]{32}:`,
      characters: '[0-9a-f]',
      minLength: 32,
      maxLength: 32,
      gate: { reach: 48 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'generic_secret',
    ['totp(', 'hotp(', 'oathtool '],
    {
      // Seeds of one-time passwords, as arguments.
      prefix: String.raw`(?:[th]otp\(\s?(?:(?:s|secret|key)\s?[:=]\s?)?["']|oathtool\s[^\n]{0,48}?(?:-b|--base32)\s{1,2}(?:-\S{1,24}\s{1,2}){0,3}["']?)`,
      characters: '[A-Z2-7]',
      minLength: 16,
      maxLength: 64,
      isPadded: true,
      gate: { reach: 110 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'wallet_key',
    ['from_key(', 'fromkey(', 'wallet(', 'privatekeytoaccount('],
    {
      prefix: String.raw`(?:from_?key|wallet|privatekeytoaccount)\(\s?["'](?:0x)?`,
      characters: '[0-9a-f]',
      minLength: 64,
      maxLength: 64,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 28 },
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

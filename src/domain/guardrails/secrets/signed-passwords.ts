import { codesOf, named, SPOKEN, type NamedSecret } from './named-form.ts';
import { LOOKS_CHOSEN } from './named-passwords.ts';
import { PASSWORD, PASSWORD_KEYWORDS, SAID } from './secret-names.ts';

/** What ends other passwords. */
const ENDS = '"\'\\x60<>,';
/** A quote or bracket among the signs of a password: behind one of them, and before a letter, a digit or a few other signs. */
const INNER = String.raw`(?<=[^\s${ENDS}:=([{]["'\x60]?)["'\x60](?=["'\x60]?[#$%^!*]{0,3}[\p{L}\d])(?![\w.-]{1,24}["']?[=:])`;
const GATE = { name: 'one', isOwn: true } as const;

/** A password between quotes that holds signs with which others end; the quote itself is doubled or follows a backslash. */
function between(quote: string): NamedSecret {
  return named(
    'password',
    PASSWORD_KEYWORDS,
    {
      prefix: `${PASSWORD}(?:${SAID})(?<=[^\\\\]${quote})`,
      lookahead: String.raw`(?=[^\s${quote}]{0,128}(?:[${ENDS.replace(quote, '').replace(',', '')}]|\\${quote}|${quote}${quote}[\p{L}\d]))`,
      characters: { one: String.raw`(?:\\\S|[^\s${quote}\\]|${quote}${quote}(?=[\p{L}\d]))`, all: `[^\\s${quote}]` },
      minLength: 6,
      maxLength: 128,
      suffix: `(?=${quote})`,
      gate: { ...GATE, soon: ['quote'] },
    },
    { entropy: 2.2, kind: 'chosen' },
  );
}

/** A tag that may be between a name and its value in a page or a mail; none of a form or of a heading. */
const TAG = String.raw`<(?!th|h\d|input|button|label|select|option|a\s|textarea|script)[a-z][a-z\d]{0,8}(?:\s[^<>]{0,80})?>\s{0,16}`;

/** Passwords with quotes, commas or angle brackets inside, as generators make them; and passwords parted from their names by tags. */
export const SIGNED_PASSWORDS: readonly NamedSecret[] = [
  ...['"', "'"].map(between),
  named(
    'password',
    PASSWORD_KEYWORDS,
    {
      prefix: `${PASSWORD}(?:${SAID})(?<!["'\\x60])`,
      lookahead: String.raw`(?![fbrun@]["'])(?=[^\s${ENDS}\\][^\s,<>]{0,63}["'\x60])(?=[^\s\d]{0,127}\d)`,
      characters: { one: `(?:${SPOKEN.one}|${INNER})`, all: SPOKEN.all.replace(String.raw`"'\x60`, '') },
      minLength: 6,
      maxLength: 128,
      gate: { ...GATE, soon: ['innerQuote'] },
    },
    { entropy: 2.2, kind: 'chosen' },
  ),
  named(
    'password',
    PASSWORD_KEYWORDS,
    {
      prefix: String.raw`${PASSWORD}\s?:?\s?(?:<\/[a-z\d]{1,8}>\s{0,16}:?\s{0,16}(?:${TAG}){0,2}|(?<=[:\s])(?:${TAG}){1,2})`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=\s{0,16}(?:<|[\r\n]|$))`,
      gate: { name: 'one', follows: codesOf('[<:\\s]'), isOwn: true, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
];

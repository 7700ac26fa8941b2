import { codesOf, named, SPOKEN, type NamedSecret } from './named-form.ts';
import { LOOKS_CHOSEN } from './named-passwords.ts';
import { PASSWORD, PASSWORD_KEYWORDS, SAID } from './secret-names.ts';

/** A password between quotes that holds an angle bracket, with which others end; a backslash takes the next sign with it. */
function between(quote: string): NamedSecret {
  return named(
    'password',
    PASSWORD_KEYWORDS,
    {
      prefix: `${PASSWORD}(?:${SAID})(?<=[^\\\\]${quote})`,
      lookahead: `(?=[^\\s${quote}<>]{0,128}[<>])`,
      characters: { one: String.raw`(?:\\\S|[^\s${quote}\\])`, all: `[^\\s${quote}]` },
      minLength: 6,
      maxLength: 128,
      suffix: `(?=${quote})`,
      gate: { name: 'one', isOwn: true, soon: ['quote', 'angle'] },
    },
    { entropy: 2.2, kind: 'chosen' },
  );
}

/** A tag that may be between a name and its value in a page or a mail; none of a form or of a heading. */
const TAG = String.raw`<(?!th|h\d|input|button|label|select|option|a\s|textarea|script)[a-z][a-z\d]{0,8}(?:\s[^<>]{0,80})?>\s{0,16}`;

/** Passwords with angle brackets inside, as generators make them, and passwords parted from their names by tags. */
export const SIGNED_PASSWORDS: readonly NamedSecret[] = [
  ...['"', "'"].map(between),
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
      gate: { name: 'one', follows: codesOf('[<:\\s]'), isOwn: true, hasDigit: true, soon: ['tag'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
];

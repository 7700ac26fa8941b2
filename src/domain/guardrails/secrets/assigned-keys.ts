import { named, type NamedSecret } from './named-form.ts';
import { ASSIGNED, CARRIED, KEY, OPERATOR, SAID, TYPED } from './secret-names.ts';

/** Keys and tokens that are assigned to a name for one, whatever they look like, and said to be one. */
export const ASSIGNED_KEYS: readonly NamedSecret[] = [
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    {
      prefix: String.raw`${KEY}["'\x60\]]{0,2}\s{0,3}${TYPED}(?:${OPERATOR})\s{0,3}(?:[fbru@](?=["']))?\\?["']`,
      characters: String.raw`[^\s"'\x60\\]`,
      minLength: 24,
      maxLength: 1024,
      suffix: String.raw`(?=\\?["'])`,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 3.8, kind: 'made' },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential'],
    {
      prefix: String.raw`${KEY}(?:\s{1,2}|[ \t]{3,24}|,(?=\S))["'\x60]?`,
      characters: '[A-Za-z0-9_.+/-]',
      minLength: 16,
      maxLength: 256,
      isPadded: true,
      gate: { name: 'one', isOwn: true, isBare: true },
    },
    { entropy: 3.6, kind: 'scrambled' },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    {
      prefix: `${KEY}(?:${ASSIGNED}|${SAID}|${CARRIED})`,
      characters: '[A-Za-z0-9_.+/~!#^*-]',
      minLength: 8,
      maxLength: 1024,
      isPadded: true,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 3.3, kind: 'drawn', before: /(?<!badge\.svg\?)$/ },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential'],
    {
      // With equals signs inside of it.
      prefix: `${KEY}(?:${ASSIGNED}|${SAID}|${CARRIED})`,
      characters: '[A-Za-z0-9_.+/=~-]',
      minLength: 24,
      maxLength: 256,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 3.8, kind: 'scrambled' },
  ),
  named(
    'facebook_token',
    ['token', 'facebook', 'fb'],
    {
      // An app's number and secret.
      prefix: String.raw`(?:facebook|fb|token)[\w-]{0,24}(?:${ASSIGNED}|${SAID}|\s{1,2})`,
      lookahead: String.raw`(?=\d{15,16}(?:\||%7C)[\w-]{27})`,
      characters: '[A-Za-z0-9_|%-]',
      minLength: 43,
      maxLength: 60,
      gate: { name: 'one', isBare: true },
    },
    { entropy: 3.3, kind: 'random' },
  ),
];

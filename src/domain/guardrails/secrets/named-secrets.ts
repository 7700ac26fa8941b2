import { ACCESS_PASSWORDS } from './access-passwords.ts';
import { ARGUMENT_PASSWORDS } from './argument-passwords.ts';
import { ASSIGNED_KEYS } from './assigned-keys.ts';
import { CODE_SECRETS } from './code-secrets.ts';
import { CLI_SECRET, COMMAND_PASSWORDS } from './command-passwords.ts';
import { FILE_SECRETS } from './file-secrets.ts';
import { LISTED_LOGINS } from './listed-logins.ts';
import { LOGIN_PASSWORDS } from './login-passwords.ts';
import { BEHIND_WORD, codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { NAMED_PASSWORDS } from './named-passwords.ts';
import { NEARBY_KEYS } from './nearby-keys.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { OPTION_PASSWORDS } from './option-passwords.ts';
import { PASSPHRASES } from './passphrases.ts';
import { PASSWORD_HASHES } from './password-hashes.ts';
import { PLATFORM_KEYS } from './platform-keys.ts';
import { PROMPTED_PASSWORDS } from './prompted-passwords.ts';
import { ASSIGNED, SAID } from './secret-names.ts';
import { SECURITY_ANSWERS } from './security-answers.ts';
import { SESSION_COOKIES } from './session-cookies.ts';
import { SIGNED_PASSWORDS } from './signed-passwords.ts';
import { SPOKEN_CODES } from './spoken-codes.ts';
import { TOLD_PASSWORDS } from './told-passwords.ts';
import { URL_SECRETS } from './url-secrets.ts';

/** The forms of labelled secrets, in order of certainty. */
export const NAMED_SECRETS: readonly NamedSecret[] = [
  ...PLATFORM_KEYS,
  ...URL_SECRETS,
  named(
    'vendor_key',
    ['contribsys'],
    { prefix: String.raw`contribsys__com["']?\s?[:=]\s?["']?`, characters: '[0-9a-f:]', minLength: 17, maxLength: 17, gate: { reach: 22 } },
    { entropy: 2.5, kind: 'random' },
  ),
  named(
    'generic_secret',
    ['django-insecure-'],
    { prefix: '(?=django-insecure-)', characters: String.raw`[^\s"'\x60<>]`, minLength: 40, maxLength: 90, gate: { reach: 1 } },
    { entropy: 3.5, kind: 'random' },
  ),
  named(
    'connection_password',
    ['password=', 'pwd='],
    {
      prefix: String.raw`(?:password|pwd)=(?!\{)`,
      characters: String.raw`[^\s;"'<>]`,
      minLength: 3,
      maxLength: 128,
      gate: { reach: 10, before: codesOf('[;\\s]') },
    },
    { entropy: 1.5, kind: 'chosen', before: /;\s{0,2}$/, reachBack: 3 },
  ),
  named(
    'bearer_token',
    ['bearer'],
    {
      prefix: String.raw`bearer(?:(?:\stoken:?(?:\sis)?)?\s{1,3}|["']\s?,\s{0,3}["'])`,
      characters: '[A-Za-z0-9_.~+/-]',
      minLength: 16,
      maxLength: 1024,
      isPadded: true,
      gate: { reach: 19, name: 'one', isBare: true, before: BEHIND_WORD },
    },
    { entropy: 3, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'wallet_key',
    ['private key', 'private_key', 'privkey', 'privatekey', 'private-key', 'wif'],
    {
      // Private key of a wallet: hexadecimal, or in wallet import format.
      prefix: String.raw`(?:priv(?:ate)?[ _-]?key|wif)\w{0,12}(?:\s(?:from|of|for)\s[\p{L} ]{2,30}?)?(?:${ASSIGNED}|${SAID}|\s{1,2})`,
      lookahead: String.raw`(?=0x[0-9a-f]{64}(?!\w)|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?!\w))`,
      characters: '[0-9A-Za-z]',
      minLength: 51,
      maxLength: 66,
      gate: { name: 'one', isBare: true },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'azure_key',
    ['windows.net'],
    {
      prefix: String.raw`windows\.net["']?\s?[,=:]\s{0,2}["']?`,
      characters: '[A-Za-z0-9+/]',
      minLength: 86,
      maxLength: 86,
      isPadded: true,
      gate: { reach: 20 },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'basic_credentials',
    ['authorization', 'auth plain'],
    {
      prefix: String.raw`(?:auth plain\s{1,2}(?=[A-Za-z0-9+/]{0,255}(?:\d|=))|authorization(?:["']?\s{0,2}[:=]\s{0,2}["']?|["']\s{0,2},\s{0,2}["']|\s["'])basic\s{1,3})`,
      characters: '[A-Za-z0-9+/]',
      minLength: 12,
      maxLength: 256,
      isPadded: true,
      gate: { name: 'one', isBare: true },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'token_header',
    ['x-', 'authorization'],
    {
      prefix: String.raw`(?:x-[a-z-]{0,24}(?:key|token|secret|auth)|authorization)(?:["']?\s{0,2}[:=]\s{0,2}["']?|["']\s{0,2},\s{0,2}["'])(?:(?!basic|bearer|digest)[a-z][a-z-]{1,20}\s{1,2}(?=\S{0,64}\d))?`,
      characters: '[A-Za-z0-9_.~+/-]',
      minLength: 16,
      maxLength: 256,
      isPadded: true,
      gate: { name: 'one', before: BEHIND_WORD },
    },
    { entropy: 3.3, kind: 'made', before: WORD_BEGINS },
  ),
  ...COMMAND_PASSWORDS,
  ...CODE_SECRETS,
  ...ARGUMENT_PASSWORDS,
  named(
    'password_file',
    [':5432:', ':5433:', ':6432:', ':*:*'],
    { prefix: String.raw`:(?:\d{4}|\*):[\w*.-]{1,64}:[\w*.-]{1,64}:`, characters: String.raw`[^\s"'<>]`, minLength: 4, maxLength: 128 },
    { entropy: 1.5, kind: 'chosen', before: /(?:^|[^\w.-])[\w*.-]{1,60}$/ },
  ),
  named(
    'password_file',
    ['machine '],
    {
      prefix: String.raw`machine\s{1,4}[\w.:-]{1,80}\s{1,12}login\s{1,4}[^\s"']{1,64}\s{1,12}password\s{1,4}["']?`,
      characters: String.raw`[^\s"'<>]`,
      minLength: 4,
      maxLength: 256,
    },
    { entropy: 1.5, kind: 'chosen', before: WORD_BEGINS },
  ),
  ...PASSWORD_HASHES,
  ...FILE_SECRETS,
  ...OPTION_PASSWORDS,
  CLI_SECRET,
  ...SIGNED_PASSWORDS,
  ...NAMED_PASSWORDS,
  ...LOGIN_PASSWORDS,
  ...ACCESS_PASSWORDS,
  ...PROMPTED_PASSWORDS,
  ...PASSPHRASES,
  ...NETWORK_SETTINGS,
  ...TOLD_PASSWORDS,
  ...LISTED_LOGINS,
  ...ASSIGNED_KEYS,
  ...NEARBY_KEYS,
  ...SESSION_COOKIES,
  ...SPOKEN_CODES,
  ...SECURITY_ANSWERS,
];

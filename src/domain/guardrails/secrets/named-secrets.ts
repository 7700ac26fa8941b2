import { ACCESS_PASSWORDS } from './access-passwords.ts';
import { CODE_SECRETS } from './code-secrets.ts';
import { CLI_SECRET, COMMAND_PASSWORDS } from './command-passwords.ts';
import { FILE_SECRETS } from './file-secrets.ts';
import { LOGIN_PASSWORDS } from './login-passwords.ts';
import { BEHIND_WORD, codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { NAMED_PASSWORDS } from './named-passwords.ts';
import { NEARBY_KEYS } from './nearby-keys.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { OPTION_PASSWORDS } from './option-passwords.ts';
import { PASSPHRASES } from './passphrases.ts';
import { PROMPTED_PASSWORDS } from './prompted-passwords.ts';
import { NOT_KEY, NOT_TOKEN, ASSIGNED, AWS_WORDS, CARRIED, KEY, NOT_OF_KEY, OWN_KEY, SAID, TYPED, VENDOR } from './secret-names.ts';
import { SECURITY_ANSWERS } from './security-answers.ts';
import { SESSION_COOKIES } from './session-cookies.ts';
import { SPOKEN_CODES } from './spoken-codes.ts';
import { TOLD_PASSWORDS } from './told-passwords.ts';
import { URL_SECRETS } from './url-secrets.ts';

/** Category of password hashes in user databases; the hash type identifies one whose beginning has already been released. */
export const PASSWORD_HASH = 'password_hash';

/** The forms of labelled secrets, in order of certainty. */
export const NAMED_SECRETS: readonly NamedSecret[] = [
  named(
    'aws_secret_key',
    ['secret', 'aws'],
    {
      prefix: String.raw`(?:aws|secret)${AWS_WORDS}(?:${SAID}|${ASSIGNED}|${CARRIED}|\s\[[\w*]{0,24}\]:\s{0,2}|\s{1,2})`,
      characters: '[A-Za-z0-9+/]',
      minLength: 40,
      maxLength: 40,
      suffix: '(?![A-Za-z0-9+/_-])',
      gate: { name: 'several', isBare: true },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'aws_secret_key',
    ['akia', 'asia'],
    {
      prefix: String.raw`(?:akia|asia)[A-Z0-9]{16}["']?\s{0,3}[,/:;|]?\s{0,3}["']?`,
      characters: '[A-Za-z0-9+/]',
      minLength: 40,
      maxLength: 40,
      suffix: '(?![A-Za-z0-9+/_-])',
    },
    { entropy: 4, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'product_key',
    [
      'windows',
      'vsphere',
      'esxi',
      'product key',
      'license key',
      'licence key',
      'serial',
      'lizenzschl',
      'produktschl',
      'productkey',
      '/ipk ',
    ],
    {
      // Five groups of five, as Windows and others have them.
      prefix: String.raw`(?:windows|vsphere|esxi|product key|licen[cs]e key|serial|lizenzschl|produktschl|productkey>|\/ipk )[^\n]{0,80}?(?<![\w-])(?=(?:[A-Z\d]{5}-){4}[A-Z\d]{5}(?![\w-]))`,
      characters: '[A-Za-z0-9-]',
      minLength: 29,
      maxLength: 29,
      gate: { reach: 120, hasDigit: true },
    },
    { entropy: 3.3, kind: 'random' },
  ),
  named(
    'recovery_key',
    ['bitlocker', 'recovery key', 'wiederherstellungsschl'],
    {
      prefix: String.raw`(?:bitlocker|recovery key|wiederherstellungsschl)[^]{0,120}?(?<![\d-])(?=(?:\d{6}-){7}\d{6}(?![\d-]))`,
      characters: '[0-9-]',
      minLength: 55,
      maxLength: 55,
      gate: { reach: 160, hasDigit: true },
    },
    { entropy: 2, kind: 'random' },
  ),
  named(
    'vendor_key',
    ['ltai', 'rzp_live_', 'rzp_test_'],
    {
      // The secret of Alibaba's or Razorpay's keys right behind their id.
      prefix: String.raw`(?:ltai[A-Za-z0-9]{12,24}|rzp_(?:live|test)_[A-Za-z0-9]{14})["']?\s{0,3}[,/:;|]\s{0,3}["']?`,
      characters: '[A-Za-z0-9]',
      minLength: 20,
      maxLength: 32,
      suffix: '(?![A-Za-z0-9+/_-])',
    },
    { entropy: 3.5, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'vendor_key',
    ['sso-key '],
    {
      prefix: String.raw`sso-key\s{1,2}[A-Za-z0-9_]{8,64}:`,
      characters: '[A-Za-z0-9_]',
      minLength: 16,
      maxLength: 64,
    },
    { entropy: 3.3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    ['samlresponse', 'samlrequest'],
    {
      prefix: String.raw`saml(?:response|request)["']?\s?[:=]\s{0,2}["']?`,
      characters: '[A-Za-z0-9+/%=]',
      minLength: 100,
      maxLength: 16_384,
      gate: { reach: 18 },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_key',
    ['accountkey=', 'sharedaccesskey='],
    {
      prefix: '(?:AccountKey|SharedAccessKey)=',
      characters: '[A-Za-z0-9+/]',
      minLength: 42,
      maxLength: 88,
      isPadded: true,
      gate: { reach: 16 },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_sas',
    ['sig='],
    {
      prefix: 'sig=',
      characters: '[A-Za-z0-9%+/_-]',
      minLength: 40,
      maxLength: 128,
      isPadded: true,
      gate: { reach: 4, before: codesOf('[?&]') },
    },
    { entropy: 4, kind: 'random', before: /[?&]$/ },
  ),
  named(
    'vendor_key',
    ['key', 'token', 'secret'],
    {
      prefix: String.raw`(?:key(?<!${NOT_KEY}key)|token|secret)[\w-]{0,16}(?:${ASSIGNED}|${SAID}|${CARRIED}|\s{1,2}\(?(?=[0-9a-f]{30}|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f-]{0,29}$))`,
      characters: '[0-9a-f-]',
      minLength: 30,
      maxLength: 64,
      gate: { name: 'one', isBare: true, before: codesOf('[\\w. -]') },
    },
    { entropy: 3, kind: 'random', before: new RegExp(String.raw`${VENDOR}[\w. -]{0,24}$`, 'i') },
  ),
  named(
    'vendor_key',
    [' login ', ' auth ', '.login='],
    { prefix: String.raw`(?:\s(?:login|auth)\s{1,2}|\.login=)`, characters: '[0-9a-f-]', minLength: 32, maxLength: 64, gate: { reach: 9 } },
    { entropy: 3, kind: 'random', before: new RegExp(String.raw`${VENDOR}$`, 'i'), reachBack: 20 },
  ),
  named(
    'generic_secret',
    ['key', 'token', 'secret', 'api_hash', '-auth', '_auth', 'secretid', 'secret_id', 'secret id'],
    {
      prefix: String.raw`(?:(?:key|token|secret)(?<=${OWN_KEY}(?:key|token|secret))|[_-]auth(?=["']?\s{0,2}[:=])|secret[_ ]?id(?=["']?\s{0,2}[:=]\s{0,2}["']?[0-9a-f]{8}-)|token(?<!(?:[a-z]|${NOT_TOKEN})token)|secret(?<![a-z/.-]secret)(?=["'\x60\]]{0,2}[\s:=|>(]{1,24}(?:is\s)?["'\x60]?(?:[0-9a-f]{30}|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f-]{0,29}$))|secret(?<=client\s["'][\w.-]{1,32}["']\ssecret)|api_hash)${NOT_OF_KEY}[\w-]{0,12}(?:\s\(?(?:hex|base64|\d{3,4}[ -]?bits?)\)?)?(?:${ASSIGNED}|${SAID}|${CARRIED}|\s{1,2}\(?|[ \t]{3,24})`,
      characters: '[0-9a-f-]',
      minLength: 30,
      maxLength: 128,
      gate: { name: 'one', isOwn: true, isBare: true },
    },
    { entropy: 2.8, kind: 'random' },
  ),
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
  named(
    PASSWORD_HASH,
    ['aad3b435b51404eeaad3b435b51404ee:'],
    // Dumped from Windows: behind the hash of no password, as older versions made it.
    { prefix: 'aad3b435b51404eeaad3b435b51404ee:', characters: '[0-9a-f]', minLength: 32, maxLength: 32 },
    { entropy: 3, kind: 'random' },
  ),
  named(
    PASSWORD_HASH,
    ['pbkdf2_sha256$', 'pbkdf2_sha1$', '$argon2id$', '$argon2i$', 'scrypt:', 'bcrypt_sha256$'],
    {
      // As frameworks and libraries store them, in full.
      prefix: '',
      characters: '[A-Za-z0-9$=,+/._:-]',
      minLength: 50,
      maxLength: 300,
      gate: { reach: 1 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    PASSWORD_HASH,
    ["'$2a$", "'$2b$", "'$2y$", '| $2a$', '| $2b$', '| $2y$'],
    // In rows of a database.
    {
      prefix: String.raw`(?:'|\| )`,
      characters: String.raw`[A-Za-z0-9$./]`,
      minLength: 60,
      maxLength: 60,
      suffix: "(?='| )",
      gate: { reach: 3 },
    },
    { entropy: 3, kind: 'random', before: /[,(\s]\s{0,2}$/ },
  ),
  named(
    PASSWORD_HASH,
    ['ntlm'],
    {
      prefix: String.raw`ntlm(?: hash)?\s{0,6}[:=]\s{0,2}(?:[0-9a-f]{32}:)?`,
      characters: '[0-9a-f]',
      minLength: 32,
      maxLength: 32,
      gate: { reach: 54 },
    },
    { entropy: 3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    PASSWORD_HASH,
    [
      ':$1$',
      ':$2a$',
      ':$2b$',
      ':$2y$',
      ':$5$',
      ':$6$',
      ':$y$',
      ':$7$',
      ':$apr1$',
      ':$argon2',
      ':{ssha}',
      ':{ssha512}',
      ':{ssha256}',
      ':{sha}',
    ],
    {
      // A line of a user database.
      prefix: ':',
      characters: String.raw`[^\s:"'<>]`,
      minLength: 20,
      maxLength: 200,
      gate: { reach: 2 },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[\s"'\x60])[\w.@-]{1,40}$/ },
  ),
  ...FILE_SECRETS,
  ...OPTION_PASSWORDS,
  CLI_SECRET,
  ...NAMED_PASSWORDS,
  ...LOGIN_PASSWORDS,
  ...ACCESS_PASSWORDS,
  ...PROMPTED_PASSWORDS,
  ...PASSPHRASES,
  ...NETWORK_SETTINGS,
  ...TOLD_PASSWORDS,
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    {
      prefix: String.raw`${KEY}["'\x60\]]{0,2}\s{0,3}${TYPED}(?:===?|=>|:=|->|[:=])\s{0,3}(?:[fbru@](?=["']))?\\?["']`,
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
      prefix: String.raw`${KEY}(?:\s{1,2}|[ \t]{3,24})["'\x60]?`,
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
  ...NEARBY_KEYS,
  ...SESSION_COOKIES,
  ...SPOKEN_CODES,
  ...SECURITY_ANSWERS,
];

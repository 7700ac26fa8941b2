import { BEHIND_WORD, named, SPOKEN, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { PASSWORD_HASH } from './password-hashes.ts';

const IN_QUOTES = String.raw`[^\s"'\x60<>\\]`;
/** A literal argument, up to its closing quote. */
const ARGUMENT = { characters: IN_QUOTES, minLength: 6, maxLength: 128, suffix: String.raw`(?=["'])` };
const HAS_DIGIT = String.raw`(?=[^\s\d]{0,63}\d)`;
/** A digit and a capital or a sign, as names of things in programs seldom have. */
const MIXED = String.raw`${HAS_DIGIT}(?-i:(?=[^\s"']{0,63}[A-Z!#$%^&*@+]))`;
/** A key in hexadecimal or a UUID. */
const HEX_KEY = { characters: '[0-9a-f-]', minLength: 32, maxLength: 36, suffix: String.raw`(?=["'])` };
const NT_HASH = { characters: '[0-9a-f]', minLength: 32, maxLength: 32, suffix: String.raw`(?![\w-])` };

/** Passwords and keys given to functions by position, and in settings whose names say so in their own way. */
export const ARGUMENT_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    ['hash::make(', 'hash::check(', 'bcrypt(', 'passwordencoder.', 'password_hash(', 'make_password(', 'hashpw('],
    {
      // What is hashed.
      prefix: String.raw`(?:hash::(?:make|check)|bcrypt|passwordencoder\.(?:encode|matches)|password_hash|make_password|hashpw)\(\s?b?["']`,
      ...ARGUMENT,
      gate: { reach: 28 },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^a-z])$/i },
  ),
  named(
    'password',
    ["?? '", '?? "', "|| '", '|| "'],
    { prefix: String.raw`(?:\?\?|\|\|)\s["']`, ...ARGUMENT, gate: { reach: 5 } },
    { entropy: 2, kind: 'chosen', before: /(?:password|passwd|passwort|passphrase|_pass|_pwd)(?:_?\d)?["'\])]{0,3}\s$/i, reachBack: 24 },
  ),
  named(
    'password',
    ['mqtt.connect(', 'client.connect('],
    {
      // The third argument, behind the name of the client and of the user.
      prefix: String.raw`(?:mqtt|client)\.connect\(\s{0,12}["'][^"'\n]{1,80}["']\s?,\s{0,12}["'][\w.@-]{1,64}["']\s?,\s{0,12}["']`,
      lookahead: MIXED,
      ...ARGUMENT,
      gate: { reach: 200, hasDigit: true, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['credentials', 'creds', 'passwords', 'logins'],
    {
      // Beside the name of who is let in.
      prefix: String.raw`(?:credentials|creds|passwords|logins)["']?\s?[:=]\s?\{\s{0,12}["'](?!type|kind|provider|region|scope|role|access|client|grant|project|user|id["']|name["'])[\w.@-]{2,40}["']\s?:\s?["']`,
      lookahead: MIXED,
      ...ARGUMENT,
      minLength: 8,
      gate: { reach: 80, name: 'one', hasDigit: true, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['login_as(', 'loginas(', 'user_add(', 'useradd(', 'add_user(', 'adduser(', 'create_user(', 'createuser(', 'andpassword('],
    {
      prefix: String.raw`(?:login_?as|user_?add|add_?user|create_?user|andpassword)\(\s{0,12}(?:\w{1,16}\s?,\s?)?["'][\w.@+-]{1,64}["']\s?,\s{0,12}(?:["'][\w.+-]{1,64}@[\w.-]{1,64}["']\s?,\s{0,12})?["']`,
      lookahead: MIXED,
      ...ARGUMENT,
      gate: { reach: 250, hasDigit: true, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['password/i'],
    // Typed into the field that a test looks up by its label.
    {
      prefix: String.raw`password\/i\)?\}?\)?\s?,\s{0,12}["']`,
      ...ARGUMENT,
      gate: { reach: 28, soon: ['quote'] },
    },
    { entropy: 1.8, kind: 'given' },
  ),
  named(
    'password',
    ['input password '],
    {
      prefix: String.raw`input password[ \t]{2,12}\S{1,60}[ \t]{2,12}`,
      characters: SPOKEN,
      minLength: 5,
      maxLength: 64,
      gate: { reach: 100, before: BEHIND_WORD },
    },
    { entropy: 1.8, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['neo4j_auth', 'basicauth', 'basic_auth', 'httpauth', 'http_auth'],
    {
      // Behind the user, in one setting.
      prefix: String.raw`(?:neo4j_auth["']?\s?[:=]\s?["']?[\w.-]{1,32}\/|(?:basic|http)_?auth\w{0,16}["']?\s?[:=]\s?["']?[\w.@-]{1,40}:(?!\/))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 80, name: 'one' },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['bind.credential', 'bind_credential', 'bind-credential', 'bindcredential', 'plain-text-password'],
    {
      prefix: String.raw`(?:bind[._-]?credentials?["']?\s?[:=]\s?["']?|plain-text-password(?:-value)?\s{1,2}["']?)`,
      lookahead: HAS_DIGIT,
      characters: String.raw`[^\s"'\x60<>;]`,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 28, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    PASSWORD_HASH,
    ['-h ', '-hashes '],
    {
      // What Windows derives from a password, which lets in as well as that.
      prefix: String.raw`(?:-h\s["']?(?:[0-9a-f]{32}:)?|-hashes\s["']?(?:[0-9a-f]{32})?:)`,
      ...NT_HASH,
      gate: { reach: 46, hasDigit: true },
    },
    {
      entropy: 2.5,
      kind: 'random',
      before: /(?:evil-winrm|crackmapexec|netexec|nxc|cme|smbmap|impacket|\.py)(?!\w)[^\n]{0,160}\s$/i,
      reachBack: 180,
    },
  ),
  named(
    PASSWORD_HASH,
    ['/pth:', '/rc4:', '/ntlm:', 'hashcat '],
    {
      prefix: String.raw`(?:\/(?:pth|rc4|ntlm):|hashcat\s[^\n]{0,100}?-m\s?(?:1000|3000|5500|5600)\s(?:[^\n]{0,60}\s)?)`,
      ...NT_HASH,
      gate: { reach: 180, hasDigit: true },
    },
    { entropy: 2.5, kind: 'random', before: /(?:^|[^\w-])$/ },
  ),
  named(
    'generic_secret',
    ['mixpanel.init(', 'rollbar.init(', 'amplitude.init(', 'datadog(', 'deepgram(', 'owm(', 'analytics(', 'serverclient('],
    {
      prefix: String.raw`(?:(?:mixpanel|rollbar|amplitude)\.init|datadog|deepgram|owm|analytics|serverclient)\(\s?["']`,
      ...HEX_KEY,
      gate: { reach: 20, hasDigit: true },
    },
    { entropy: 2.8, kind: 'random' },
  ),
];

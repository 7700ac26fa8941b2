import { BEHIND_WORD, codesOf, named, type NamedSecret } from './named-form.ts';
import { PASS_WORD } from './secret-names.ts';

const IN_QUOTES = String.raw`[^\s"'\x60<>\\]`;

/** Secrets hard-coded in programs, identified by the calls and settings they appear in. */
export const CODE_SECRETS: readonly NamedSecret[] = [
  named(
    'generic_secret',
    [
      'jwt.sign(',
      'jwt.verify(',
      'jwt.encode(',
      'jwt.decode(',
      'createhmac(',
      'hmac.new(',
      'hmac.compute',
      'fernet(',
      'jwt"',
      'jwtsettings"',
      'jwtoptions"',
    ],
    {
      prefix: String.raw`(?:jwt\.(?:sign|verify|encode|decode)\([^\n"'()]{1,60},\s?["']|fernet\(\s?b?["']|createhmac\(\s?["'][\w-]{1,12}["']\s?,\s?["']|hmac\.(?:new|compute\w{0,8})\(\s?b?["']|jwt(?:settings|options)?"\s?:\s?\{[^{}]{0,160}?"(?:key|secret|secretkey|signingkey)"\s?:\s?")`,
      characters: IN_QUOTES,
      minLength: 12,
      maxLength: 256,
      suffix: String.raw`(?=["'])`,
    },
    { entropy: 3, kind: 'made' },
  ),
  named(
    'generic_secret',
    ["_key'", '_key"', "_salt'", '_salt"'],
    {
      // WordPress salts may contain any character.
      prefix: String.raw`(?:_key|_salt)(?<=define\(\s?["'](?:secure_)?(?:auth|logged_in|nonce)_(?:key|salt))["']\s?,\s{1,12}["']`,
      characters: String.raw`[^"'\n\r]`,
      minLength: 32,
      maxLength: 80,
      suffix: String.raw`(?=["'])`,
      gate: { reach: Infinity },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'generic_secret',
    ['secret=', 'secret_key='],
    {
      // The same in a line of an environment file.
      prefix: String.raw`secret(?:_key)?=(?<=(?:^|[\s;])(?:export\s)?(?:[A-Z][A-Z0-9_]{0,40}_secret(?:_key)?|secret_key)=)["']?`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)(?=[^\s"']{8,64}["']?[ \t]{0,4}(?:[\r\n]|$))`,
      characters: IN_QUOTES,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 13, hasDigit: true, before: codesOf('[_\\s;]') },
    },
    { entropy: 2.5, kind: 'chosen' },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // `put("password", "…")`, `:password, "…"`
      prefix: String.raw`(?:${PASS_WORD}|pass|pwd)(?:(?<=["'][\w. #-]{0,40})["']\s?|(?<=(?:^|[\s(]):\w{0,40})),\s{0,4}["']`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)`,
      characters: IN_QUOTES,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=["']\s?(?:\)|[;\r\n]|$))`,
      gate: { reach: 60, name: 'one', follows: codesOf('["\',]'), hasDigit: true, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['.connect('],
    {
      prefix: String.raw`\.connect\(\s{0,12}["'][\w.@-]{1,64}["']\s?,\s{0,12}["']`,
      characters: IN_QUOTES,
      minLength: 8,
      maxLength: 128,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 120 },
    },
    { entropy: 2, kind: 'telling' },
  ),
  named(
    'password',
    ['login(', 'auth(', 'authenticate('],
    {
      // Who is let in, then the password as the last argument.
      prefix: String.raw`(?:login|auth|authenticate)\(\s{0,12}["'][\w.@+-]{1,64}["']\s?,\s{0,12}["']`,
      characters: String.raw`[^"'\x60<>\\\n\r]`,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=["']\s?\))`,
      gate: { reach: 120 },
    },
    { entropy: 2, kind: 'given' },
  ),
  named(
    'generic_secret',
    ['client(', 'login(', 'signer(', 'serializer(', 'sdk(', 'api(', 'configure(', 'authenticate(', 'init('],
    {
      // The only or first argument of what needs a key.
      prefix: String.raw`(?:client|login|signer|serializer|sdk|api|configure|authenticate|init)\(\s?b?["']`,
      characters: '[A-Za-z0-9_.+/~-]',
      minLength: 24,
      maxLength: 256,
      isPadded: true,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 20, hasDigit: true },
    },
    { entropy: 3.8, kind: 'scrambled' },
  ),
  named(
    'generic_secret',
    ['secret'],
    {
      // Keys that sign sessions.
      prefix: String.raw`secret["']?\s?:\s?["']`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)`,
      characters: IN_QUOTES,
      minLength: 8,
      maxLength: 64,
      suffix: String.raw`(?=["'])`,
      gate: { name: 'one', hasDigit: true, reach: 14, before: BEHIND_WORD },
    },
    { entropy: 2.5, kind: 'chosen', before: /(?:session|jwt\w{0,10}|strategy)\(\{[^{}]{0,120}[^A-Za-z0-9_]$/i, reachBack: 150 },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // Text typed into a form field, or sent to a program that prompts for it.
      prefix: String.raw`(?:${PASS_WORD}|pass|pwd):?[ *\]]{0,2}["'\x60][\])}]{0,3}[;\s]{0,6}(?:[\w.]{0,12}\.)?(?:fill|type|send_?keys|set_?value|val|press_sequentially|enter_text|input_text|send(?:line)?)[\s({]{1,3}\s?(?:--\s)?["'\x60]`,
      characters: IN_QUOTES,
      minLength: 5,
      maxLength: 128,
      gate: { reach: 100, soon: ['quote'] },
    },
    { entropy: 1.8, kind: 'given' },
  ),
  named(
    'password',
    ['.load('],
    {
      // Of a key store.
      prefix: String.raw`\.load\(\s?[\w.]{1,32}(?:\([^()\n]{0,60}\))?\s?,\s?"`,
      characters: IN_QUOTES,
      minLength: 4,
      maxLength: 64,
      suffix: String.raw`(?="\.toCharArray)`,
      gate: { reach: 110, soon: ['quote'] },
    },
    { entropy: 1.5, kind: 'given' },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // Between double quotes with a single one inside.
      prefix: String.raw`(?:${PASS_WORD}|pass|pwd)["']?\s?[:=]\s?"`,
      lookahead: String.raw`(?=[^"'\s]{1,40}'[^"\s]{1,40}")(?=[^\s\d]{0,63}\d)`,
      characters: String.raw`[^"\s]`,
      minLength: 6,
      maxLength: 82,
      suffix: '(?=")',
      gate: { name: 'one', isOwn: true, hasDigit: true, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'generic_secret',
    ['oauth1'],
    {
      // The secret beside the key of a client.
      prefix: String.raw`oauth1\w{0,16}\(\s{0,12}["'][\w-]{10,64}["']\s?,\s{0,12}(?:client_secret\s?=\s?)?["']`,
      characters: '[A-Za-z0-9_-]',
      minLength: 24,
      maxLength: 128,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 130 },
    },
    { entropy: 3.5, kind: 'scrambled' },
  ),
];

import { named, type NamedSecret } from './named-form.ts';
import { PASSWORD_WORD } from './secret-names.ts';

const IN_QUOTES = String.raw`[^\s"'\x60<>\\]`;

/** Secrets that programs are written with, by what is called with them. */
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
      'jwt"',
      'jwtsettings"',
      'jwtoptions"',
    ],
    {
      lead: String.raw`(?:jwt\.(?:sign|verify|encode|decode)\([^\n"'()]{1,60},\s?["']|createhmac\(\s?["'][\w-]{1,12}["']\s?,\s?["']|hmac\.(?:new|compute\w{0,8})\(\s?b?["']|jwt(?:settings|options)?"\s?:\s?\{[^{}]{0,160}?"(?:key|secret|secretkey|signingkey)"\s?:\s?")`,
      of: IN_QUOTES,
      least: 12,
      most: 256,
      behind: String.raw`(?=["'])`,
    },
    { entropy: 3, kind: 'made' },
  ),
  named(
    'generic_secret',
    ["_key'", '_key"', "_salt'", '_salt"'],
    {
      // The salts of WordPress hold any sign.
      lead: String.raw`(?:_key|_salt)(?<=define\(\s?["'](?:secure_)?(?:auth|logged_in|nonce)_(?:key|salt))["']\s?,\s{1,12}["']`,
      of: String.raw`[^"'\n\r]`,
      least: 32,
      most: 80,
      behind: String.raw`(?=["'])`,
      gate: { reach: Infinity },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // What is typed into a field, or sent to a program that asks for it.
      lead: String.raw`(?:${PASSWORD_WORD}|pass|pwd):?[ *]{0,2}["'\x60][\])}]{0,3}[;\s]{0,6}(?:[\w.]{0,12}\.)?(?:fill|type|send_?keys|set_?value|val|press_sequentially|enter_text|input_text|send(?:line)?)[\s({]{1,3}\s?(?:--\s)?["'\x60]`,
      of: IN_QUOTES,
      least: 6,
      most: 128,
      gate: { reach: 100, soon: ['quote'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
];

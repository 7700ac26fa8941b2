import { named, SPOKEN, type NamedSecret } from './named-form.ts';
import { METHODS, PRODUCTS } from './named-passwords.ts';

/** What has a number, too, in lists of people and of systems. */
const OTHERS = String.raw`(?!(?:${PRODUCTS}|room|raum|suite|office|building|floor|group|team|class|batch|cohort|dept|unit|block|grade|gate|desk|student|ubuntu|debian|alpine|fedora|centos|rocky)[-_]?\d|${METHODS})`;
/** A word with a capital, a number and a sign behind it; the same with a longer number and without the sign. */
const SIGNED = String.raw`(?-i:\p{Lu}\p{Ll}{3,16})(?:[@#_]\d{2,4}[!#$*]?|\d{1,4}[!#$*])`;
const NUMBERED = String.raw`(?:${SIGNED}|(?-i:\p{Lu}\p{Ll}{3,16})\d{2,4})`;
const LINE_END = String.raw`(?=[ \t]{0,4}(?:[\r\n]|$))`;
const PASSWORD = { characters: SPOKEN, minLength: 6, maxLength: 24, suffix: LINE_END, openSuffix: String.raw`[ \t]{0,4}` };
/** Languages in which a password is told by other words than those around it, or before the word for it. */
const LATIN = String.raw`(?=[!-~]{6,32}(?![!-~]))(?=[a-z])(?=[^\s\d]{0,31}\d)`;

/** Passwords in lists of logins, one a line, and in the words of languages that put them otherwise. */
export const LISTED_LOGINS: readonly NamedSecret[] = [
  named(
    'password',
    [' / '],
    { prefix: ' / ', lookahead: `${OTHERS}(?=${SIGNED}${LINE_END})`, ...PASSWORD, gate: { reach: 4, hasDigit: true } },
    { entropy: 2, kind: 'chosen', before: /(?:->|→|:)\s[\w.@-]{2,32}$/, reachBack: 40 },
  ),
  named(
    'password',
    ['root/', 'admin/'],
    { prefix: '(?:root|admin)/', lookahead: `${OTHERS}(?=${NUMBERED}${LINE_END})`, ...PASSWORD, gate: { reach: 7, hasDigit: true } },
    { entropy: 2, kind: 'chosen', before: /(?:^|[\s:(])$/ },
  ),
  named(
    'password',
    [
      'šifra ',
      'sifra ',
      'slaptažodis ',
      'slaptazodis ',
      'parole ir ',
      'parool on ',
      'heslo m',
      'паролата ',
      'пароль был',
      'passwordnya ',
      'sandinya ',
      'পাসওয়ার্ড',
      'பாஸ்வேர்ட்',
      'پسورد',
      'סיסמה',
      'κωδικός ',
    ],
    {
      prefix: String.raw`(?:[šs]ifra (?:mi )?je|slapta[žz]odis (?:yra|buvo)|parole ir|parool on|heslo m[áa]m|паролата(?:\s\p{L}{1,4})? е|пароль был|(?:password|sandi)nya|পাসওয়ার্ড|பாஸ்வேர்ட்|پسورد(?:\s\p{L}{1,6}){0,2}|סיסמה(?:\s\p{L}{1,6}){0,2}|κωδικός(?:\s\p{L}{1,4})? (?:είναι|ειναι))\s?:?\s["'«„]?`,
      lookahead: LATIN,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 32,
      gate: { reach: 40, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['использую ', 'uzywam ', 'używam ', '我用', '使用'],
    {
      // Before the word for it.
      prefix: String.raw`(?:использую\s|u[żz]ywam\s|(?:我|使)用\s?)["'«„「]?`,
      lookahead: String.raw`(?=[!-~]{6,32}["'»”」]?\s?(?:как парол|в качестве парол|jako has[lł]|(?:当|當|作为|作為|做)[\u4e00-\u9fff]{0,3}密[码碼]))(?=[^\s\d]{0,31}\d)`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 32,
      gate: { reach: 14, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
];

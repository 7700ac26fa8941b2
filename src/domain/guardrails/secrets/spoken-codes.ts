import { BEHIND_WORD, named, type NamedSecret } from './named-form.ts';
import { PASSWORD_KEYWORDS, PASSWORD_WORD, SAID } from './secret-names.ts';

/** Negative lookahead after a code: more of the number, and counted nouns or units. */
const ENDS = String.raw`(?![\w-]|[.,:/]\d|\s?(?:%|°|digits?|characters?|chars|letters|bits?|bytes|times|years?|days?|hours?|minutes?|users|people|accounts|lines|words|pages|rows|stellig|ziffern|zeichen|chiffres|caract|mm|cm|km|ms|px)(?!\p{L}))`;
/** The same when still incomplete. */
const OPEN_ENDS = String.raw`(?:[.,:/-]|\s?(?:%|°|\p{L}{0,10}))?`;
/** The start of a word, with no word before it for what other codes are of. */
const NOT_OF_OTHERS =
  /(?<!(?:error|status|exit|response|return|result|reason|failure|fehler|country|area|dialling|zip|postal|post|promo|promotion(?:al)?|discount|coupon|voucher|referral|invite|gift|product|item|order|tracking|reference|booking|source|event|http|airport|currency|language|colou?r|tax|dress))(?:^|[^\p{L}\d])$/iu;
/** What the code opens, between the word for a code and its value. */
const OPENS = String.raw`(?:\s(?:re[çc]u|envoyé|received|sent|erhalten|recibido|enviado)\s(?:par|by|via|per|por)\s\p{L}{2,10}|\s(?:for|to|of|on|für|zu[mr]?|de|del|della|do|da|du|pour|para|van|voor|до|для|от|к|der|des|(?:mein|dein|sein|ihr|unser)e[rs])\s[\p{L}'’-]{1,14}(?:\s[\p{L}\d'’-]{1,14}){0,2}?|\s(?:i|we|you)\s\p{L}{2,10})?`;

/** A phrase before a word for a code that says that the number before it is one: "604921 is your Google verification code". */
const CODE_BEFORE =
  /(?:^|[^\w.,/-])(?:[A-Z]-)?(\d{4,8}|\d{3}[- ]\d{3})\s(?:is|ist|est|es|è|é)\s(?:your|ihr|dein|votre|ton|tu|su|il tuo|o seu)\s(?:[\p{L}\d.'’-]{1,20}\s){0,4}(?:[\p{L}\d]{1,20}-)?$/iu;
/** The same for a PIN. */
const PIN_BEFORE = /(?:^|[^\w.,/-])(\d{4,8})\s(?:is|ist|est|es|è|é)\s(?:the|my|our|die|meine|mon|le|mi|el|il|o|a)\s(?:\p{L}{1,16}[ -])?$/iu;
/** The same for what is opened. */
const OPENING_BEFORE =
  /(?:^|[^\w.,/-])(\d{4,8})\s(?:=|[–-]|->|is|ist)\s(?:the\s|our\s)?(?:(?:front|back|main) )?(?:door|gate|garage|alarm|safe|lock|locker|lockbox|shed|entry|access|building|bike) $/iu;
/** Maximum length of that phrase. */
const MAX_BEFORE = 110;

/** The number that the words right before a place declare to be the code named there. */
export function codeBefore(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  if (at < 2 || !' -'.includes(text.charAt(at - 1))) return undefined;
  const from = Math.max(0, at - MAX_BEFORE);
  const before = text.slice(from, at);
  if (!/\d{3}/.test(before) || (!before.includes(' is ') && !/\s(?:ist|est|es|è|é|=|[–-]>?)\s/i.test(before))) return undefined;
  const match =
    CODE_BEFORE.exec(before) ??
    OPENING_BEFORE.exec(before) ??
    (/^pin(?!\p{L})/iu.test(text.slice(at, at + 4)) ? PIN_BEFORE.exec(before) : null);
  const code = match?.[1] ?? '';
  if (match === null) return undefined;
  const start = from + match.index + match[0].indexOf(code);
  return { start, end: start + code.length };
}

/** Digits as words, one after the other. */
const DIGIT_WORD =
  '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf)';
const APART = '[ ,-]{1,2}';

/** Numeric codes identified by words for them; few words are needed, as no other digits follow those. */
export const SPOKEN_CODES: readonly NamedSecret[] = [
  named(
    'pin',
    ['code', 'passcode', 'otp', 'pin', 'combination', 'combo'],
    {
      // Three and three digits, as in text messages, or one by one.
      prefix: String.raw`(?:pass)?(?:code|otp|pin|combo|combination)${OPENS}(?:${SAID}|\s(?=\d{3} \d{3} (?:expires|is valid|valid)))`,
      lookahead: String.raw`(?=(?:\d{3} \d{3}|\d{2} \d{2} \d{2}|\d(?: \d){3,7})(?! ?\d))`,
      characters: '[0-9 ]',
      minLength: 7,
      maxLength: 15,
      suffix: String.raw`(?<=\d)${ENDS}(?=[.,;!)"'\x60]|\s[^\d]|\s{0,4}$)`,
      gate: { reach: 90, name: 'one', hasDigit: true },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before:
        /(?:^|[^\p{L}])(?:(?:access|verification|one[- ]time|login|log-in|sign-in|auth|authentication|security|2fa|mfa|sms|otp|confirmation|your|the|my|le|mon|votre|ton|ce|alarm|door|gate|meeting|room|safe|lock|locker|padlock) (?:pass)?|otp |pin |pass|(?:bestätigungs|sicherheits|einmal|verifizierungs|zugangs|freischalt|aktivierungs|anmelde|login))?$/iu,
    },
  ),
  named(
    'pin',
    ['code'],
    {
      // From a message that says not to share it, or how long it is valid.
      prefix: String.raw`code(?:${SAID}|\s)`,
      lookahead: String.raw`(?=\d{4,8}(?![\d-])[^\n]{0,40}(?:(?:not|never|n['’]t) (?:share|disclose|give)|expire|valid for|nicht (?:weiter|teilen)|gültig|ne (?:le )?partag|no (?:lo )?compart))`,
      characters: '[0-9#*-]',
      minLength: 4,
      maxLength: 8,
      gate: { reach: 40, name: 'one', isBare: true, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: NOT_OF_OTHERS },
  ),
  named(
    'pin',
    ['whatsapp code', 'login code', 'log-in code', 'sign-in code', 'verification code', 'security code'],
    {
      prefix: String.raw`(?:whatsapp|log-?in|sign-in|verification|security) code(?:${SAID}|\s)`,
      lookahead: String.raw`(?=(?:(?=[A-Z\d-]{0,6}\d)[A-Z\d]{3}-[A-Z\d]{3}|G-\d{6})(?![\w-]))`,
      characters: '[A-Z0-9-]',
      minLength: 7,
      maxLength: 8,
      gate: { reach: 50, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    [' tan lautet ', ' tan: ', ' tan ist ', ' tan is '],
    {
      prefix: String.raw`\stan(?:\slautet|\sist|\sis|:)\s`,
      characters: '[0-9 ]',
      minLength: 4,
      maxLength: 9,
      suffix: String.raw`(?<=\d)${ENDS}(?! ?\d)`,
      gate: { reach: 12, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random' },
  ),
  named(
    'pin',
    ['cvv', 'cvc', 'security code', 'card verification', 'fziffer', 'cryptogramme'],
    {
      // Security code of a payment card.
      prefix: String.raw`(?:cvv2?|cvc2?|(?:card )?security code|card verification (?:code|value|number)|fziffer|cryptogramme(?: visuel)?)(?:\s(?:on|at|from|of|auf|hinten|au)\s(?:\p{L}{2,12}\s?){1,4}?)?(?:${SAID}|\s(?=\d{0,3}(?!\d)))`,
      characters: '[0-9]',
      minLength: 3,
      maxLength: 4,
      suffix: ENDS,
      openSuffix: OPEN_ENDS,
      gate: { reach: 110, name: 'one', isBare: true, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d]|(?<!\p{L})(?:karten)?pr(?:ü|ue))$/iu },
  ),
  named(
    'pin',
    ['use ', 'enter '],
    {
      // "Use 338291 to verify your account."
      prefix: String.raw`(?:use|enter)\s(?:(?:the )?code )?`,
      lookahead: String.raw`(?=\d{4,8}(?!\d)|\d{3}[- ]\d{3}(?!\d))`,
      characters: '[0-9 -]',
      minLength: 4,
      maxLength: 8,
      suffix: String.raw`(?<=\d)(?=\s(?:to (?:verify|log|sign|confirm|authenticate|complete|unlock|reset|finish|activate)|as (?:your|the|my|a|our) (?:\p{L}+ ){0,3}(?:code|otp|pin|passcode)))`,
      openSuffix: String.raw`(?:\s(?:t|(?:to|as)(?:\s\p{L}{0,12}){0,4}|a)?)?`,
      gate: { reach: 16, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['schl', 'network key', 'wifi key', 'wi-fi key', 'wlan key', 'wpa'],
    {
      // Default keys printed on routers, digits only.
      prefix: String.raw`(?:schl(?:ü|ue)ssel(?<=(?:wlan|wi-?fi|wpa\d?)[ -]?(?:netzwerk)?schl(?:ü|ue)ssel)|(?:network|wi-?fi|wlan) key|wpa[23]?(?:-psk|[ -]key|[ -]pre-?shared key)?)(?:\s\([^)\n]{1,12}\))?(?:${SAID}|\s)`,
      characters: '[0-9]',
      minLength: 8,
      maxLength: 63,
      suffix: ENDS,
      openSuffix: OPEN_ENDS,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 1.5, kind: 'random', before: /(?:^|[^A-Za-z])$|(?:netzwerk|wlan|wifi|wpa)[ -]?$/iu },
  ),
  named(
    'generic_secret',
    ['otp', '2fa', 'authenticator', 'mfa'],
    {
      // Secrets of one-time passwords, in base32.
      prefix: String.raw`(?:t?otp|2fa|mfa|authenticator)[ _-](?:secret|seed|key|setup key|code)(?:[^\n]{0,32}?(?:${SAID})|\s(?=[A-Z]{0,32}[2-7]))`,
      lookahead: String.raw`(?=(?:[A-Z2-7]{4}[ -]?){4,16}[A-Z2-7]{0,3}(?![\w]))`,
      characters: '[A-Z2-7]',
      minLength: 16,
      maxLength: 64,
      gate: { reach: 90 },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[^\p{L}\d])t?$/iu },
  ),
  named(
    'generic_secret',
    ['otp', '2fa', 'authenticator', 'mfa', 'setup key', 'two-factor'],
    {
      // The same in groups of four, as displayed for typing.
      prefix: String.raw`(?:(?:t?otp|2fa|mfa|authenticator|two-factor)[ _-])?(?:secret|seed|setup key|key)(?:[^\n]{0,32}?(?:${SAID})|(?<=(?:otp|2fa|mfa)[ _-](?:secret|seed|key))\s)`,
      lookahead: String.raw`(?=[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,12}(?!\w))(?=[A-Z -]{0,70}[2-7])`,
      characters: '[A-Z2-7 -]',
      minLength: 19,
      maxLength: 64,
      suffix: String.raw`(?<=[ -][A-Z2-7]{4})(?!\w|[ -][A-Z2-7]{4}(?!\w))`,
      gate: { reach: Infinity, hasDigit: true },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[^\p{L}\d])t?$/iu },
  ),
  named(
    'password',
    ['pass'],
    {
      // Generated groups of digits.
      prefix: String.raw`pass(?:phrase|code|word|wort)(?:${SAID})(?=\d{4,6}(?: \d{4,6}){2,15}(?![\w-]))`,
      characters: '[0-9 ]',
      minLength: 14,
      maxLength: 112,
      suffix: String.raw`(?<=\d)(?!\d| \d)`,
      gate: { reach: Infinity, name: 'one', isOwn: true, hasDigit: true },
    },
    { entropy: 1.5, kind: 'random' },
  ),
  named(
    'password',
    PASSWORD_KEYWORDS,
    {
      // A digits-only password, after the full word for one.
      prefix: String.raw`(?:${PASSWORD_WORD}(?<!s)|(?<![a-z0-9+/])(?:p(?:wd?|in)(?=:)|pwd?(?=\sfor\s)|psk(?=["':= ])))${OPENS}(?:${SAID})`,
      characters: '[0-9]',
      minLength: 4,
      maxLength: 20,
      suffix: ENDS,
      openSuffix: OPEN_ENDS,
      gate: { reach: 120, name: 'one', isOwn: true, hasDigit: true },
    },
    { entropy: 0.9, kind: 'random' },
  ),
  named(
    'pin',
    [
      'pin is ',
      'pin: ',
      'pin ist ',
      'pin es ',
      'code is ',
      'code: ',
      'code ist ',
      'code est ',
      'passcode ',
      'combination is ',
      'password is ',
    ],
    {
      // Said digit by digit.
      prefix: String.raw`(?:pin|(?:pass)?code|combination|password)(?:\s?:|\s(?:is|ist|es|est))?\s{1,2}`,
      lookahead: `(?=(?:${DIGIT_WORD}${APART}){3})`,
      characters: String.raw`[^\d\n.;:"'()?!]`,
      minLength: 11,
      maxLength: 80,
      suffix: String.raw`(?<=(?:${DIGIT_WORD}${APART}){3,11}${DIGIT_WORD})(?!\p{L}|${APART}${DIGIT_WORD}(?!\p{L}))`,
      gate: { reach: 24, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
];

import { BEHIND_WORD, codesOf, named, type NamedSecret } from './named-form.ts';
import { PASSWORD_MARKS, PASSWORD_WORD, SAID } from './secret-names.ts';

/** What does not stand behind a number that opens something: more of it, and what is counted. */
const ENDS = String.raw`(?![\w-]|[.,:/]\d|\s?(?:%|°|digits?|characters?|chars|letters|bits?|bytes|times|years?|days?|hours?|minutes?|users|people|accounts|stellig|ziffern|zeichen|chiffres|caract|mm|cm|km|ms|px)(?!\p{L}))`;
/** Whose it is, or what is done with it, right before a word for it. */
const OWNER = String.raw`(?:my|your|our|the|his|her|their|new|old|card|sim|atm|door|safe|gate|alarm|phone|account|login|app|bank|security|with|using|enter|type|mit|avec|con|com|de[nrs]|die|meine?n?|le|mon|el|mi|tu|il|mio|o|meu)`;
/** What it opens, between a word for it and what says its value. */
const OPENS = String.raw`(?:\s(?:for|to|of|on|für|zu[mr]?|de|del|della|do|da|du|pour|para|van|voor|до|для|от|к)\s[\p{L}'’-]{1,14}(?:\s[\p{L}\d'’-]{1,14}){0,2}?)?`;

/** Numbers that open something, by the words for them: no other digits do, so that few are enough. */
export const SPOKEN_CODES: readonly NamedSecret[] = [
  named(
    'pin',
    ['pin', 'puk'],
    {
      // Six digits are a postal code in India, which is called the same.
      lead: String.raw`(?:pin(?:[ -]?(?:number|nummer|no\.?))?|puk)${OPENS}(?:(?:${SAID})(?!\d{6}(?!\d)(?<!\s(?:is|was|ist|est|es|è|é)\s\d{6}|(?:${OWNER}|puk)\s(?:\w{2,12}\s)?(?:pin|puk):?\s\d{6}))|\s(?=\d{4}(?!\d)(?<=${OWNER}\s(?:\w{2,12}\s)?(?:pin|puk)(?: code| number)?\s\d{4})))`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      gate: { reach: 90, name: 'one', hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['code'],
    {
      lead: String.raw`code${OPENS}(?:${SAID})(?!\d{6}(?!\d)(?<=pin[ -]code[^\d]{1,12}\d{6}))`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      gate: { reach: 70, name: 'one', hasDigit: true, before: codesOf('[ mrst-]') },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before:
        /(?:(?:^|[^\p{L}])(?:pin|access|door|gate|alarm|entry|lock|safe|locker|vault|unlock|keypad|garage|verification|one[- ]time|login|log-in|sign-in|auth|authentication|2fa|mfa|two-factor|sms|otp|activation|reset) |(?:zugangs|tür|sicherheits|bestätigungs|verifizierungs|alarm|einmal|freischalt)-?|pin-)$/iu,
    },
  ),
  named(
    'pin',
    ['digo de ', "code d'acc", 'code de s', 'code de v', 'code secret'],
    {
      lead: String.raw`(?:digo de (?:verificaci[oó]n|verifica[cç][aã]o|seguridad|seguran[cç]a|acceso|acesso)|code (?:d['’]accès|de sécurité|de vérification|secret))${OPENS}(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      gate: { reach: 80, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:c[oó]|(?:^|[^\p{L}]))$/iu },
  ),
  named(
    'pin',
    ['combination'],
    {
      lead: String.raw`combination${OPENS}(?:${SAID})(?=(?:\d{1,2}[- ]){2,3}\d{1,2}(?!\d)|\d{4,6}(?!\d))`,
      of: '[0-9-]',
      least: 4,
      most: 11,
      behind: ENDS,
      gate: { reach: 80, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:safe|lock|locker|vault|padlock|(?:^|\p{L})['’]s|the) $/iu },
  ),
  named(
    'pin',
    ['otp'],
    {
      lead: `otp(?: code)?${OPENS}(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      gate: { name: 'one', isBare: true, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'generic_secret',
    ['otp', '2fa', 'authenticator', 'mfa'],
    {
      // What one-time codes are made of, in base 32.
      lead: String.raw`(?:t?otp|2fa|mfa|authenticator)[ _-](?:secret|seed|key|setup key|code)[^\n]{0,32}?(?:${SAID})`,
      looks: String.raw`(?=(?:[A-Z2-7]{4}[ -]?){4,16}[A-Z2-7]{0,3}(?![\w]))`,
      of: '[A-Z2-7]',
      least: 16,
      most: 64,
      gate: { reach: 90 },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[^\p{L}\d])t?$/iu },
  ),
  named(
    'password',
    PASSWORD_MARKS,
    {
      // A password of nothing but digits, behind the whole word for one.
      lead: String.raw`(?:${PASSWORD_WORD}(?<!s)|(?<![a-z0-9+/])p(?:wd?|in)(?=:))(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 12,
      behind: ENDS,
      gate: { reach: 120, name: 'one', isOwn: true, hasDigit: true },
    },
    { entropy: 0.9, kind: 'random' },
  ),
];

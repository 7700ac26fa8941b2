import { BEHIND_WORD, codesOf, named, type NamedSecret } from './named-form.ts';
import { PASSWORD_MARKS, PASSWORD_WORD, SAID } from './secret-names.ts';

/** What does not stand behind a number that opens something: more of it, and what is counted. */
const ENDS = String.raw`(?![\w-]|[.,:/]\d|\s?(?:%|°|digits?|characters?|chars|letters|bits?|bytes|times|years?|days?|hours?|minutes?|users|people|accounts|lines|words|pages|rows|stellig|ziffern|zeichen|chiffres|caract|mm|cm|km|ms|px)(?!\p{L}))`;
/** The beginning of that, which may still come. */
const OPEN_ENDS = String.raw`(?:[.,:/-]|\s?(?:%|°|\p{L}{0,10}))?`;
/** Whose it is, or what is done with it, right before a word for it. */
const OWNER = String.raw`(?:banking|telebanking|printer|drucker|my|your|our|the|his|her|their|new|old|card|sim|atm|door|safe|gate|alarm|phone|account|login|app|bank|security|with|using|enter|type|mit|avec|con|com|de[nrs]|die|meine?n?|le|mon|el|mi|tu|il|mio|o|meu)`;
/** What it opens, between a word for it and what says its value. */
const OPENS = String.raw`(?:\s(?:for|to|of|on|für|zu[mr]?|de|del|della|do|da|du|pour|para|van|voor|до|для|от|к|der|des|(?:mein|dein|sein|ihr|unser)e[rs])\s[\p{L}'’-]{1,14}(?:\s[\p{L}\d'’-]{1,14}){0,2}?|\s(?:i|we|you)\s\p{L}{2,10})?`;

/** What says before a word for a code that the number before it is one: "604921 is your Google verification code". */
const CODE_BEFORE =
  /(?:^|[^\w.,/-])(?:[A-Z]-)?(\d{4,8}|\d{3}-\d{3})\s(?:is|ist|est|es|è|é)\s(?:your|ihr|dein|votre|ton|tu|su|il tuo|o seu)\s(?:[\p{L}\d.'’-]{1,20}\s){0,4}$/iu;
/** Most characters that this takes. */
const MAX_BEFORE = 110;

/** The number that the words right before a place say to be what the word there calls it. */
export function codeBefore(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  if (at < 2 || text.charCodeAt(at - 1) !== 32) return undefined;
  const from = Math.max(0, at - MAX_BEFORE);
  const before = text.slice(from, at);
  if (!before.includes(' is ') && !/\s(?:ist|est|es|è|é)\s/i.test(before)) return undefined;
  const match = CODE_BEFORE.exec(before);
  const code = match?.[1] ?? '';
  if (match === null) return undefined;
  const start = from + match.index + match[0].indexOf(code);
  return { start, end: start + code.length };
}

/** Numbers that open something, by the words for them: no other digits do, so that few are enough. */
export const SPOKEN_CODES: readonly NamedSecret[] = [
  named(
    'pin',
    ['pin', 'puk'],
    {
      // Six digits are a postal code in India, which is called the same.
      lead: String.raw`(?:pin(?:[ -]?(?:number|nummer|no\.?))?|puk)${OPENS}(?:(?:${SAID})(?!\d{6}(?!\d)(?<!\s(?:is|was|ist|est|es|è|é)\s\d{6}|(?:${OWNER}|puk)\s(?:\w{2,12}\s)?(?:pin|puk):?\s\d{6}))|\s(?=\d{4}[ \t]{0,3}(?:[\r\n]|$)|\d{4}(?!\d)\s?[,;/]\s?(?:the )?puk|\d{8}(?!\d)(?<=puk \d{8})|\d{4,5}(?!\d)(?<=${OWNER}\s(?:\w{2,12}\s)?(?:pin|puk)(?: code| number)?\s\d{4,5})|\d{6}(?!\d)(?<=(?:laptop|tablet|ipad|iphone|phone|device|screen|windows|sim|card) pin \d{6})))`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 90, name: 'one', hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['code'],
    {
      lead: String.raw`code${OPENS}(?:${SAID}|\s(?=[#*]?\d{4,6}(?!\d)(?<=(?:master|installer|alarm|door|gate|keypad|access|entry|one[- ]time|verification|log-?in|security|lock|safe|vault|unlock|garage|entrance|building|lobby|sms|2fa|mfa) code [#*]?\d{4,6})|[#*]?\d{0,3}$))(?!\d{6}(?!\d)(?<=pin[ -]code(?:[^\d]{1,12}|\s(?:of|in)\s[^\d]{1,30})\d{6}))`,
      looks: String.raw`(?=[#*]?\d{4,8}[#*]?(?![\d#*-])|\d{3}-\d{3}(?![\d-])|\d\d-\d\d-\d\d(?![\d-]))`,
      of: '[0-9#*-]',
      least: 4,
      most: 10,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 70, name: 'one', hasDigit: true, before: codesOf('[ _mrst-]') },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before:
        /(?:(?:^|[^\p{L}])(?:pin|access|door|gate|alarm|entry|lock|safe|locker|vault|unlock|keypad|garage|verification|one[- ]time|login|log-in|sign-in|auth|authentication|2fa|mfa|two-factor|sms|otp|activation|reset|master|installer|user|guest|(?:safe|door|gate|alarm|house|vault|locker)['’]s|your(?= (?:\p{L}+ )?$))[ _]|(?:door|gate|alarm|garage|lock|locker|keypad|entrance|safe)[:,] |(?:zugangs|tür|sicherheits|bestätigungs|verifizierungs|alarm|einmal|freischalt)-?|pin-)$/iu,
    },
  ),
  named(
    'pin',
    ['digo de ', 'digo do ', 'digo da ', 'codice de', "code d'acc", 'code de s', 'code de v', 'code secret'],
    {
      lead: String.raw`(?:(?:digo|codice) d[eao](?: la| el|lla|l)? ?(?:portão|prédio|garagem|cartão|alarma|alarme|puerta|porta|portone|portal|garaje|cancello|cassaforte|caja fuerte|cofre)|digo de (?:verificaci[oó]n|verifica[cç][aã]o|seguridad|seguran[cç]a|acceso|acesso)|code (?:d['’]accès|de sécurité|de vérification|secret))${OPENS}(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 80, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:c[oó]|(?:^|[^\p{L}]))$/iu },
  ),
  named(
    'pin',
    ['code for', 'code to', 'code of'],
    {
      // "the code for the front gate is 1945"
      lead: String.raw`code (?:for|to|of) (?:the|my|our|your|his|her|their) (?:\p{L}{1,12} ){0,2}?(?:door|gate|alarm|safe|lock|garage|house|flat|building|entrance|lobby|locker|keypad|vault|shed|cabin|gym|office)(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 80, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['code', 'passcode', 'otp', 'pin'],
    {
      // Three and three digits, as messages write them.
      lead: String.raw`(?:pass)?(?:code|otp|pin)${OPENS}(?:${SAID})`,
      looks: String.raw`(?=\d{3} \d{3}(?! ?\d))`,
      of: '[0-9 ]',
      least: 7,
      most: 8,
      behind: String.raw`(?<=\d)${ENDS}(?=[.,;!)"'\x60]|\s[^\d]|\s{0,4}$)`,
      gate: { reach: 90, name: 'one', hasDigit: true },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before:
        /(?:^|[^\p{L}])(?:(?:access|verification|one[- ]time|login|log-in|sign-in|auth|authentication|security|2fa|mfa|sms|otp|confirmation|your|the|my|alarm|door|gate|meeting|room) (?:pass)?|otp |pin |pass)?$/iu,
    },
  ),
  named(
    'pin',
    ['code'],
    {
      // Of a message that says what not to do with it, or how long it lasts.
      lead: String.raw`code(?:${SAID}|\s)`,
      looks: String.raw`(?=\d{4,8}(?![\d-])[^\n]{0,40}(?:(?:not|never|n['’]t) (?:share|disclose|give)|expire|valid for|nicht (?:weiter|teilen)|gültig|ne (?:le )?partag|no (?:lo )?compart))`,
      of: '[0-9#*-]',
      least: 4,
      most: 8,
      gate: { reach: 40, name: 'one', isBare: true, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['whatsapp code', 'login code', 'log-in code', 'sign-in code', 'verification code', 'security code'],
    {
      lead: String.raw`(?:whatsapp|log-?in|sign-in|verification|security) code(?:${SAID}|\s)`,
      looks: String.raw`(?=(?=[A-Z\d-]{0,6}\d)[A-Z\d]{3}-[A-Z\d]{3}(?![\w-]))`,
      of: '[A-Z0-9-]',
      least: 7,
      most: 7,
      gate: { reach: 50, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    [
      'kod do ',
      'kod furtki',
      'code porte',
      'code porta',
      'code immeuble',
      'digicode',
      'koden er',
      'koden är',
      'код дом',
      'код две',
      'код сей',
      'код под',
      'код вор',
      'код сиг',
      'kode til ',
    ],
    {
      // Doors and alarms in other languages, whose codes have a letter now and then.
      lead: String.raw`(?:kod do (?:bramy|domofonu|drzwi|alarmu|furtki|sejfu|garażu|klatki)|kod furtki|code (?:porte|portail|immeuble)|digicode|koden(?: til \p{L}{2,12})?(?= (?:er|är))|kode til \p{L}{2,12}|код (?:домофон|двер|сейф|подъезд|ворот|сигнализаци)\p{L}{0,4})(?:${SAID}|\s)`,
      looks: String.raw`(?=(?:[^\s\d]?\d){3})(?=[\p{L}\d*#]{4,8}(?![\p{L}\d]))`,
      of: String.raw`[^\s,.;:!?()"'<>]`,
      least: 4,
      most: 8,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['door: ', 'alarm: ', 'gate: ', 'garage: ', 'keypad: ', 'keypad ', 'lockbox: ', 'safe: '],
    {
      // "door: 4417#"
      lead: String.raw`(?:(?:door|alarm|gate|garage|keypad|lockbox|safe):|keypad)\s`,
      looks: String.raw`(?=[#*]?\d{4,6}[#*]?(?![\d#*-]))`,
      of: '[0-9#*-]',
      least: 4,
      most: 8,
      behind: String.raw`${ENDS}(?=[.,;)]|\s{0,3}(?:[\r\n]|$))`,
      openBehind: OPEN_ENDS,
      gate: { reach: 10, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['open with ', 'opens with ', 'unlock with ', 'unlocks with '],
    {
      lead: String.raw`(?:opens?|unlocks?) with (?:the )?(?:code |pin |number )?`,
      looks: String.raw`(?=[#*]?\d{4,8}[#*]?(?![\d#*-])|\d{1,2}(?:-\d{1,2}){2,3}(?![\d-]))`,
      of: '[0-9#*-]',
      least: 4,
      most: 11,
      behind: String.raw`${ENDS}(?!\s(?!and|then|or|to|on|at|for|but)\p{L})`,
      openBehind: OPEN_ENDS,
      gate: { reach: 32, hasDigit: true, before: BEHIND_WORD },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before: /(?:^|[^\p{L}])(?:safe|lock|door|gate|locker|vault|garage|padlock|keypad|shed|box|alarm)\s(?:\p{L}{2,8}\s){0,2}$/iu,
    },
  ),
  named(
    'pin',
    ['cvv', 'cvc', 'card security code', 'card verification'],
    {
      // What stands on the back of a card.
      lead: String.raw`(?:cvv2?|cvc2?|card (?:security code|verification (?:code|value|number)))(?:${SAID}|\s(?=\d{0,3}(?!\d)))`,
      of: '[0-9]',
      least: 3,
      most: 4,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 60, name: 'one', isBare: true, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'pin',
    ['combination', 'combo '],
    {
      lead: String.raw`comb(?:ination|o)${OPENS}(?:${SAID}|\s)(?=(?:\d{1,2}[- ]){2,3}\d{1,2}(?!\d)|\d{4,6}(?!\d))`,
      of: '[0-9#*-]',
      least: 4,
      most: 11,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 80, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:safe|lock|locker|vault|padlock|(?:^|\p{L})['’]s|the|my|our) $/iu },
  ),
  named(
    'pin',
    [
      'пин',
      '暗証番号',
      '验证码',
      '驗證碼',
      '校验码',
      '动态码',
      '인증번호',
      '핀번호',
      '認証コード',
      'pincode',
      'pin kod',
      'kod pin',
      "code de l'",
      'code de la ',
      'code du ',
      'codice di ',
    ],
    {
      // The same in other languages.
      lead: String.raw`(?:пин(?:-?код)?|暗証番号|(?:[验驗][证證]|校验|动态)[码碼]|인증번호|핀번호|認証コード|pincode|pin kodu?m?|kod pin|code (?:de l['’]|de la |du )(?:alarme|porte|portail|immeuble|coffre|entrée|garage|cadenas|carte)|codice di (?:verifica|accesso|sicurezza))(?:\s\p{L}{1,14}){0,3}?(?:${SAID}|\s)`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 80, hasDigit: true },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$|[^!-~]$/u },
  ),
  named(
    'pin',
    ['use ', 'enter '],
    {
      // "Use 338291 to verify your account."
      lead: String.raw`(?:use|enter)\s(?:(?:the )?code )?`,
      of: '[0-9]',
      least: 4,
      most: 8,
      behind: String.raw`(?=\s(?:to (?:verify|log|sign|confirm|authenticate|complete|unlock|reset)|as your (?:\p{L}+ ){0,3}(?:code|otp|pin|passcode)))`,
      openBehind: String.raw`(?:\s(?:t|(?:to|as)(?:\s\p{L}{0,12}){0,4}|a)?)?`,
      gate: { reach: 16, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 0.5, kind: 'random', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['schl', 'network key', 'wifi key', 'wi-fi key', 'wlan key', 'wpa'],
    {
      // What routers print on themselves: nothing but digits.
      lead: String.raw`(?:schl(?:ü|ue)ssel(?<=(?:wlan|wi-?fi|wpa\d?)[ -]?(?:netzwerk)?schl(?:ü|ue)ssel)|(?:network|wi-?fi|wlan) key|wpa[23]?(?:-psk|[ -]key|[ -]pre-?shared key)?)(?:\s\([^)\n]{1,12}\))?(?:${SAID})`,
      of: '[0-9]',
      least: 8,
      most: 63,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 1.5, kind: 'random', before: /(?:^|[^A-Za-z])$|(?:netzwerk|wlan|wifi|wpa)[ -]?$/iu },
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
      openBehind: OPEN_ENDS,
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
    'generic_secret',
    ['otp', '2fa', 'authenticator', 'mfa', 'setup key', 'two-factor'],
    {
      // The same in groups of four, as it is read out and typed.
      lead: String.raw`(?:(?:t?otp|2fa|mfa|authenticator|two-factor)[ _-])?(?:secret|seed|setup key|key)[^\n]{0,32}?(?:${SAID})`,
      looks: String.raw`(?=[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,12}(?!\w))(?=[A-Z -]{0,70}[2-7])`,
      of: '[A-Z2-7 -]',
      least: 19,
      most: 64,
      behind: String.raw`(?<=[ -][A-Z2-7]{4})(?!\w|[ -][A-Z2-7]{4}(?!\w))`,
      gate: { reach: Infinity, hasDigit: true },
    },
    { entropy: 3, kind: 'random', before: /(?:^|[^\p{L}\d])t?$/iu },
  ),
  named(
    'password',
    ['pass'],
    {
      // Groups of digits, as programs draw them.
      lead: String.raw`pass(?:phrase|code|word|wort)(?:${SAID})(?=\d{4,6}(?: \d{4,6}){2,15}(?![\w-]))`,
      of: '[0-9 ]',
      least: 14,
      most: 112,
      behind: String.raw`(?<=\d)(?!\d| \d)`,
      gate: { reach: Infinity, name: 'one', isOwn: true, hasDigit: true },
    },
    { entropy: 1.5, kind: 'random' },
  ),
  named(
    'password',
    PASSWORD_MARKS,
    {
      // A password of nothing but digits, behind the whole word for one.
      lead: String.raw`(?:${PASSWORD_WORD}(?<!s)|(?<![a-z0-9+/])(?:p(?:wd?|in)(?=:)|pwd?(?=\sfor\s)|psk(?=["':= ])))${OPENS}(?:${SAID})`,
      of: '[0-9]',
      least: 4,
      most: 20,
      behind: ENDS,
      openBehind: OPEN_ENDS,
      gate: { reach: 120, name: 'one', isOwn: true, hasDigit: true },
    },
    { entropy: 0.9, kind: 'random' },
  ),
];

import { BEHIND_WORD, named, SPOKEN, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { LOOKS_CHOSEN, PRODUCTS } from './named-passwords.ts';

/** Passwords beside the name of who is let in, in order of certainty. */
export const LOGIN_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    [' p: ', ' pw: ', '\np: ', '"p":', "'p':"],
    {
      // "u: ann p: …", also as JSON
      prefix: String.raw`[\s"']p(?:w|ass)?(?:["']:\s?|:\s{1,2})["'\x60]?`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 8, hasDigit: true },
    },
    { entropy: 2, kind: 'telling', before: /(?:^|[^\p{L}\d])(?:u(?:ser|sr|n)?|login|id|account)["']?\s?:\s{0,2}\S{2,40}\s?$/iu },
  ),
  named(
    'password',
    ['creds ', 'creds:', 'credentials ', 'credentials:', 'login is ', 'login: ', 'login for ', 'login to ', 'zugangsdaten'],
    {
      // "the creds are root:…"
      prefix: String.raw`(?:creds|credentials|login|zugangsdaten)(?:\s(?:for|to|of|für)\s(?:[\p{L}\d.-]{1,16}\s){0,2}?[\p{L}\d.-]{1,16})?(?:\s(?:are|is|sind)\s?:?\s|:\s)["'\x60]?[\w.@-]{2,40}:(?![\s/])`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 5,
      maxLength: 64,
      gate: { reach: 70, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['pass ', 'password ', 'pw ', 'pwd '],
    {
      // "user admin, pass …": the user name comes first.
      prefix: String.raw`(?:pass(?:word)?|pwd?)\s{1,2}["'\x60]?`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d)(?=[^\s\d]{0,127}\d|[A-Za-z]{8,32}(?![\w(]))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 14, before: BEHIND_WORD },
    },
    {
      entropy: 2,
      kind: 'chosen',
      before:
        /(?:^|[^\p{L}\d])(?:user(?:name)?|login|network|netz(?:werk)?|ssid|wi-?fi|wlan|account|konto|e-?mail)(?:\s?[:=]\s?|\s(?:is\s|name\s)?)["'“]?(?:[\w.@-]{2,40}|(?<=["'“])[\w .@-]{2,40})["'”]?(?:\s?[,;/|]|\sand|\r?\n(?:\d{3}[^\n]{0,60}\n)?|(?<=(?:login|user(?:name)?|account)\s[\w.@-]{2,40})\s)\s{0,2}$|[\w.+-]@[\w-]{1,40}(?:\.[\w-]{2,20}){1,3}\s?[,;|/]\s$/iu,
      reachBack: 130,
    },
  ),
  named(
    'password',
    ['login: ', 'creds: ', 'credentials: ', 'username: ', 'user: '],
    {
      // Who is let in, a slash between blanks, and what ends the line.
      prefix: String.raw`(?:login|creds|credentials|user(?:name)?): [\w.@-]{2,40} \/ `,
      lookahead: String.raw`(?!\p{L}{2,16}[-_.]?\d{1,2}(?![\w!#$%&*?-]))(?=[^\s\d]{0,31}\d)(?=[^\s"'\x60,<>/]{7,40}[.]?[ \t]{0,4}(?:[\r\n]|$))`,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 40,
      gate: { reach: 64, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['user:'],
    {
      // "dbuser:…", alone in its part of a line.
      prefix: String.raw`user:(?![\s/])`,
      lookahead: String.raw`(?=[^\s\d]{0,31}\d)(?=[^\s"'\x60,<>]{8,40}[ \t]{0,3}(?:[\r\n]|$))`,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 40,
      gate: { reach: 6, hasDigit: true },
    },
    { entropy: 2.5, kind: 'telling', before: /(?:^|[\s:])(?!(?:current|by|to|from|for|the|this|old|new|log|auth)[_-]?$)[\w-]{1,16}$/ },
  ),
  named(
    'password',
    ['334 ugfzc3dvcmq6', ' login ', 'password type=', 'login(key='],
    {
      // Mail server logins, XML messages, and an experiment tracking service.
      prefix: String.raw`(?:334 UGFzc3dvcmQ6\r?\n|\slogin\s["']?[\w.@+-]{2,64}["']?\s["']?(?<=(?:^|\n)[A-Za-z]{0,3}\d{1,4}\slogin\s[^\n]{4,70})|password\stype=["'][^"'\n]{1,100}["']>|login\(key=["'])`,
      characters: String.raw`[^\s"'\x60<>]`,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 130 },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['cred', 'login', 'identifiant', 'zugangsdaten', 'anmeldedaten', 'inloggegevens', 'basic auth'],
    {
      prefix: String.raw`(?:credentials?|credenciales|credenziali|creds?|logins?|identifiants?|zugangsdaten|anmeldedaten|inloggegevens|basic auth)(?:\s(?:(?:for|to|of|für|pour|para)\s(?:[\p{L}\d.-]{1,16}\s){1,3})?(?:are|is|sind|sont|son|zijn|to)\s|\s?[:=]\s{0,2}|\s)(?!(?:names?|id|user(?:name)?|e-?mail|page|url|time|date|type|status)\s?[:=])[\w.@-]{2,40}(?:\s?[:/|]\s?|(?<=[:=]\s{0,2}[\w.@-]{2,40})[ \t]{1,3})`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 100, name: 'one', isBare: true, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'telling', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['login '],
    {
      // "login kim / …", ending its clause.
      prefix: String.raw`login\s[\w.@-]{2,32}\s\/\s`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|\S{0,40}(?:19|20)\d\d(?!\d))(?=[A-Za-z]{4,24}\d{1,6}[!#$*]?(?:[.,;)]?(?:\s|$)))`,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 32,
      gate: { reach: 46, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['/p:', '/pw:', '/pwd:', '/pass:', '/password:', '/ password:'],
    {
      // "user/pass: kim/…"
      prefix: String.raw`\/ ?p(?:w|wd|ass(?:word)?)?:\s{1,2}[\w.@-]{2,40}\s?[/:]\s?`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)`,
      characters: String.raw`[^\s"'\x60<>,;/]`,
      minLength: 5,
      maxLength: 64,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 1.8, kind: 'given', before: /(?:^|[^\p{L}\d])(?:u|id|user(?:name)?|login|account) ?$/iu },
  ),
];

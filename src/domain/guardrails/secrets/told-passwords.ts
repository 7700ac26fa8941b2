import { codesOf, named, SPOKEN, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { LOOKS_CHOSEN, METHODS, PRODUCTS } from './named-passwords.ts';

/** Words that a password is not, in a place where any other may be one. */
const NO_VALUE = String.raw`(?!(?:the|a|an|my|your|be|to|it|something|nothing|expire|null|empty|none|true|false|required|auto|default|never|always|whatever|that|this|what|correct|wrong|incorrect)(?![\p{L}\d]))`;
/** Four to nine words up to the end of the line. */
const TO_LINE_END = String.raw`(?=\p{L}{1,14}(?: \p{L}{1,14}){3,8}[.]?[ \t]{0,4}(?:[\r\n]|$))`;

/** What looks like a chosen password, where a sentence has one. */
const CHOSEN = { lookahead: LOOKS_CHOSEN, characters: SPOKEN, minLength: 6, maxLength: 64 };

/** Passwords in sentences of various languages, where what is said between the word and the value differs. */
export const TOLD_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    ['passphrase', 'pass phrase'],
    {
      // Several words, behind the verb or as the answer in the next line.
      prefix: String.raw`pass ?phrase(?: is |: | = |[^\n?]{0,60}\?\s{0,2}\r?\n\s{0,2}\p{L}{1,16}:\s)`,
      lookahead: TO_LINE_END,
      characters: String.raw`[\p{L} ]`,
      minLength: 12,
      maxLength: 120,
      suffix: String.raw`(?=[.]?[ \t]{0,4}(?:[\r\n]|$))`,
      gate: { reach: 100 },
    },
    { entropy: 2, kind: 'phrase', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['passphrase', 'pass phrase', 'password', 'passwort', 'passcode'],
    {
      prefix: String.raw`(?:pass ?phrase|passwor[dt]|passcode)[^\n.?]{0,48}?\b(?:i|we) (?:set|changed) it (?:up )?(?:to|as)\s["']?`,
      lookahead: NO_VALUE,
      characters: SPOKEN,
      minLength: 5,
      maxLength: 64,
      gate: { reach: 90 },
    },
    { entropy: 1.8, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'password',
    [
      'passe provisoire ',
      'passe temporaire ',
      'mdp provisoire ',
      'a provisional ',
      'a temporal ',
      'a inicial ',
      'senha provis',
      'senha tempor',
    ],
    {
      prefix: String.raw`(?:passe|mdp|contraseña|clave|senha) (?:provisoire|temporaire|provisional|temporal|inicial|provis[oó]ria|tempor[aá]ria)\s["']?`,
      ...CHOSEN,
      gate: { reach: 30, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['password ', 'sandi '],
    {
      prefix: String.raw`(?:password|kata sandi|sandi)\s(?:[\p{L}-]{2,12}\s){0,2}(?:saya|aku|gue|kamu|anda)\s`,
      ...CHOSEN,
      gate: { reach: 48, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['密码', '密碼'],
    {
      prefix: String.raw`密[码碼][\u4e00-\u9fff]{0,6}?(?:改成|改为|改為|换成|換成|设成|設成|设为|設為)了?\s{0,2}`,
      ...CHOSEN,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['كلمة'],
    {
      prefix: String.raw`كلمة (?:ال)?(?:مرور|سر)(?:\s\p{L}{1,12}){0,4}?\s(?:هي|هو)\s{1,2}["'«]?`,
      ...CHOSEN,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['with the password ', 'with password ', 'with this password '],
    {
      // Capitals and a number, as made from a name and a date.
      prefix: String.raw`with (?:the |this )?password\s["']?`,
      lookahead: String.raw`(?=[a-z]{2,12}\d{2,8}(?![\w-]))`,
      characters: '[A-Za-z0-9]',
      minLength: 6,
      maxLength: 20,
      gate: { reach: 24, hasDigit: true, before: codesOf('\\s') },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['admin et ', 'admin and ', 'admin und ', 'admin e ', 'admin y ', 'admin en ', 'root et ', 'root and ', 'root und '],
    {
      prefix: String.raw`(?:admin|root) (?:et|and|und|en|e|y)\s["']?`,
      lookahead: String.raw`(?=\p{L}[^\s\d]{2,31}\d)${LOOKS_CHOSEN}`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 14, hasDigit: true },
    },
    {
      entropy: 2,
      kind: 'telling',
      before: /(?:avec|with|mit|con|com|met|als|as|log ?in|connect\p{L}{0,6})[^\n.]{0,40}[\s"']$/iu,
      reachBack: 60,
    },
  ),
  named(
    'password',
    ['wifi ', 'wi-fi ', 'wlan '],
    {
      // One word, of the network just named.
      prefix: String.raw`(?:wi-?fi|wlan)[^\n.;]{0,40}?\s(?:é|eh|med (?:adgangskode|lösenord|passord)|mit (?:dem )?(?:passwort|kennwort)|met (?:het )?wachtwoord|avec le mot de passe|con (?:la )?(?:contraseña|clave|password))\s["'«„]?`,
      lookahead: String.raw`(?=[\p{Ll}]{8,32}(?:["'»“.,]|\s|$))`,
      characters: String.raw`\p{Ll}`,
      minLength: 8,
      maxLength: 32,
      suffix: String.raw`(?!\p{L})`,
      gate: { reach: 90 },
    },
    { entropy: 1.8, kind: 'word', before: /(?:senha|wachtwoord|passwor[dt]|contraseña|clave)[^\n.]{0,16}\s$|(?:^|[^\p{L}])$/iu },
  ),
  named(
    'password',
    [
      'clave ',
      'contrase',
      'senha ',
      'mot de passe ',
      'mdp ',
      'passwort ',
      'kennwort ',
      'wachtwoord ',
      'parola ',
      'heslo ',
      'hasło ',
      'haslo ',
      'sandi ',
      'lösenord ',
      'senord ',
      'password ',
    ],
    {
      // Directly behind the word: a name and a year, or words joined by capitals or an underscore, with a number.
      prefix: String.raw`(?:clave|contraseña|contrasena|senha|mot de passe|mdp|passwort|kennwort|wachtwoord|parola|heslo|hasło|haslo|sandi|lösenord|password)\s["'“„«]?`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|${METHODS})(?=(?-i:\p{Lu}\p{Ll}{2,20}(?:[_-]?\p{Lu}\p{Ll}{1,20}){0,3}[_-]?\d{2,4})(?![\p{L}\d])|(?-i:\p{Lu}\p{Ll}{2,20}\d{2,4}\p{Lu}[\p{L}]{2,20})|[a-z]{2,16}-\d{2,6}-[a-z]{2,16}(?![\w-]))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 40,
      gate: { reach: 20, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d]|(?<=[\s(])(?:start|erst|initial|gast|standard))$/iu },
  ),
  named(
    'password',
    ['clave ', 'contrase', 'senha ', 'mdp ', 'heslo ', 'hasło ', 'haslo ', 'wachtwoord ', 'kata sandi ', 'पासवर्ड', 'nywila '],
    {
      // A word and a number, directly behind the word for it in a language in which neither follows it otherwise.
      prefix: String.raw`(?:clave|contraseña|senha|mdp|heslo|hasło|haslo|wachtwoord|kata sandi|पासवर्ड|nywila(?:\s\p{L}{1,10}){0,7}\sni)\s["'“„«]?`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|${METHODS})(?=[a-z]{4,20}[@_.-]?\d{2,4}(?![\p{L}\d]))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 32,
      gate: { reach: 90, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['pass', 'pw', 'mdp', 'contrase', 'senha', 'heslo', 'lösen', 'κωδικ', 'kennwort'],
    {
      // What it is now, after something was said about it.
      prefix: String.raw`(?:passwor[dt]|passcode|pw|mdp|mot de passe|kennwort|contraseña|senha|heslo|lösen(?:ord)?|κωδικό)[^\n?!]{0,60}?[,.;]?\s(?:c['’]est maintenant|it['’]?s now|it is now|now it['’]?s|ist jetzt|jetzt ist es|ahora es|agora é|satte[^\n.]{0,24}? till|är nu|er nå|teď je|τώρα είναι)\s["'“„«]?`,
      ...CHOSEN,
      gate: { reach: 130, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['login'],
    {
      // "The login for … is name / password".
      prefix: String.raw`login(?:\s[\p{L}-]{1,16}){0,7}?\s(?:is|ist)\s["'\x60]?[\w.@-]{2,40}["'\x60]?\s\/\s["'\x60]?`,
      characters: String.raw`[^\s"'\x60,<>/]`,
      minLength: 5,
      maxLength: 40,
      suffix: String.raw`(?=["'\x60]?[.,;)]?(?:\s|$))`,
      gate: { reach: 200 },
    },
    { entropy: 1.8, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['password for '],
    {
      // Asked for by a program in a terminal that shows it.
      prefix: String.raw`(?<=enter )password for [\w./-]{2,40}:\s`,
      lookahead: String.raw`(?=\p{L}{2,14}(?: \p{L}{2,14}){2,8}[ \t]{0,4}(?:[\r\n]|$))`,
      characters: String.raw`[\p{L} ]`,
      minLength: 10,
      maxLength: 100,
      suffix: String.raw`(?=[ \t]{0,4}(?:[\r\n]|$))`,
      gate: { reach: 60 },
    },
    { entropy: 2, kind: 'phrase' },
  ),
  named(
    'password',
    [
      'senha: ',
      'heslo: ',
      'passwort: ',
      'kennwort: ',
      'wachtwoord: ',
      'hasło: ',
      'parola: ',
      'contraseña: ',
      'mot de passe : ',
      'lösenord: ',
    ],
    {
      // Words joined by hyphens, up to the end of the line.
      prefix: String.raw`(?:senha|heslo|passwort|kennwort|wachtwoord|hasło|parola|contraseña|mot de passe|lösenord) ?:\s`,
      lookahead: String.raw`(?=\p{L}{2,16}(?:-\p{L}{1,16}){1,5}[ \t]{0,4}(?:[\r\n]|$))`,
      characters: String.raw`[\p{L}-]`,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 20 },
    },
    { entropy: 1.8, kind: 'given', before: /(?:^|[\r\n])\s{0,8}(?:\d{1,2}[.)]\s|[-*•]\s)?$/u },
  ),
];

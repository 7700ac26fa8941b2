import { BEHIND_WORD, codesOf, named, SPOKEN, SPOKEN_WITH_QUOTES, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { CALLED, CARRIED, KIND, OWNED, OWNER, PASSWORD, PASSWORD_KEYWORDS, PASSWORD_WORD, SAID } from './secret-names.ts';

/** A human-chosen password contains a digit. */
export const LOOKS_CHOSEN = String.raw`(?=[^\s\d]{0,127}\d)`;

/** Product names with a number after them, which are not passwords. */
export const PRODUCTS =
  'windows|office|outlook|bitlocker|keepass|iphone|icloud|android|gmail|netflix|excel|word|server|angular|python|java|node|version|sha|argon|utf|oauth|http|ipv|web|rfc|tls|level|step|week|page|line|room|chapter|section|part|article|phase|figure|table|test|user|admin|password|field|input|option|type|form';
/** Ways to encipher, to sign and to connect, which have numbers, too. */
export const METHODS = String.raw`(?:rsa|aes|ssh|hmac|ecdsa|eddsa|dsa|des|ed|rc|hs|rs|es|md|sha|base|utf|pgp|gpg|usb|api|iso|wpa|wi-?fi)[-_\d]`;

/** Passwords labelled by a word for them, or for what they open, in order of certainty. */
export const NAMED_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    PASSWORD_KEYWORDS,
    {
      prefix: `(?:${PASSWORD}(?:${SAID}|${CARRIED})|${PASSWORD_WORD}(?:${OWNER}|${CALLED})|(?<![a-z0-9+/])(?:pass|pwd?|psk|mdp|psw)(?:${OWNED})|${KIND})`,
      characters: SPOKEN_WITH_QUOTES,
      minLength: 6,
      maxLength: 128,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 1.7, kind: 'chosen' },
  ),
  named(
    'password',
    [
      'парол',
      'пасс',
      'haslo',
      'hasło',
      'heslo',
      'geslo',
      'lozinka',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '비밀번호',
      '비번',
      '패스워드',
      '암호',
    ],
    {
      // What it opens is named without a verb: "пароль от почты …".
      prefix: String.raw`(?:(?:密码|密碼|口令|パスワード|비밀번호|비번|패스워드|암호)[ \t]{0,2}|(?:парол[ья]|пасс|haslo|hasło|heslo|geslo|lozinka)\s(?:от|к|ко|для|на|do|od|k|ke|na|za)\s[\p{L}\d.-]{1,20}(?:\s[\p{L}\d.-]{1,20})?\s(?:[—–-]\s)?|пароль\s(?!пользов)[\u0430-\u044f]{3,14}[аяиыу]\s)`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 128,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    PASSWORD_KEYWORDS.filter((keyword) => !/[密口パ비패암]/.test(keyword)),
    {
      // A label and its value in two columns, or on two lines.
      prefix: String.raw`(?:${PASSWORD_WORD}|pass|pwd?|psk)(?:[ \t]{2,24}|\t|[ \t]?\.{3,40}[ \t]|[ \t]?\r?\n)`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)(?=\S{6,64}[ \t]{0,4}(?:[\r\n]|$))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 60, name: 'one', follows: codesOf('[ .\\t\\r\\n]'), isOwn: true, isBare: true, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[\r\n])[ \t>*•-]{0,8}(?:[\p{L}\d]{1,16}[ _-]){0,2}$/u },
  ),
  named(
    'password',
    ['password ', 'passwort ', 'passwd ', 'pw ', 'pass ', 'pwd '],
    {
      // "changed the password from … to …", "old password …": what stands right behind it is one.
      prefix: String.raw`(?:passwor[dt]|passwd|pass|pwd?)\s(?:(?:for|of|on)\s[\p{L}\d.-]{1,20}\s)?(?:from\s|\((?=[^\s()]{6,64}\))(?!1pass|\d[\d.]{0,4}-?(?:digit|char|ghz|bit|letter|word|hour|day)|sha|md\d|bcrypt|argon|min|max|base|v\d)(?<=(?:my|our|his|her|the|your|old|new)\s(?:[\p{L}\d.-]{1,16}\s){0,2}(?:passwor[dt]|passwd|pass|pwd?)\s\()|(?<=(?:old|new|current|previous|temp|temporary|initial|altes|neues|altem|neuem)\s(?:passwor[dt]|passwd|pass|pwd?)\s)|(?<=(?:my|our|his|her|their)\s(?:passwor[dt]|pass|pw)\s)(?=\p{L}{3,24}\d{3,8}\s))["'\x60]?`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|\p{Ll}{2,16}[-_]?\d{1,2}(?![^\s.,;:)]))${LOOKS_CHOSEN}`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 40, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    PASSWORD_KEYWORDS,
    {
      // What it opens is named without a verb, in any language, and the value is no word of one: "sandi email kantor saya …".
      prefix: String.raw`${PASSWORD_WORD}(?:\s[\p{L}\p{M}'’-]{1,16}){2,6}?\s`,
      lookahead: String.raw`(?=[^\s\d]{0,31}\d)(?=\p{L}[^\s]{2,31})(?=[\p{L}\d]{1,24}[@!#$%&*+=_][\p{L}\d])(?![^\s@]{1,32}@[\w-]{1,32}\.)`,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 32,
      gate: { reach: 120, hasDigit: true },
    },
    { entropy: 2.5, kind: 'telling' },
  ),
  named(
    'password',
    ['backup code', 'recovery code', 'recovery key', 'backup key', 'scratch code', 'emergency code'],
    {
      // Codes for account recovery.
      prefix: String.raw`(?:backup|recovery|scratch|emergency) (?:code|key)s?(?:\s(?:for|to|of)\s[\p{L}\d -]{2,24}?)?(?:${SAID}|\s|\s?:\s?\r?\n\s{0,4})`,
      lookahead: String.raw`(?=[A-Za-z\d]{3,8}(?:-[A-Za-z\d]{2,8}){1,7}(?![\w-]))${LOOKS_CHOSEN}`,
      characters: '[A-Za-z0-9-]',
      minLength: 8,
      maxLength: 64,
      gate: { reach: 80, hasDigit: true },
    },
    { entropy: 2, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['passcode '],
    // Drawn letters and digits, as meetings have them.
    {
      prefix: String.raw`passcode\s{1,2}`,
      characters: '[A-Za-z0-9]',
      minLength: 6,
      maxLength: 12,
      suffix: '(?![\\w-])',
      gate: { reach: 11, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'drawn', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['bindpw', 'rootpw'],
    {
      // Bind passwords of directory services (LDAP).
      prefix: String.raw`(?:bind|root)pw(?:\s{1,2}--plaintext)?(?:\s{1,12}|\s?[:=]\s?)["']?`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 32 },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^A-Za-z0-9_]|olc)$/i },
  ),
  named(
    'password',
    ['كلمة', 't kh', 'รหัส', 'kata sandi', 'kata laluan', 'jelszav'],
    {
      // The owner is named after the word: "mật khẩu của tôi là …".
      prefix: String.raw`(?:كلمة (?:المرور|السر)(?:\s\p{L}{1,10}){0,4}?|t kh[ẩa]u(?<=m[ậa]t kh[ẩa]u)(?:\s\p{L}{1,6}){1,4}?|รหัสผ่าน[\p{L}\p{M}]{0,16}|kata (?:sandi|laluan)(?:\s\p{L}{2,8}){1,2}?|jelszav\p{L}{1,5}(?:\s\p{L}{1,6})?)(?:\s?[:：])?\s{1,2}["']?`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['password "', "password '", 'passwort "', 'key "'],
    {
      // A single word, for a network mentioned before.
      prefix: String.raw`(?:passwor[dt]|key)\s["']`,
      characters: '[a-z]',
      minLength: 6,
      maxLength: 24,
      suffix: String.raw`(?=["'])`,
      gate: { reach: 12 },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[^\p{L}])(?:wi-?fi|wlan|ssid|hotspot)(?!\p{L})[^]{0,100}[^A-Za-z0-9_]$/iu, reachBack: 120 },
  ),
  named(
    'password',
    [
      'password wi',
      'sandi wi',
      'passwort wl',
      'password wl',
      'password vpn',
      'password hot',
      'mdp wi',
      'passe wi',
      'clave wi',
      'senha wi',
      'pw wi',
    ],
    {
      // The kind of password follows the word: "password wifi …".
      prefix: String.raw`(?:password|sandi|passwort|mdp|passe|clave|senha|pw) (?:wi-?fi(?:-?nya)?|wlan|vpn|hotspot)\s`,
      lookahead: String.raw`(?=[^\s\d]{0,63}\d)(?=[^\s"'\x60,<>]{8,64}[.!]?[ \t]{0,4}(?:[\r\n]|$))`,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 30, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['set password ', 'set the password ', 'password reset', 'pw reset'],
    {
      // "set password … for user kim", "password reset done, it's now …"
      prefix: String.raw`(?:set (?:the )?password\s(?=(?:\S{6,64} for (?:the )?(?:user|account|admin|root|login)|\S{0,64}$))|(?:password|pw) reset[^\n.]{0,24}?(?:it['’]?s|is) now\s)["'\x60]?`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['pass'],
    {
      // Default of a template parameter.
      prefix: String.raw`pass(?:word|phrase)?\w{0,16}:[ \t]{0,3}\r?\n(?:[ \t]{1,12}\w{2,24}: [^\n]{0,80}\n){0,5}?[ \t]{1,12}default:\s["']?`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { name: 'one', follows: codesOf(':'), soon: ['break'] },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['clave ', 'contrase', 'senha ', 'mot de passe ', 'passwort ', 'kennwort ', 'wachtwoord ', 'parola '],
    {
      // Directly after the word, as in no sentence about one.
      prefix: String.raw`(?:clave|contraseña|contrasena|senha|mot de passe|passwort|kennwort|wachtwoord|parola)\s["'\x60“„«]?`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|${METHODS})(?=[^\s\d]{0,31}\d)(?=\p{Ll}{0,31}[^\s\p{Ll}\d])(?=[^\s\p{L}]{0,31}\p{L}{2})`,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 40,
      gate: { reach: 16, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['парол'],
    {
      // In another script than the words around it.
      prefix: String.raw`парол[ья][ \t]`,
      lookahead: String.raw`(?!(?:${PRODUCTS})[-_]?\d|${METHODS})(?=[^\s\d]{0,31}\d)(?=[^\sa-z]{0,31}[a-z])(?=[!-~]{6,32}(?![!-~]))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 32,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['key is ', 'key: ', 'key = ', 'code is ', 'code: '],
    {
      // Of the network mentioned before.
      prefix: String.raw`(?:key|code)(?: is|:| =)\s["'\x60]?`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 12, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}])(?:wi-?fi|wlan|ssid|hotspot)(?!\p{L})[^]{0,100}[^A-Za-z0-9_]$/iu, reachBack: 120 },
  ),
  named(
    'password',
    ['password '],
    {
      // Directly after the word, with a sign that no name has.
      prefix: String.raw`password\s`,
      lookahead: String.raw`(?=\p{L}[^\s\d]{2,31}\d)(?=[^\s!#$%*]{3,31}[!#$%*])(?=[^\s"'\x60,<>=&?()]{8,40}(?:[.,;)]|\s|$))`,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 40,
      gate: { reach: 10, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
];

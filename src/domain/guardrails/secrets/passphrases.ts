import { BEHIND_WORD, codesOf, named, type NamedSecret } from './named-form.ts';
import { PASS_WORD, PASSWORD_WORD, SAID } from './secret-names.ts';

/** 3 to 24 words separated by single spaces, up to the end of a line or sentence; quoted, up to the closing quote. */
const WORDS = String.raw`\p{L}{3,12}(?:[ ]\p{L}{3,12}){2,23}`;
/** Two to six words followed by a number. */
const NUMBERED = String.raw`[a-z]{2,12}(?:[ ][a-z]{2,12}){1,5}[ ]\d{1,6}`;
/** Two to seven words, with a digit or a sign. */
const SIGNED = String.raw`[\p{L}\d!#$%&*+.,_-]{1,16}(?:[ ][\p{L}\d!#$%&*+.,_-]{1,16}){1,6}`;
/** Something a password opens, as opposed to its purpose. */
const THING = String.raw`(?:the|my|our|your|this|that|his|her|their|das|die|den|der|le|la|les|el|los|o|a|het|il|wi-?fi|wlan|zip|pdf|vpn|it)\s?`;
const IN_LETTERS = '[A-Za-z -]';
/** The end of a sentence or line. */
const END_OF_SAID = String.raw`[ \t]{0,3}(?:$|[\r\n]|[.,;!](?:\s|$)|\s\()`;

/** Passwords made of words: several random ones, or one that is explicitly called the password. */
export const PASSPHRASES: readonly NamedSecret[] = [
  named(
    'password',
    ['pass', 'pwd', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe'],
    {
      prefix: String.raw`(?:${PASSWORD_WORD}|pass)(?:${SAID}|\s["'\x60])(?<=["'\x60])`,
      lookahead: String.raw`(?=(?:${WORDS}|${NUMBERED}|(?=[^"'\x60\n]{0,64}\d)${SIGNED})["'\x60])`,
      characters: '[^"\'\x60\\n]',
      minLength: 8,
      maxLength: 200,
      suffix: String.raw`(?=["'\x60])`,
      gate: { name: 'one', isOwn: true, reach: Infinity, soon: ['quote'] },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['pass', 'secret='],
    {
      // Unquoted words in a line of settings.
      prefix: String.raw`(?:${PASS_WORD}|pass|_secret)=`,
      lookahead: String.raw`(?=(?:${WORDS}|${NUMBERED}|(?=[^\s]{0,16}(?: [^\s\d]{1,16}){0,6} ?\S{0,15}\d)${SIGNED})[ \t]{0,3}(?:[\r\n]|$))`,
      characters: String.raw`[^"'\x60\r\n=]`,
      minLength: 8,
      maxLength: 100,
      suffix: String.raw`(?=[ \t]{0,3}(?:[\r\n]|$))`,
      gate: { name: 'one', follows: codesOf('='), isOwn: true, reach: Infinity },
    },
    { entropy: 2, kind: 'words', before: /(?:^|[\r\n])[ \t]{0,8}(?:export\s)?[\w.-]{0,40}$/ },
  ),
  named(
    'password',
    ['pass', 'psk'],
    {
      // Words in an XML element.
      prefix: String.raw`(?:${PASS_WORD}|pass|psk)>(?<=<[\w:.-]{0,40}>)`,
      lookahead: String.raw`(?=(?:${WORDS}|${NUMBERED})<\/)`,
      characters: String.raw`[^<>\n]`,
      minLength: 8,
      maxLength: 200,
      suffix: String.raw`(?=<\/)`,
      gate: { name: 'one', follows: codesOf('>'), isOwn: true, reach: Infinity },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    [
      'passphrase',
      'seed phrase',
      'recovery phrase',
      'mnemonic',
      'backup phrase',
      'secret phrase',
      'wallet words',
      'seed ',
      'seed:',
      'seed words',
      'recovery words',
    ],
    {
      prefix: String.raw`(?:passphrase|(?:seed|recovery|backup|secret) phrase|(?:wallet|seed|recovery) words|seed(?= ?[:=→-])|mnemonic)(?:\s\([^)\n]{1,30}\)|\sfor\s[\w.' -]{1,30}?)?(?:${SAID}|\s?:\s?\n|\sare:?\s)`,
      lookahead: String.raw`(?:(?<!seed ?[:=→-]>?\s{0,2})|(?=(?:[a-z]{3,8} ){11}))(?=${WORDS}(?:[ \t]{0,3}(?:[\r\n]|$|[.,;])| \())`,
      characters: IN_LETTERS,
      minLength: 12,
      maxLength: 200,
      suffix: String.raw`(?=[ \t]{0,3}(?:[\r\n]|$|[.,;])| \()`,
      gate: { reach: Infinity },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['app password', 'app-password', 'app_password', 'app specific password', 'app-specific password'],
    {
      // Four groups of four letters, as mail services draw them, or all in one.
      prefix: String.raw`app[ _-](?:specific )?password(?:\sfor\s[\w.' -]{1,30}?)?(?:${SAID}|\s)`,
      lookahead: String.raw`(?=(?:[a-z]{4} ){3}[a-z]{4}(?![a-z])|(?<!\s)[a-z]{16}(?![a-z]))`,
      characters: IN_LETTERS,
      minLength: 16,
      maxLength: 19,
      suffix: '(?![a-z])',
      gate: { reach: Infinity },
    },
    { entropy: 2, kind: 'given' },
  ),
  named(
    'password',
    ['pass', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe', 'pw', 'pwd'],
    {
      // "The wifi password is sunflower."
      prefix: String.raw`(?:password|passwort|kennwort|passphrase|passcode|contraseña|senha|wachtwoord|mot de passe|pwd?|(?<=(?:the|my|our) )pass)(?:\s(?:for|of|to|für|de|del|do|da|du|van|voor)\s(?=${THING})(?:[\p{L}\d.'-]{1,14}(?::\s(?=[a-z]{5,24}\s{0,3}(?:$|[\r\n]))|\s)){1,3}?|\s)(?:(?<!:\s)(?:is|lautet|ist|es|é|est|=(?<=['’]s \w{4,12} =))\s|(?<=:\s))(?:(?:just|simply|now|still|einfach)\s)?["'\x60]?`,
      lookahead: String.raw`(?=[a-z]{5,24}(?:["'\x60]|[.!]?\s{0,3}(?:$|[\r\n])|[.!]\s|,?\s(?:all|in)\s(?:lower|small)|,\s|\s(?:but|and|lol|fyi|btw|pls|please|thanks|thx)(?![a-z])|\s\())`,
      characters: '[a-z]',
      minLength: 5,
      maxLength: 24,
      gate: { name: 'one', follows: codesOf('\\s'), isBare: true, reach: Infinity },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    'password:,passwort,kennwort,pwd:,pw:,mdp:,mdp :,senha:,senha =,wachtwoord,haslo:,hasło:,clave:,clave =,password for,pwd for,pw for,password wi,senha d,clave d,contrase,mot de passe'.split(
      ',',
    ),
    {
      // A single word that ends its line.
      prefix: String.raw`(?:passwor[dt]|kennwort|pwd?|mdp|mot de passe|senha|wachtwoord|has[lł]o|contraseña|clave)(?:(?:\s(?:wi-?fi|wlan|vpn|root|admin|router|server|e?mail))?(?:\s?:|(?<!password|pwd?)\s?=)|\s(?:for|to|of|für|fürs|de|del|do|para|van|voor)\s[\p{L}\d.-]{1,14}(?:\s[\p{L}\d.-]{1,14}){0,2}?\s?[:=])\s{1,2}`,
      lookahead: String.raw`(?=[a-z]{5,24}[ \t]{0,3}(?:$|[\r\n]))`,
      characters: '[a-z]',
      minLength: 5,
      maxLength: 24,
      gate: { reach: 76, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[\r\n])[ \t>*-]{0,4}(?:[\p{L}\d-]{1,16}[ _]){0,2}$|[,;]\s$/u },
  ),
  named(
    'password',
    ['passphrase'],
    {
      // In quotes the words may be short.
      prefix: String.raw`passphrase(?:\sfor\s[\w.' -]{1,30}?)?["']?(?:\s?[:=]\s?|\sis\s)["']`,
      lookahead: String.raw`(?!(?:the|an?|your|enter|optional|some|any)\s)(?=[\p{L}\d]{1,16}(?: [\p{L}\d'-]{1,16}){2,11}["'])`,
      characters: String.raw`[^"'\r\n]`,
      minLength: 10,
      maxLength: 128,
      suffix: `(?=["'])`,
      gate: { name: 'one', reach: Infinity, soon: ['quote'] },
    },
    { entropy: 2, kind: 'phrase' },
  ),
  named(
    'password',
    [
      'password is ',
      'password: ',
      'pass phrase is ',
      'passwort lautet ',
      'passwort ist ',
      'passwort: ',
      'kennwort lautet ',
      'kennwort ist ',
    ],
    {
      // Unquoted words that are none of a sentence, up to its end.
      prefix: String.raw`(?:password|pass phrase|passwort|kennwort)(?: is| lautet| ist|:) (?:now |jetzt )?`,
      lookahead: String.raw`(?=\p{L}{3,12}(?: \p{L}{3,12}){3,7}${END_OF_SAID})`,
      characters: String.raw`[\p{L} ]`,
      minLength: 15,
      maxLength: 104,
      suffix: `(?=${END_OF_SAID})`,
      gate: { reach: Infinity },
    },
    {
      entropy: 2,
      kind: 'unsaid',
      before:
        /(?:^|[\r\n>*-]\s{0,4}|(?<!\p{L})(?:my|our|the|her|his|their|mein|unser|das|dein)\s)(?:(?!your|no|what|any|each|every|which)[\p{L}-]{2,12}\s){0,2}$/iu,
    },
  ),
  named(
    'password',
    ['passwort lautet', 'kennwort lautet', 'password lautet'],
    {
      prefix: String.raw`(?:passwor[td]|kennwort) lautet:? ["'„“]?`,
      lookahead: String.raw`(?!folgend|anders|immer|weiter|jetzt|gleich|aktuell|derzeit|nicht|unver|genau|einfach|momentan)`,
      characters: String.raw`[\p{L}]`,
      minLength: 5,
      maxLength: 32,
      suffix: String.raw`(?![\p{L}\d_-])`,
      gate: { reach: 20 },
    },
    { entropy: 2, kind: 'given' },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // An argument or member beside the one for the user's name.
      prefix: String.raw`(?:password|passwd|pass|pwd)(?:["']?\s?[:=]\s?["']|=(?!["']))`,
      lookahead: String.raw`(?=[a-z]{4,24}(?:["']|(?<==[a-z]{4,24})(?:[\s;]|$)))`,
      characters: '[a-z]',
      minLength: 4,
      maxLength: 24,
      gate: { reach: 16, name: 'one', follows: codesOf('["\' =:]'), before: BEHIND_WORD },
    },
    {
      entropy: 1.8,
      kind: 'word',
      before:
        /(?:^|[^\p{L}\d])(?:user(?:_?name)?|login|uid|e?mail)["']?\s?[:=]\s?(?:(?:"[\w.@+-]{1,60}"|'[\w.@+-]{1,60}')\s?,\s{0,16}["']?|(?<==)[\w.@-]{1,40}[\s;])$/iu,
      reachBack: 100,
    },
  ),
  named(
    'password',
    ['password ', 'passwort ', 'kennwort ', 'pw ', 'pass '],
    {
      // Behind the name of its network or user.
      prefix: String.raw`(?:passwor[dt]|kennwort|pw|pass)\s`,
      lookahead: String.raw`(?=[a-z]{6,24}[.!]?[ \t]{0,3}(?:$|[\r\n]))`,
      characters: '[a-z]',
      minLength: 6,
      maxLength: 24,
      gate: { reach: 10, before: BEHIND_WORD },
    },
    {
      entropy: 2,
      kind: 'word',
      before:
        /(?:^|[^\p{L}\d])(?:ssid|wi-?fi|wlan|network|netz(?:werk)?|user(?:name)?|benutzer|login)\s?[:=]\s?[\w.@-]{2,40}\s?[,;/]\s?$/iu,
      reachBack: 80,
    },
  ),
  named(
    'password',
    ['passphrase', 'diceware'],
    {
      // Words with numbers among them, or joined by hyphens, to the end of their line.
      prefix: String.raw`(?:passphrase|diceware)(?:\s(?:for|of)\s[\p{L}\d.' -]{1,30}?)?\s?[:=]\s{1,2}`,
      lookahead: String.raw`(?=(?:(?=\p{L}[^\d\r\n]{0,90}\d)[\p{L}\d'-]{1,16}(?: [\p{L}\d'-]{1,16}){2,11}|[a-z]{3,12}(?:-[a-z]{3,12}){2,11})[ \t]{0,3}(?:[\r\n]|$))`,
      characters: String.raw`[^"'\x60\r\n]`,
      minLength: 10,
      maxLength: 128,
      suffix: String.raw`(?<=\S)(?=[ \t]{0,3}(?:[\r\n]|$))`,
      gate: { reach: 60, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'phrase', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['password>', 'passwd>', 'pwd>', 'pass>'],
    {
      // The content of an element.
      prefix: String.raw`(?:password|passwd|pwd|pass)>(?<=<[\w:.-]{0,24}>)`,
      lookahead: String.raw`(?=[a-z]{4,24}<\/)`,
      characters: '[a-z]',
      minLength: 4,
      maxLength: 24,
      gate: { reach: 10 },
    },
    { entropy: 1.8, kind: 'word' },
  ),
];

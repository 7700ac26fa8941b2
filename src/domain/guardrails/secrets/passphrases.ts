import { codesOf, named, type NamedSecret } from './named-form.ts';
import { ASSIGNED, PASS_WORD, PASSWORD_WORD, SAID } from './secret-names.ts';

/** 3 to 24 words separated by single spaces, up to the end of a line or sentence; quoted, up to the closing quote. */
const WORDS = String.raw`\p{L}{3,12}(?:[ ]\p{L}{3,12}){2,23}`;
/** Two to six words followed by a number. */
const NUMBERED = String.raw`[a-z]{2,12}(?:[ ][a-z]{2,12}){1,5}[ ]\d{1,6}`;
/** Two to seven words, with a digit or a sign. */
const SIGNED = String.raw`[\p{L}\d!#$%&*+.,_-]{1,16}(?:[ ][\p{L}\d!#$%&*+.,_-]{1,16}){1,6}`;
/** Something a password opens, as opposed to its purpose. */
const THING = String.raw`(?:the|my|our|your|this|that|his|her|their|das|die|den|der|le|la|les|el|los|o|a|het|il|wi-?fi|wlan|zip|pdf|vpn|it)\s?`;
const IN_LETTERS = '[A-Za-z -]';

/** Four groups of four letters, the app passwords of mail services. */
const DRAWN = { looks: String.raw`(?=(?:[a-z]{4} ){3}[a-z]{4}(?![a-z]))`, of: IN_LETTERS, least: 19, most: 19 };
const FOUR_TIMES_FOUR: readonly NamedSecret[] = [
  named(
    'password',
    ['app password', 'app-password', 'app_password', 'app specific password', 'app-specific password'],
    {
      ...DRAWN,
      lead: String.raw`app[ _-](?:specific )?password(?:\sfor\s[\w.' -]{1,30}?)?(?:${SAID})`,
      behind: '(?![a-z])',
      gate: { reach: Infinity },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['pass'],
    {
      ...DRAWN,
      lead: String.raw`(?:password|pass)\w{0,8}(?:${ASSIGNED})`,
      behind: String.raw`(?=[ \t]{0,3}(?:["'\x60.,;)]|[\r\n]|$))`,
      gate: { reach: Infinity, name: 'one', follows: codesOf('[=:"\'\\]]'), isOwn: true },
    },
    { entropy: 2, kind: 'words' },
  ),
];

/** Passwords made of words: several random ones, or one that is explicitly called the password. */
export const PASSPHRASES: readonly NamedSecret[] = [
  named(
    'password',
    ['pass', 'pwd', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe'],
    {
      lead: String.raw`(?:${PASSWORD_WORD}|pass)(?:${SAID}|\s["'\x60])(?<=["'\x60])`,
      looks: String.raw`(?=(?:${WORDS}|${NUMBERED}|(?=[^"'\x60\n]{0,64}\d)${SIGNED})["'\x60])`,
      of: '[^"\'\x60\\n]',
      least: 8,
      most: 200,
      behind: String.raw`(?=["'\x60])`,
      gate: { name: 'one', isOwn: true, reach: Infinity, soon: ['quote'] },
    },
    { entropy: 2, kind: 'words' },
  ),
  named(
    'password',
    ['pass', 'secret='],
    {
      // Unquoted words in a line of settings.
      lead: String.raw`(?:${PASS_WORD}|pass|_secret)=`,
      looks: String.raw`(?=(?:${WORDS}|${NUMBERED}|(?=[^\s]{0,16}(?: [^\s\d]{1,16}){0,6} ?\S{0,15}\d)${SIGNED})[ \t]{0,3}(?:[\r\n]|$))`,
      of: String.raw`[^"'\x60\r\n=]`,
      least: 8,
      most: 100,
      behind: String.raw`(?=[ \t]{0,3}(?:[\r\n]|$))`,
      gate: { name: 'one', follows: codesOf('='), isOwn: true, reach: Infinity },
    },
    { entropy: 2, kind: 'words', before: /(?:^|[\r\n])[ \t]{0,8}(?:export\s)?[\w.-]{0,40}$/ },
  ),
  named(
    'password',
    ['pass', 'psk'],
    {
      // Words in an XML element.
      lead: String.raw`(?:${PASS_WORD}|pass|psk)>(?<=<[\w:.-]{0,40}>)`,
      looks: String.raw`(?=(?:${WORDS}|${NUMBERED})<\/)`,
      of: String.raw`[^<>\n]`,
      least: 8,
      most: 200,
      behind: String.raw`(?=<\/)`,
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
      lead: String.raw`(?:passphrase|(?:seed|recovery|backup|secret) phrase|(?:wallet|seed|recovery) words|seed(?= ?[:=→-])|mnemonic)(?:\s\([^)\n]{1,30}\)|\sfor\s[\w.' -]{1,30}?)?(?:${SAID}|\s?:\s?\n|\sare:?\s)`,
      looks: String.raw`(?:(?<!seed ?[:=→-]>?\s{0,2})|(?=(?:[a-z]{3,8} ){11}))(?=${WORDS}(?:[ \t]{0,3}(?:[\r\n]|$|[.,;])| \())`,
      of: IN_LETTERS,
      least: 12,
      most: 200,
      behind: String.raw`(?=[ \t]{0,3}(?:[\r\n]|$|[.,;])| \()`,
      gate: { reach: Infinity },
    },
    { entropy: 2, kind: 'words' },
  ),
  ...FOUR_TIMES_FOUR,
  named(
    'password',
    ['pass', 'kennwort', 'contrase', 'senha', 'wachtwoord', 'mot de passe', 'pw', 'pwd'],
    {
      // "The wifi password is sunflower."
      lead: String.raw`(?:password|passwort|kennwort|passphrase|passcode|contraseña|senha|wachtwoord|mot de passe|pwd?|(?<=(?:the|my|our) )pass)(?:\s(?:for|of|to|für|de|del|do|da|du|van|voor)\s(?=${THING})(?:[\p{L}\d.'-]{1,14}(?::\s(?=[a-z]{5,24}\s{0,3}(?:$|[\r\n]))|\s)){1,3}?|\s)(?:(?<!:\s)(?:is|lautet|ist|es|é|est|=(?<=['’]s \w{4,12} =))\s|(?<=:\s))(?:(?:just|simply|now|still|einfach)\s)?["'\x60]?`,
      looks: String.raw`(?=[a-z]{5,24}(?:["'\x60]|[.!]?\s{0,3}(?:$|[\r\n])|[.!]\s|,?\s(?:all|in)\s(?:lower|small)|,\s|\s(?:but|and|lol|fyi|btw|pls|please|thanks|thx)(?![a-z])|\s\())`,
      of: '[a-z]',
      least: 5,
      most: 24,
      gate: { name: 'one', follows: codesOf('\\s'), isBare: true, reach: Infinity },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ['password:', 'passwort:', 'kennwort:', 'pwd:', 'pw:', 'mdp:', 'mdp :', 'senha:', 'wachtwoord:', 'haslo:'],
    {
      // A single word that ends its line.
      lead: String.raw`(?:passwor[dt]|kennwort|pwd?|mdp|senha|wachtwoord|has[lł]o)\s?:\s{1,2}`,
      looks: String.raw`(?=[a-z]{5,24}[ \t]{0,3}(?:$|[\r\n]))`,
      of: '[a-z]',
      least: 5,
      most: 24,
      gate: { reach: 14 },
    },
    { entropy: 2, kind: 'word', before: /(?:^|[\r\n])[ \t>*-]{0,4}(?:[\p{L}\d-]{1,16}[ _]){0,2}$|[,;]\s$/u },
  ),
  named(
    'password',
    ['passphrase'],
    {
      // In quotes the words may be short.
      lead: String.raw`passphrase(?:\sfor\s[\w.' -]{1,30}?)?["']?(?:\s?[:=]\s?|\sis\s)["']`,
      looks: String.raw`(?!(?:the|an?|your|enter|optional|some|any)\s)(?=[\p{L}\d]{1,16}(?: [\p{L}\d'-]{1,16}){2,11}["'])`,
      of: String.raw`[^"'\r\n]`,
      least: 10,
      most: 128,
      behind: `(?=["'])`,
      gate: { name: 'one', reach: Infinity, soon: ['quote'] },
    },
    { entropy: 2, kind: 'phrase' },
  ),
  named(
    'password',
    ['passwort lautet', 'kennwort lautet', 'password lautet'],
    {
      lead: String.raw`(?:passwor[td]|kennwort) lautet:? ["'„“]?`,
      looks: String.raw`(?!folgend|anders|immer|weiter|jetzt|gleich|aktuell|derzeit|nicht|unver|genau|einfach|momentan)`,
      of: String.raw`[\p{L}]`,
      least: 5,
      most: 32,
      behind: String.raw`(?![\p{L}\d_-])`,
      gate: { reach: 20 },
    },
    { entropy: 2, kind: 'given' },
  ),
];

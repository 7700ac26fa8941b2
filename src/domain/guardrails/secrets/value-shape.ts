import { bits, isExpression, isPlaceholder, isTextInBase64 } from './secret-value.ts';

/**
 * What a value looks like wherever it stands: like a password and like nothing else (`odd`), like one beside names that have
 * the same form (`styled`), like a word with a number that may be one (`plain`), like a key that a program drew (`drawn`), or like a key and like the digests and identifiers that
 * everybody may know (`digest`).
 */
export type ValueShape = 'odd' | 'styled' | 'plain' | 'drawn' | 'digest';

/** Shortest password and key, and longest of both. */
const LEAST = 6;
const LEAST_PLAIN = 8;
/** Words with digits for letters are no longer. */
const MOST_STYLED = 22;
/** Fewest characters of a drawn one of letters in one case. */
const LEAST_STYLED = 10;
const LEAST_DRAWN = 16;
const MOST_CHOSEN = 40;
const MOST = 256;
/** Bits a character of a key, at least. */
const RANDOM = 3.3;

/** Signs that no word has inside, each where people put it into a password. */
const ODD = /[\p{L}\d][!#$%^&*?~][\p{L}\d_.@!#$%^&*?~+-]/u;
/** What such signs stand for elsewhere: sums, masks, suffixes, anchors, escapes, entities, ranges, questions of programs. */
const ELSEWHERE = new RegExp(
  [
    // Sums and masks, of numbers or of what is named in small letters or with full stops.
    String.raw`^[_.$&%^~#?*=-]|^\d[\d.]*[%^&*~?+-]|[%^&*~][\d.]+[%^&*~]|^[a-z]\w*[%^&*]\d+$|^[a-z]\w*[&^*][a-z]+[A-Z]|\w\.\w+[%^&*]|[%^&*]\w+\.\w|[*%^&]\p{L}\w*[*%^&]\w|\*\w+[-+]\d|[&^](?:0[xbo]|\^)|^[a-z_]\w*[&*^][a-z_]+\d*$|#_|\*\*|--|\+\+|\?\?|&&|\.\.|\?\.`,
    // Suffixes and anchors.
    String.raw`\$\d+(?:$|\.)|\$$|^\p{Ll}[\w.-]*#\d+$|^\p{L}+#\d+$|\.\w{1,5}#|#[a-z_-]+$|^[a-z][a-z\d-]*#[a-z]\w*$|^[\da-f]{4,}%|^\p{Ll}+\d*%\p{Ll}|^\p{Ll}+\$[A-Z\d]+$|^[A-Z]{1,4}[&#]\w`,
    // Cells of a table, and a make of routers.
    String.raw`^\w+!\$?[A-Za-z]{1,3}\$?\d+|^FRITZ!`,
    // Escapes, entities, what a program asks and denies.
    String.raw`&(?:[a-z]+$|amp|quot|lt|gt|nbsp|#|\w+=)|%[\da-fA-F]{2}(?![!#$*])|%[sdufx](?:$|[^a-z])|\?\w+=|^[a-z]+![\dA-Z=]$|[az]-[az]|[AZ]-[AZ]|0-9|x[\da-f]{2}\D`,
  ].join('|'),
  'u',
);
/** A digit in the place of a letter, and names that have digits so. */
const FOR_LETTER = /\p{L}[0134578@$]\p{Ll}/u;
const NAME_WITH_DIGIT =
  /oauth|base\d|argon|log4|utf|sha\d|md5|x509|pkcs|win(?:32|64|dows)|x86|int\d|float\d|python|node\d|level\d|e2e|chapter|section|version|http|ubuntu|debian|centos|fedora|unicode|llama\d|claude|gemini|mistral|chatgpt|(?<![a-z])(?:[vrg]\d(?![a-z])|p\d{2}|ipv|web3|s3|ec2|k8s|h2|p2p|b2b|b2c|i18n|l10n|a11y|mp[34]|arm\d|py\d|o365|m365|es\d|rfc|iso|ios|php|go\d|gpt|qwen|seq\d|step\d|page\d|week\d|table|figure|room|line\d)|\d(?:d|bit|gb|mb|kb|ghz|px|ms)$/i;
/** Words of both cases with signs of names between them and a number. */
const JOINED =
  /^(?=.*\d)(?=.*\p{Lu})(?!\p{Ll}+\d*\.[^.!]*$)(?:\p{Lu}?\p{Ll}{2,14}(?:\p{Lu}\p{Ll}{2,12})?\d{0,4}[._&+@-]){1,4}(?:\p{Lu}?\p{Ll}{2,14}\d{0,6}[a-z]{0,2}!?|\d{1,6}\p{Lu}?\p{Ll}{0,8}!?)$/u;
/** Words with a number behind them or between them. */
const PLAIN =
  /^(?:(?=(?:\D*\d){2})(?=(?:\P{L}*\p{L}){3})\p{Ll}[a-z\d]{6,22}[a-z\d]|\p{L}{3,24}\d{2,8}|\p{L}{8,24}\d|\p{Ll}{3,16}\d{2,6}\p{Ll}{2,8})[!*#$]?$/u;
const CAPITAL_END =
  /^\p{Lu}\p{Ll}{3,16}[#!$*]\d{2,6}$|^\p{L}*\p{Ll}\p{Lu}\p{L}*[#!]\d{1,4}$|^\p{Lu}\p{Ll}{3,16}\d{2,6}[!?*#$]$|^\p{Ll}{4,16}\d{2,6}[!*#$]$/u;
/** What numbers, names of files, addresses, versions and dates are made of. */
const NAMED =
  /^[\d.,:+-]+\p{L}{0,4}$|^v?\d+\.\d|\d\.\d+\.\d|^\d{4}-\d\d|\.(?:js|ts|py|go|rs|md|txt|json|ya?ml|html?|css|png|jpe?g|gif|svg|pdf|zip|gz|tar|sh|exe|dll|so|c|h|cpp|java|rb|php|xml|csv|conf|cfg|ini|log|lock|toml|tsx|jsx|mjs|com|org|net|io|dev|local|example|internal|corp|test)\b|@[\w-]+\.\p{L}{2}|:\/\/|\\|^www\.|^[A-Z]{1,5}[-_]?\d+$|^\p{L}+-\d+(?:\.\d+)*$/iu;
/** The end of a file's name. */
const FILE = /\.(?:zip|gz|tar|rar|7z|pdf|docx?|xlsx?|pptx?|csv|json|ya?ml|png|jpe?g|mp[34]|iso|deb|rpm|exe|ovpn|pem|crt|key)$/i;
/** Words that names of such values are made of. */
const OWN_NAME = /secret|token|password|passwd|creds|api_?key/i;
/** Numbers and digests in hexadecimal digits that are too short for keys. */
const NUMBER = /^(?:-?0x)?[\da-f_+-]+$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** A part between slashes that is a word, an identifier or a name with a full stop. */
const WORDED_PART = /(?:^|\/)(?:[A-Za-z]?[a-z]{2,}|[\da-f]{8}-[\da-f-]{27}|[\w-]*\.[\w.-]*|v\d)(?=\/|$)/;
/** Groups of capitals and digits, as licences are written. */
const GROUPS = /^[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){3,7}$/;
const HEX = /^(?:0x)?[\da-f]{30,}$/i;

/** The shape of a value that holds a letter and a digit, if it has one that tells. */
export function shapeOf(value: string): ValueShape | undefined {
  const shape = value.length <= MOST_CHOSEN && !value.includes('/') ? (chosenShape(value) ?? drawnShape(value)) : drawnShape(value);
  return shape === undefined || isPlaceholder(value) ? undefined : shape;
}

/** The shape of what somebody may have chosen. */
function chosenShape(value: string): ValueShape | undefined {
  const { length } = value;
  if (length < LEAST || (length < LEAST_PLAIN && !SIGN.test(value)) || NAMED.test(value)) return undefined;
  if (SIGN.test(value) && ODD.test(value) && !ELSEWHERE.test(value) && isVaried(value)) {
    if (isExpression(value)) return undefined;
    if (length >= LEAST_PLAIN) return 'odd';
    return /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) ? 'styled' : undefined;
  }
  if (length < LEAST_PLAIN || NUMBER.test(value) || (length >= LEAST_DRAWN && isDrawn(value))) return undefined;
  if (isStyled(value)) return isExpression(value) ? undefined : 'styled';
  const isPlain = (PLAIN.test(value) || CAPITAL_END.test(value)) && !NAME_WITH_DIGIT.test(value) && !OWN_NAME.test(value);
  return isPlain && !isExpression(value) ? 'plain' : undefined;
}

/** The shape of what a program may have drawn. */
function drawnShape(value: string): ValueShape | undefined {
  const { length } = value;
  if (length < LEAST_DRAWN || length > MOST || FILE.test(value) || (value.includes('/') && WORDED_PART.test(value))) return undefined;
  if (GROUPS.test(value)) return 'digest';
  if (UUID.test(value) || HEX.test(value)) return bits(value) < LEAST_BITS_OF_DIGEST ? undefined : 'digest';
  return isDrawn(value) && !isTextInBase64(value) ? 'drawn' : undefined;
}

const LEAST_BITS_OF_DIGEST = 2.8;
/** A sign that no name has. */
export const SIGN = /[!#$%^&*?~@]/;

/** Bits a character of a password, at least. */
const LEAST_BITS = 2.1;

/** Whether letters and digits stand in it, of more than a few kinds. */
function isVaried(value: string): boolean {
  return /\p{L}{2}|\p{L}\d\p{L}/u.test(value) && bits(value) > LEAST_BITS;
}

function isStyled(value: string): boolean {
  if (value.includes('_') && OWN_NAME.test(value)) return false;
  if (JOINED.test(value) && !NAME_WITH_DIGIT.test(value)) return true;
  if (value.length <= MOST_STYLED && FOR_LETTER.test(value) && /\p{Lu}|[._-]/u.test(value) && !NAME_WITH_DIGIT.test(value)) return true;
  if (!/^[A-Za-z\d]+$/.test(value) || NAME_WITH_DIGIT.test(value)) return false;
  return isDrawn(value) && (value.length >= LEAST_STYLED || (/[a-z]/.test(value) && /[A-Z]/.test(value)));
}

/** Whether letters and digits change places as they do in nothing that people write. */
function isDrawn(value: string): boolean {
  let [own, digits, changes, last] = [0, 0, 0, -1];
  for (let index = 0; index < value.length; index += 1) {
    const kind = kindOf(value.charCodeAt(index));
    if (kind === IS_SIGN) continue;
    if (kind === IS_DIGIT) digits += 1;
    if (last >= 0 && kind !== last) changes += 1;
    own += 1;
    last = kind;
  }
  if (digits < LEAST_DIGITS || changes < LEAST_CHANGES * (own - 1) || own < value.length - (value.length >> 3) - 3) return false;
  if (!DRAWN.test(value) || NUMBER.test(value) || bits(value) < Math.min(RANDOM, Math.log2(own) - BELOW_MOST)) return false;
  // Words of four letters and more are those of names.
  let inWords = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{4,}|[A-Z]{4,}/g))
    if (/[aeiouy]/i.test(word) && !/[b-df-hj-np-tv-xz]{4}/i.test(word)) inWords += word.length;
  return inWords <= MOST_IN_WORDS * own;
}

/** What it is made of: no public key, no version, no path, and no part of a program. */
const DRAWN = /^(?!AAAA[A-Z]3Nza|v?\d+\.\d|[/.]|[a-z]{2,}\d{0,4}\.)(?!.*(?:\.{2}|\/\/))[A-Za-z\d_+/.-]+={0,2}$/;
const LEAST_DIGITS = 2;
/** Bits a character below as many as there can be of so few. */
const BELOW_MOST = 0.6;
const MOST_IN_WORDS = 0.35;
/** Of the places between two characters so many stand between two of another kind. */
const LEAST_CHANGES = 0.3;

const IS_DIGIT = 0;
const IS_SIGN = 3;

/** Of what kind a character is: a digit, a small letter, a capital, or a sign of base 64. */
function kindOf(code: number): number {
  if (code >= 97) return 1;
  if (code >= 65 && code <= 90) return 2;
  return code >= 48 && code <= 57 ? IS_DIGIT : IS_SIGN;
}

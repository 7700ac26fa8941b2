import { bits, hasOddPair, isShortKey, isTextInBase64, isUnmistakable, lettersInWords, NAME_WITH_DIGIT } from './secret-value.ts';
import { FILE_ENDINGS, isExpression, isFileName, isPlaceholder } from './stand-ins.ts';

/**
 * What a value looks like, regardless of context: distinctively a password (`odd`), a password or a name of similar form
 * (`styled`), a word with a number (`plain`), a generated key (`drawn`), or a key that may also be a public digest or identifier
 * (`digest`).
 */
export type ValueShape = 'odd' | 'styled' | 'plain' | 'drawn' | 'digest';

/** Minimum lengths of passwords and keys, and their maximum length. */
const LEAST = 6;
const LEAST_PLAIN = 8;
/** Maximum length of words with digits for letters. */
const MOST_STYLED = 22;
/** Minimum length of a generated value with letters of one case. */
const LEAST_STYLED = 10;
const LEAST_DRAWN = 16;
const MOST_CHOSEN = 40;
const MOST = 256;
/** Minimum entropy of a key, in bits per character. */
const RANDOM = 3.3;

/** Signs that no word contains, at the places where people put them into passwords. */
const ODD = /[\p{L}\d][!#$%^&*?~][\p{L}\d_.@!#$%^&*?~+-]/u;
/** Other uses of such signs: arithmetic, masks, suffixes, anchors, escapes, entities, ranges, prompts of programs. */
const ELSEWHERE = new RegExp(
  [
    // Arithmetic and masks, of numbers or identifiers.
    String.raw`^[_.$&%^~#?*=-]|^\d[\d.]*[%^&*~?+-]|[%^&*~][\d.]+[%^&*~]|^[a-z]\w*[%^&*]\d+$|^[a-z]\w*[&^*][a-z]+[A-Z]|\w\.\w+[%^&*]|[%^&*]\w+\.\w|[*%^&]\p{L}\w*[*%^&]\w|\*\w+[-+]\d|[&^](?:0[xbo]|\^)|^[a-z_]\w*[&*^][a-z_]+\d*$|#_|\*\*|--|\+\+|\?\?|&&|\.\.|\?\.`,
    // Suffixes and anchors.
    String.raw`\$\d+(?:$|\.)|\$$|^\p{Ll}[\w.-]*#\d+$|^\p{L}+#\d+$|\.\w{1,5}#|#[a-z_-]+$|^[a-z][a-z\d-]*#[a-z]\w*$|^[\da-f]{4,}%|^\p{Ll}+\d*%\p{Ll}|^\p{Ll}+\$[A-Z\d]+$|^[A-Z]{1,4}[&#]\w`,
    // Spreadsheet cells, and a brand of routers.
    String.raw`^\w+!\$?[A-Za-z]{1,3}\$?\d+|^FRITZ!`,
    // Escapes, entities, prompts and negations of programs.
    String.raw`&(?:[a-z]+$|amp|quot|lt|gt|nbsp|#|\w+=)|%[\da-fA-F]{2}(?![!#$*])|%[sdufx](?:$|[^a-z])|\?\w+=|^[a-z]+![\dA-Z=]$|[az]-[az]|[AZ]-[AZ]|0-9|x[\da-f]{2}\D`,
  ].join('|'),
  'u',
);
/** A digit in place of a letter. */
const FOR_LETTER = /\p{L}[0134578@$]\p{Ll}/u;
/** Words of both cases joined like names, with a number. */
const JOINED =
  /^(?=.*\d)(?=.*\p{Lu})(?!\p{Ll}+\d*\.[^.!]*$)(?:\p{Lu}?\p{Ll}{2,14}(?:\p{Lu}\p{Ll}{2,12})?\d{0,4}[._&+@-]){1,4}(?:\p{Lu}?\p{Ll}{2,14}\d{0,6}[a-z]{0,2}!?|\d{1,6}\p{Lu}?\p{Ll}{0,8}!?)$/u;
/** Words with a number after or between them. */
const PLAIN =
  /^(?:(?=(?:\D*\d){2})(?=(?:\P{L}*\p{L}){3})\p{Ll}[a-z\d]{6,22}[a-z\d]|\p{L}{3,24}\d{2,8}|\p{L}{8,24}\d|\p{Ll}{3,16}\d{2,6}\p{Ll}{2,8}|(?=.*-\d)(?:[a-z]{3,12}-|\d{1,4}-){3,7}(?:[a-z]{3,12}|\d{1,4}))[!#$%&*]?$/u;
/** The same with a sign behind the number that ends no sentence, or ends one only after a year. */
const SIGN_AT_END = /^\p{Lu}\p{Ll}{3,16}(?:\d{2,6}[#$%&*]|(?!(?:19|20)\d\d[!?])\d{3,6}[!?])$/u;
/** Types of programs with a number, of which there are pointers and references. */
const TYPE = /^(?:Matrix|Vector|Point|Colou?r|Rect|Float|Char|Byte|Half|Bool|Word|Quat|Array|Block|Simd|Hash)\d/;
const CAPITAL_END =
  /^\p{Lu}\p{Ll}{3,16}[#!$*]\d{2,6}$|^\p{L}*\p{Ll}\p{Lu}\p{L}*[#!]\d{1,4}$|^\p{Lu}\p{Ll}{3,16}\d{2,6}[!?*#$%&]$|^\p{Ll}{4,16}\d{2,6}[!*#$%&]$/u;
/** Numbers, file names, addresses, versions and dates. */
const NAMED = new RegExp(
  String.raw`^[\d.,:+-]+\p{L}{0,4}$|^v?\d+\.\d|\d\.\d+\.\d|^\d{4}-\d\d|\.(?:${FILE_ENDINGS}|com|org|net|io|dev|local|example|internal|corp|test)\b|@[\w-]+\.\p{L}{2}|://|\\|^www\.|^\p{L}+-\d+(?:\.\d+)*$`,
  'iu',
);
/** Letters and a number, as in names of products and standards. */
const NUMBERED = /^(?:[A-Z]{1,5}|[a-z]{1,3})[-_]?\d+$/;
/** Words that variable names for such values consist of. */
const OWN_NAME = /secret|token|password|passwd|creds|api_?key/i;
/** Hexadecimal numbers and digests too short for keys. */
const NUMBER = /^(?:-?0x)?[\da-f_+-]+$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** A path segment that is a word, an identifier or a file name. */
const WORDED_PART = /(?:^|\/)(?:[A-Za-z]?[a-z]{2,}|[\da-f]{8}-[\da-f-]{27}|[\w-]*\.[\w.-]*|v\d)(?=\/|$)/;
/** Groups of capitals and digits, as in licence keys. */
const GROUPS = /^[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){3,7}$/;
const LEAST_GROUPS = 14;
const FEW_GROUPS = /^(?=.*[A-Z]\d)(?=.*\d[A-Z])[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){2}$/;
const HEX = /^(?:0x)?[\da-f]{30,}$/i;

/** Shape of a value that contains a letter and a digit; undefined if it suggests nothing. */
export function shapeOf(value: string): ValueShape | undefined {
  const shape = value.length <= MOST_CHOSEN && !value.includes('/') ? (chosenShape(value) ?? drawnShape(value)) : drawnShape(value);
  return shape === undefined || isPlaceholder(value) ? undefined : shape;
}

/**
 * Whether an odd value is unlike every word, name, expression and reference in programs, so that it is a password without any
 * context word.
 */
export function isPasswordAnywhere(value: string): boolean {
  return (isUnmistakable(value) && !REFERENCE.test(value)) || isTangled(value);
}

/** Whether letters of both cases, digits and signs alternate as in nothing that people write and in no program. */
function isTangled(value: string): boolean {
  // Escapes of web pages and addresses are no signs of the value.
  const own = value.includes('%') || value.includes('&#') ? value.replaceAll(/%[\dA-Fa-f]{2}|&#\d+/g, '') : value;
  if (!/[!#$^&*?%]/.test(own) || !/[a-z]/.test(own) || !/[A-Z]/.test(own) || !/\d/.test(own)) return false;
  const { length } = own;
  let changes = 0;
  for (let index = 1; index < length; index += 1) if (kindOf(own.charCodeAt(index)) !== kindOf(own.charCodeAt(index - 1))) changes += 1;
  if (length < LEAST_PLAIN || changes < LEAST_TANGLED * (length - 1)) return false;
  if (bits(own) < Math.log2(length) - BELOW_TANGLED || lettersInWords(own) > MOST_IN_WORDS * length) return false;
  return !NOT_TANGLED.test(own) && !NAME_WITH_DIGIT.test(own) && !isTerm(own);
}

/** Whether it is a term of numbers and names, as in algebra. */
function isTerm(value: string): boolean {
  return !/[!#$?@]/.test(value) && value.split(/[*^&%+-]/).every((operand) => OPERAND.test(operand) && !isJumbled(operand));
}

/** Whether letters of both cases are in no words, apart from the members of a name. */
function isJumbled(value: string): boolean {
  return (
    !value.includes('.') &&
    value.length > MOST_SYMBOL &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    lettersInWords(value) < value.length / 2
  );
}

const MOST_SYMBOL = 5;

const OPERAND = /^(?:0x[\da-fA-F]+|\d*(?:\.\d+)?|\p{L}+\d*(?:[._]\p{L}*\d*)*)$/u;
/** A sign at the start, or twice; ranges of characters and escapes. */
const NOT_TANGLED = /^[^A-Za-z\d]|([!#$^&*?%-])\1|[aA]-[zZ]|0-9|^x[\da-f]{2}|^[a-z\d-]+#[A-Z]\d/;
const BELOW_TANGLED = 0.8;
const LEAST_TANGLED = 0.5;

/** Operators between names, members of classes, types with a sign, addresses in memory. */
const REFERENCE =
  /^[\p{L}\d_.-]+[&^*%]\p{L}[\p{L}\d_]*$|\*-|\?\p{L}\?|^\p{L}+\d*[$#]\p{L}|^[\p{Ll}\d-]+#\p{L}|#\p{Ll}{3}|^[A-Z\d]+!|[+]|\.\p{L}+[(#$]/u;

/** Shape of a possibly human-chosen value. */
function chosenShape(value: string): ValueShape | undefined {
  const { length } = value;
  if (length < LEAST || (length < LEAST_PLAIN && !SIGN.test(value)) || NAMED.test(value) || NUMBERED.test(value)) return undefined;
  if (SIGN.test(value) && length >= LEAST_PLAIN && isTangled(value)) return 'odd';
  if (SIGN.test(value) && ODD.test(value) && !ELSEWHERE.test(value) && isVaried(value)) {
    if (isExpression(value)) return undefined;
    if (length >= LEAST_PLAIN) return 'odd';
    return /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) ? 'styled' : undefined;
  }
  if (length < LEAST_PLAIN || NUMBER.test(value) || (length >= LEAST_DRAWN && isDrawn(value))) return undefined;
  if (isStyled(value)) return isExpression(value) ? undefined : 'styled';
  if (SIGN_AT_END.test(value) && !NAME_WITH_DIGIT.test(value) && !TYPE.test(value)) return 'odd';
  const isPlain = (PLAIN.test(value) || CAPITAL_END.test(value)) && !OWN_NAME.test(value) && !NAME_WITH_DIGIT.test(value);
  return isPlain && !isExpression(value) ? 'plain' : undefined;
}

/** Shape of a possibly generated value. */
function drawnShape(value: string): ValueShape | undefined {
  const { length } = value;
  if (length < LEAST_DRAWN || length > MOST || isFileName(value) || (value.includes('/') && WORDED_PART.test(value))) return undefined;
  if (GROUPS.test(value)) return 'digest';
  if (UUID.test(value) || HEX.test(value)) return bits(value) < LEAST_BITS_OF_DIGEST ? undefined : 'digest';
  return isDrawn(value) && !isTextInBase64(value) ? 'drawn' : undefined;
}

const LEAST_BITS_OF_DIGEST = 2.8;
/** Signs that no name contains. */
export const SIGN = /[!#$%^&*?~@]/;

/** Minimum entropy of a password, in bits per character. */
const LEAST_BITS = 2.1;

/** Whether it has both letters and digits, with enough distinct characters. */
function isVaried(value: string): boolean {
  return /\p{L}{2}|\p{L}\d\p{L}/u.test(value) && bits(value) > LEAST_BITS;
}

function isStyled(value: string): boolean {
  if (value.length >= LEAST_GROUPS && FEW_GROUPS.test(value)) return true;
  if (value.includes('_') && OWN_NAME.test(value)) return false;
  if (JOINED.test(value) && !NAME_WITH_DIGIT.test(value)) return true;
  if (value.length <= MOST_STYLED && FOR_LETTER.test(value) && /\p{Lu}|[._-]/u.test(value) && !NAME_WITH_DIGIT.test(value)) return true;
  if (!/^[\w-]+$/.test(value)) return false;
  const isKey = (value.length <= MOST_STYLED && isShortKey(value)) || (!/[_-]/.test(value) && isLongEnough(value) && isDrawn(value));
  return isKey && !NAME_WITH_DIGIT.test(value);
}

/** Whether a drawn value is as long as its letters ask for: those of both cases may be shorter. */
function isLongEnough(value: string): boolean {
  return value.length >= LEAST_STYLED || (/[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** Whether letters and digits alternate as in nothing that people write. */
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
  if (digits === 0 || changes < FEWEST_CHANGES * (own - 1) || own < value.length - (value.length >> 3) - 3) return false;
  if (!DRAWN.test(value) || NUMBER.test(value) || bits(value) < Math.min(RANDOM, Math.log2(own) - BELOW_MOST)) return false;
  // Words of four or more letters are those of names.
  let inWords = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{4,}|[A-Z]{4,}/g))
    if (/[aeiouy]/i.test(word) && !/[b-df-hj-np-tv-xz]{4}/i.test(word) && !hasOddPair(word.toLowerCase())) inWords += word.length;
  if (own >= LEAST_LONG && inWords <= FEW_IN_WORDS * own) return true;
  return digits >= LEAST_DIGITS && changes >= LEAST_CHANGES * (own - 1) && inWords <= MOST_IN_WORDS * own;
}

/** Characters of a key; excludes SSH public keys, versions, paths and code. */
const DRAWN = /^(?!AAAA[A-Z]3Nza|v?\d+\.\d|[/.]|[a-z]{2,}\d{0,4}\.)(?!.*(?:\.{2}|\/\/|\d\.\d+\.\d))[A-Za-z\d_+/.-]+={0,2}$/;
const LEAST_DIGITS = 2;
/** How far the entropy may be below the maximum for a value of that length, in bits per character. */
const BELOW_MOST = 0.6;
/** Maximum share of a value in words; of a long one with few digits or changes. */
const MOST_IN_WORDS = 0.35;
const FEW_IN_WORDS = 0.2;
const LEAST_LONG = 20;
/** Minimum share of neighbouring characters that are of different classes; of those in a long value with hardly a word. */
const LEAST_CHANGES = 0.3;
const FEWEST_CHANGES = 0.2;

const IS_DIGIT = 0;
const IS_SIGN = 3;

/** Class of a character: digit, lower case, upper case, or base64 sign. */
function kindOf(code: number): number {
  if (code >= 97) return 1;
  if (code >= 65 && code <= 90) return 2;
  return code >= 48 && code <= 57 ? IS_DIGIT : IS_SIGN;
}

import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import type { NamedSecret } from './named-form.ts';
import { isGivenPhrase, isJoinedWords, isStatement, isTalk } from './password-words.ts';
import { isFileName, isNameInProgram, isNameOfPassword, isPlaceholder, isReference } from './stand-ins.ts';

/** Whether a value is a single word, which no key is, and hardly a password. */
export function isWord(value: string): boolean {
  return /^[A-Za-z_:.,-]*$/.test(value);
}

/** Minimum share of the letters of an identifier that belong to words. */
const IN_WORDS = 0.55;

/** Whether letters of both cases alternate unlike in the words of an identifier. */
export function isScrambled(value: string): boolean {
  if (value.length < 8 || !/^[A-Za-z]+$/.test(value))
    return /^[A-Za-z]+(?:[_-][A-Za-z]+){1,4}$/.test(value) && isScrambled(value.replaceAll(/[_-]/g, ''));
  if (/[a-z][A-Z]/.test(value) && hasOddPair(value)) return true;
  if (value.length >= LEAST_OF_LETTERS && !/[a-z][A-Z]/.test(value) && oddPairs(value.toLowerCase()) * FEW_ODD > value.length) return true;
  if (value.length < 12) return /[a-z][A-Z]/.test(value) && lettersInWords(value) < value.length / 2;
  if (value.length < 2.3 * (value.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 1)) return true;
  return /[a-z][A-Z]/.test(value) && lettersInWords(value) < IN_WORDS * value.length;
}

/** By letter, those that follow it in hardly any word, of whatever language identifiers are written in. */
const ODD_AFTER =
  ',gkqvwx,bjwx,kq,,bhkmqvwxz,fjkqvwxz,cfgjkpqvxz,wy,bcfghjmpqrtvwxyz,bcjmqvxz,hjqwxz,gqvwxz,,q,jqvx,abcdefghijkmnopqrstvwxyz,jqx,j,jq,jqvwz,bfghmpqtvwxyz,bfgjkmpqtuvwxyz,gjknqvwxz,jkquvxy,fhjlpqxy'.split(
    ',',
  );

/** Whether two neighbouring letters, of which the second is small, are in hardly any word. */
export function hasOddPair(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) if (isOddPair(value, index)) return true;
  return false;
}

/** Number of such pairs. */
function oddPairs(value: string): number {
  let pairs = 0;
  for (let index = 1; index < value.length; index += 1) if (isOddPair(value, index)) pairs += 1;
  return pairs;
}

function isOddPair(value: string, index: number): boolean {
  const code = value.charCodeAt(index);
  return code >= SMALL_A && (ODD_AFTER[(value.charCodeAt(index - 1) | 32) - SMALL_A] ?? '').includes(value.charAt(index));
}

/** Minimum length of a key of letters of one case, and more than its length per pair of letters that is in hardly any word. */
const LEAST_OF_LETTERS = 16;
const FEW_ODD = 8;

const SMALL_A = 97;

/** Number of letters in possible words of an identifier: three or more with a vowel, optionally capitalised. */
export function lettersInWords(value: string): number {
  let letters = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{2,}/g))
    if (/[aeiouy]/i.test(word) && !/[b-df-hj-np-tv-xz]{5}/i.test(word) && !hasOddPair(word)) letters += word.length;
  return letters;
}

/** Whether a value is distinctively a password, in whatever context. */
export function isTelling(value: string): boolean {
  if (value.length < 8) return value.length >= 6 && isUnmistakable(value);
  if (!/\d/.test(value) || !/\p{L}/u.test(value) || value.includes('/')) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && (digits > 1 || (value.match(/[a-z\d][A-Z]/g)?.length ?? 0) > 2);
  return /[!@#$%^&*+=~]|\?\w/.test(value) || (isMixed && !/^[A-Za-z]+[\d.]+$/.test(value)) || isWithDigitsForLetters(value);
}

/** Names of programs, formats and numbered things, which contain digits. */
export const NAME_WITH_DIGIT =
  /oauth|base\d|argon|log4|utf|sha\d|md5|x509|pkcs|win(?:32|64|dows)|x86|int\d|float\d|python|node\d|level\d|e2e|chapter|section|version|http|ubuntu|debian|centos|fedora|unicode|llama\d|claude|gemini|mistral|chatgpt|(?<![a-z\d])(?:[vrg]\d(?![a-z])|p\d{2}|ipv|web3|s3|ec2|k8s|h2|p2p|b2b|b2c|i18n|l10n|a11y|mp[34]|arm\d|py\d|o365|m365|es\d|rfc|iso|ios|php|go\d|gpt|qwen|seq\d|step\d|page\d|week\d|table|figure|room|line\d)|\d(?:d|bit|gb|mb|kb|ghz|px|ms)$/i;

/** Whether a word of both cases has a digit for a letter, as hardly anything but a password does. */
function isWithDigitsForLetters(value: string): boolean {
  return /[A-Z]/.test(value) && /[a-z]{2}/.test(value) && /[A-Za-z][013457][a-z]/.test(value) && !NAME_WITH_DIGIT.test(value);
}

/** Names of arguments, and of ways to pass them. */
const NAME_OF_ARGUMENT =
  /^(?:api[_-]?key|apikey|string|value|text|prompt|stdin|file|env|plain|none|null|auto|generate|random|default|interactive|foo|bar|baz|x+|username)$/i;

/** Words that show that hyphens join the name of a setting. */
const WORD_OF_SETTING =
  /(?:^|-)(?:my|your|the|secret\w*|pass\w*|key\w*|cred\w*|name|file|path|config|env|token\w*|here|value|string|vault|default)(?=-|$)/i;

/** Whether a value can be a secret where nothing else is expected. Any word can, but no name, variable or file. */
export function isGiven(value: string): boolean {
  if (isReference(value) || isFileName(value) || /^[a-z]+(?:\.[a-z]+)+$/i.test(value)) return false;
  if (isNameOfPassword(value) || NAME_OF_ARGUMENT.test(value)) return false;
  if (/^\p{L}+$/u.test(value)) return !isTalk(value) && (isScrambled(value) || !isStatement(value.toLowerCase()));
  if (value.includes(' ')) return isGivenPhrase(value);
  return !isNameInProgram(value) || !WORD_OF_SETTING.test(value.replaceAll('_', '-'));
}

/** Whether a value in an answer looks like a password, and not like an address or a setting. */
export function isAnswer(value: string): boolean {
  return isUnmistakable(value) || (isTelling(value) && !/[@=:&+~]/.test(value));
}

/** Whether a value has letters of both cases, digits and a sign, as no word of a sentence has. */
export function isUnmistakable(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return isMixed && /[!#$%^&*]|\?\w/.test(value) && !/^[#&%]|^\p{L}+\d{0,4}[!?]*$|[#&]\d+$|^[A-Z]{1,3}\$/u.test(value);
}

/** Whether letters of both cases and digits are mixed unlike in words or numbers. */
export function isMixedUp(value: string): boolean {
  if (isTextInBase64(value) || lettersInWords(value) > MOST_IN_WORDS * value.length) return false;
  if (isOfOneCase(value)) return true;
  if ((value.match(/[a-z\d][A-Z]|[A-Z][a-z\d]/g)?.length ?? 0) * FEWEST <= value.length) return false;
  return (value.match(/\d/g)?.length ?? 0) > 2 || isScrambled(value.replaceAll(/\d/g, ''));
}

/** Maximum number of characters of a key per change of case or to digits. */
const FEWEST = 8;
/** Maximum share of a key's characters that belong to words, and of a short one's. */
const MOST_IN_WORDS = 0.75;
const MOST_IN_SHORT = 0.5;

/** Whether letters of both cases and digits alternate as in a short key, with up to two underscores or hyphens. */
export function isShortKey(whole: string): boolean {
  const changes = changesInKey(whole);
  if (changes < 0) return false;
  const hasOneCase = !/[a-z]/.test(whole) || !/[A-Z]/.test(whole);
  if (hasOneCase && changes < LEAST_CHANGES) return false;
  const value = whole.replace(/[_-]/, '').replace(/[_-]/, '');
  if (!/^[A-Za-z\d]+$/.test(value) || NAME_WITH_DIGIT.test(value) || bits(value) < Math.log2(value.length) - MOST_BELOW) return false;
  if (hasOneCase) return true;
  const isMixed = /[A-Za-z]\d\w*[A-Za-z]|^\d/.test(value) && lettersInWords(value) <= MOST_IN_SHORT * value.length;
  return isMixed || isScrambled(value) || isScrambled(value.replaceAll(/\d/g, ''));
}

/** How far the entropy of a short key may be below the maximum for its length, and how often letters must change to digits and back. */
const MOST_BELOW = 0.6;
const LEAST_CHANGES = 4;

/** How often letters change to digits and back in a value of such characters, underscores and hyphens; -1 for any other. */
function changesInKey(value: string): number {
  let changes = 0;
  let last: boolean | undefined;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code === 45 || code === 95) continue;
    const isNumeral = isDigit(code);
    if (!isNumeral && !isAsciiLetter(code)) return -1;
    if (last !== undefined && isNumeral !== last) changes += 1;
    last = isNumeral;
  }
  return changes;
}

/** Whether a value is base64 of plain words, which hides nothing. */
export function isTextInBase64(value: string): boolean {
  const bare = value.replace(/={1,2}$/, '');
  if (!/^[A-Za-z\d+/]{16,}$/.test(bare) || bare.length % 4 === 1) return false;
  const text = atob(bare);
  return text.includes(' ') && /^[\x20-\x7e\s]+$/.test(text);
}

/** Whether a value is base64 of a user name and a name for a password, as in documentation. */
export function isNameInBase64(value: string): boolean {
  const bare = value.replace(/={1,2}$/, '');
  if (bare.length % 4 === 1) return false;
  const [, password] = /^[^:]*:([\x20-\x7e]*)$/.exec(atob(bare)) ?? [];
  return password !== undefined && (isNameOfPassword(password) || isPlaceholder(password));
}

/**
 * For keys with letters of one case: minimum length, and minimum share of places where a letter adjoins a digit; and these for short
 * ones and ones with signs.
 */
const LEAST_OF_ONE_CASE = 24;
const BESIDE_DIGITS = 0.18;
const LEAST_SHORT_OF_ONE_CASE = 16;
const BESIDE_DIGITS_IF_SHORT = 0.28;

/** The same for letters of one case: digits throughout, and not a hexadecimal number. */
function isOfOneCase(whole: string): boolean {
  const value = whole.replaceAll(/[_=+/~.-]/g, '');
  const hasSigns = value.length < whole.length;
  if (value.length < (hasSigns ? LEAST_OF_ONE_CASE : LEAST_SHORT_OF_ONE_CASE)) return false;
  if (!/^(?:[a-z\d]+|[A-Z\d]+)$/.test(value) || /^[\da-f]+$/i.test(value)) return false;
  return changesInKey(value) > (hasSigns || value.length < LEAST_OF_ONE_CASE ? BESIDE_DIGITS_IF_SHORT : BESIDE_DIGITS) * value.length;
}

/** Whether a value is a path: words between slashes. */
export function isPath(value: string): boolean {
  return (value.match(/(?<![^/])[a-z]{3,}(?=\/|$)/g)?.length ?? 0) > 1;
}

/**
 * Whether a value looks like a human-chosen password. After a `word` in a sentence it must not look like an ordinary word; in a
 * `field` it may.
 */
export function isChosen(value: string, place: 'word' | 'field'): boolean {
  if (isTalk(value) || /^[\p{L}_.-]+\/[\p{L}_./-]+$/u.test(value)) return false;
  const isMixed = /\d/.test(value) && /\p{L}/u.test(value);
  if (place === 'field') return value.length >= 5 || isMixed;
  if (/^v?\d+(?:\.\d+)+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:T\S*)?$/.test(value)) return false;
  return (
    isMixed ||
    isScrambled(value) ||
    isJoinedWords(value) ||
    (/[^\p{L}\p{N}_.'’-]/u.test(value) && /\p{L}/u.test(value) && /[\p{L}\p{N}](?:[^\p{L}\p{N}]*[\p{L}\p{N}]){2}/u.test(value))
  );
}

/**
 * How the end of a value is delimited: by quotes or tags, by the end of a line with nothing else but its name, by white space, as
 * one command argument, or possibly by the end of a sentence.
 */
export type ValueEnd = 'enclosed' | 'line' | 'assigned' | 'argument' | 'spoken';

/** Drops a full stop or bracket that ends the sentence or call around a value, and parameters that follow it in a query. */
export function withoutSentenceEnd(value: string, kind: NamedSecret['kind'], end: ValueEnd = 'spoken'): string {
  if (kind === 'random') return value;
  if (/\\{1,3}$/.test(value)) return withoutSentenceEnd(value.replace(/\\{1,3}$/, ''), kind, 'enclosed');
  if (end === 'enclosed') return value;
  if (kind === 'made' || kind === 'drawn' || kind === 'scrambled') return value.replace(/[.;:?!)\]}]+$/, '');
  if (end === 'argument') return value.replace(/(?:[<>;&|]|,--[a-z]).*$/i, '').replace(/[.,:)\]}]+$/, '');
  // Exclamation marks are kept: people end passwords with them.
  const own = value.replace(end === 'line' ? /&[\w.-]{1,30}=.*$/ : /(?:&[\w.-]{1,30}|;[A-Za-z][A-Za-z ]{1,24})=.*$/, '');
  // After another sign, it ends the sentence.
  const said = end === 'spoken' ? own.replace(/(?<=[?#$%^&*])!$/, '') : own;
  return said.replace(end === 'assigned' || end === 'line' ? /[.;:)\]}]+$/ : /[.;:?)\]}]+$/, '');
}

/** Shannon entropy in bits per character. */
export function bits(value: string): number {
  const { length } = value;
  if (length >= MOST_COUNTED || !isAscii(value)) return bitsOfAny(value);
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    COUNTS[code] = (COUNTS[code] ?? 0) + 1;
  }
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    const count = COUNTS[code] ?? 0;
    if (count > 0) sum -= (count / length) * Math.log2(count / length);
    COUNTS[code] = 0;
  }
  return sum;
}

const ASCII = 128;
const MOST_COUNTED = 0x10000;
/** How often each character occurs in the value being counted; all zeros between two values. */
const COUNTS = new Uint16Array(ASCII);

function bitsOfAny(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / value.length) * Math.log2(count / value.length);
  return sum;
}

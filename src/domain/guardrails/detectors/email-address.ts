import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';

const MAX_LOCAL = 64;
/** Maximum length of an address (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const MAX_ADDRESS = 254;
const AT = 64;

/** Endings of file names with a scale, such as `logo@2x.png`, and of systemd units, such as `getty@tty1.service`: not addresses. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  'png jpg jpeg gif webp svg avif css js ts json html service socket timer target mount slice'.split(' '),
);

/**
 * Finds e-mail addresses by scanning left and right of every `@`; in complete texts also obfuscated ones such as `ann (at)
 * mail.example` or `ann at mail dot example`.
 */
export const emailAddressDetector: Detector = {
  name: 'email_address',
  directions: ['input', 'output'],
  readsWebCodes: true,
  readsAround: true,
  inspect(part: GuardPart): readonly Finding[] {
    const findings: Finding[] = [];
    for (let at = part.text.indexOf('@'); at >= 0; at = nextAt(part.text, at + 1)) {
      const start = localStart(part.text, at);
      const end = start === undefined ? undefined : domainEnd(part.text, at + 1, start + MAX_ADDRESS);
      if (start === undefined || end === undefined || isUrlUser(part.text, start) || isOther(part.text, start, end)) continue;
      findings.push({ detector: 'email_address', category: 'email_address', part: part.id, start, end, score: 1 });
    }
    // In a streamed reply the text before the word for the sign has already been released.
    return part.role === 'assistant' ? findings : withWrittenOut(part, findings);
  },
  tail(text: string): number {
    const open = openAddress(text);
    const colon = text.slice(-MAX_BEHIND).lastIndexOf(':');
    if (colon < 0 || !OPEN_PATH.test(text.slice(-MAX_BEHIND).slice(colon))) return open;
    const before = text.slice(0, Math.max(0, text.length - MAX_BEHIND) + colon);
    const start = openAddress(before);
    return before.includes('@', start) ? Math.min(open, start) : open;
  },
};

/** The spelt-out sign, bare and in brackets; and the full stop. */
const ALONE = [' at ', ' AT '];
const IN_BRACKETS = ['(at)', '[at]', '(AT)', '[AT]'];
const MAY_BE_IN_BRACKETS = /[([]at[)\]]/i;
const POINTS = ['dot', 'DOT'];
const POINT = String.raw`(?:\s?[([{]\s?dot\s?[)\]}]\s?|\sdot\s)`;
const LABELS = String.raw`[A-Za-z\d-]{1,40}(?:(?:${POINT}|\.)[A-Za-z\d-]{1,40}){0,3}`;
/** What precedes the sign; not a word of a sentence about a location. */
const BEFORE_SIGN = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+@-])(?!(?:me|us|him|her|them|it|is|was|are|be|look|looking|looks|meet|lives?|found|here|there|available|hosted|visit|site|page|and|or|e?-?mail|online|arrived?|stays?|works?|up|out|back|not|all|once|only|noon|night|midnight)$)[\p{L}\p{N}](?:[\p{L}\p{N}._%+-]|${POINT}){0,60}$`,
  'iu',
);
/** What follows the sign in brackets, and the bare sign, where the full stop must be spelt out as well. */
const BEHIND_BRACKET = new RegExp(String.raw`\s?${LABELS}(?:${POINT}|\.)[A-Za-z]{2,14}(?![\p{L}\p{N}])`, 'iuy');
const BEHIND_WORD = new RegExp(
  String.raw`(?!(?:the|a|an|this|that|every|each|our|its|my|your)\s)${LABELS}${POINT}(?:com|org|net|edu|gov|mil|info|biz|example|test|co|io|dev|app|ai|me|eu|uk|us|ca|au|nz|in|za|br|mx|de|at|ch|fr|be|nl|it|es|pt|pl|cz|se|no|dk|fi|ie|gr|ru|ua|jp|cn|kr)(?![\p{L}\p{N}])`,
  'iuy',
);

/** What speaks of mail before an address in words, how far before it, and who gives everybody one. */
const OF_MAIL =
  /mail|contact|reach|writ|address|send|sent|message|ping|drop|forward|cc |invite|kontakt|schreib|adresse|erreich|corr?eo|escr[ií]b|écri|joindre|scriv/iu;
const MAX_OF_MAIL = 64;
/** What makes the word before the sign a thing that is somewhere. */
const OF_THING = /(?:^|[^\p{L}])(?:the|our|a|an|your|their|his|her)\s(?:(?!e?-?mail|address)\p{L}{1,20}\s)?$/iu;
const OFFERS_MAIL =
  /\s(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|proton(?:mail)?|pm|tutanota|fastmail|zoho|yandex|mail|qq|163)\sdot\s/i;

/** Whether words are an address and not what can be done or had at a site: by their form, by what is said, or as they stand alone. */
function isAnAddress(text: string, start: number, end: number, local: string): boolean {
  if (/[\d._%+-]|\sdot\s/i.test(local) || OFFERS_MAIL.test(text.slice(start, end))) return true;
  const lead = text.slice(Math.max(0, start - MAX_OF_MAIL), start);
  if (OF_MAIL.test(lead)) return !OF_THING.test(lead);
  const before = text.charAt(start - 1);
  const behind = text.charAt(end);
  return (before === '' || before === '\n') && (behind === '' || behind === '\n');
}

/** Merges in the obfuscated addresses, sorted by offset. */
function withWrittenOut({ id, text }: GuardPart, findings: Finding[]): readonly Finding[] {
  const found: Finding[] = [];
  const look = (signs: readonly string[], behind: RegExp): void => {
    for (const sign of signs)
      for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
        behind.lastIndex = at + sign.length;
        if (!behind.test(text)) continue;
        const end = behind.lastIndex;
        const isSpaced = text.charAt(at - 1) === ' ';
        const local = BEFORE_SIGN.exec(text.slice(Math.max(0, at - MAX_LOCAL), isSpaced ? at - 1 : at))?.[0];
        if (local === undefined) continue;
        const start = (isSpaced ? at - 1 : at) - local.length;
        if (behind === BEHIND_WORD && !isAnAddress(text, start, end, local)) continue;
        found.push({ detector: 'email_address', category: 'email_address', part: id, start, end, score: 1 });
      }
  };
  if (MAY_BE_IN_BRACKETS.test(text)) look(IN_BRACKETS, BEHIND_BRACKET);
  if (POINTS.some((point) => text.includes(point))) look(ALONE, BEHIND_WORD);
  if (found.length === 0) return findings;
  return [...findings, ...found].toSorted((one, other) => one.start - other.start);
}

/** Characters scanned here before falling back to `indexOf`, whose call overhead matters if the next `@` is near. */
const NEAR = 16;

/** Index of the first `@` from an index on; -1 if there is none. */
function nextAt(text: string, from: number): number {
  const end = Math.min(text.length, from + NEAR);
  for (let index = from; index < end; index += 1) if (text.charCodeAt(index) === AT) return index;
  return text.indexOf('@', end);
}

/** Start of an address that may be incomplete at the end of the text; the text's length if there is none. */
function openAddress(text: string): number {
  let runStart = text.length;
  while (runStart > 0 && text.length - runStart <= MAX_ADDRESS && isAddressCharacter(text.charCodeAt(runStart - 1))) runStart -= 1;
  const at = text.lastIndexOf('@');
  if (at >= runStart) {
    const start = localStart(text, at);
    if (start !== undefined && text.length - start <= MAX_ADDRESS) return start;
    runStart = at + 1;
  }
  return text.length - runStart <= MAX_LOCAL ? runStart : text.length;
}

/** Credentials in a URL such as `https://user:secret@host.example` are not an address. */
const URL_USER = /[a-z\d]:\/\/(?:(?:[^\s/?#@,]*@)?[^\s/?#@,]*|[^\s/?#@,:]*:(?!\/|[\d.]{1,6}\/)[^\s?#@,]*\/)$/i;
/** A character no local part contains: the apparent address is the rest of a password. */
const IN_PASSWORD = ':/!$*&^~=|)(}{][;';
/** Lookbehind for the scheme of a URL, in characters. */
const MAX_URL_USER = 100;

function isUrlUser(text: string, start: number): boolean {
  const before = text[start - 1];
  return before !== undefined && IN_PASSWORD.includes(before) && URL_USER.test(text.slice(Math.max(0, start - MAX_URL_USER), start));
}

/** A path on a host, as in `git@host.example:team/app.git`, or call arguments, as in `a@b.transpose(1)`. */
const PATH_BEHIND = /^:(?:~?[\w.-]{0,64}\/|[\w-]{1,64}\.git\b)|^\(/;
/** An incomplete path of that kind. */
const OPEN_PATH = /^:(?:~?[\w.-]{0,64})$/;
/** Lookahead for these, in characters. */
const MAX_BEHIND = 80;

/** Whether an apparent address is an account with its server, a path on a host, or code. */
function isOther(text: string, start: number, end: number): boolean {
  if (text[start - 1] === '@' || isSecureShell(text, start)) return true;
  const domain = text.indexOf('@', start) + 1;
  if (text.startsWith('self.', domain) || text.startsWith('this.', domain)) return true;
  const behind = text[end];
  return (behind === ':' || behind === '(') && PATH_BEHIND.test(text.slice(end, end + MAX_BEHIND));
}

/** Commands that take the user of a machine, and options before it. */
const SECURE_SHELL = /(?<![\w.-])(?:ssh(?:-copy-id)?|sftp|mosh)\s(?:-\S{1,40}\s(?:[^\s@-][^\s@]{0,40}\s)?){0,4}$/;
/** Lookbehind for such a command, in characters. */
const MAX_COMMAND = 120;

/** Whether the user at a place is an argument of a command that opens a remote shell. */
function isSecureShell(text: string, start: number): boolean {
  return text[start - 1] === ' ' && SECURE_SHELL.test(text.slice(Math.max(0, start - MAX_COMMAND), start));
}

/** Start of the local part; undefined if it is empty or too long. */
function localStart(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && at - start <= MAX_LOCAL && isLocal(text.charCodeAt(start - 1))) start -= 1;
  if (at - start > MAX_LOCAL) return undefined;
  while (start < at && !isAlphanumeric(text.charCodeAt(start))) start += 1;
  if (isEscapeLetter(text, start)) start += 1;
  return start < at && text[at - 1] !== '.' ? start : undefined;
}

/** Letters that escape white space behind a backslash, and what stands before one that divides a path of Windows. */
const ESCAPE_LETTERS = 'nrt';
const DRIVE = /(?<![\p{L}\p{N}])[A-Za-z]:\\[^\s"']*$/u;
/** Lookbehind for the drive of a path, in characters. */
const MAX_PATH = 100;

/** Whether the letter at a place is the end of an escape such as `\n`, which texts hold that were written as strings of programs. */
function isEscapeLetter(text: string, start: number): boolean {
  if (text[start - 1] !== '\\' || !ESCAPE_LETTERS.includes(text.charAt(start)) || !isAlphanumeric(text.charCodeAt(start + 1))) return false;
  return !DRIVE.test(text.slice(Math.max(0, start - MAX_PATH), start));
}

/** End of the longest host name with an alphabetic top-level domain; undefined if there is none before `limit`. */
function domainEnd(text: string, from: number, limit: number): number | undefined {
  let end: number | undefined;
  let labelStart = from;
  let letters = true;
  for (let index = from; ; index += 1) {
    if (index > limit) return undefined;
    const code = text.charCodeAt(index);
    if (isAlphanumeric(code) || code === 45) {
      letters &&= isLetter(code);
      continue;
    }
    if (index === labelStart) return end;
    if (labelStart > from && letters && index - labelStart >= 2 && !FILE_ENDINGS.has(text.slice(labelStart, index).toLowerCase()))
      end = index;
    if (code !== 46) return end;
    labelStart = index + 1;
    letters = true;
  }
}

const KNOWN_CODES = 0x530;
const IS_LETTER = 1;
const IS_DIGIT = 2;
const IS_LOCAL = 4;
/** Letters of Latin (also with diacritics), Greek and Cyrillic script (RFC 6531); other scripts often have no space before an address. */
const KINDS = Uint8Array.from({ length: KNOWN_CODES }, (_, code) => {
  const isBeyond = code >= 0xc0 && /\p{L}/u.test(String.fromCharCode(code));
  if (isBeyond || isAsciiLetter(code)) return IS_LETTER | IS_LOCAL;
  if (isDigit(code)) return IS_DIGIT | IS_LOCAL;
  return code < 128 && "._%+-'".includes(String.fromCharCode(code)) ? IS_LOCAL : 0;
});

/** Kind of a character; 0 beyond the end of the text, where the code is NaN. */
function kindOf(code: number): number {
  return code < KNOWN_CODES ? (KINDS[code] ?? 0) : 0;
}

function isLetter(code: number): boolean {
  return (kindOf(code) & IS_LETTER) !== 0;
}

function isAlphanumeric(code: number): boolean {
  return (kindOf(code) & (IS_LETTER | IS_DIGIT)) !== 0;
}

/** Letters, digits and `. _ % + - '`. */
function isLocal(code: number): boolean {
  return (kindOf(code) & IS_LOCAL) !== 0;
}

function isAddressCharacter(code: number): boolean {
  return isLocal(code) || code === AT;
}

/** A private key between its marks, or what there is of one whose end is missing. */
export interface KeyBlock {
  readonly start: number;
  readonly end: number;
  /** It goes to the end of the text and more text could go on with it. */
  readonly isOpen: boolean;
}

const MARK = '-----BEGIN ';
const HEAD = /-----BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const TAIL = /-----END (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
/** The beginning of either mark, up to the end of the text. */
const OPEN_HEAD = /(?:-{1,5}|-----B|-----BE|-----BEG|-----BEGI|-----BEGIN(?: [A-Z0-9 ]{0,80}-{0,4})?)$/;
const OPEN_TAIL = /^(?:-{1,5}|-----(?:E|EN|END|END [A-Z0-9 ]{0,80}-{0,4}))$/;
/** A line such as `Proc-Type: 4,ENCRYPTED` or `Version: GnuPG v2`. */
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Content-Domain)[^\n\\]{0,200}/y;
/** What stands before the private part of a key of PuTTY, at the beginning of a line, and the beginning of that at the end of a text. */
const PUTTY_MARK = 'Private-Lines: ';
const PUTTY_HEAD = /(?<![^\n\r])Private-Lines: \d{1,4}\r?\n/y;
const OPEN_PUTTY_HEAD = /(?<![^\n\r])(?:P|Pr|Pri|Priv|Priva|Privat|Private|Private-(?:L|Li|Lin|Line|Lines|Lines:(?: \d{0,4}\r?)?)?)$/;
/** What stands behind it, with a number of up to 64 digits, and the beginning of that at the end of a text. */
const PUTTY_TAIL = /Private-(?:MAC|Hash): [0-9a-f]{1,64}/y;
const OPEN_PUTTY_TAIL = /^(?:P|Pr|Pri|Priv|Priva|Privat|Private|Private-(?:M|MA|H|Ha|Has|(?:MAC|Hash)(?::(?: [0-9a-f]{0,63})?)?)?)$/;
const MAX_TAIL = 100;
const BODY = /[A-Za-z0-9+/=\s\\-]/;
/** Letters in a row that are rather a word than a piece of a key, and how many of them end it. */
const WORD_LENGTH = 20;
const MAX_WORDS = 2;
/** Shorter bodies are talk about keys. */
const MIN_BODY = 16;

/** Whether there may be a private key in a text. */
export function mayHoldKeyBlock(text: string): boolean {
  return text.includes('PRIVATE KEY') || text.includes(PUTTY_MARK);
}

/** The private keys in a text. Linear in its length. */
export function keyBlocks(text: string): KeyBlock[] {
  const puttys = blocksOf(text, PUTTY_MARK, PUTTY_HEAD);
  const blocks = blocksOf(text, MARK, HEAD);
  return puttys.length === 0 ? blocks : [...blocks, ...puttys].toSorted((one, other) => one.start - other.start);
}

function blocksOf(text: string, mark: string, pattern: RegExp): KeyBlock[] {
  const blocks: KeyBlock[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    pattern.lastIndex = at;
    const head = pattern.exec(text);
    if (head === null) continue;
    const { end, length, isOpen } = bodyOf(text, at + head[0].length);
    if (length < MIN_BODY && !isOpen) continue;
    blocks.push({ start: at, end, isOpen });
    at = Math.max(at, end - 1);
  }
  return blocks.filter(({ start, end, isOpen }) => !isOpen || end - start > MIN_BODY);
}

/** Where a private key may begin whose end has not come; the text's length for nothing. */
export function openKeyBlock(text: string): number {
  const open = keyBlocks(text).find(({ isOpen }) => isOpen);
  const head = openHead(text);
  return Math.min(open?.start ?? text.length, head);
}

/** The first mark of a block that its body has not followed far enough to say anything, or the beginning of a mark. */
function openHead(text: string): number {
  const from = Math.max(0, text.length - 256);
  const end = text.slice(from);
  // A dash that one mark begins with stands inside of the other one.
  const begun = OPEN_PUTTY_HEAD.exec(end) ?? OPEN_HEAD.exec(end);
  const least = begun === null ? text.length : from + begun.index;
  return Math.min(least, openAt(text, from, MARK, HEAD), openAt(text, from, PUTTY_MARK, PUTTY_HEAD));
}

/** The last mark of a kind behind a place, where its body has not ended. */
function openAt(text: string, from: number, mark: string, pattern: RegExp): number {
  const at = text.lastIndexOf(mark);
  if (at < from) return text.length;
  pattern.lastIndex = at;
  const head = pattern.exec(text);
  return head !== null && bodyOf(text, at + head[0].length).isOpen ? at : text.length;
}

/** Where a key's body ends, with the mark behind it. */
function bodyOf(text: string, from: number): { readonly end: number; readonly length: number; readonly isOpen: boolean } {
  let [index, length, words, wordStart] = [from, 0, 0, from];
  let lastEnd = from;
  while (index < text.length) {
    const character = text.charAt(index);
    const isDashed = text.startsWith('-----', index);
    const tail = isDashed || character === 'P' ? endMark(text, index) : undefined;
    if (tail === 'open') return { end: text.length, length, isOpen: true };
    if (tail !== undefined) return { end: tail, length, isOpen: false };
    if (isDashed) return { end: lastEnd, length, isOpen: false };
    if (!BODY.test(character)) return { end: isKeyWord(text.slice(wordStart, index), words) ? index : lastEnd, length, isOpen: false };
    const isBreak = /\s/.test(character);
    if (!isBreak) {
      length += 1;
      HEADER.lastIndex = index;
      const header = index === wordStart || isEscapedBreak(text, index) ? HEADER.exec(text) : null;
      index += header === null ? 1 : header[0].length;
      continue;
    }
    if (index > wordStart) {
      const isWord = character === ' ' && index - wordStart < WORD_LENGTH && /^[A-Za-z-]+$/.test(text.slice(wordStart, index));
      words = isWord ? words + 1 : 0;
      if (words >= MAX_WORDS) return { end: lastEnd, length, isOpen: false };
      if (words === 0) lastEnd = index;
    }
    index += 1;
    wordStart = index;
  }
  return { end: text.length, length, isOpen: true };
}

/** Whether a line break that is written as a backslash and a letter stands right before a place. */
function isEscapedBreak(text: string, index: number): boolean {
  return text[index - 2] === '\\' && text[index - 1] === 'n';
}

/** Whether what stands before the end of a body is a piece of the key rather than a word of prose behind it. */
function isKeyWord(word: string, words: number): boolean {
  return word !== '' && words === 0 && !(word.length < WORD_LENGTH && /^[A-Za-z-]+$/.test(word));
}

/**
 * Follows a private key whose beginning is gone: how much of a text goes on with it, and whether it ends there. What may
 * be the beginning of its end mark is to be asked about again with what comes behind it.
 */
export function keyBlockGoesOn(text: string): { readonly length: number; readonly isOver: boolean } {
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const tail = character === '-' || character === 'P' ? endMark(text, index) : undefined;
    if (tail === 'open') return { length: index, isOver: false };
    if (tail !== undefined) return { length: tail, isOver: true };
    if (!BODY.test(character)) return { length: index, isOver: true };
  }
  return { length: text.length, isOver: false };
}

/** Where an end mark ends that begins at a place, or that the text ends in the middle of what may be one; undefined for neither. */
function endMark(text: string, index: number): number | 'open' | undefined {
  const rest = text.length - index < MAX_TAIL ? text.slice(index) : '';
  if (OPEN_TAIL.test(rest) || OPEN_PUTTY_TAIL.test(rest)) return 'open';
  const pattern = text.startsWith('-', index) ? TAIL : PUTTY_TAIL;
  pattern.lastIndex = index;
  const tail = pattern.exec(text);
  return tail === null ? undefined : index + tail[0].length;
}

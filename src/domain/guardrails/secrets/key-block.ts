/** A private key between its PEM markers, or what is there of one without its end. */
export interface KeyBlock {
  readonly start: number;
  readonly end: number;
  /** It reaches the end of the text and may continue. */
  readonly isOpen: boolean;
}

const MARK = '-----BEGIN ';
const HEAD = /-----BEGIN (?:[A-Z0-9]{2,20} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----/y;
const TAIL = /-----END (?:[A-Z0-9]{2,20} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----/y;
/** An incomplete begin marker at the end of the text. */
const OPEN_HEAD = /(?:-{1,5}|-----B|-----BE|-----BEG|-----BEGI|-----BEGIN(?: [A-Za-z0-9 ]{0,80}-{0,4})?)$/;
const OPEN_TAIL = /^(?:-{1,5}|-----(?:E|EN|END|END [A-Za-z0-9 ]{0,80}-{0,4}))$/;
/** A header line such as `Proc-Type: 4,ENCRYPTED` or `Version: GnuPG v2`. */
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Content-Domain)[^\n\\]{0,200}/y;
/** Line before the private part of a PuTTY key, and its incomplete form at the end of a text. */
const PUTTY_MARK = 'Private-Lines: ';
const PUTTY_HEAD = /(?<![^\n\r])Private-Lines: \d{1,4}\r?\n/y;
const OPEN_PUTTY_HEAD = /(?<![^\n\r])(?:P|Pr|Pri|Priv|Priva|Privat|Private|Private-(?:L|Li|Lin|Line|Lines|Lines:(?: \d{0,4}\r?)?)?)$/;
/** Line after it, with up to 64 digits, and its incomplete form at the end of a text. */
const PUTTY_TAIL = /Private-(?:MAC|Hash): [0-9a-f]{1,64}/y;
const OPEN_PUTTY_TAIL = /^(?:P|Pr|Pri|Priv|Priva|Privat|Private|Private-(?:M|MA|H|Ha|Has|(?:MAC|Hash)(?::(?: [0-9a-f]{0,63})?)?)?)$/;
const MAX_TAIL = 100;
const BODY = /[A-Za-z0-9+/=\s\\-]/;
/** Letters in sequence that are more likely prose than key material, and number of such words that end a body. */
const WORD_LENGTH = 20;
const MAX_WORDS = 2;
/** Shorter bodies are text about keys. */
const MIN_BODY = 16;

/** Prefilter: whether a text may contain a private key. */
export function mayHoldKeyBlock(text: string): boolean {
  return text.includes('PRIVATE KEY') || text.includes(PUTTY_MARK) || text.includes('Static key V1');
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

/** Start of a private key that may be incomplete at the end of the text; the text's length if there is none. */
export function openKeyBlock(text: string): number {
  const open = keyBlocks(text).find(({ isOpen }) => isOpen);
  const head = openHead(text);
  return Math.min(open?.start ?? text.length, head);
}

/** Start of an incomplete marker, or of the first marker whose body is still too short to judge. */
function openHead(text: string): number {
  const from = Math.max(0, text.length - 256);
  const end = text.slice(from);
  // A dash that begins one marker may be inside the other.
  const begun = OPEN_PUTTY_HEAD.exec(end) ?? OPEN_HEAD.exec(end);
  const least = begun === null ? text.length : from + begun.index;
  return Math.min(least, openAt(text, from, MARK, HEAD), openAt(text, from, PUTTY_MARK, PUTTY_HEAD));
}

/** The last marker of a kind after a place whose body has not ended. */
function openAt(text: string, from: number, mark: string, pattern: RegExp): number {
  const at = text.lastIndexOf(mark);
  if (at < from) return text.length;
  pattern.lastIndex = at;
  const head = pattern.exec(text);
  return head !== null && bodyOf(text, at + head[0].length).isOpen ? at : text.length;
}

/** End of a key's body, with its end marker. */
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

/** Whether a line break written as an escape (a backslash and a letter) precedes an index. */
function isEscapedBreak(text: string, index: number): boolean {
  return text[index - 2] === '\\' && text[index - 1] === 'n';
}

/** Whether the word before the end of a body is part of the key rather than prose after it. */
function isKeyWord(word: string, words: number): boolean {
  return word !== '' && words === 0 && !(word.length < WORD_LENGTH && /^[A-Za-z-]+$/.test(word));
}

/**
 * Continues a private key whose start has been dropped: how much of a text belongs to it, and whether it ends there. What may be
 * an incomplete end marker is left for the next call.
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

/** End of the end marker that begins at an index; 'open' if the text ends in a possible marker; undefined if there is none. */
function endMark(text: string, index: number): number | 'open' | undefined {
  const rest = text.length - index < MAX_TAIL ? text.slice(index) : '';
  if (OPEN_TAIL.test(rest) || OPEN_PUTTY_TAIL.test(rest)) return 'open';
  const pattern = text.startsWith('-', index) ? TAIL : PUTTY_TAIL;
  pattern.lastIndex = index;
  const tail = pattern.exec(text);
  return tail === null ? undefined : index + tail[0].length;
}

import { withPlainFormulas } from './latex.ts';

/** A line or paragraph of readable text, and whether its end is a full pause (a heading, an item, a paragraph). */
export interface ReadableBlock {
  readonly text: string;
  readonly ends: boolean;
}

/** Longer paragraphs are passed on in parts, split at a space if possible. */
const LONGEST_BLOCK = 4_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  deg: '°',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  eacute: 'é',
  rarr: '→',
  le: '≤',
  ge: '≥',
  ne: '≠',
  sect: '§',
};

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '';
}

/** A tag of HTML, XML or SSML. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15}(?:([-:._])[\w:.-]{0,40})?)(\s[^<>]{0,400})?(\/?)>/g;

/** Tags are silent, but a place to be filled in, such as `<your-name>`, is read. */
function tag(whole: string, end: string, name: string, joint = '', attributes = '', closed: string, at: number, text: string): string {
  const isPlace = /[-._]/.test(joint) && end + closed === '' && !attributes.includes('=') && !text.includes(`</${name}`);
  return isPlace ? whole.slice(1, -1) + (/\w/.test(text.charAt(at + whole.length)) ? ' ' : '') : ' ';
}

/** Thousands apart by narrow blanks or apostrophes, or by plain blanks where the last of them are zeros. */
const GROUPED =
  /(?<![\d.,'’/-]|\d[ \u00A0\u2009\u202F])[1-9]\d{0,2}(?:(?:[\u00A0\u2009\u202F]\d{3}){1,5}|(?:['’]\d{3}){1,5}|(?: \d{3}){0,3} 000)(?![\d'’]|[ \u00A0\u2009\u202F]\d)/g;

/** The text of one paragraph without Markdown, HTML and LaTeX markup: links become their text, emphasis, code and formulas lose their marks. */
function undressed(text: string): string {
  return withPlainFormulas(text)
    .replace(/<!--[^>]{0,500}-->|<\?[^<>]{0,500}\?>/g, ' ')
    .replace(/<br\s?\/?>/gi, ', ')
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,500}|[^<>\s@]{1,64}@[^<>\s@]{1,255})>/g, '$1')
    .replace(TAG, tag)
    .replace(/!?\[([^[\]]{0,400})\]\([^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s"[^"]{0,200}")?\)/g, '$1')
    .replace(/\[\^?\d{1,3}\]|(?<=[\p{L}.,;:!?"”’)])\[\d{1,3}(?:[,–-]\s?\d{1,3}){1,9}\]/gu, '')
    .replace(/\[([^[\]]{1,200})\]\[[^[\]]{0,100}\]/g, '$1')
    .replace(/`{1,3}([^`]{1,400})`{1,3}/g, '$1')
    .replace(/(?<![*\w])(\*{1,3})(?=\S)([^*]{1,600}?\S|\S)\1(?![*\w])/g, '$2')
    .replace(/(?<![\w_])(_{1,3})(?=\S)([^_]{1,600})\1(?![\w_])/g, '$2')
    .replace(/\*\*|~~/g, '')
    .replace(/&(#?[a-zA-Z0-9]{2,8});/g, entity)
    .replace(/\\([*_`#[\]()~>|.!-])/g, '$1')
    .replace(/[\u200B\u200C\u2060\uFEFF\u00AD]/g, '')
    .replace(GROUPED, (number) => number.replace(/\D/g, ','))
    .replace(/[\s\u00A0]+/g, ' ')
    .replace(/[‐‑]/g, '-');
}

function* parts(text: string, ends: boolean): Generator<ReadableBlock> {
  let start = 0;
  while (text.length - start > LONGEST_BLOCK) {
    const blank = text.lastIndexOf(' ', start + LONGEST_BLOCK);
    const end = blank > start + LONGEST_BLOCK / 2 ? blank : start + LONGEST_BLOCK;
    yield { text: undressed(text.slice(start, end)), ends: false };
    start = end;
  }
  const last = undressed(text.slice(start)).trim();
  if (last !== '' || start > 0) yield { text: last, ends };
}

function* lines(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end).replace(/\r$/, '');
    if (end === -1) return;
    start = end + 1;
  }
}

/** A table row as its cells with pauses between them; empty for a separator row. */
function row(line: string): string {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.every((cell) => /^:?-*:?$/.test(cell)) ? '' : cells.filter((cell) => cell !== '').join(', ');
}

/**
 * The readable text of a Markdown answer, lazily, block by block. A fenced code block is announced as «Code omitted.» instead of read, as
 * nobody can follow code by ear. Rules, comments and table separators are silent; headings, list items and table rows each end with a full
 * pause.
 */
export function* readableBlocks(text: string): Generator<ReadableBlock> {
  let open: string[] = [];
  let size = 0;
  let fence: string | undefined;
  const flush = function* (ends: boolean): Generator<ReadableBlock> {
    if (open.length > 0) yield* parts(open.join(' '), ends);
    open = [];
    size = 0;
  };
  for (const raw of lines(text)) {
    const line = raw.length > 1_000 ? raw : raw.trim();
    const mark = /^(?:`{3,20}|~{3,20})/.exec(line)?.[0].slice(0, 3);
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
      continue;
    }
    if (mark !== undefined && !/^`{3}[^`]{1,400}`{3}/.test(line)) {
      yield* flush(true);
      fence = mark;
      yield { text: 'Code omitted.', ends: true };
      continue;
    }
    const plain = line.replace(/^(?:>\s?){1,9}/, '');
    if (plain === '' || /^[-*_=\s]{3,200}$/.test(plain)) {
      yield* flush(true);
      continue;
    }
    const block = /^(?:(#{1,6})\s+|[-*+•▪◦‣]\s+(?:\[[ xX]\]\s+)?|(\d{1,3})[.)]\s+)/.exec(plain);
    if (block !== null) {
      yield* flush(true);
      const number = block[2] === undefined ? '' : `${block[2]}, `;
      const rest = plain.slice(block[0].length).replace(/\s#{1,6}$/, '');
      if (block[1] !== undefined) {
        yield* parts(rest, true);
        continue;
      }
      open = [number + rest];
      size = open[0]?.length ?? 0;
      continue;
    }
    if (/^\|.{0,2000}\|$/.test(plain)) {
      yield* flush(true);
      yield* parts(row(plain), true);
      continue;
    }
    open.push(plain);
    size += plain.length;
    if (size > LONGEST_BLOCK) yield* flush(false);
  }
  yield* flush(true);
}

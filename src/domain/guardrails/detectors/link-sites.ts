import { IN_LOWER_CASE } from '../normalisation/ascii.ts';
import { CLASSES, SPACE } from '../normalisation/character-classes.ts';
import { BACKSLASH } from '../normalisation/json-escapes.ts';
import { placeholderEnd } from '../redaction/placeholder-forms.ts';
import { MAX_URL, readUrl, type ReadUrl } from './link-url.ts';

/** Role of a URL in a text: fetched when the text is shown, followed by a click, plain text, or a definition for later use. */
export type LinkKind = 'loaded' | 'link' | 'plain' | 'definition';

/** A URL in a text. Offsets are UTF-16 code units, `end` exclusive; a URL at the end of the text may continue. */
export interface LinkSite extends ReadUrl {
  readonly kind: LinkKind;
  readonly start: number;
  readonly end: number;
  readonly isHtml: boolean;
  /** Name of a definition. */
  readonly label?: string;
}

/** Limit on the URLs read per text; texts for people have fewer. */
export const MAX_SITES = 1000;
/** Limit on the brackets checked for being definitions. */
const MAX_LABELS = 10_000;
/** Lookbehind for the start of a link's text or of a tag. */
const MAX_BACK = 480;
/** Length limit of a tag whose attributes are read. */
const MAX_TAG = 16_384;

const TAG = /<\s{0,4}([a-z][a-z0-9:-]{0,30})(?=[\s/>"'])/gi;
const ATTRIBUTE = /([a-z][a-z0-9:-]{0,30})\s{0,4}=\s{0,4}(?:"([^"]*)"?|'([^']*)'?|([^\s"'>][^\s>]*))/gi;
const CSS_URL = /(?:url\(|@import)\s{0,4}["']?/gi;
const LOADING: ReadonlySet<string> = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'background', 'data', 'lowsrc', 'dynsrc', 'icon']);
const FOLLOWED: ReadonlySet<string> = new Set(['href', 'xlink:href', 'action', 'formaction', 'ping', 'cite', 'longdesc']);
/** Tags whose `href` is fetched without a click. */
const FETCHING: ReadonlySet<string> = new Set(['link', 'image', 'use', 'feimage', 'base']);

/** Characters that end a URL: in angle brackets, in a style sheet with and without quotes, and in plain text. */
const [ANGLE, QUOTE, CSS_END, PLAIN_END] = [stopsAt('>\n'), stopsAt('"\'\n'), stopsAt(')"\' \n;'), stopsAt(' \t\n\r<>"`|\\^{}\u00a0')];

/** Prefilter: whether a text can contain a URL that matters; most cannot. */
export function mayHoldLinks(text: string): boolean {
  if (text.includes('//') || text.includes('](') || text.includes('\\\\')) return true;
  return text.includes(':') && (text.includes('&#') || text.includes(']:') || namesActiveScheme(text));
}

/** Whether a text contains `data:`, or the end of a scheme such as `javascript :`, ignoring case. */
function namesActiveScheme(text: string): boolean {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let end = at;
    while (end > 0 && ((CLASSES[text.charCodeAt(end - 1)] ?? 0) & SPACE) !== 0) end -= 1;
    const last = text.charCodeAt(end - 1) | IN_LOWER_CASE;
    if (last === LETTER_T && text.slice(Math.max(0, end - 6), end).toLowerCase() === 'script') return true;
    if (last === LETTER_A && end === at && text.slice(Math.max(0, at - 4), at).toLowerCase() === 'data') return true;
  }
  return false;
}

const LETTER_A = 97;
const LETTER_T = 116;

/** The URLs of a text in order: Markdown links, images and definitions, HTML attributes, CSS, and plain URLs. */
export function linkSites(text: string): LinkSite[] {
  const sites: LinkSite[] = [];
  markdownTargets(text, sites);
  if (text.includes(']:')) definitions(text, sites);
  if (text.includes('<')) tags(text, sites);
  cssUrls(text, sites);
  plainUrls(text, sites);
  return sites.toSorted((a, b) => a.start - b.start);
}

/** Names by which images refer to definitions, in lower case, with their offsets. */
export function imageReferences(text: string): { readonly label: string; readonly start: number; readonly end: number }[] {
  const found: { label: string; start: number; end: number }[] = [];
  let next = text.indexOf(']');
  for (let at = text.indexOf('!['); at >= 0 && next >= 0; at = text.indexOf('![', at + 2)) {
    if (next < at) next = text.indexOf(']', at);
    if (next - at > MAX_BACK) continue;
    const close = closingBracket(text, at + 1);
    if (close === undefined || text[close + 1] === '(') continue;
    const second = text[close + 1] === '[' ? text.indexOf(']', close + 2) : -1;
    const named = second > close + 2 && second - close < MAX_BACK;
    const label = named ? text.slice(close + 2, second) : text.slice(at + 2, close);
    found.push({ label: label.trim().toLowerCase(), start: at, end: (second > close ? second : close) + 1 });
  }
  return found;
}

function markdownTargets(text: string, sites: LinkSite[]): void {
  for (let at = text.indexOf(']('); at >= 0 && sites.length < MAX_SITES; at = text.indexOf('](', at + 2)) {
    let start = at + 2;
    while (start < text.length && start < at + 40 && isSpace(text.charCodeAt(start))) start += 1;
    const isAngled = text[start] === '<';
    if (isAngled) start += 1;
    const end = isAngled ? endAt(text, start, ANGLE) : endOfTarget(text, start);
    if (end > start || end === text.length) sites.push(siteOf(text, isImage(text, at) ? 'loaded' : 'link', start, end));
    at = Math.max(at, end - 2);
  }
}

/** Whether a `!` precedes the `[` that matches the `]` at `close`. */
function isImage(text: string, close: number): boolean {
  let depth = 0;
  for (let index = close; index >= 0 && close - index < MAX_BACK; index -= 1) {
    const code = text.charCodeAt(index);
    if (code === 93) depth += 1;
    else if (code === 91) {
      depth -= 1;
      if (depth === 0) return text[index - 1] === '!';
    }
  }
  return false;
}

function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length && index - open < MAX_BACK; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 91) depth += 1;
    else if (code === 93) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return undefined;
}

function definitions(text: string, sites: LinkSite[]): void {
  let left = MAX_LABELS;
  for (let at = text.indexOf(']:'); at >= 0 && left > 0 && sites.length < MAX_SITES; at = text.indexOf(']:', at + 2)) {
    left -= 1;
    const back = text.slice(Math.max(0, at - MAX_BACK), at).lastIndexOf('[');
    const open = Math.max(0, at - MAX_BACK) + back;
    if (back < 0 || !/(?:^|\n)[ >]{0,6}$/.test(text.slice(Math.max(0, open - 7), open))) continue;
    let start = at + 2;
    while (start < text.length && start < at + 12 && isSpace(text.charCodeAt(start))) start += 1;
    if (text[start] === '<') start += 1;
    const end = endOfTarget(text, start);
    const label = text
      .slice(open + 1, at)
      .trim()
      .toLowerCase();
    if (end > start) sites.push({ ...siteOf(text, 'definition', start, end), label });
  }
}

function tags(text: string, sites: LinkSite[]): void {
  let until = 0;
  for (const tag of text.matchAll(TAG)) {
    if (tag.index < until) continue;
    if (sites.length >= MAX_SITES) return;
    const from = tag.index + tag[0].length;
    until = endOfTag(text, from);
    const name = (tag[1] ?? '').toLowerCase();
    for (const match of text.slice(from, until).matchAll(ATTRIBUTE)) {
      const value = match[2] ?? match[3] ?? match[4] ?? '';
      const isQuoted = match[4] === undefined;
      const end = from + match.index + match[0].length - (isQuoted && /["']$/.test(match[0]) && match[0].length > value.length + 1 ? 1 : 0);
      const place = { start: end - value.length, end: isQuoted ? end : wholeEnd(text, end) };
      attribute(text, { tag: name, name: (match[1] ?? '').toLowerCase(), ...place }, sites);
    }
  }
}

/** The `>` that ends a tag, ignoring quoted values; the text's end if there is none. */
function endOfTag(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_TAG);
  let quote = 0;
  for (let index = from; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return index;
    else if ((code === 34 || code === 39) && /=\s*$/.test(text.slice(Math.max(from, index - 4), index))) quote = code;
  }
  return limit;
}

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function attribute(text: string, { tag, name, start, end }: Attribute, sites: LinkSite[]): void {
  if (name === 'srcset' || name === 'imagesrcset') {
    for (const { 0: url, index } of text.slice(start, end).matchAll(/[^\s,][^\s]*/g)) {
      const from = start + index;
      if (url.includes('/')) sites.push(siteOf(text, 'loaded', from, wholeEnd(text, from + url.replace(/,$/, '').length), true));
    }
  } else if (name === 'content' && tag === 'meta') {
    const at = /url\s{0,4}=\s{0,4}['"]?/i.exec(text.slice(start, end));
    if (at !== null) sites.push(siteOf(text, 'loaded', start + at.index + at[0].length, end, true));
  } else if (LOADING.has(name)) sites.push(siteOf(text, 'loaded', start, end, true));
  else if (FOLLOWED.has(name)) sites.push(siteOf(text, FETCHING.has(tag) ? 'loaded' : 'link', start, end, true));
}

function cssUrls(text: string, sites: LinkSite[]): void {
  if (!text.includes('url(') && !text.includes('@import') && !/url\(|@import/i.test(text)) return;
  let end = 0;
  for (const match of text.matchAll(CSS_URL)) {
    const start = match.index + match[0].length;
    if (start < end) continue;
    if (sites.length >= MAX_SITES) return;
    end = /["']$/.test(match[0]) ? endAt(text, start, QUOTE) : endAt(text, start, CSS_END);
    if (end > start) sites.push(siteOf(text, 'loaded', start, end));
  }
}

const SCHEME_BEFORE = /(?:https?|ftp|wss?):$/i;

function plainUrls(text: string, sites: LinkSite[]): void {
  const known = sites.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (let at = text.indexOf('//'); at >= 0 && sites.length < MAX_SITES; at = text.indexOf('//', at + 2)) {
    const scheme = SCHEME_BEFORE.exec(text.slice(Math.max(0, at - 6), at));
    if (scheme === null) continue;
    const start = at - scheme[0].length;
    while (next < known.length && (known[next]?.end ?? 0) <= start) next += 1;
    const covering = known[next];
    if (covering !== undefined && covering.start <= start) continue;
    const end = endOfPlain(text, at + 2);
    const site = siteOf(text, 'plain', start, end);
    // A construct cut off by the end of the text is read as if it ended there.
    sites.push(end < text.length ? site : { ...site, url: withoutPunctuation(site.url) });
    at = Math.max(at, end - 2);
  }
}

/** Punctuation after a URL that does not belong to it. */
const BEHIND_PLAIN = /[.,;:!?)\]'*_]{0,8}$/;

function withoutPunctuation(url: string): string {
  const least = url.length - (BEHIND_PLAIN.exec(url.slice(-8))?.[0].length ?? 0);
  return url.slice(0, url.charAt(least) === ']' ? (placeholderEnd(url, least) ?? least) : least);
}

function endOfPlain(text: string, from: number): number {
  const end = endAt(text, from, PLAIN_END);
  if (end === text.length) return end;
  const least = end - (BEHIND_PLAIN.exec(text.slice(Math.max(from, end - 8), end))?.[0].length ?? 0);
  return text.charAt(least) === ']' ? (placeholderEnd(text, least) ?? least) : least;
}

/** The `)` that closes a Markdown target, or the space before its title. */
function endOfTarget(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length && index - from < MAX_URL; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 40) depth += 1;
    else if (code === 41) {
      if (depth === 0) return index;
      depth -= 1;
    } else if (code === 10 || code === 32 || code === 60 || code === 62) {
      const end = code === 32 ? placeholderEnd(text, index) : undefined;
      if (end === undefined) return index;
      index = end - 1;
    }
  }
  return Math.min(text.length, from + MAX_URL);
}

function endAt(text: string, from: number, stops: Uint8Array): number {
  const limit = Math.min(text.length, from + MAX_URL);
  for (let index = from; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (stops[code] !== 1) continue;
    const end = code === 32 || code === BACKSLASH ? placeholderEnd(text, index) : undefined;
    if (end === undefined) return index;
    index = end - 1;
  }
  return limit;
}

/** Where a URL ends that white space would end at `end`, if that is not within a placeholder. */
function wholeEnd(text: string, end: number): number {
  return text.charCodeAt(end) === 32 ? (placeholderEnd(text, end) ?? end) : end;
}

/** A table with 1 for every character of a Latin-1 text. */
function stopsAt(characters: string): Uint8Array {
  const stops = new Uint8Array(256);
  for (const character of characters) stops[character.charCodeAt(0)] = 1;
  return stops;
}

function siteOf(text: string, kind: LinkKind, start: number, end: number, isHtml = false): LinkSite {
  return { kind, start, end, isHtml, ...readUrl(text.slice(start, Math.min(end, start + MAX_URL))) };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

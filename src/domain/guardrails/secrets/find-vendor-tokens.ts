import { isAlphanumeric } from '../normalisation/ascii.ts';
import { longRun, type RunOf } from '../normalisation/character-runs.ts';
import { createLiteralSearch } from '../normalisation/literal-search.ts';
import { bits } from './secret-value.ts';
import { isPlaceholder } from './stand-ins.ts';
import { firstCharacters, leastLength, keywordsOf, openTokenPattern, tokenPattern } from './token-shape.ts';
import { VENDOR_TOKENS } from './vendor-tokens.ts';

/** A token identified by its issuer's prefix or other fixed part. */
export interface VendorTokenMatch {
  readonly category: string;
  readonly start: number;
  readonly value: string;
}

/** Maximum length of an incomplete token, and of an incomplete one other than JSON Web Tokens and base64 private keys. */
const MAX_TOKEN = 14_500;
const SHORT_TOKEN = 1300;
const LONG_BEGINNINGS = ['eyJ', 'LS0tLS1CRUdJTi'];
const ASCII = 128;

const FORMS = VENDOR_TOKENS.map(({ category, shape, entropy = 3, near }) => {
  return {
    category,
    entropy,
    near,
    keywords: keywordsOf(shape),
    least: leastLength(shape),
    pattern: tokenPattern(shape),
  };
});
/** The beginnings of all forms that may begin with a character, by its code. */
const OPENINGS: readonly (RegExp | undefined)[] = Array.from({ length: ASCII }, (_, code) => {
  const shapes = VENDOR_TOKENS.map(({ shape }) => shape).filter((shape) => firstCharacters(shape).test(String.fromCharCode(code)));
  return shapes.length === 0 ? undefined : openTokenPattern(shapes);
});
/** Whether a character may be inside a token, by its code. */
const INSIDE = Array.from({ length: ASCII }, (_, code) => /[A-Za-z0-9_.:~+/=!$%@|-]/.test(String.fromCharCode(code)));
/** The kind of run that every token is inside of. */
const TOKEN_RUN: RunOf = { kinds: Uint8Array.from(INSIDE, Number), bit: 1 };
/** Up to this many keyword prefixes are searched with `includes`, if the longest run is shorter than the limit. */
const FEW = 6;
const MAX_FEW = 64;
const LEAST_TOKEN = Math.min(...FORMS.map(({ least }) => least));

const KEYWORDS = [...new Set(FORMS.flatMap(({ keywords }) => keywords))];
const keywordSearch = createLiteralSearch(KEYWORDS);
/** Indexes of the forms of each keyword. */
const FORMS_BY_KEYWORD = KEYWORDS.map((keyword) => FORMS.flatMap(({ keywords }, index) => (keywords.includes(keyword) ? [index] : [])));

/** Where a form may match: start and end of every run that is long enough and contains one of its keywords. */
interface PlacedForm {
  readonly form: (typeof FORMS)[number];
  readonly stretches: readonly number[];
}

/** The forms whose keywords occur in a text, in order; one pass, however many forms there are. */
function formsIn(text: string): readonly PlacedForm[] {
  let run = longRun(text, TOKEN_RUN, LEAST_TOKEN, 0);
  if (run === undefined) return NO_FORMS;
  const found = new Map<number, number[]>();
  for (; run !== undefined; run = longRun(text, TOKEN_RUN, LEAST_TOKEN, run.end)) {
    const { start, end } = run;
    keywordSearch.each(text.slice(start, end), (keyword) => {
      for (const index of FORMS_BY_KEYWORD[keyword] ?? []) {
        if (end - start < (FORMS[index]?.least ?? 0)) continue;
        const stretches = found.get(index);
        if (stretches === undefined) found.set(index, [start, end]);
        else if (stretches.at(-1) !== end) stretches.push(start, end);
      }
    });
  }
  return found.size === 0 ? NO_FORMS : FORMS.flatMap((form, index) => placedForm(form, found.get(index)));
}

function placedForm(form: (typeof FORMS)[number], stretches: readonly number[] | undefined): PlacedForm[] {
  return stretches === undefined ? [] : [{ form, stretches }];
}

const NO_FORMS: readonly PlacedForm[] = [];

/** By length of the longest run: the prefixes of the keywords of all forms that fit into it; `undefined` if these are too many. */
const FEW_PREFIXES = Array.from({ length: MAX_FEW }, (_, length) => {
  const keywords = [...new Set(FORMS.flatMap((form) => (form.least <= length ? form.keywords.map((keyword) => keyword.slice(0, 3)) : [])))];
  return keywords.length <= FEW ? keywords : undefined;
});

/** Prefilter: whether a text whose longest run has this length can contain a token. */
function mayHoldIssued(text: string, longestRun: number): boolean {
  const keywords = longestRun < MAX_FEW ? FEW_PREFIXES[longestRun] : undefined;
  return keywords?.some((keyword) => text.includes(keyword)) ?? true;
}

/** The tokens of a text, form by form. `longestRun` is the length of its longest run of token characters, if known. */
export function findVendorTokens(text: string, longestRun = Infinity): readonly VendorTokenMatch[] {
  const placed = mayHoldIssued(text, longestRun) ? formsIn(text) : NO_FORMS;
  if (placed.length === 0) return NONE;
  const found: VendorTokenMatch[] = [];
  for (const { form, stretches } of placed) {
    let isNear: boolean | undefined;
    for (let at = 0; at < stretches.length && isNear !== false; at += 2) {
      // Patterns look at one character on either side.
      const from = Math.max(0, (stretches[at] ?? 0) - 1);
      const stretch = text.slice(from, (stretches[at + 1] ?? 0) + 1);
      form.pattern.lastIndex = 0;
      for (let match = form.pattern.exec(stretch); match !== null; match = form.pattern.exec(stretch)) {
        const value = withoutFullStop(match[0], form.least);
        if (isPlaceholder(value) || bits(value) < form.entropy) continue;
        isNear ??= form.near?.test(text) !== false;
        if (isNear) found.push({ category: form.category, start: from + match.index, value });
      }
    }
  }
  return found;
}

/** Drops the full stop of a sentence from a token whose characters include it. */
function withoutFullStop(value: string, least: number): string {
  return value.endsWith('.') && value.length > least ? value.slice(0, -1) : value;
}

const NONE: readonly VendorTokenMatch[] = [];

/** Start of a token that may be incomplete at the end of the text; the text's length if there is none. */
export function openVendorToken(text: string): number {
  const least = Math.max(0, text.length - MAX_TOKEN);
  let at = text.length;
  while (at > least && INSIDE[text.charCodeAt(at - 1)] === true) at -= 1;
  for (; at < text.length; at += 1) {
    if (at > 0 && isWord(text.charCodeAt(at - 1))) continue;
    if (text.length - at > SHORT_TOKEN && !LONG_BEGINNINGS.some((beginning) => text.startsWith(beginning, at))) continue;
    const open = OPENINGS[text.charCodeAt(at)];
    if (open === undefined) continue;
    open.lastIndex = at;
    if (open.test(text)) return at;
  }
  return text.length;
}

function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === 95;
}

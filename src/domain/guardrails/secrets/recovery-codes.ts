import type { TabularValue } from './secret-columns.ts';

/** What kind of codes they are, right before the word for them and right behind it. */
const KIND_BEFORE = /(?:backup|recovery|scratch|emergency|one-time|2fa|mfa|wiederherstellungs|notfall|sicherungs|ersatz)[ _-]?$/i;
const KIND_BEHIND = /^codes? de (?:secours|récup|recup|sauvegarde|respaldo)/i;
const LONGEST_KIND = 24;
/** The word for the codes and what leads to the first of them. */
const LEAD =
  /codes?(?:\.txt)?(?:[^\n:\d]{0,48}?:|(?:\s(?:for|to|of)\s[\p{L}\d -]{2,24}?)?(?:\s(?:are|were|is|sind|sont))?|(?:[^\n]{0,100}\r?\n){1,4}?(?=[ \t]{0,6}(?:\d{1,2}[.)]\s{1,2})?(?:[a-z\d]{4,6}-[a-z\d]{4,6}|\d{4} \d{4})(?![\w-])))[\s*]{0,6}(?=\S{0,12}\d)/iuy;
/** One code with the separator before the next, optionally numbered. */
const ONE_CODE =
  /(?:\d{1,2}[.)]\s{1,2}|[-*•]\s{1,2})?["'\x60]?(?=[a-z-]{0,12}\d)(\d{4} \d{4}|[a-z\d]{3,10}(?:-[a-z\d]{2,10}){0,5})["'\x60]?(?![\w@:/.-]*[\w@/])/iuy;
const BETWEEN = /\s{0,2}[,;|]?\s{0,12}(?:(?:and|und|et|y)\s)?/iuy;
/** A code that is unlike any word or number, so that it may be alone. */
const UNLIKE = /^(?=.*\d)(?=.*[a-z])[a-z\d]{4,6}-[a-z\d]{4,6}$/i;
const LEAST = 6;
const MOST_CODES = 64;

/** Adds the codes that get somebody in without a second factor, after a word for codes at a place that calls them so. */
export function recoveryCodes(text: string, at: number, found: TabularValue[]): void {
  const isKind = KIND_BEFORE.test(text.slice(Math.max(0, at - LONGEST_KIND), at)) || KIND_BEHIND.test(text.slice(at, at + LONGEST_KIND));
  if (!isKind) return;
  LEAD.lastIndex = at;
  if (!LEAD.test(text)) return;
  const codes: TabularValue[] = [];
  let place = LEAD.lastIndex;
  while (codes.length < MOST_CODES) {
    ONE_CODE.lastIndex = place;
    const match = ONE_CODE.exec(text);
    const code = match?.[1] ?? '';
    const first = codes[0];
    if (match === null || code.length < LEAST || (first !== undefined && first.end - first.start !== code.length)) break;
    const start = match.index + match[0].indexOf(code, match[0].length - code.length - 1);
    codes.push({ start, end: start + code.length, kind: /\p{L}/u.test(code) ? 'chosen' : 'random' });
    BETWEEN.lastIndex = ONE_CODE.lastIndex;
    BETWEEN.test(text);
    place = BETWEEN.lastIndex;
  }
  const [only] = codes;
  if (codes.length > 1 || (only !== undefined && UNLIKE.test(text.slice(only.start, only.end)))) found.push(...codes);
}

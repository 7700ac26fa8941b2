import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { PERSONAL_FORMS, type PersonalForm } from './personal-forms.ts';

const NAME = 'personal_data';

/** How far before a value, and behind it, a word that explains it is looked for. */
const BEFORE = 60;
const BEHIND = 24;

/** Numbers in the form of a telephone number: with a plus sign, or in groups as they are written at home. */
const TELEPHONE =
  /(?<![\p{L}\p{N}_+])(?<!\d[.,-])(?<!\p{L}-)(?:\+\d{1,3}(?:[ \u00a0().\u2011/-]{0,2}\d){6,14}|(?<!\d )(?:00[1-9]\d{0,2}(?:[ .()-]{1,2}\d{1,4}){2,6}|(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\(0\d{1,5}\)(?:[ .-]?\d{2,5}){2,4}|0\d{1,4}(?:[ ./-]\d{2,8}){1,4}))(?![\p{L}\p{N}_])(?![.,-]\d)/gu;
const TELEPHONE_PLAIN = /(?<![\p{L}\p{N}_+.-])\d{7,13}(?![\p{L}\p{N}_.-])/gu;
const TELEPHONE_WORDS =
  /phone|\btel\b|telefon|teléfono|téléphone|mobil|handy|\bcell\b|\bcall\b|whatsapp|\bfax\b|\bsms\b|\btext me\b|电话|тел/i;
const COUNTED =
  /(?:part|order|case|model|invoice|ticket|item|sku|ref|reference|score|serial|isbn|tracking)\W{0,3}(?:no|nr|number|id|#)?\W{0,4}$/i;

/**
 * Finds personal data by form and check digit: identity, tax, health and bank numbers of many countries, telephone
 * numbers, network and wallet addresses, dates of birth. Forms that a random number has often count only near a word
 * that names them. `isTelephone` tells whether digits in international form can be a number of their country.
 */
export function createPersonalDataDetector({ isTelephone }: { readonly isTelephone: (number: string) => boolean }): Detector {
  return {
    name: NAME,
    directions: ['input', 'output'],
    inspect(part: GuardPart): readonly Finding[] {
      const { text } = part;
      const found: Found = [];
      for (const zone of numberZones(text)) {
        for (const form of PERSONAL_FORMS) collect(text, zone, form, found);
        collect(text, zone, { category: 'phone_number', pattern: TELEPHONE, not: COUNTED }, found, (value) => isNumber(value, isTelephone));
        collect(text, zone, { category: 'phone_number', pattern: TELEPHONE_PLAIN, context: TELEPHONE_WORDS, not: COUNTED }, found);
      }
      return found
        .toSorted((a, b) => a.start - b.start)
        .map(({ category, start, end }) => ({ detector: NAME, category, part: part.id, start, end, score: 1 }));
    },
    tail: openNumber,
  };
}

function isNumber(value: string, isTelephone: (number: string) => boolean): boolean {
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return false;
  if (value.startsWith('+')) return isTelephone(`+${digits}`);
  return (
    digits.length >= 9 && !/^(?:\d{2}[./-]\d{2}[./-]\d{4}|\d{3}\.\d{3}\.\d{3}-\d{2}|0?\d\.\d+)$/.test(value) && !/^(\d)\1+$/.test(digits)
  );
}

type Found = { category: string; start: number; end: number }[];

interface Zone {
  readonly start: number;
  readonly end: number;
}

/** How far around a digit the rest of its value may stand, and how large a stretch of them is read at once. */
const MARGIN = 80;
const MAX_ZONE = 16_384;

/** The stretches of a text in which digits, or the colons of an address, stand; they begin and end between words. */
function numberZones(text: string): Zone[] {
  const zones: Zone[] = [];
  let [start, end] = [0, -1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const counts = (code >= 48 && code <= 57) || (code === 58 && text.charCodeAt(index + 1) === 58);
    if (!counts) continue;
    if (end >= 0 && index - MARGIN <= end && index - start < MAX_ZONE) {
      end = index + MARGIN;
      continue;
    }
    if (end >= 0) zones.push({ start, end: Math.min(text.length, end) });
    start = Math.max(0, index - MARGIN);
    while (start > 0 && start > index - 2 * MARGIN && !/\s/.test(text.charAt(start - 1))) start -= 1;
    end = index + MARGIN;
  }
  if (end >= 0) zones.push({ start, end: Math.min(text.length, end) });
  return zones;
}

function collect(
  text: string,
  zone: Zone,
  { category, pattern, isValid, context, not }: PersonalForm,
  found: Found,
  accepts?: (value: string) => boolean,
): void {
  if (context !== undefined && !context.test(text.slice(Math.max(0, zone.start - BEFORE), zone.end + BEHIND))) return;
  for (const match of text.slice(zone.start, zone.end).matchAll(pattern)) {
    let [value] = match;
    const start = zone.start + match.index;
    if (not?.test(text.slice(Math.max(0, start - 32), start)) === true) continue;
    if (accepts?.(value) === false) continue;
    if (isValid !== undefined) {
      const valid = longestValid(value, isValid, category);
      if (valid === undefined) continue;
      value = valid;
    }
    const end = start + value.length;
    if (
      context !== undefined &&
      !context.test(text.slice(Math.max(0, start - BEFORE), start)) &&
      !context.test(text.slice(end, end + BEHIND))
    )
      continue;
    // The last findings are enough: values are found zone by zone.
    if (found.slice(-64).some((other) => other.start < end && start < other.end)) continue;
    found.push({ category, start, end });
  }
}

/** The value, or for an account number set in groups as many of them as make one: words that follow look like more of it. */
function longestValid(value: string, isValid: (compact: string) => boolean, category: string): string | undefined {
  for (let candidate = value; candidate.length >= 7;) {
    if (
      isValid(category === 'ip_address' || category === 'btc_address' ? candidate : candidate.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())
    )
      return candidate;
    const cut =
      category === 'iban' ? Math.max(candidate.lastIndexOf(' '), candidate.lastIndexOf('\u00a0'), candidate.lastIndexOf('-')) : -1;
    if (cut < 0) return undefined;
    candidate = candidate.slice(0, cut);
  }
  return undefined;
}

/** Most characters that a value of any form takes. */
const MAX_OPEN = 96;

/** Where the last value begins that may still be going on: words with digits, and short ones in front of them. */
function openNumber(text: string): number {
  const least = Math.max(0, text.length - MAX_OPEN);
  let start = text.length;
  let index = text.length;
  while (index > least) {
    let from = index;
    while (from > least && !/\s/.test(text.charAt(from - 1))) from -= 1;
    const word = text.slice(from, index);
    const isOpen = /\d/.test(word) || /^[+(A-Za-z]{0,3}$/.test(word) || (index === text.length && /^[0-9a-fA-F:]+$/.test(word));
    if (!isOpen) break;
    if (word !== '') start = from;
    index = from;
    if (index > least && /\s/.test(text.charAt(index - 1))) index -= 1;
    else break;
  }
  return start;
}

import { isAscii } from '../normalisation/character-runs.ts';

/** Length limit of a URL; the rest is ignored. */
export const MAX_URL = 16_384;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|colon|sol|tab|newline|quot|apos|period|quest|equals|lpar|rpar));?/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  sol: '/',
  tab: '\t',
  newline: '\n',
  quot: '"',
  apos: "'",
  period: '.',
  quest: '?',
  equals: '=',
  lpar: '(',
  rpar: ')',
};
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const CONTROLS = /\p{Cc}/gu;

/** A URL as a browser parses it. */
export interface ReadUrl {
  /** With entities decoded, and white space and invisible characters removed. */
  readonly url: string;
  /** Whether it contained invisible characters. */
  readonly hides: boolean;
}

/** Reads a URL as written in Markdown, HTML or CSS. */
export function readUrl(written: string): ReadUrl {
  const resolved = written.includes('&') ? written.replaceAll(ENTITY, entity) : written;
  const visible = isAscii(resolved) ? resolved : resolved.replaceAll(INVISIBLE, '');
  return { hides: visible.length !== resolved.length, url: visible.replaceAll(CONTROLS, '').trim() };
}

function entity(whole: string, hex: string | undefined, decimal: string | undefined, name: string | undefined): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

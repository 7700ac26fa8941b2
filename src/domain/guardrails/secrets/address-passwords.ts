import type { TabularValue } from './secret-columns.ts';

/** A password after the e-mail address it belongs to, alone on their line. */
const BEHIND_ADDRESS =
  /@[\w-]{1,63}(?:\.[a-z\d-]{2,63}){1,4}(?:\s?:\s?|\s?[;|]\s?(?=\S{0,64}[!#$%^&*=~]|\p{L}{4,16}@\d{2,4}\s{0,4}(?:[\r\n]|$))|\s[/–—-]\s(?=[^\s\d]{3,32}\d[\p{L}\d!#$*])|,\s(?=\p{L}{4,16}\d{1,4}[!#$*]\s{0,4}(?:[\r\n]|$)))(?![@+(#/])([^\s"'`<>,;|/]{6,64})[ \t]{0,4}(?=[\r\n]|$)/iuy;
/** The same after a spaced separator, wherever the address is. */
const BESIDE_ADDRESS = /@[\w-]{1,63}(?:\.[a-z\d-]{2,63}){1,4}\s[/:|]\s([^\s"'`<>,;|/@]{8,64}?)(?=[.:?]?(?:[\s,;)]|$))/iuy;
/** What both patterns begin with, up to the separator. */
const DOMAIN = /@[\w-]{1,63}(?:\.[a-z\d-]{2,63}){1,4}[\s:;|,]/iy;
/** The same when still incomplete. */
const OPEN_BEHIND_ADDRESS =
  /(?:^|[\r\n])[ \t>*-]{0,4}(?:[\p{L}\d][\p{L}\d .]{1,24}(?:[:,]|\s[–—|-])\s)?(?:\[?[\w.-]{3,60}\]?:\d{2,5}\s{1,4})?[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[a-z\d-]{2,63}){1,4}(?:\s?[:;|]\s?|\s[/–—-]\s|,\s)(\S{0,64})[ \t]{0,4}$/iu;
const OPEN_BESIDE_ADDRESS = /@[\w-]{1,63}(?:\.[a-z\d-]{2,63}){1,4}\s[/:|]\s(\S{0,64})$/iu;
/** Text on the line before the at sign. */
const LOCAL_PART =
  /(?:^|[\r\n])[ \t>*-]{0,4}(?:[\p{L}\d][\p{L}\d .]{1,24}(?:[:,]|\s[–—|-])\s)?(?:\[?[\w.-]{3,60}\]?:\d{2,5}\s{1,4})?[\w.+%-]{1,64}$/u;
const MAX_LOCAL = 140;
const MAX_LINE = 420;

/** The values after e-mail addresses, one pair per line. */
export function passwordsBehindAddresses(text: string): readonly TabularValue[] {
  let found: TabularValue[] | undefined;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at;
    if (!DOMAIN.test(text)) continue;
    const behind = stretchFrom(BEHIND_ADDRESS, text, at, 'chosen');
    const value =
      behind !== undefined && LOCAL_PART.test(text.slice(Math.max(0, at - MAX_LOCAL), at))
        ? behind
        : stretchFrom(BESIDE_ADDRESS, text, at, 'telling');
    if (value !== undefined) (found ??= []).push(value);
  }
  return found ?? NONE;
}

/** The group of a sticky pattern that matches at a place. */
function stretchFrom(pattern: RegExp, text: string, at: number, kind: TabularValue['kind']): TabularValue | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [whole, value = ''] = match;
  const start = at + whole.lastIndexOf(value);
  return { start, end: start + value.length, kind };
}

const NONE: readonly TabularValue[] = [];

/** Start of such a value at the end of a growing text; the text's length if there is none. */
export function openBehindAddress(text: string): number {
  const own = text.slice(-MAX_LINE);
  const value = own.includes('@') ? (OPEN_BEHIND_ADDRESS.exec(own) ?? OPEN_BESIDE_ADDRESS.exec(own)) : null;
  return value === null ? text.length : text.length - own.length + value.index + value[0].lastIndexOf(value[1] ?? '');
}

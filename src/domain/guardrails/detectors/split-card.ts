import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';

/** Digits that may be one card number, whatever parts them. `digits` is without what does. */
export interface SplitCard {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Tags of words within a line, and comments. */
const TAG = String.raw`<(?:/?(?:a|b|i|u|s|em|strong|span|font|mark|small|big|code|tt|kbd|samp|ins|del|nobr|wbr)(?:\s[^<>]{0,60})?/?|!--[^<>]{0,40}--)>`;
const MARKUP = String.raw`(?:${TAG}|\*{2,3}|__|~~)`;
const SIGN = String.raw`[*_\x60]{1,3}`;
/** Markup between the digits of a number, that whoever reads it does not see; a single sign is markup with a space on one side only. */
const DRESS = String.raw`(?: ?${MARKUP}(?: ?${MARKUP}){0,3} ?| ${SIGN}(?! )|(?<! )${SIGN} (?:${SIGN})?)`;
const DRESSED = new RegExp(String.raw`\d${DRESS}(?=\d)`, 'i');
/** A run of digits with such markup, spaces or hyphens between, or the beginning of a longer one. */
const RUN = new RegExp(String.raw`\d(?:(?:${DRESS}|[ \u00a0-])?\d){0,63}`, 'gi');
const GOES_ON = new RegExp(String.raw`^(?:${DRESS}|[ \u00a0-])?\d`, 'i');
const GOES_BEFORE = new RegExp(String.raw`\d(?:${DRESS}|[ \u00a0-])?$`, 'i');

/** The groups in which card numbers are printed, with something between. */
const groupsParted = (by: string): string => String.raw`(?:\d{4}(?:${by}\d{4}){3}(?:${by}\d{3})?|\d{4}${by}\d{6}${by}\d{4,5})(?!\d)`;
/** Underscores part the groups of no other number. */
const UNDERSCORED = new RegExp(String.raw`(?<!\d)${groupsParted('_')}(?!_\d)`, 'g');
const NEXT_CELL = String.raw`</t[dh]>\s{0,8}<t[dh][^<>]{0,40}>`;
/** Line breaks, tabs, slashes, bars, cells and the signs and words of lists part numbers of other kinds, which a column of four often has by chance a card's check digit. */
const APART = String.raw`(?:[ \t]{0,4}(?:\r?\n|<br ?/?>){1,2}[ \t]{0,8}(?:[-*>|\u2022] ?)?|\t| {2,4}| ?[/|] ?|[,;.] {0,2}|,? and | ?${NEXT_CELL}|[ -])`;
const PARTED = new RegExp(groupsParted(APART), 'iy');
/** Quick filter: whether anything like that is behind four digits. */
const MAY_BE_APART = /\d{4}(?: ?[\s/|<]|[,;.] {0,2}\d{4}| and \d{4})/;
/** A row or column of numbers goes on; a date of expiry or a security code may follow. */
const ROW_GOES_ON = new RegExp(String.raw`^${APART}(?!(?:0[1-9]|1[0-2])[23]\d(?!\d))\d{4}`, 'i');
/** So only what is called the number of one card right before it is read across them. */
const CARD = String.raw`(?:(?:credit|debit|bank|master)[ -]?card|(?<!\p{L})(?:card|tarjeta|carte|carta|cart[aã]o|pan|discover|diners|amex|american express|jcb|unionpay|карт[аыеу])|visa|maestro|karte|kartennummer|kaart|kaartnummer|kort|karta|卡号?|カード|카드)`;
const FILLER =
  'number|numero|num[eé]ro|número|nummer|num|no|nr|is|was|ist|lautet|est|es|on file|details|номер|bancaire|bancaria|de crédito|de credito';
const LABEL = String.raw`${CARD}(?:[^\p{L}\d]{1,4}(?:${FILLER})(?!\p{L})){0,4}(?:${NEXT_CELL}|[^\p{L}\d]{0,6})`;
const LABELLED = new RegExp(`(?<=(${LABEL}))`, 'iuy');
const TAG_END = 0x3e;
/** There are fewer groups of digits than places where a label could begin. */
const FOUR_DIGITS = /(?<!\d)\d{4}(?!\d)/g;
/** Cards that nobody pays with, right before their label. */
const OTHER_CARDS =
  /(?:graphics?|video|gpu|sound|memory|network|time|score|report|gift|loyalty|library|member(?:ship)?|business|trading)[ -]?$/i;
/** Words of which one is in every label. */
const MAY_BE_LABELLED = /card|tarjeta|cart|pan|discover|diners|amex|american|jcb|карт|visa|maestro|kart|kaart|kort|卡|カード|카드/i;

/** The same at the end of a text that grows, up to what may become a part of it. */
const OPEN_MARKUP = String.raw`(?:(?: ?${MARKUP}){0,4} ?(?:<(?:[/!]?(?:[a-z]{1,6}(?:\s[^<>]{0,60})?/?)?|!-|!--[^<>]{0,40})|[*_~\x60]{1,3})|${DRESS}|[ \u00a0-])`;
const OPEN_RUN = new RegExp(String.raw`\d(?:(?:${DRESS}|[ \u00a0-])?\d){0,18}${OPEN_MARKUP}?$`, 'i');
const OPEN_APART = String.raw`(?:[ \t\r\n|/>*\u2022-]{1,20}|[,;.] {0,2}|,? a(?:nd? ?)?|[ \t\r\n]{0,4}<[^<>]{0,40}>?\s{0,8}(?:<[^<>]{0,40}>?)?)`;
const OPEN_END = new RegExp(String.raw`^(?:${OPEN_MARKUP}|${OPEN_APART}|_ ?)?$`, 'i');
const MARKED = /[<*_~\x60]/;
const OPEN_UNDERSCORED = /(?<!\d)\d{4}(?:_\d{0,6}){1,5}[ -]?$/;
const OPEN_PARTED = new RegExp(String.raw`${LABEL}(?<number>\d{1,4}|\d{4}(?:${APART}\d{1,6}){0,6}${OPEN_APART}?)$`, 'iu');

/** No such number is longer, in characters. */
const LONGEST = 200;

/** Finds what may be card numbers whose groups are parted by more than one space or hyphen. Linear in the length of the text. */
export function splitCards(text: string): SplitCard[] {
  const found: SplitCard[] = [];
  if (DRESSED.test(text)) {
    for (const { 0: value, index } of text.matchAll(RUN)) {
      if (value.length <= LONGEST && MARKED.test(value) && isWhole(text, index, index + value.length)) found.push(cardOf(value, index));
    }
  }
  if (text.includes('_')) for (const { 0: value, index } of text.matchAll(UNDERSCORED)) found.push(cardOf(value, index));
  if (!MAY_BE_APART.test(text)) return found;
  for (const { index } of text.matchAll(FOUR_DIGITS)) {
    if (!isBehindWord(text, index)) continue;
    LABELLED.lastIndex = PARTED.lastIndex = index;
    const value = PARTED.exec(text)?.[0];
    const label = value && LABELLED.exec(text)?.[1];
    if (value === undefined || label === undefined || value.length > LONGEST) continue;
    const labelFrom = index - label.length;
    if (OTHER_CARDS.test(text.slice(Math.max(0, labelFrom - 12), labelFrom))) continue;
    const end = index + value.length;
    if (!ROW_GOES_ON.test(text.slice(end, end + LONGEST))) found.push(cardOf(value, index));
  }
  return found;
}

/** Quick filter: whether what ends right before a place, signs aside, may be a word or a tag, as every label does. */
function isBehindWord(text: string, place: number): boolean {
  for (let before = place - 1; before >= place - 7 && before >= 0; before -= 1) {
    const code = text.charCodeAt(before);
    if (isDigit(code)) return false;
    if (isAsciiLetter(code) || code > 127 || code === TAG_END) return true;
  }
  return false;
}

/** Start of the first such number at the end of a text that may not be complete; the text's length if there is none. */
export function openSplitCard(text: string): number {
  const from = Math.max(0, text.length - LONGEST);
  const end = text.slice(from);
  // The last digit may also be that of a tag.
  if (!end.includes('<') && !isOpen(end)) return text.length;
  let least = end.length;
  const run = OPEN_RUN.exec(end);
  if (run !== null && MARKED.test(run[0]) && !GOES_BEFORE.test(end.slice(0, run.index))) least = run.index;
  least = Math.min(least, OPEN_UNDERSCORED.exec(end)?.index ?? least);
  const around = text.slice(Math.max(0, from - LONGEST));
  const number = MAY_BE_LABELLED.test(around) ? OPEN_PARTED.exec(around)?.groups?.number : undefined;
  return from + Math.max(0, Math.min(least, end.length - (number?.length ?? 0)));
}

/** Quick filter: whether what is behind the last digit may part it from others. */
function isOpen(end: string): boolean {
  let behind = end.length;
  while (behind > 0 && !isDigit(end.charCodeAt(behind - 1))) behind -= 1;
  return behind > 0 && OPEN_END.test(end.slice(behind));
}

/** The groups of digits of a value, without those in the attributes of tags. */
export function groupsOf(value: string): readonly string[] {
  return value.replaceAll(/<[^<>]*>/g, ' ').match(/\d+/g) ?? [];
}

/** All of them. */
export function digitsOf(value: string): string {
  return groupsOf(value).join('');
}

function cardOf(value: string, start: number): SplitCard {
  return { start, end: start + value.length, digits: digitsOf(value) };
}

function isWhole(text: string, start: number, end: number): boolean {
  return !GOES_BEFORE.test(text.slice(Math.max(0, start - LONGEST), start)) && !GOES_ON.test(text.slice(end, end + LONGEST));
}

import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';

/** Words before numbers that are counts or serial numbers, not personal ones. */
export const COUNTED =
  /(?:part|order|case|file|model|invoice|ticket|item|sku|ref|reference|score|room|serial|build|tracking|version|product|code|batch|lot|docket|claim|catalog|article|mpn|ersatzteil|replaces?|replaced by|superse[dc]e[sd](?: by)?|onderdeel|pieza|ricambio)\W{0,3}(?:no|nr|number|id|code|#)?\W{0,4}$/i;
/** Words before dotted numbers that are versions, chapters or object identifiers. */
const VERSION_WORDS =
  'v ver score agendapunt python build release releases released firmware fw kernel driver oid section sec. sect. chapter clause paragraph appendix kapitel abschnitt sections subsection chapters clauses subclause paragraphs article articles art. artikel annex table tables figure fig. rule requirement example exercise heading ziffer artículo sección capítulo chapitre articolo sezione capitolo';
/** Programs commonly named with their versions, in their usual spelling. */
const PROGRAMS =
  'macOS|iOS|iPadOS|watchOS|tvOS|Android|Excel|Word|Office|Outlook|Chrome|Chromium|Firefox|Edge|Safari|Opera|Xcode|Java|JDK|Photoshop|Acrobat|Zoom|Teams';
/** Such a word, or another context of a version: `Chrome/120.0.0.0`, `x==1.2.3.4`, `libx-1.2.3.4.jar`. */
export const VERSION = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\p{N}])(?:${VERSION_WORDS.split(' ').map(anyFirst).join('|')}|(?:up|down)grad(?:e|ed|ing) (?:to|from)|updated? (?:to|from))|`,
    String.raw`[Vv]ers(?:ion|ión|ao|ão|ie|jon)\p{L}{0,3}|VERSION|(?<![A-Za-z])(?:${PROGRAMS})|(?<![A-Za-z])EC|[Ss]ample|renumber(?:ed)? to|[Ww]ersj[aeię]|[Вв]ерси[яиюей]|版本|バージョン|버전|[Рр]аздел\p{L}{0,2}|[Пп]ункт\p{L}{0,2}|§)(?:[\s_-]?(?:[Nn]umber|[Nn]o\.?|[Ss]tring|[Cc]ode|[Nn]ame|[Tt]ag|NUMBER))?["'(>\s:=*\x60]{0,6}(?:\d{1,3}(?:\.\d{1,3}){1,4}(?:,|\s(?:and|or|to|vs\.?|und|et|y|bis))\s)?$|`,
    String.raw`(?:^|[\s;(,"'])(?:[A-Z][\w.-]{0,30}|nginx|curl|openssl)\/$|(?:pull|run|push|image:|FROM)\s{1,2}[\w./-]{1,24}:$|(?<!ip|src|dst|addr|host)[=<>~^]=$|[~^]$|\p{L}-$`,
  ].join(''),
  'u',
);
/** Maximum number of signs between a word and the value. */
const MOST_SIGNS = 9;
/** Signs that end a context other than a word. */
const ENDING_SIGNS = '/:=~^-';

/** Prefilter: whether `COUNTED` or `VERSION` may match right before a place; neither ends in a digit. */
export function mayEndInWord(text: string, place: number): boolean {
  if (place === 0) return false;
  if (ENDING_SIGNS.includes(text.charAt(place - 1))) return true;
  for (let index = place - 1; index >= 0 && place - index <= MOST_SIGNS; index -= 1) {
    const code = text.charCodeAt(index);
    if (code >= 128 || code === POINT || isAsciiLetter(code)) return true;
    if (isDigit(code)) return false;
  }
  return false;
}

const POINT = 46;

/** Words for things that are numbered, right before a number that only another word near it would explain. */
const NUMBERED = String.raw`(?<!\p{L})(?:order|invoice|ticket|booking|case|claim|policy|account|tracking|contract|loan|meter|serial|customer|client|batch|employee|student|ean|gtin|sku)(?: ?(?:no|nr|number|id)(?!\p{L}))?[\s.:#=]{1,4}$`;
/** What makes digits that could be a health number those of something else. */
export const OF_ANOTHER = new RegExp(NUMBERED, 'iu');
/** What makes nine digits that could be a passport number an amount, a time, a telephone number or that of an order. */
export const AMOUNT = new RegExp(
  String.raw`(?<!\p{L})(?:to|by|over|about|around|than|nearly|almost|released|since|until|total|(?:19|20)\d\d)\s{1,2}$|[$€£¥]\s?$|\+\d[\d ().-]{0,12}$|(?:phone|\btel|mobil\p{L}{0,4}|\bcell|\bfax|call)\b[.:\s]{0,4}$|${NUMBERED}`,
  'iu',
);

/** A pattern for a lower-case word that allows a capital first letter. */
function anyFirst(word: string): string {
  return `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1).replace('.', String.raw`\.`)}`;
}

/** Words for numbers of nine digits: the one right before such a number decides its kind. */
const NINE_DIGITS = {
  us_ssn: 'ssn|social security',
  ca_sin: 'sin|s\\.i\\.n\\.?|social insurance|nas|assurance sociale',
  nl_bsn: 'bsn|burgerservice\\w{0,8}|sofi\\w{0,8}',
  au_tfn: 'tfn|tax file',
  us_routing: 'routing|aba|rtn',
} as const;

/** Words for other kinds of nine-digit numbers. */
const OTHERS =
  'passport|passeport|pasaporte|reisepass|(?<!security[ _])(?:account|acct)|a/c|konto|cuenta|compte|rekening|invoice|order|ticket|case|claim|policy|member|phone|tel|mobile|zip|ein|licen[cs]e|reference|ref|contract|loan|meter|serial|customer|client|batch|employee|student|tracking';

/** Matches such a word, other than the form's own, right before a value. */
export function anotherNumber(own: keyof typeof NINE_DIGITS): RegExp {
  const others = [...Object.entries(NINE_DIGITS).flatMap(([name, words]) => (name === own ? [] : [words])), OTHERS];
  return new RegExp(String.raw`(?<![a-z0-9])(?:${others.join('|')})[\W_]{0,3}(?:no|nr|num|number|nummer|#)?\W{0,4}$`, 'i');
}

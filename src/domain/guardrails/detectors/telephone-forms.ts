import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { isAsciiBetween } from '../normalisation/character-runs.ts';
import { createKeywordLists } from '../secrets/keyword-filter.ts';
import { groupOf } from './number-windows.ts';
import type { PersonalForm } from './value-forms.ts';
import { NO_NAME_BEFORE, NO_NAME_BEHIND, NO_PART_BEHIND, PART_OF_WORD } from './word-boundary.ts';

/** Minimum number of digits of a telephone number. */
const MIN_TELEPHONE = 7;
/** What may not follow the last digit, unless it begins the number of an extension: `415.555.2671x123`. */
const NO_LETTER_BEHIND = String.raw`(?!(?! ?[xX]\d{2,6}(?![\p{L}\d]))[${PART_OF_WORD}@])`;
const GROUP_GAP = String.raw`[ \u00a0().\u2011/-]`;
/** International form with a plus sign. */
const WITH_PLUS = [
  String.raw`\+\d{1,3}(?:(?:${GROUP_GAP}{0,2}| [-–/] )\d){6,14}`,
  String.raw`(?:\(\+\d{1,3}\)|\+\(\d{1,3}\))(?:${GROUP_GAP}{0,2}\d){6,14}`,
];
/** The same, or with two zeros. */
const ABROAD = [...WITH_PLUS, String.raw`(?<!\d[ \u00a0])00 ?[1-9]\d{0,2}(?:[ \u00a0.()-]{1,2}\d{1,9}){1,6}`];
/** National form in usual groups: North America, Brazilian mobiles, an area code in brackets, a leading zero. */
const AT_HOME = [
  String.raw`(?:1[ .-])?(?:\([2-9]\d{2}\) ?\d{3}[ .-]?|[2-9]\d{2}(?:\.\d{3}\.|[ -]\d{3}[ -]))\d{4}`,
  String.raw`\([1-9]\d\) ?(?:9 ?)?\d{4}-\d{4}|\([1-9]\d\) ?9 ?\d{4} ?\d{4}`,
  String.raw`(?:\(0\d{1,5}\)|\(0(?: \d{1,2}){1,3}\)|0 ?\(\d{2,5}\)|8 \([3489]\d{2}\))(?:[ .-]?\d{2,5}){2,4}(?:-\d(?!\d))?`,
  String.raw`0[1-9]\d{1,4} - \d{2,8}(?:[ .-]\d{2,8}){0,3}`,
  String.raw`0[1-9]\d{0,4}(?: [/–] |[ ./-])\d{2,8}(?:[ .-]\d{2,8}){0,3}(?! \d\d(?!\d))(?:-\d(?!\d|[.-][\p{L}\d]))?`,
];
const TELEPHONE = new RegExp(
  String.raw`(?<![${PART_OF_WORD}+])${NO_NAME_BEFORE}(?<!\d[.-]|[\s-]\.)(?<!\p{L}-)(?:${ABROAD.join('|')}|(?<!\d[ \u00a0]{1,2})(?:${AT_HOME.join('|')}))${NO_LETTER_BEHIND}${NO_NAME_BEHIND}(?![.-]\d|:\d\d)${NO_PART_BEHIND}`,
  'gu',
);
/** International form, where a word says what it is. */
const TELEPHONE_ABROAD = new RegExp(
  String.raw`(?<![${PART_OF_WORD}+])${NO_NAME_BEFORE}(?:${WITH_PLUS.join('|')})${NO_LETTER_BEHIND}${NO_NAME_BEHIND}`,
  'gu',
);
const TELEPHONE_PLAIN = new RegExp(
  String.raw`(?<![${PART_OF_WORD}+-])${NO_NAME_BEFORE}(?<!\d\.)\d{7,13}${NO_LETTER_BEHIND}(?!-|\.\d)${NO_NAME_BEHIND}`,
  'gu',
);
/** Any groups of digits, where a word says what they are; the first may be the code of a country without a plus. */
const TELEPHONE_GROUPS = new RegExp(
  String.raw`(?<![${PART_OF_WORD}+-])${NO_NAME_BEFORE}(?<!\d[.:-]|\d )(?:(?:1-|[1-9]\d{1,2}[ -]|\([1-9]\d{1,2}\) ?)\d{9,11}|(?:8 |06 (?=1 ))?(?:\(\d{1,5}\)(?: \d(?=[ .-]\d)|\d{2,4}(?=[ .-]\d))?|0?\d{1,6})(?:[ .\u00a0\u2011/-]{1,2}(?:\(\d{2,5}\)|\d{2,8})){1,4})${NO_LETTER_BEHIND}${NO_NAME_BEHIND}(?![.-]\d|,\d{1,2}(?!\d)| \d)`,
  'gu',
);
/** Words that refer only to telephones. */
const TELEPHONE_WORDS = [
  String.raw`(?<!i|smart|micro|head|ear|mega|saxo|gramo|homo)phone(?!s\b(?!["']?\s?[:=]))|\bfone\b|\bt[eé]l\b(?! (?:est|que?)\b)|\btlf\b|\bt(?:el|l)?fn?o\b|\btelf\b|\bph\b(?=[.:])|telefon|telefoon|telefono|teléfono|téléphone|telepon|\btelp\b|celular(?!it)|cellulare|(?:tele)?m[óo]vel(?!\p{L})|móvil|\bkom\.|\bcel\b(?=["']?\s?[:.])|\bh\/?p\b(?=\s?[:.]|\s$)|\bfono\b|numer do mnie|(?:मेरा|मेरे) (?:[\p{L}\p{M}]+ )?नंबर|\bmob\b|whatsapp|\bfax\b|\bsms\b|\bgsm\b`,
  String.raw`hotline|helpline|\bpuh(?:elin|(?=[.:]))|kontaktnummer|\bkontakt(?=\s?[:.])|rufnummer|handynummer|contact (?:no\b|number|#)|emergency contact|caller[ -]?id\b|\bcontact?o\b|\bcell(?=["']?\s?[:#=])|\bmobil\p{L}{0,3}["']?[\s_]?(?:no\b|nr|num|[:#=])|\b(?:portable|cep|fixo|fijo|handy)(?=\s?:)|msisdn|subscriber|\bani=|\bnumaram\b|\bsími|พร้อมเพย์|\bsđt\b|số máy`,
  String.raw`мо[йё] (?:новый )?номер|微信|我的(?:号码|號碼)|私の番号|电话|電話|手机|手機|携帯|致电|座机|联系方式|連絡先|전화|휴대폰|핸드폰|연락처|(?<!\p{L})(?:тел(?:ефон\p{L}*)?|моб|сот\p{L}{0,4})(?!\p{L})|звон|هاتف|جوال|واتساب|موبايل|اتصل|फ़ोन|फोन|मोबाइल|điện thoại|โทร|τηλ|טלפון|נייד`,
].join('|');
/** Words with other meanings too, and what may stand between one of them and a number. */
const WORDS_BEFORE = String.raw`(?<!\p{L})(?:call(?:ing)?|call-?back|contact|(?:mi|tu|su|n[uú]mero de) cel|whats|zap|wpp|ring|dial|phoned?|ligue|liga[mr]?|handy|cell|mobil\p{L}{0,3}|(?:te?xt|sms)(?= [+(\d]{0,2}$)|reach out(?: to (?:me|us))? (?:at|on)|(?:te?xt|reach) (?:me|us|him|her|them|(?:the|our|my|your|this) \p{L}{2,16}(?: \p{L}{2,16})?(?= (?:at|on)))|bel (?:me|mij)|ruf(?:en sie)? (?:mich|uns)|chiam(?:a(?:re|mi|ci|te(?:mi)?)?|i)|appele[rz]|appelle[rz]?|joindre|mb ?way|bizum|twint|swish|zadzwo[nń]\p{L}{0,3}|dzwo[nń]\p{L}{0,3}|soita|(?:my|mijn|mein\p{L}{0,2}|mit|mitt|mon|mio|meu|mi|mój|his|her|our|their|the new|new) (?:new |neue |nouveau |nuovo )?(?:number|nummer|numero|número|numéro|numer)|(?:mon|ton|son|votre) (?:portable|fixe|mobile)|m[aá]rca(?:me|r(?:me)?|nos)|blik|(?:za)?volejte|ll[aá]m(?:a(?:r(?:me|nos|le)?|me|da)?|ó|e(?:me|nos)?)|called (?:from|on|at))(?!\p{L})`;
const BETWEEN = String.raw`(?:[^\p{L}\p{N}]|(?<=['’])s(?!\p{L})|\d[\d ()-]{5,16}\d(?!\d)|(?<!\p{L})(?:me|meg|mig|mir|til|på|us|him|her|them|back|at|on|now|under|the|my|our|your|number|no|nr|office|support|line|is|ist|or|today|please|anytime|para|pro|p|pra|o|il|el|le|het|den|from|von|desde|depuis|dal|vanaf|moi|nous|au|al|à|a|na|do|mnie|op|auf|an|unter|er|é|è|est|es|numero|número|numéro|numer|nummer|later|asap|nuevo|novo|nuovo|nouveau|nowy|neu)(?!\p{L})){0,24}$`;
const WORDS_BEHIND = String.raw`^[\s,.)"'(-]{0,4}(?:is |ist |\()?(?:my |the |meine |mein |mon )?(?:cell|portable|handy|mobile|call|ring|dial|ligue|text me)\b`;
const TELEPHONE_NAMED = new RegExp([TELEPHONE_WORDS, WORDS_BEFORE].join('|'), 'iu');
const BESIDE = {
  before: new RegExp(`${TELEPHONE_WORDS}|${WORDS_BEFORE}${BETWEEN}`, 'iu'),
  behind: new RegExp(`${TELEPHONE_WORDS}|${WORDS_BEHIND}`, 'iu'),
};
/** Keywords of the prefilter: an all-ASCII text with one of the words contains at least one. */
const TELEPHONE_KEYWORDS =
  'phone|fone|tel|tlf|mb way|mbway|bizum|twint|swish|tfno|tfo|tlfno|whats|zap|wpp|ph.|ph:|ligue|liga|celular|cellulare|mobil|mob|handy|cell|call|ring|dial|reach |whatsapp|fax|sms|gsm|text |txt |hotline|helpline|puhelin|puh.|puh:|kontakt|contact|contato|rufnummer|portable|n fixe|e fixe|cep:|cep :|fixo|fijo|msisdn|subscriber|ani=|numaram|kom.|cel:|cel :|i cel |u cel |e cel |cel"|cel.|hp:|hp.|hp |h/p|fono|numer do mnie|movel|chiama|chiami|appele|appelle|joindre|zadzwon|dzwon|soita|llama|llame|marca|blik|volejte|bel me|ruf mi|rufen |y number|s number|r number|w number| nummer| numer'.split(
    '|',
  );
const COUNTED =
  /(?:part|superseded by|replaced by|bag tag|polizza|pólizas?|apólice|order|case|model|bag|seal|mmsi|imo|colis|contrat est le|πρωτ\.|invoice|ticket|item|sku|ref|reference|score|serial|isbn|tracking|product|code|p\/n|\bnhs|\bsin|\bnas|tfn|bsn|ssn|pesel|cpf|aadhaar|account|acct|konto|policy|licen[cs]e|meeting|conference|webinar|\bawb|\bndc|\blot|batch|claim|docket|receipt|voucher|parcel|shipment|waybill|contract|\bloan|\bart\.?[ -]?(?=n[ro°º])|\bean|\bgtin|\bupc|\bmeter|(?:customer|member|student|employee|transaction|application|registration|confirmation)(?=[\W_]{0,3}(?:no\b|nr|number|id\b|code|#))|commande|pedido|ordine|contrat[oi]?|contratto|\bvertrag)[\W_]{0,3}(?:no|nr|nº|n°|number|id|code|#)?\W{0,3}(?:is|was|ist|es|est)?\W{0,4}$|(?:steuer|kunden?|konto|rechnungs?|bestell?|auftrags?|vorgangs?|artikel|serien?|vertrags?|ausweis|mitglieds?|versicherungs?|klant|factuur|order|ordre|rekening|faktura|person|personal|organisations|matrikel|sendungs|paket)(?:nummer|numer|nr)\W{0,4}$|(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){0,7}[ -]?$/iu;
/** Keywords of the prefilter for words that make a number something else in all-ASCII texts, and the lookbehind for those. */
const countedKeywords = createKeywordLists([
  'part superseded replaced bag poliz order case model bag seal mmsi imo colis contrat invoice ticket item sku ref score serial isbn tracking product code p/n nhs sin nas tfn bsn ssn pesel cpf aadhaar account acct konto policy licen member customer meeting conference webinar awb ndc lot batch claim docket receipt voucher parcel shipment waybill contrat art commande pedido ordine vertrag loan ean gtin upc meter student employee transaction application registration confirmation nummer numer nr'.split(
    ' ',
  ),
]);
const BEFORE = 60;

/** Prefilter: whether a word that makes the number something else, or the start of an account number, may precede a place. */
function mayBeCounted(text: string, place: number): boolean {
  const from = Math.max(0, place - BEFORE);
  if (!isAsciiBetween(text, from, place) || countedKeywords.listsIn(text, from, place) !== 0) return true;
  // An account number begins with two letters and two digits, and continues with such characters only.
  for (let index = place - 1; index >= from + 3; index -= 1) {
    const code = text.charCodeAt(index);
    if (!isDigit(code) && !isAsciiLetter(code) && code !== 32 && code !== 45) return false;
    if (
      isDigit(code) &&
      isDigit(text.charCodeAt(index - 1)) &&
      isAsciiLetter(text.charCodeAt(index - 2)) &&
      isAsciiLetter(text.charCodeAt(index - 3))
    )
      return true;
  }
  return false;
}

/** A field with another name: `"product_id": "6992792935"`. */
const OTHER_FIELD =
  /(?:^|[\s,{;&?(])["']?(?!\w{0,24}(?:phone|tel|mob|cell|fax|contact|call|sms|whatsapp|num|fon|handy|line|msisdn|subscriber|ani\b|ph\b))[a-z]\w{0,30}(?:["']\s?[:=]|=)\s?["']?$/i;

/** The path of an address, but for those of messengers: `/tests/view/4919784`. */
const IN_PATH = String.raw`(?<!(?:tel|fone|phone|fax|mob|mobile?|cell|handy|sms|wa\.me|whatsapp\.com|t\.me))(?<=/[\w.?=-]{1,40})/$`;

/** Telephone numbers recognisable by their form. */
export const TELEPHONE_FORM: PersonalForm = {
  category: 'phone_number',
  // Across a dash between spaces the rest is too far away to count: `(0) 30 - 901820`.
  digits: MIN_TELEPHONE - 1,
  needs: (window, text) =>
    window.hasLeadingZero ||
    text.includes('+') ||
    text.includes(') 9') ||
    text.includes(')9') ||
    ((window.once & groupOf(7)) !== 0 && text.includes('(')) ||
    ((window.twice & groupOf(3)) !== 0 && (window.once & groupOf(4)) !== 0),
  pattern: TELEPHONE,
  not: COUNTED,
  mayFollow: mayBeCounted,
};

/** An international number that its country does not have, explained by a word. */
export const TELEPHONE_ABROAD_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  sign: '+',
  pattern: TELEPHONE_ABROAD,
  context: TELEPHONE_NAMED,
  beside: BESIDE,
  keywords: TELEPHONE_KEYWORDS,
  not: COUNTED,
  mayFollow: mayBeCounted,
};

/** Contiguous digits explained by a word. */
export const TELEPHONE_PLAIN_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  needs: ({ once }) => once >>> 0 >= groupOf(MIN_TELEPHONE),
  pattern: TELEPHONE_PLAIN,
  context: TELEPHONE_NAMED,
  beside: BESIDE,
  keywords: TELEPHONE_KEYWORDS,
  not: new RegExp(`${COUNTED.source}|${OTHER_FIELD.source}|${IN_PATH}`, 'iu'),
};

/** Groups of digits explained by a word. */
export const TELEPHONE_GROUPS_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  needs: ({ once }) => once >>> 0 >= groupOf(2),
  pattern: TELEPHONE_GROUPS,
  context: TELEPHONE_NAMED,
  beside: BESIDE,
  keywords: TELEPHONE_KEYWORDS,
  not: COUNTED,
  mayFollow: mayBeCounted,
};

/** The number of an extension behind a telephone number. */
const EXTENSION = /^(?: ?[xX] ?\d{2,6}|,? ?(?:ext|extn|extension)\b\.?:? ?#?\d{1,6})(?![\p{L}\p{N}])/u;
/** Length of the longest, in characters; what is open at the end of a growing text is held back as far. */
const MAX_EXTENSION = 20;

/** End of the extension behind a telephone number that ends there; the same place if there is none. */
export function extensionEnd(text: string, end: number): number {
  return end + (EXTENSION.exec(text.slice(end, end + MAX_EXTENSION + 1))?.[0].length ?? 0);
}

/** Mexican mobile numbers had an extra digit until 2019, which many still write. */
const OLD_MEXICAN = /^521(?=\d{10}$)/;
/** A US ZIP+4 code. */
const ZIP_CODE = /^0\d{4}-\d{4}$/;
const DATE = /(?<!\d)(?:19|20)\d{2}[-/.]\d{2}[-/.]\d{2}|\d{2}[-/.]\d{2}[-/.](?:19|20)\d{2}/;

/**
 * Whether a value of the first form is a telephone number: an international one that is possible in its country, or a national
 * one that is no date, tax number, amount, table of numbers or lottery draw.
 */
export function isNumber(value: string, isTelephone: (number: string) => boolean): boolean {
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length < MIN_TELEPHONE || digits.length > 15) return false;
  if (value.includes('+')) return isTelephone(`+${digits.replace(OLD_MEXICAN, '52')}`);
  if (digits.length < 9 || /^(\d)\1+$/.test(digits) || DATE.test(value) || ZIP_CODE.test(value)) return false;
  return !/^(?:\d{3}\.\d{3}\.\d{3}-\d{2}|0?\d+\.\d+|0(?!1[567])\d{3} \d{4} \d{4}|0\d(?: \d\d){3}|0\d(?: \d\d){5,})$/.test(value);
}

/** The same digit throughout, in groups. */
const ONE_DIGIT = /^\D*(\d)(?:\D*\1)+\D*$/;

function countDigits(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) if (isDigit(value.charCodeAt(at))) count += 1;
  return count;
}

/** Whether groups explained by a word have as many digits as national numbers, and are no date, amount, range of years or number of a file. */
export function isGrouped(value: string): boolean {
  const digits = countDigits(value);
  if ((digits < 8 && !/^\d{3}[ -]\d{4}$|^\d{3}([ -])\d{2}\1\d{2}$/.test(value)) || digits > 13 || DATE.test(value) || ONE_DIGIT.test(value))
    return false;
  if (value.includes('(') && value.lastIndexOf('(') !== value.indexOf('(')) return false;
  return !/^(?:19|20)\d\d(?: ?[-/] ?| )(?:19|20)\d\d$|^(?!\d{3}\.\d{7}$|\d{4}\.\d{4}$)[1-9]\d{0,5}\.\d+$|^(?:19|20)\d\d-\d{5,6}$|^[1-9]\d{0,5}\/\d{2,8}$|^[1-9]\d{4}-\d{4}$|^\d{1,2} \d{3} \d{3}$|^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(
    value,
  );
}

/** Whether an international number is none of an example, with its digits in order. */
export function isNoExample(value: string): boolean {
  return !value.replaceAll(/\D/g, '').includes('12345678');
}

/** Whether digits explained by a word are not a Unix timestamp in seconds or milliseconds. */
export function isPlain(value: string): boolean {
  return !/^1[4-9]\d{8}$|^1[4-9]\d{11}$/.test(value);
}

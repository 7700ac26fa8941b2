import { MONTH_BEGINNINGS } from './month-names.ts';
import { EIGHT, form, formBefore, hasOne, NEVER, ONE, SIX, TWO, type PersonalForm } from './value-forms.ts';

/** Words for births in many languages. */
const WORDS = [
  String.raw`(?<!\p{L})d\.? ?o\.? ?b(?!\p{L})|(?<![\p{L}.])b\. ?$|(?<=[,(] ?)\* ?$|(?<!\p{L})b-?day(?!\p{L})|(?<!\p{L})born(?!\p{L})|birth(?!days?['’]?s? (?:part(?:y|ies)|celebration|dinner|bash|brunch|lunch|drinks?|cake|trip)(?!\p{L}))`,
  String.raw`geboren|geburt(?!stags(?:feier|party|essen|brunch|kuchen))|geboorte|(?<!\p{L})geb(?:\.|(?=\s?:|\s\d|\s$))|naissance|(?<=[\s(])n[ée]e?(?=[ :])|(?<!\p{L})n[ée](?:e|\(e\))? le(?= |$)|nacimiento|(?<!\p{L})f(?:ec(?:ha)?)?\.? ?(?:de )?nac\.|(?<!\p{L})nac(?:id[oa]|[íi]|i[óo])(?!\p{L})|(?<!\p{L})nac\.|(?<!\p{L})cumpl\p{L}{1,4} años|nascimento|(?<!\p{L})nasc\.|nascid[oa]|(?<!\p{L})nasc(?:i|eu)(?!\p{L})|nascita`,
  String.raw`(?<!\p{L})nat[oa] (?:il|(?:ad?|in|nel(?:la|l['’])?|l['’])\s?\p{Lu}[\p{L} '’()]{1,40}?,? (?:il|l['’]))(?!\p{L})|urodz|(?<!\p{L})ur\.|född|født|fødd|fødsel|syntynyt|syntymä|naro(?:zen|dil)|rođen|rojen[ai]?(?!\p{L})|roden[áýa]|dzimis|dzimšan|gim(?:imo|ęs|usi)|sünni(?:aeg|kuup)|sündinud|fædd|fæðing|(?<!\p{L})gebore(?!\p{L})|n[ăa]scut|naşter|nașter|szület(?:t|és)|szül\.|doğum|(?<!\p{L})lahir(?!\p{L})|kuzaliwa|ngày sinh|sinh ngày|γέννησ|γεννήθηκ`,
  String.raw`рожден|рождён|родил(?:ся|ась)|(?<!\p{L})(?:г\.\s?р(?=\.?\s?:)|д\.\s?р\.)|народж|народи(?:вся|лася)|родена?(?!\p{L})|出生|生日|生年月日|生まれ|誕生日|생년월일|출생|생일|태어`,
  String.raw`जन्म|تاريخ الميلاد|مواليد|مولود|تاریخ تولد|תאריך לידה|נולד|วันเกิด|เกิดวันที่`,
].join('|');
const BORN = new RegExp(WORDS, 'iu');
/** Every all-ASCII text with one of the words contains at least one. */
const KEYWORDS = [
  ...'b.|, *|,*|(*|( *|f. nac|fec nac|fec. nac|f.nac|fecha nac|dob|d.o|d o|d. o|do.b|do b|do. b|bday|b-day|born|birth|geboren|geburt|geboorte|geb.|geb:|geb |naissance|nacimiento|nacid'.split(
    '|',
  ),
  ...'nac.|nasc.|nascut|cumpl|(e) le|pid|nascimento|nascid|nasci|nasceu|nascita|nato |nata |ne le |nee le |urodz|ur.|syntynyt|narozen|narodil|roden|rojen|dzimis'.split(
    '|',
  ),
  ...'permis|licen|patente|fuhrerschein|rijbewijs|korekort|prawo jazdy|conducir|gimimo|gimusi|gebore|nacio|naci|lahir|kuzaliwa'.split('|'),
  ...[' ', '(', '\n', '\t', '\r'].flatMap((before) => [`${before}ne `, `${before}ne:`, `${before}nee `, `${before}nee:`]),
];

/** A month by its name; those in other scripts are recognised by having other letters. */
const MONTH = String.raw`(?:(?:${MONTH_BEGINNINGS.join('|')})\p{L}{0,9}|(?=[\p{L}\p{M}]{0,12}[^\x00-\x7f])\p{L}[\p{L}\p{M}]{2,14})`;
const DAY_OF_MONTH = String.raw`\d{1,2}(?:\.|st|nd|rd|th|er|º|°|ª)? (?:of |de |di )?${MONTH}\.?,?(?: de)? \d{4}`;
const MONTH_AND_DAY = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`;
const YEAR_FIRST = String.raw`\d{4}\. ?${MONTH} \d{1,2}`;
const JOINED = String.raw`\d{1,2}[-/.]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-/.]?\d{4}`;
const EAST_ASIAN = String.raw`\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`;
/** Years of Japanese emperors and of the Republic of China. */
const OF_ERA = String.raw`(?:明治|大正|昭和|平成|令和|民[国國])\s?(?:\d{1,3}|元)\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日`;
const NUMERIC = String.raw`\d{4}(?:[-/.]|\. )\d{1,2}(?:[-/.]|\. )\d{1,2}|\d{1,2}(?:[-/.]|\. )\d{1,2}(?:[-/.]|\. )\d{4}|\d{1,2} [/|.-] \d{1,2} [/|.-] \d{4}`;
/** The time of a date in ISO 8601, which databases add to it. */
const TIME = String.raw`T\d{2}:\d{2}`;
const LONG = [NUMERIC, EAST_ASIAN, DAY_OF_MONTH, MONTH_AND_DAY, YEAR_FIRST, JOINED].join('|');
const SHORT = String.raw`\d{1,2}([-/.])\d{1,2}\1\d{2}|\d{2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-?\d{2}`;

/** Any date, and what joins two of them that share a word. */
const ANY_DATE = String.raw`(?:${NUMERIC}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?!\d)|\d{4}\s?[年년]|\d{1,2}[^\p{L}\p{N}]{1,3}(?:(?:of|de|di) )?[\p{L}\p{M}]{3,14}\.?,?(?: de)? \d{4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})`;
const JOINS = String.raw`\s?(?:,|;|&|\/|and|or|und|oder|et|ou|y|e|o|en|i|и)\s`;
/** Those who answer a question, before what they say in the record of a talk; and how an answer begins. */
const SPEAKER = String.raw`(?:user|human|me|customer|caller|client|patient|guest|member|passenger|applicant|kunde|kundin|anrufer(?:in)?|patientin|client[ea]?|appelant|usuario|paciente|cliente|klient|pacjent|klant|клиент|пациент|пользователь)\s?:`;
const ANSWER = String.raw`(?:${SPEAKER}|(?<=\?\s{1,3})\p{Lu}\p{L}{0,14}(?: \p{L}{1,14})?\s?:|(?:sure|yes|ok(?:ay)?|of course|it['’]s|ja|oui|sí|da)(?!\p{L}))`;
/** A word for a birth, and no end of a sentence or other date between it and the value. */
const BEFORE = String.raw`(?:${WORDS})(?:(?!${ANY_DATE}|(?<=\p{L}{4})[.!?]\s{1,3}(?!${ANSWER})\p{Lu})[^]){0,60}?(?:${ANY_DATE}${JOINS}){0,3}$`;
/** A word for a birth right behind a value in the same sentence, and no date behind it that it could belong to. */
const BEHIND = String.raw`^,?[\s\u3000]?(?:г\.\s?р|生(?!\p{L}))|^(?:(?![.!?]\s)[^\p{L}\p{N}\n]|(?<!\p{L})(?:is|was|ist|war|es|est|è|é|my|his|her|their|our|mein|sein|ihr|ma|sa|mi|su|the|die|das|la|el|il|date|day|of|when|i|he|she|they|in [\p{L}-]{2,20}(?= ))(?!\p{L})){0,16}(?:${WORDS})(?![^]{0,12}\d)`;

/** Words for other days in a life or a document, right before their date. */
const OTHER_DAY = String.raw`(?:di(?:ed|es)|dea(?:d|th)|deceased|joined|hired|since|start(?:s|ed)?|issued?|expir\p{L}{1,5}|valid(?:ity)?|until|admi(?:tted|ssion)|discharged?|married|graduated|enrol\p{L}{0,8}|registered|created|updated|signed|dated|visit(?:ed)?|seen|intake|due|effective|gestorben|gest\.|verstorben|ausgestellt|gültig|seit|eintritt|aufnahme|décédée?|morte?|délivrée?|expire|fallecid[oa]|murió|exp(?:edid[oa]|edici[óo]n|edição)|emisi[óo]n|emissão|emissione|rilascio|vencimiento|validade|scadenza|ausstellung\p{L}{0,8}|ablauf\p{L}{0,6}|délivrance|d['’]expiration|obtention|доставлен\p{L}{0,2}|выдач\p{L}|morto|morta|rilasciat[oa]|scad\p{L}{1,6}|overleden|zm\.|ważn[ya]|wydan[ya]|умер\p{L}{0,3}|выдан\p{L}{0,2}|入社日?|発行日?|交付日?|登録日?|入会日?)`;
const OTHER_LABEL = String.raw`(?<=[\n,;|{]["' *-]{0,6})(?<![?？]\s{0,2}\n["' *-]{0,6})(?!${SPEAKER}|[^:=\n]{0,30}(?:${WORDS}))\p{L}[\p{L}\p{N} _./-]{1,28}["'*]{0,2}\s?[:=]\s{0,2}["'*]{0,3}$|<(?![^<>]{0,30}(?:${WORDS}))[\p{L}_:-]{2,40}>\s?$|(?<![\p{L}\d.])4[abc]\.\s{1,2}$`;
const ANOTHER = new RegExp(
  String.raw`(?<!\p{L})${OTHER_DAY}(?!\p{L})[^\p{L}\p{N}]{0,3}(?:(?:on|am|le|el|il|op|em|w|dnia|at|date|was|war|until|to|by|bis|from|von)[^\p{L}\p{N}]{1,3}){0,2}$|${OTHER_LABEL}`,
  'iu',
);

/** A year in which nobody was born who lives today; earlier numbers are years of other calendars. */
const LONG_AGO =
  /[A-Z]1[5-8]\d\d$|^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])1[5-8]\d\d$|^1[5-8]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

const NAMED = {
  category: 'date_of_birth',
  isValid: (compact: string) => !LONG_AGO.test(compact),
  context: BORN,
  beside: { before: new RegExp(BEFORE, 'iu'), behind: new RegExp(BEHIND, 'iu') },
  keywords: KEYWORDS,
  not: ANOTHER,
  ownColumn: true,
} as const;

/** The third field of a driving licence (Directive 2006/126/EC, annex I): date and place of birth. */
const LICENCE_FIELD = String.raw`(?:permis|licen[cs]e|patente|f[üu]hrerschein|rijbewijs|k[øö]rekort|körkort|prawo jazdy|conducir|ridi[čc]sk)[^]{0,60}(?<=\n\s?)3\.\s{1,2}$`;

/** Right behind a word for a birth, where the date is of a form that numbers have. */
const RIGHT_BEHIND = {
  before: new RegExp(
    String.raw`(?:${WORDS})["']?(?:\s?\([\p{L}/. -]{2,14}\))?[^\p{L}\p{N}\n]{0,6}(?:(?:is|was|on|am|ist|le|el|il|em|op|date|datum|은|는|이)[^\p{L}\p{N}]{1,3}){0,2}$|(?:${WORDS})(?: \p{L}{2,8})?\s?\?\s{1,2}(?<=\n)(?:\p{L}{1,14}(?: \p{L}{1,14})?\s?:\s{0,2})?$|(?<!\p{L})PID\|(?:[^|\n]{0,80}\|){6}$|${LICENCE_FIELD}`,
    'iu',
  ),
  behind: NEVER,
};

/** Dates of birth: a date that a word nearby calls one, and with a year of two digits or without signs where the word is right before it. */
export const BIRTH_FORMS: readonly PersonalForm[] = [
  { ...NAMED, digits: 4, needs: ({ hasDate }) => hasDate, pattern: form(`(?:${LONG})`, 'i') },
  { ...NAMED, digits: 8, sign: 'T', needs: ({ hasDate }) => hasDate, pattern: formBefore(String.raw`\d{4}-\d{2}-\d{2}`, TIME) },
  { ...NAMED, sign: '年', pattern: form(OF_ERA) },
  {
    ...NAMED,
    digits: 6,
    needs: hasOne(SIX | EIGHT),
    pattern: form(
      String.raw`(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}|\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`,
    ),
    beside: RIGHT_BEHIND,
  },
  {
    ...NAMED,
    digits: 2,
    needs: ({ twice }) => (twice & (ONE | TWO)) !== 0,
    pattern: form(SHORT, 'i'),
    beside: RIGHT_BEHIND,
  },
];

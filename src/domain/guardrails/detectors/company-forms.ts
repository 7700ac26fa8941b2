import { luhn } from './checksums.ts';
import {
  isAustralianBusiness,
  isAustralianCompany,
  isBelgianCompany,
  isBrazilianCompany,
  isCanadianBusiness,
  isChineseCompany,
  isCzechCompany,
  isDanishCompany,
  isFinnishCompany,
  isFrenchCompany,
  isIndianTaxpayer,
  isJapaneseCompany,
  isKoreanCompany,
  isNorwegianCompany,
  isPeruvian,
  isPolishCompany,
  isRegisteredRussian,
  isSpanishCompany,
  isSwedishCompany,
  isSwissCompany,
  isTaiwaneseCompany,
  isTaxedRussianCompany,
  isTurkishTaxpayer,
  isUsEmployer,
  isVenezuelan,
} from './company-numbers.ts';
import { beginnings, labelledForms, unspacedForm } from './labelled-form.ts';
import { CAPITALS, groupOf, holdsRun } from './number-windows.ts';
import { EIGHT, FOUR, form, hasAll, hasOne, NINE, NO_PLUS, SEVEN, SIX, THREE, TWO, type PersonalForm } from './value-forms.ts';
import { isVatNumber } from './vat-numbers.ts';

const FIVE = groupOf(5);
const TEN = groupOf(10);
const ELEVEN = groupOf(11);
const THIRTEEN = groupOf(13);
const FOURTEEN = groupOf(14);

/** Keywords of the prefilter: an all-ASCII text that names one of the numbers below contains one; few forms to a list, so that a word for one does not call for all. */
const TAX_KEYWORDS = beginnings(
  'vat|v.a.t|ust|umsatz|uid|mwst|tva|t.v.a|p.iva|iva|nif|cif|btw|moms|alv|dph|dic|nip|pvm|tax id|tax n|tax r|trn',
);
const taxed = labelledForms(TAX_KEYWORDS);
const employed = labelledForms(beginnings('ein|fein|employer id|tax id|irs no'));
const western = labelledForms(
  beginnings(
    'siret|siren|rcs|abn|a.b|acn|a.c|australian|company|companies house|registered in|regon|krs|kvk|kamer van|bce|kbo|entreprise|ondernemings',
  ),
);
const northern = labelledForms(
  beginnings('organis|org.|org-|org n|orgn|cvr|tunnus|business id|ico|steuern|steuer-n|st.-n|stnr|st-n|st.n|hra|hrb|vkn|vergi'),
);
const farther = labelledForms(beginnings('cif|c.i|nif|n.i|cnpj|rfc|r.f|ruc|rif|r.i|npwp|mst|uen|unique entity|kra|pin'));

/** Words for value added tax in the languages of the European Union, near a number that begins with the code of its country. */
const VALUE_ADDED = new RegExp(
  String.raw`(?<![\p{L}])(?:vat|v\.a\.t\.?|vatin|vies|ust-?id\p{L}{0,4}|ust|umsatzsteuer\p{L}{0,20}|uid|mwst|tva|t\.v\.a\.?|p\.? ?iva|iva|nif|cif|partita iva|btw\p{L}{0,8}|moms\p{L}{0,10}|alv|dph|di[čc]|nip|pvm|tax(?: id| number| no| reg\p{L}{0,10}))(?![\p{L}])|(?<=[_-])(?:vat|ust|tva)(?![\p{L}])|(?<![\p{L}])(?:vat|ust|tva)(?=[_-])`,
  'iu',
);

/** The account of a programme behind a Canadian number. */
const PROGRAMME = /R[CMPRTZ] ?\d{4}/;

/** Numbers of companies and of people who trade alone, in their registers and at their tax offices. */
export const COMPANY_FORMS: readonly PersonalForm[] = [
  {
    category: 'in_gstin',
    digits: 4,
    needs: ({ longestRun, once }, text) => longestRun >= 15 && (once & FOUR) !== 0 && holdsRun(text, CAPITALS, 15),
    pattern: form(String.raw`(?:0[1-9]|[1-3]\d)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z][1-9A-Z]Z[A-Z\d]`, '', String.raw`\d\d[A-Z]`),
    isValid: isIndianTaxpayer,
  },
  {
    category: 'cn_uscc',
    digits: 8,
    needs: ({ longestRun, once }, text) => longestRun >= 18 && once >>> 0 >= EIGHT && holdsRun(text, CAPITALS, 18),
    // Without a letter it may be any number of an order.
    pattern: form(String.raw`(?=\d{8,17}[A-HJ-NP-RTUW-Y])[1-9][1-9]\d{6}[0-9A-HJ-NP-RTUW-Y]{10}`),
    isValid: isChineseCompany,
  },
  {
    category: 'ch_uid',
    digits: 9,
    sign: 'CHE-',
    pattern: form(String.raw`CHE-\d{3}\.\d{3}\.\d{3}`),
    isValid: isSwissCompany,
  },
  {
    category: 'br_cnpj',
    digits: 2,
    sign: '/',
    needs: ({ once }, text) => (once & TWO) !== 0 && text.includes('.') && text.includes('-'),
    pattern: form(String.raw`[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}`, '', String.raw`[A-Z\d]{2}\.`),
    isValid: isBrazilianCompany,
  },
  {
    category: 'id_npwp',
    digits: 15,
    sign: '.',
    needs: ({ points }) => points >= 4,
    pattern: form(String.raw`\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}`, '', String.raw`\d\d\.`),
  },
  {
    category: 'ca_business_number',
    digits: 9,
    needs: ({ once }, text) => (once & FOUR) !== 0 && PROGRAMME.test(text),
    pattern: form(String.raw`\d{9} ?R[CMPRTZ] ?\d{4}|\d{3} \d{3} \d{3} R[CMPRTZ] ?\d{4}`),
    isValid: isCanadianBusiness,
  },
  {
    category: 'vat_number',
    digits: 2,
    needs: ({ hasInitials, hasCountryNumber }) => hasInitials || hasCountryNumber,
    pattern: form(
      String.raw`[A-Z]{2}[ -]?(?:(?:[A-HJ-NP-Z\d]{2} )?(?:\d{2,4}[ .-]){1,3}\d{2,4}|\d{4}\.\d{2}\.\d{3}\.B\.?\d{2}|[A-HJ-NP-Z\d]{2} \d{9}|(?=[A-Z\d]{0,4}\d)[A-Z\d]{2,13})`,
      '',
      String.raw`[A-Z]{2}[ -]?[A-Z\d]{2}`,
    ),
    isValid: isVatNumber,
    context: VALUE_ADDED,
    keywords: TAX_KEYWORDS,
  },
  {
    category: 'vat_number',
    digits: 8,
    sign: 'ATU',
    // Austrian ones are like nothing else.
    pattern: form(String.raw`ATU\d{8}`),
    isValid: isVatNumber,
  },
  taxed(
    'vat_number',
    'vat(?: (?:id|reg(?:istration)?\\.?))?|p\\.? ?iva(?:\\/c\\.?f\\.?)?|partita iva|iva|btw(?:[ -](?:nummer|nr|id))?|tva|umsatzsteuer-?id\\p{L}{0,20}(?:-nr\\.?)?|ust-?id(?:-?nr)?\\.?',
    {
      digits: 9,
      needs: hasOne(NINE | ELEVEN | THREE | TEN),
      pattern: form(String.raw`${NO_PLUS}(?:\d{3} \d{4} \d{2}|\d{3} \d{3} \d{3}|\d{9}|\d{11}|[01]\d{3}\.\d{3}\.\d{3})`),
      isValid: (digits) => ['GB', 'IT', 'DE', 'BE'].some((country) => isVatNumber(country + digits)),
    },
  ),
  taxed('sa_vat_number', 'vat(?: (?:id|reg(?:istration)?\\.?))?|tax registration|trn', {
    digits: 15,
    needs: hasOne(groupOf(15)),
    // Saudi Arabia and the Emirates.
    pattern: form(String.raw`3\d{13}3|10\d{13}`),
  }),
  employed(
    'us_ein',
    'f?ein|employer id(?:entification)?(?: number)?|(?:federal )?tax (?:id|identification)(?= (?:no|num|#)|:| is)|irs no\\.',
    {
      digits: 9,
      needs: hasAll(TWO | SEVEN),
      pattern: form(String.raw`\d{2}-\d{7}`),
      isValid: isUsEmployer,
    },
  ),
  employed('us_ein', 'f?ein|employer id(?:entification)?(?: number)?', {
    digits: 9,
    needs: hasOne(NINE),
    pattern: form(String.raw`\d{9}`),
    isValid: isUsEmployer,
  }),
  western('fr_siret', 'siret', {
    digits: 14,
    needs: hasOne(FOURTEEN | FIVE | NINE),
    pattern: form(String.raw`\d{14}|\d{3}([ .])\d{3}\1\d{3}\1\d{5}|\d{9} \d{5}`),
    isValid: isFrenchCompany,
  }),
  western('fr_siren', 'siren|rcs(?: \\p{L}{2,16})?(?: [AB])?', {
    digits: 9,
    needs: hasOne(NINE | THREE),
    pattern: form(String.raw`\d{9}|\d{3}([ .])\d{3}\1\d{3}`),
    isValid: isFrenchCompany,
  }),
  western('au_abn', 'a\\.?b\\.?n\\.?|australian business', {
    digits: 11,
    needs: hasOne(ELEVEN | THREE),
    pattern: form(String.raw`\d{2} ?\d{3} ?\d{3} ?\d{3}`),
    isValid: isAustralianBusiness,
  }),
  western('au_acn', 'a\\.?c\\.?n\\.?|australian company', {
    digits: 9,
    needs: hasOne(NINE | THREE),
    pattern: form(String.raw`\d{3} ?\d{3} ?\d{3}`),
    isValid: isAustralianCompany,
  }),
  farther('es_cif', 'c\\.?i\\.?f\\.?|n\\.?i\\.?f\\.?', {
    digits: 7,
    needs: hasOne(SEVEN | EIGHT | TWO | THREE),
    pattern: form(String.raw`[ABCDEFGHJNPQRSUVW][- ]?(?:\d{7}|\d{2}\.\d{3}\.\d{2})[- ]?[\dA-J]`),
    isValid: isSpanishCompany,
  }),
  western('pl_regon', 'regon', {
    digits: 9,
    needs: hasOne(NINE | FOURTEEN),
    pattern: form(String.raw`\d{9}|\d{14}`),
    isValid: isPolishCompany,
  }),
  western('pl_krs', 'krs', { digits: 10, needs: hasOne(TEN), pattern: form(String.raw`\d{10}`) }),
  western('nl_kvk', 'kvk|kamer van koophandel', { digits: 8, needs: hasOne(EIGHT), pattern: form(String.raw`\d{8}`) }),
  western('be_enterprise_number', "bce|kbo|(?:bce|tva)[ /-]?(?:kbo|btw)|num\\p{L}ro d['’]entreprise|ondernemings(?:nummer|nr)", {
    digits: 10,
    needs: hasOne(TEN | THREE),
    pattern: form(String.raw`[01]\d{3}([. ]?)\d{3}\1\d{3}`),
    isValid: isBelgianCompany,
  }),
  northern('se_organisation_number', 'organisations(?:nummer|nr)|org\\.?[ -]?(?:nr|nummer)\\.?', {
    digits: 10,
    needs: hasOne(SIX | TEN),
    pattern: form(String.raw`\d{6}-?\d{4}`),
    isValid: isSwedishCompany,
  }),
  northern('no_organisation_number', 'organisasjons(?:nummer|nr)|org\\.?[ -]?(?:nr|nummer)\\.?', {
    digits: 9,
    needs: hasOne(NINE | THREE),
    pattern: form(String.raw`[89]\d{2} ?\d{3} ?\d{3}`),
    isValid: isNorwegianCompany,
  }),
  northern('dk_cvr', 'cvr(?:[ -]?(?:nr|nummer))?\\.?', {
    digits: 8,
    needs: hasOne(EIGHT | TWO),
    pattern: form(String.raw`\d{2}( ?)\d{2}\1\d{2}\1\d{2}`),
    isValid: isDanishCompany,
  }),
  northern('fi_business_id', '(?:y|ly)-?tunnus|business id', {
    digits: 8,
    needs: hasOne(SEVEN),
    pattern: form(String.raw`\d{7}-\d`),
    isValid: isFinnishCompany,
  }),
  northern('cz_company_number', 'i[čc]o|ič(?=[ :])', {
    digits: 8,
    needs: hasOne(EIGHT),
    pattern: form(String.raw`\d{8}`),
    isValid: isCzechCompany,
  }),
  western(
    'uk_company_number',
    'company(?: reg(?:istration|istered)?\\.?)?(?= ?(?:no|num|#))|companies house|registered in england(?: and wales)?',
    {
      digits: 6,
      needs: hasOne(EIGHT | SIX),
      pattern: form(String.raw`(?:0\d|1\d)\d{6}|(?:SC|NI|OC|SO|NC)\d{6}`),
    },
  ),
  northern('de_tax_number', 'steuer-?(?:nummer|nr)\\.?|st\\.?-?nr\\.?', {
    digits: 9,
    needs: ({ once }) => (once & (THREE | FOUR | FIVE)) !== 0 || once >>> 0 >= TEN,
    pattern: form(String.raw`\d{2,3}([/ ])\d{3,4}\1\d{4,5}|\d{5}\/\d{5}|\d{4}0\d{8}|\d{10,11}`),
  }),
  northern('de_trade_register', '(?:amtsgericht \\p{L}{3,20},? )?hr[ab]', {
    digits: 4,
    needs: ({ once }) => once >>> 0 >= FOUR,
    // Of three digits they are grades of steel.
    pattern: form(String.raw`\d{4,6}(?: [A-Z]{1,2}(?![\p{L}]))?`),
  }),
  northern('tr_tax_number', 'vkn|vergi(?: kimlik)?(?: numaras[ıi])?', {
    digits: 10,
    needs: hasOne(TEN),
    pattern: form(String.raw`\d{10}`),
    isValid: isTurkishTaxpayer,
  }),
  farther('br_cnpj', 'cnpj', {
    digits: 2,
    needs: ({ longestRun }) => longestRun >= 14,
    pattern: form(String.raw`[A-Z\d]{12}\d{2}`),
    isValid: isBrazilianCompany,
  }),
  farther('mx_rfc', 'r\\.?f\\.?c\\.?', {
    digits: 6,
    needs: ({ once }) => once >>> 0 >= SIX,
    // Of a company, with three letters, by the day that it was founded.
    pattern: form(String.raw`[A-ZÑ&]{3}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Z\d]{3}`),
  }),
  farther('pe_ruc', 'ruc', { digits: 11, needs: hasOne(ELEVEN), pattern: form(String.raw`(?:1[0567]|20)\d{9}`), isValid: isPeruvian }),
  farther('ec_ruc', 'ruc', { digits: 13, needs: hasOne(THIRTEEN), pattern: form(String.raw`(?:[01]\d|2[0-4]|30)\d{8}001`) }),
  farther('ve_rif', 'r\\.?i\\.?f\\.?', {
    digits: 8,
    needs: hasOne(EIGHT | NINE),
    pattern: form(String.raw`[VEJPG]-?\d{8}-?\d`),
    isValid: isVenezuelan,
  }),
  farther('id_npwp', 'npwp', { digits: 15, needs: hasOne(groupOf(15) | groupOf(16)), pattern: form(String.raw`\d{15,16}`) }),
  farther('vn_tax_number', 'm\\p{L} số thuế|mst', { digits: 10, needs: hasOne(TEN), pattern: form(String.raw`\d{10}(?:-\d{3})?`) }),
  farther('sg_uen', 'uen|unique entity', {
    digits: 5,
    needs: ({ longestRun, once }) => longestRun >= 9 && once >>> 0 >= FOUR,
    pattern: form(String.raw`\d{8}[A-Z]|(?:19|20)\d{7}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z]`),
  }),
  farther('ke_pin', 'kra(?: pin)?|pin', { digits: 9, needs: hasOne(NINE), pattern: form(String.raw`[AP]\d{9}[A-Z]`) }),
  unspacedForm('vat_number', '(?<!\\p{L})(?:ДДС|ΦΠΑ|Α\\.?Φ\\.?Μ\\.?)(?: №)?', {
    digits: 9,
    needs: ({ hasCountryNumber }) => hasCountryNumber,
    pattern: form(String.raw`(?:BG|EL|CY) ?\d{8,10}[A-Z]?`),
    isValid: isVatNumber,
  }),
  unspacedForm('ru_inn', '(?<!\\p{L})(?:ИНН|инн)(?:\\/КПП)?(?: №)?', {
    digits: 10,
    needs: hasOne(TEN),
    pattern: form(String.raw`\d{10}`),
    isValid: isTaxedRussianCompany,
  }),
  unspacedForm('ru_ogrn', '(?<!\\p{L})(?:ОГРН(?:ИП)?|огрн(?:ип)?)(?: №)?', {
    digits: 13,
    needs: hasOne(THIRTEEN | groupOf(15)),
    pattern: form(String.raw`[1-9]\d{12}|3\d{14}`),
    isValid: isRegisteredRussian,
  }),
  unspacedForm('cn_uscc', '统一社会信用代码|社会信用代码|信用代码', {
    digits: 8,
    needs: ({ longestRun }) => longestRun >= 18,
    pattern: form(String.raw`[1-9A-Y][1-9]\d{6}[0-9A-HJ-NP-RTUW-Y]{10}`),
    isValid: isChineseCompany,
  }),
  unspacedForm('kr_business_number', '사업자\\s?(?:등록)?\\s?번호', {
    digits: 10,
    needs: ({ once }) => (once & (TEN | FIVE)) !== 0,
    pattern: form(String.raw`\d{3}-\d{2}-\d{5}|\d{10}`),
    isValid: isKoreanCompany,
  }),
  unspacedForm('jp_corporate_number', '法人番号|登録番号|インボイス', {
    digits: 13,
    needs: hasOne(THIRTEEN | FOUR),
    pattern: form(String.raw`T?[1-9]\d{12}|T?[1-9]-\d{4}-\d{4}-\d{4}`),
    isValid: isJapaneseCompany,
  }),
  unspacedForm('tw_business_number', '統一編號|统一编号|統編|统编', {
    digits: 8,
    needs: hasOne(EIGHT),
    pattern: form(String.raw`\d{8}`),
    isValid: isTaiwaneseCompany,
  }),
  unspacedForm('il_company_number', 'ח\\.?פ\\.?|ע\\.?מ\\.?|עוסק מורשה', {
    digits: 9,
    needs: hasOne(NINE),
    pattern: form(String.raw`\d{9}`),
    isValid: luhn,
  }),
];

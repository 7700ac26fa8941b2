import { isBrazilianCompany } from './company-numbers.ts';
import {
  isArgentine,
  isAustralianPatient,
  isAustrian,
  isBaltic,
  isBelgian,
  isBulgarian,
  isChilean,
  isChinese,
  isCzech,
  isDanish,
  isDevice,
  isFinnish,
  isGermanCard,
  isGreek,
  isHongKongese,
  isIndonesian,
  isInsuredGerman,
  isInsuredRussian,
  isIrish,
  isIsraeli,
  isItalian,
  isJapanese,
  isKorean,
  isMachineRead,
  isMalaysian,
  isMexican,
  isMod11And10,
  isNewZealander,
  isNorwegian,
  isPortuguese,
  isRomanian,
  isSingaporean,
  isSouthAfrican,
  isSwedish,
  isSwiss,
  isTaiwanese,
  isTaxedRussian,
  isThai,
  isTurkish,
} from './identity-numbers.ts';
import { groupOf } from './number-windows.ts';
import {
  EIGHT,
  FOUR,
  form,
  grouped,
  hasAll,
  hasOne,
  NEVER,
  NINE,
  NO_PLUS,
  ONE,
  SEVEN,
  SIX,
  THREE,
  TWO,
  type PersonalForm,
} from './value-forms.ts';

const FIVE = groupOf(5);
const TEN = groupOf(10);
const ELEVEN = groupOf(11);
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';

/** Numbers distinctive enough by form and check digit to need no word near them. */
const UNNAMED: readonly PersonalForm[] = [
  {
    category: 'travel_document',
    digits: 14,
    // Number, nationality, date of birth, and date of expiry.
    pattern: form(String.raw`[A-Z\d<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z\d<]{14,16}`),
    isValid: isMachineRead,
  },
  {
    category: 'travel_document',
    digits: 14,
    sign: '<',
    // The first two lines of a card: number; dates of birth and of expiry, nationality.
    pattern: form(String.raw`[ACI][A-Z<]{4}[A-Z\d<]{25}\n\d{7}[MFX<]\d{7}[A-Z<]{3}[A-Z\d<]{11}\d`),
  },
  {
    category: 'it_fiscal_code',
    digits: 7,
    needs: ({ longestRun, hasCountryNumber }) => longestRun >= 16 && hasCountryNumber,
    pattern: form(String.raw`[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]`, 'i', String.raw`[A-Z]{6}\d`),
    isValid: isItalian,
  },
  {
    category: 'cn_resident_id',
    digits: 17,
    needs: hasOne(groupOf(17) | groupOf(18)),
    pattern: form(String.raw`[1-9]\d{5}(?:18|19|20)\d{2}${MONTH}${DAY}\d{3}[\dX]`, 'i'),
    isValid: isChinese,
  },
  {
    category: 'kr_rrn',
    digits: 13,
    needs: hasAll(SIX | SEVEN),
    pattern: form(String.raw`\d{2}${MONTH}${DAY}-\d{7}`),
    isValid: isKorean,
  },
  {
    category: 'fi_hetu',
    digits: 9,
    needs: ({ once }) => (once & SIX) !== 0 && (once & (THREE | FOUR)) !== 0,
    pattern: form(String.raw`${DAY}${MONTH}\d{2}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]`),
    isValid: isFinnish,
  },
  {
    category: 'ch_ahv',
    digits: 13,
    needs: ({ once, twice }) => (once & groupOf(13)) !== 0 || ((once & (THREE | TWO)) === (THREE | TWO) && (twice & FOUR) !== 0),
    pattern: form(String.raw`756([. ]?)\d{4}\1\d{4}\1\d{2}`),
    isValid: isSwiss,
  },
  {
    category: 'be_nrn',
    digits: 11,
    sign: '.',
    needs: ({ once, thrice, points }) => points >= 3 && (once & THREE) !== 0 && (thrice & TWO) !== 0,
    pattern: form(String.raw`\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}`),
    isValid: isBelgian,
  },
  {
    category: 'cl_rut',
    digits: 7,
    sign: '-',
    needs: ({ once, twice, points }) => points >= 2 && (twice & THREE) !== 0 && (once & (ONE | TWO)) !== 0,
    pattern: form(String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dk]`, 'i'),
    isValid: isChilean,
  },
  {
    category: 'ar_cuit',
    digits: 11,
    needs: hasAll(TWO | EIGHT | ONE),
    pattern: form(String.raw`(?:2[03-7]|3[034])-\d{8}-\d`),
    isValid: isArgentine,
  },
  {
    category: 'mx_curp',
    digits: 6,
    needs: ({ longestRun, hasCountryNumber, once }) => longestRun >= 18 && hasCountryNumber && (once & SIX) !== 0,
    pattern: form(String.raw`[A-Z][AEIOUX][A-Z]{2}\d{2}${MONTH}${DAY}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d`, 'i'),
    isValid: isMexican,
  },
  {
    category: 'sg_nric',
    digits: 7,
    needs: hasOne(SEVEN),
    pattern: form(String.raw`[STFGM]\d{7}[A-Z]`),
    isValid: isSingaporean,
  },
  {
    category: 'hk_id_card',
    digits: 6,
    sign: '(',
    needs: hasOne(SIX),
    pattern: form(String.raw`[A-Z]{1,2}\d{6}\([\dA]\)`),
    isValid: isHongKongese,
  },
  {
    category: 'th_id_card',
    digits: 13,
    sign: '-',
    needs: hasAll(FIVE | FOUR | TWO | ONE),
    pattern: form(String.raw`[1-8]-\d{4}-\d{5}-\d{2}-\d`),
    isValid: isThai,
  },
  {
    category: 'ru_snils',
    digits: 11,
    sign: '-',
    needs: ({ once, thrice }) => (once & TWO) !== 0 && (thrice & THREE) !== 0,
    pattern: form(String.raw`\d{3}-\d{3}-\d{3}[ -]\d{2}`),
    isValid: isInsuredRussian,
  },
  {
    category: 'br_cnpj',
    digits: 14,
    sign: '/',
    needs: ({ once, twice }) => (once & (TWO | FOUR)) === (TWO | FOUR) && (twice & THREE) !== 0,
    pattern: form(String.raw`\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}`),
    isValid: isBrazilianCompany,
  },
];

/** Keywords of the prefilter: an all-ASCII text that names one of the numbers below contains at least one. */
const KEYWORDS =
  'ausweis|identifikation|lic |surucu|perso |perso-|perso:|identity card|id card|steuer|stid|st-id|idnr|tax id|rentenv|sozialv|versicherungsn|rvnr|rv-nr|idn|s id is|sv-n|svn|personn|personal n|personal id|personlig|samordn|pnr|fodselsn|fodsels-n|fnr|d-nummer|cpr|rodn|r.c.|r. c.|rod. c|rod.c|cnp|cod num|egn|oib|isikuk|asmens|kimlik|tckn|t.c.|tc no|inn |inn:|south african|s.a. id|s.a id|sa. id|sa id|id number|id nommer|id no.|id nr|identity n|identiteits|teudat|zehut|israeli id|resident reg|rut |rut:|rut.|cuit|cuil|rfc|pan |pan:|permanent acc|income tax|income-tax|taiwan|national id|mykad|nric|i/c|y ic|s ic|r ic|ic no|ic num|ic saya|ic card|ic:|pengenalan|my number|individual n|nik |nik:|ktp|kependud|nif |nif:|contribuinte|pps|amka|itin|taxpayer|medicare|mbi|insured|ird n|ird:|ird #|inland rev|imei|vin |vin:|vin#|vin"|chassis|fahrgestell|vehicle id|driving|dvla|driver|ontario|licence|license|operator|dl|fs-nr|fsnr|korekort|forerkort|ajokortti|prawo jazdy|permis|fuhrerschein|permis de|patente|conducir|motorista|habilita|cnh|rijbewijs'.split(
    '|',
  );

/** Pattern for a word right before a number; a word after it does not count. */
function labelled(words: string): { readonly before: RegExp; readonly behind: RegExp } {
  return {
    before: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${words})["']?:?(?:[ _-]?(?:no\.?|nr\.?|num(?:ber|mer|éro|ero)?|número|n°|nº|#|id|code))?["']?(?:\s?\(\p{L}[\p{L} .]{1,20}\))?(?:\s(?:is|was|ist|lautet|es|est|è|é))?[\s:=#("'-]{0,4}$`,
      'iu',
    ),
    behind: NEVER,
  };
}

function named(category: string, context: RegExp, more: Omit<PersonalForm, 'category' | 'context' | 'keywords'>): PersonalForm {
  return { category, context, keywords: KEYWORDS, ...more };
}

const LICENCE = String.raw`(?:driver['’]?s?['’]?|driving|operator['’]?s?) lic(?:en[cs]e|\.)|driver(?= no)|(?<!\p{L})(?:my|his|her|their) licen[cs]e|(?<!\p{L})(?:nsw|vic|qld|california|texas|florida|illinois|ohio|georgia|michigan|washington|arizona|nevada|oregon|colorado|virginia|ontario|alberta) licen[cs]e|(?<=licen[cs]e\s{1,2}(?:\d[a-d]?\.? )?)lic|(?:permis|patente|licen[cs]e|rijbewijs|f[üu]hrerschein|k[øö]rekort|körkort|prawo jazdy|conducir)(?![^\n]{0,40}\d{4})[^]{0,90}\n5\.|sürücü belgesi|dl(?= ?(?:no|num|#|:|\(|$))|fs-?nr|f[üu]hrerschein\p{L}{0,8}|k[øö]rekort|f[øö]rerkort|körkort|ajokortti|prawo jazdy|водительск\p{L}{2,4} удостоверени\p{L}|permis(?: de conduire)?(?: [A-Z]{1,2}1?)?|patente(?: di guida)?|(?:licencia|permiso|carnet) de conducir|carteira (?:nacional )?de (?:motorista|habilita[cç][aã]o)|cnh|rijbewijs\p{L}{0,8}`;

/** Numbers with a high false-positive rate by themselves, which need a word near them. */
const NAMED: readonly PersonalForm[] = [
  named('de_tax_id', /steuer|identifikationsnummer|\bst-?id\b|\bidnr\b|\btax id/i, {
    digits: 11,
    needs: hasOne(ELEVEN | TWO),
    pattern: form(String.raw`${NO_PLUS}[1-9]\d{10}|[1-9]\d([ -])\d{3}\1\d{3}\1\d{3}`),
    isValid: isMod11And10,
  }),
  named('de_id_card', /ausweis|\bperso\b|\bidentity card|\bid card/iu, {
    digits: 1,
    needs: ({ longestRun }) => longestRun >= 9,
    pattern: form(String.raw`(?=[A-Z]{1,8}\d)[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?`),
    isValid: isGermanCard,
  }),
  named('de_pension_number', /rentenversicherung|sozialversicherung|rv-?nr|\bsv-?n(?:umme)?r/i, {
    digits: 8,
    needs: hasOne(EIGHT | SIX),
    pattern: form(String.raw`\d{2} ?${DAY}${MONTH}\d{2} ?[A-Z] ?\d{3}`, 'i'),
    isValid: isInsuredGerman,
  }),
  named('se_personnummer', /personn(?:ummer|r)|personal (?:number|id)|personlig|samordning|\bpnr\b|födelsenummer/i, {
    digits: 10,
    needs: hasOne(SIX | EIGHT | TEN | groupOf(12)),
    pattern: form(String.raw`(?:19|20)?\d{2}${MONTH}\d{2}[-+]?\d{4}`),
    isValid: isSwedish,
  }),
  named('no_birth_number', /f[øo]dsels-?n|personn|\bfnr\b|\bd-nummer/i, {
    digits: 11,
    needs: hasOne(ELEVEN | SIX),
    pattern: form(String.raw`${NO_PLUS}\d{6} ?\d{5}`),
    isValid: isNorwegian,
  }),
  named('dk_cpr', /\bcpr\b|cpr-?n|personn/i, {
    digits: 10,
    needs: hasOne(SIX | TEN),
    pattern: form(String.raw`${NO_PLUS}${DAY}${MONTH}\d{2}-?\d{4}`),
    isValid: isDanish,
  }),
  named('cz_birth_number', /rodn[éeýy]|\br(?:od)?\. ?[čc]\./i, {
    digits: 9,
    needs: hasOne(SIX | NINE | TEN),
    pattern: form(String.raw`\d{6}\/?\d{3,4}`),
    isValid: isCzech,
  }),
  named('ro_cnp', /\bcnp\b|cod numeric/i, {
    digits: 13,
    needs: hasOne(groupOf(13)),
    pattern: form(String.raw`[1-9]\d{12}`),
    isValid: isRomanian,
  }),
  named('bg_egn', /\begn\b|егн/i, { digits: 10, needs: hasOne(TEN), pattern: form(String.raw`\d{10}`), isValid: isBulgarian }),
  named('hr_oib', /\boib\b/i, { digits: 11, needs: hasOne(ELEVEN), pattern: form(String.raw`\d{11}`), isValid: isMod11And10 }),
  named('ee_personal_code', /isikukood/i, { digits: 11, needs: hasOne(ELEVEN), pattern: form(String.raw`[1-6]\d{10}`), isValid: isBaltic }),
  named('lt_personal_code', /asmens kod/i, {
    digits: 11,
    needs: hasOne(ELEVEN),
    pattern: form(String.raw`[1-6]\d{10}`),
    isValid: isBaltic,
  }),
  named('tr_identity_number', /kimlik|tckn|\bt\.c\.|\btc no/i, {
    digits: 11,
    needs: hasOne(ELEVEN),
    pattern: form(String.raw`${NO_PLUS}[1-9]\d{10}`),
    isValid: isTurkish,
  }),
  named('ru_inn', /инн|\binn\b(?=[ :])/i, {
    digits: 12,
    needs: hasOne(groupOf(12)),
    pattern: form(String.raw`\d{12}`),
    isValid: isTaxedRussian,
  }),
  named('ru_snils', /снилс/i, { digits: 11, needs: hasOne(ELEVEN), pattern: form(String.raw`\d{11}`), isValid: isInsuredRussian }),
  named(
    'za_id_number',
    /south african|\bs\.?a\.? id|\brsa id|\bid ?(?:number|no\.|nr|nommer)|['’]s id is|\bmy id is|identity n|identiteits/i,
    {
      digits: 13,
      needs: hasOne(groupOf(13) | SIX),
      pattern: form(String.raw`\d{2}${MONTH}${DAY}( ?)\d{4}\1[01]\d\d`),
      isValid: isSouthAfrican,
    },
  ),
  named('il_id_number', /ת\.? ?ז|תעודת ה?זהות|teudat|zehut|israeli id/i, {
    digits: 9,
    needs: hasOne(NINE),
    pattern: form(String.raw`${NO_PLUS}\d{9}`),
    isValid: isIsraeli,
  }),
  named('kr_rrn', /주민(?:등록)?번호|외국인등록|\bresident registration/i, {
    digits: 13,
    needs: hasOne(SIX | groupOf(13)),
    pattern: form(String.raw`\d{2}${MONTH}${DAY}[- ]?\d{7}`),
  }),
  named('cl_rut', /\brut\b(?=[ :.])/i, {
    digits: 7,
    needs: hasOne(SEVEN | EIGHT),
    pattern: form(String.raw`\d{7,8}-[\dk]`, 'i'),
    isValid: isChilean,
  }),
  named('ar_cuit', /\bcui[tl]\b/i, {
    digits: 11,
    needs: hasOne(ELEVEN),
    pattern: form(String.raw`(?:2[03-7]|3[034])\d{9}`),
    isValid: isArgentine,
  }),
  named('mx_rfc', /\brfc\b/i, {
    digits: 6,
    needs: ({ once }) => once >>> 0 >= SIX,
    pattern: form(String.raw`[A-ZÑ&]{4}\d{2}${MONTH}${DAY}[A-Z\d]{3}`, 'i'),
  }),
  named('in_pan', /\bpan\b(?=[ :])|permanent account|income[ -]tax/i, {
    digits: 4,
    needs: hasOne(FOUR),
    pattern: form(String.raw`[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]`),
  }),
  named('tw_id_card', /身[分份][證证]|居留證|統一[證编編]|taiwan|national id/i, {
    digits: 9,
    needs: hasOne(NINE),
    pattern: form(String.raw`[A-Z][1289]\d{8}`),
    isValid: isTaiwanese,
  }),
  named('my_mykad', /mykad|\bnric\b|\bi\/c\b|\bic (?:no|num|saya|card)|\b(?:my|his|her) ic\b|\bic:|pengenalan/i, {
    digits: 12,
    needs: hasOne(SIX | groupOf(12)),
    pattern: form(String.raw`\d{2}${MONTH}${DAY}(-?)\d{2}\1\d{4}`),
    isValid: isMalaysian,
  }),
  {
    category: 'my_mykad',
    digits: 12,
    needs: ({ once }) => (once & groupOf(12)) !== 0 || (once & (SIX | TWO | FOUR)) === (SIX | TWO | FOUR),
    pattern: form(String.raw`\d{2}${MONTH}${DAY}(-?)\d{2}\1\d{4}`),
    isValid: isMalaysian,
    // So short a word only right before the number.
    context: /^(?:IC|KP)$/,
    beside: { before: /(?<![\p{L}\p{N}])(?:IC|KP)(?: [Nn]o\.?)?[\s:.]{1,3}$/u, behind: NEVER },
    keywords: ['ic ', 'ic:', 'kp ', 'kp:'],
  },
  named('jp_my_number', /マイナンバー|個人番号|\bmy number\b|\bindividual number/i, {
    digits: 12,
    needs: ({ once, thrice }) => (once & (EIGHT | groupOf(12))) !== 0 || (thrice & FOUR) !== 0,
    pattern: grouped(4, 4, 4),
    isValid: isJapanese,
  }),
  named('id_nik', /\bnik\b(?=[ :])|\bktp\b|kependudukan/i, {
    digits: 16,
    needs: hasOne(groupOf(16)),
    pattern: form(String.raw`[1-9]\d{15}`),
    isValid: isIndonesian,
  }),
  named('pt_nif', /\bnif\b(?=[ :])|contribuinte/i, {
    digits: 9,
    needs: hasOne(NINE | THREE),
    pattern: form(String.raw`${NO_PLUS}[1-35689]\d{2} ?\d{3} ?\d{3}`),
    isValid: isPortuguese,
  }),
  named('at_insurance_number', /svnr|\bsv-?n|sozialversicherung|versicherungsn/i, {
    digits: 10,
    needs: hasOne(TEN | FOUR),
    pattern: form(String.raw`[1-9]\d{3} ?${DAY}\d{4}`),
    isValid: isAustrian,
  }),
  named('ie_pps', /\bppsn?\b/i, {
    digits: 7,
    needs: hasOne(SEVEN),
    pattern: form(String.raw`\d{7}[A-W][A-IW]?`, 'i'),
    isValid: isIrish,
  }),
  named('gr_amka', /amka|αμκα/i, { digits: 11, needs: hasOne(ELEVEN), pattern: form(String.raw`\d{11}`), isValid: isGreek }),
  named('us_itin', /\bitin\b|taxpayer/i, {
    digits: 9,
    sign: '-',
    needs: hasAll(THREE | TWO | FOUR),
    pattern: form(String.raw`9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}`),
  }),
  named('us_mbi', /medicare|\bmbi\b(?=[ :,"']|$)|\binsured['’]?s i\.?d/i, {
    digits: 2,
    needs: hasOne(TWO),
    pattern: form(String.raw`[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}`),
  }),
  named('au_medicare', /medicare/i, {
    digits: 10,
    needs: hasOne(TEN | FOUR | ELEVEN),
    pattern: form(String.raw`${NO_PLUS}[2-6]\d{3}( ?)\d{5}\1\d(?:[ /-]?\d)?`),
    isValid: isAustralianPatient,
  }),
  named('nz_ird', /\bird(?: n|:| #)|inland revenue/i, {
    digits: 8,
    needs: hasOne(THREE | SIX | EIGHT | NINE),
    pattern: form(String.raw`${NO_PLUS}\d{2,3}([- ]?)\d{3}\1\d{3}`),
    isValid: isNewZealander,
  }),
  named('imei', /\bimei/i, {
    digits: 15,
    needs: hasOne(groupOf(15) | SIX),
    pattern: form(String.raw`\d{2}([- ]?)\d{6}\1\d{6}\1\d`),
    isValid: isDevice,
  }),
  named('vehicle_number', /\bvin\b(?=[ :#"])|chassis|fahrgestell|\bvehicle id/i, {
    digits: 4,
    needs: ({ longestRun, once }) => longestRun >= 17 && once >>> 0 >= FOUR,
    pattern: form(String.raw`(?=[A-Z]{0,16}\d)(?=\d{0,16}[A-Z])[A-HJ-NPR-Z\d]{13}\d{4}`),
  }),
  named('uk_driving_licence', /driving|dvla|\bdriver|\blicen[cs]e\b/i, {
    digits: 6,
    needs: ({ longestRun, once }) => longestRun >= 16 && once >>> 0 >= SIX,
    pattern: form(String.raw`[A-Z][A-Z9]{4}\d(?:[05][1-9]|[16][0-2])${DAY}\d[A-Z9]{2}[A-Z\d]{3}`),
  }),
  named('driving_licence', new RegExp(LICENCE, 'iu'), {
    beside: labelled(LICENCE),
    digits: 2,
    needs: ({ once }) => once >>> 0 >= TWO,
    pattern: form(
      String.raw`(?=(?:[A-Z-]{0,6}\d){5})(?=[A-Z\d-]{0,16}\d\d)[A-Z\d](?:-?[A-Z\d]){5,17}|\d{2} \d{2} \d{6}|\d{3} \d{3} \d{3}|\d{2}\/\d{6}|[A-Z]{2}\d{2} \d{11}|[A-Z9]{5} \d{6} [A-Z9]{2}[A-Z\d]{3}`,
      'i',
    ),
  }),
  named('driving_licence', /licen[cs]e|\bdl\b|ontario/i, {
    digits: 10,
    needs: hasOne(FIVE),
    // Ontario.
    pattern: form(String.raw`[A-Z]\d{4}-\d{5}-\d{5}`),
  }),
];

/** Numbers that states issue to people, devices and vehicles, by the rules of many countries. */
export const NATIONAL_FORMS: readonly PersonalForm[] = [...UNNAMED, ...NAMED];

import { luhn, weighted } from './checksums.ts';
import { isPolishTaxpayer } from './company-numbers.ts';
import { isBelgian } from './identity-numbers.ts';
import { beginnings, labelledForms } from './labelled-form.ts';
import { groupOf } from './number-windows.ts';
import { EIGHT, FOUR, form, hasAll, hasOne, ONE, SEVEN, SIX, THREE, TWO, type PersonalForm } from './value-forms.ts';

/** Keywords of the prefilter: an all-ASCII text that names one of the cards contains at least one. */
const KEYWORDS = beginnings(
  'jmbg|emso|taj|nit|p.k.|national id|utr|unique taxpayer|sss|fiscal|nip|kennitala|kt.|adoazon|epic|voter|nid|qid|nis|pis|pasep|seria|c.i|cislo op|obcan|zimbabwe|cin|cccd|cmnd|matricule|iin|nrc|rnokpp|iqama|personas kods|bvn|id card|thai|dni|d.n.i|dn.i|d.ni|documento nacional|cedula|c.c.|c.i.|nic|nadra|national identi|shanakhti|nin|carte d|carte nationale|carta d|cni|cie|dowod|rg|r.g.|registro geral|identidade|pccc|personal customs|rijksreg|registre nat|numero nat|nationaal num|insz|niss|nss|seguro social|seguridad social|imss|szemelyi|dea |dea:|tin |tin:|nino|national insurance',
);

/** A card's number right behind a word for it. */
const card = labelledForms(KEYWORDS);

/** Numbers of identity cards without a check digit, where a word names them; those of the Emirates are told by their form. */
export const CARD_FORMS: readonly PersonalForm[] = [
  {
    category: 'ae_emirates_id',
    digits: 15,
    sign: '784-',
    needs: hasAll(THREE | FOUR | SEVEN | ONE),
    pattern: form(String.raw`784-(?:19|20)\d{2}-\d{7}-\d`),
  },
  card('ar_dni', 'd\\.?n\\.?i\\.?|documento nacional de identidad', {
    digits: 7,
    needs: ({ once, twice }) => (once & (SEVEN | EIGHT)) !== 0 || (twice & THREE) !== 0,
    pattern: form(String.raw`\d{1,2}\.\d{3}\.\d{3}|\d{7,8}`),
  }),
  card(
    'co_cedula',
    'c[ée]dula(?: de (?:ciudadan[ií]a|identidad|extranjer[ií]a))?(?: (?:ecuatorian|venezolan|colombian|dominican|uruguay|chilen|paraguay)[ao])?|c\\.c\\.|c\\.i\\.',
    {
      digits: 6,
      needs: ({ once, twice }) => once >>> 0 >= SIX || (twice & THREE) !== 0,
      pattern: form(String.raw`(?:\d\.)?\d{1,3}\.\d{3}\.\d{3}(?:-\d)?|\d{6,10}(?:-\d)?`),
    },
  ),
  {
    category: 'pk_cnic',
    context: /(?<![a-z])(?:cnic|nadra|national identity card|shanakhti)(?![a-z])/i,
    keywords: KEYWORDS,
    digits: 13,
    needs: hasOne(SEVEN),
    pattern: form(String.raw`\d{5}-\d{7}-\d`),
  },
  card('lk_nic', 'nic', {
    digits: 9,
    needs: hasOne(groupOf(9) | groupOf(12)),
    pattern: form(String.raw`(?:19|20)\d{10}|\d{9}[VX]`, 'i'),
  }),
  card('yu_jmbg', 'emšo|emso|jmbg|емшо|јмбг|јединствен\\p{L}{2,4} матичн\\p{L}{2,4} број', {
    digits: 13,
    needs: hasOne(groupOf(13)),
    pattern: form(String.raw`\d{13}`),
  }),
  card('ma_cin', 'cin', { digits: 5, needs: hasOne(groupOf(5) | SIX), pattern: form(String.raw`[A-Z]{1,2}\d{5,6}`) }),
  card('vn_citizen_id', 'cccd|cmnd|căn cước(?: công dân)?', {
    digits: 9,
    needs: hasOne(groupOf(9) | groupOf(12)),
    pattern: form(String.raw`\d{12}|\d{9}`),
  }),
  card('lu_matricule', 'matricule(?: nationale?)?', {
    digits: 13,
    needs: hasOne(groupOf(13)),
    pattern: form(String.raw`(?:19|20)\d{11}`),
  }),
  card('kz_iin', 'иин|жсн|iin', { digits: 12, needs: hasOne(groupOf(12)), pattern: form(String.raw`\d{12}`) }),
  card('zm_nrc', 'nrc', { digits: 6, needs: hasOne(SIX), pattern: form(String.raw`\d{6}\/\d{2}\/\d`) }),
  card('ua_tax_number', 'рнокпп|іпн|ідентифікаційний (?:номер|код)|rnokpp', {
    digits: 10,
    needs: hasOne(groupOf(10)),
    pattern: form(String.raw`\d{10}`),
  }),
  card('sa_iqama', 'iqama|إقامة|الإقامة|رقم الهوية(?: الوطنية)?', {
    digits: 10,
    needs: hasOne(groupOf(10)),
    pattern: form(String.raw`[12]\d{9}`),
  }),
  card('lv_personal_code', 'personas kods|p\\.k\\.', {
    digits: 11,
    needs: hasOne(SIX | groupOf(11)),
    pattern: form(String.raw`\d{6}-?\d{5}`),
  }),
  card('eg_national_id', 'الرقم القومي|رقم قومي', { digits: 14, needs: hasOne(groupOf(14)), pattern: form(String.raw`[23]\d{13}`) }),
  card('mt_id_card', 'id card', {
    digits: 3,
    needs: ({ once }) => once >>> 0 >= groupOf(3),
    pattern: form(String.raw`\d{3,7}[MGAPLHBZ]`),
  }),
  card('th_id_card', 'thai (?:national )?id(?: card)?|(?:เลข(?:ที่)?)?(?:ประจำตัว|บัตร)ประชาชน', {
    digits: 13,
    needs: ({ once }) => (once & (groupOf(13) | groupOf(5))) !== 0,
    pattern: form(String.raw`[1-8]([- ]?)\d{4}\1\d{5}\1\d{2}\1\d`),
  }),
  card('ng_nin', 'nin|bvn|national identi(?:fication|ty) number', {
    digits: 11,
    needs: ({ once, twice }) => (once & groupOf(11)) !== 0 || (twice & FOUR) !== 0,
    pattern: form(String.raw`\d{11}|\d{4}[ -]\d{3}[ -]\d{4}`),
  }),
  card('fr_id_card', "carte (?:nationale )?d['’]identit[ée](?: nationale)?|cni", {
    digits: 1,
    needs: ({ longestRun }) => longestRun >= 9,
    pattern: form(String.raw`(?=[A-Z]{0,8}\d)(?=\d{0,8}[A-Z])[A-Z\d]{9}|\d{12}`),
  }),
  card('it_id_card', "carta d['’]identit[àa]['’]?(?: elettronica)?|cie", {
    digits: 5,
    needs: ({ once }) => once >>> 0 >= groupOf(5),
    pattern: form(String.raw`[A-Z]{2} ?\d{5} ?[A-Z]{2}|[A-Z]{2} ?\d{7}`),
  }),
  card('pl_id_card', 'dow(?:ód|od|odu|odem)(?: osobist\\p{L}{1,3})?(?: (?:seria|serii))?(?: i (?:nr|numer))?', {
    digits: 6,
    needs: hasOne(SIX),
    pattern: form(String.raw`[A-Z]{3} ?\d{6}`),
  }),
  card('br_rg', 'rg|r\\.g\\.|registro geral|identidade', {
    digits: 8,
    needs: ({ once, twice }) => (twice & THREE) !== 0 || (once & (SEVEN | EIGHT | groupOf(9) | groupOf(10))) !== 0,
    pattern: form(String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dX]|\d{7,9}-?[\dX]`, 'i'),
  }),
  card('uk_utr', 'utr|unique taxpayer reference', {
    digits: 10,
    needs: hasOne(groupOf(10) | groupOf(5)),
    pattern: form(String.raw`\d{5} ?\d{5}`),
  }),
  card('ph_sss', 'sss', { digits: 10, needs: hasAll(TWO | SEVEN | ONE), pattern: form(String.raw`\d{2}-\d{7}-\d`) }),
  card('fr_tax_number', 'num[ée]ro fiscal(?: du d[ée]clarant ?\\d?)?|n[°º] fiscal|identifiant fiscal|spi', {
    digits: 13,
    pattern: form(String.raw`[0-3]\d(?: ?\d{2} ?\d{3} ?\d{3} ?\d{3})`),
  }),
  card('pl_nip', 'nip(?: działalności| firmy)?', {
    digits: 10,
    needs: hasOne(THREE | groupOf(10)),
    pattern: form(String.raw`\d{3}-\d{3}-\d{2}-\d{2}|\d{3}-\d{2}-\d{2}-\d{3}|\d{10}`),
    isValid: isPolishTaxpayer,
  }),
  card('cz_id_card', 'číslo op|č\\. op|op|občansk\\p{L}{2,4} průkaz\\p{L}{0,2}', {
    digits: 9,
    needs: hasOne(groupOf(9)),
    pattern: form(String.raw`\d{9}`),
  }),
  card('is_kennitala', 'kennitala(?:n)?|kt\\.', {
    digits: 10,
    needs: hasOne(SIX | groupOf(10)),
    pattern: form(String.raw`[0-7]\d{5}-?\d{4}`),
  }),
  card('gr_tax_number', 'αφμ|α\\.φ\\.μ\\.', { digits: 9, needs: hasOne(groupOf(9)), pattern: form(String.raw`\d{9}`) }),
  card('hu_tax_number', 'ad[óo]azonos[íi]t[óo]\\p{L}{0,2}(?: jel)?', {
    digits: 10,
    needs: hasOne(groupOf(10)),
    pattern: form(String.raw`8\d{9}`),
  }),
  card('ro_id_card', '(?:c\\.?i\\.?|carte de identitate|buletin) seria [A-Z]{2}', {
    digits: 6,
    needs: hasOne(SIX),
    pattern: form(String.raw`\d{6}`),
  }),
  card('il_id_number', "מספר זהות|מס['׳] זהות", { digits: 9, needs: hasOne(groupOf(9)), pattern: form(String.raw`\d{9}`) }),
  card('hu_social_security', 'taj(?:[ -]sz[áa]m\\p{L}{0,2})?', { digits: 9, pattern: form(String.raw`\d{3}[ -]?\d{3}[ -]?\d{3}`) }),
  card('co_nit', 'nit(?: persona natural)?', { digits: 9, pattern: form(String.raw`\d{3}\.?\d{3}\.?\d{3}-\d|\d{8}-\d`) }),
  card('in_voter_id', 'epic|voter id(?: \\(epic\\))?', { digits: 7, needs: hasOne(SEVEN), pattern: form(String.raw`[A-Z]{3}\d{7}`) }),
  card('zw_national_id', '(?:zimbabwe )?national id', {
    digits: 8,
    needs: ({ once }) => (once & (SIX | SEVEN | EIGHT | groupOf(9))) !== 0,
    pattern: form(String.raw`\d{2}-?\d{6,7} ?[A-Z] ?\d{2}`),
  }),
  card('bd_national_id', 'nid', {
    digits: 10,
    needs: hasOne(groupOf(10) | groupOf(13) | groupOf(17)),
    pattern: form(String.raw`\d{10}|\d{13}|\d{17}`),
  }),
  card('qa_id_card', 'qid', { digits: 11, needs: hasOne(groupOf(11)), pattern: form(String.raw`[23]\d{10}`) }),
  card('br_pis', 'nis|pis(?:\\/pasep)?|pasep|nit', {
    digits: 11,
    needs: hasOne(THREE | groupOf(11)),
    pattern: form(String.raw`\d{3}\.\d{5}\.\d{2}-\d|\d{11}`),
    isValid: (digits) =>
      ((11 - (weighted(digits.slice(0, 10), [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(digits.charAt(10)),
  }),
  {
    category: 'gh_card',
    digits: 10,
    sign: 'GHA-',
    needs: hasOne(groupOf(9)),
    pattern: form(String.raw`GHA-\d{9}-\d`),
  },
  card('kr_customs_code', 'pccc|personal customs(?: clearance)? code|개인통관고유부호|통관부호|통관번호', {
    digits: 12,
    needs: hasOne(groupOf(12)),
    pattern: form(String.raw`P\d{12}`),
  }),
  card(
    'be_nrn',
    'rijksregister(?:nummer|nr\\.?)?|(?:num[ée]ro (?:de|du) )?registre national|num[ée]ro national|nationaal nummer|insz|niss',
    {
      digits: 11,
      needs: hasOne(groupOf(11)),
      pattern: form(String.raw`\d{11}`),
      isValid: isBelgian,
    },
  ),
  card('mx_nss', 'nss|n[úu]mero de segur(?:o|idad) social|imss', {
    digits: 11,
    needs: hasOne(groupOf(11)),
    pattern: form(String.raw`\d{11}`),
    isValid: luhn,
  }),
  card('hu_personal_id', 'szem[ée]lyi (?:sz[áa]m|azonos[íi]t[óo])\\p{L}{0,3}', {
    digits: 11,
    needs: hasOne(SIX | groupOf(11)),
    pattern: form(String.raw`[1-8]([ -]?)\d{6}\1\d{4}`),
  }),
  card('us_dea', 'dea(?=[ :])', {
    digits: 6,
    needs: hasOne(SEVEN | EIGHT),
    pattern: form(String.raw`[A-HJ-MPRSTUX][A-Z9]\d{7}`),
    isValid: isPrescriber,
  }),
  card('uk_nino', 'national insurance|nino', {
    // A provisional number.
    digits: 6,
    needs: ({ hasInitials }) => hasInitials,
    pattern: form(String.raw`ZZ ?\d{2} ?\d{2} ?\d{2} ?[A-DT]`),
  }),
  card('ph_tin', 'tin(?=[ :])', {
    digits: 12,
    needs: ({ thrice }) => (thrice & THREE) !== 0,
    pattern: form(String.raw`\d{3}-\d{3}-\d{3}-\d{3}(?:\d{2})?`),
  }),
];

/** Number of a prescriber in the USA: the last digit is that of a weighted sum. */
function isPrescriber(code: string): boolean {
  return weighted(code.slice(-7, -1), [1, 2, 1, 2, 1, 2]) % 10 === Number(code.slice(-1));
}

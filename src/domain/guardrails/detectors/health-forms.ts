import { luhn } from './checksums.ts';
import {
  isBrazilianPatient,
  isColumbian,
  isInsuredPatient,
  isInsuredPortuguese,
  isInsuredSpaniard,
  isNewZealandPatient,
  isProvider,
} from './health-numbers.ts';
import { beginnings, labelledForms } from './labelled-form.ts';
import { groupOf } from './number-windows.ts';
import { EIGHT, FOUR, form, hasOne, NINE, SEVEN, THREE, TWO, type PersonalForm } from './value-forms.ts';

const TEN = groupOf(10);
const ELEVEN = groupOf(11);

const insured = labelledForms(
  beginnings(
    'npi|provider|ohip|ontario|health card|health ins|ramq|nam |nam:|assurance|phn|personal health|carecard|care card|nhi|health index|ehic|ceam|cns|cart|sus |sus:|abha|health id|philhealth|krankenv|krankenk|versichertenn|versicherten-n|kvnr|kv-nr|lanr|rpps|gmc|nss|n.s|naf|n.a|seguridad soc|afiliaci|niss',
  ),
);
const treated = labelledForms(
  beginnings(
    'mrn|medical|patient|hospital|chart n|chart #|fallnummer|dossier|historia c|cartella|health plan|health-plan|healthplan|health ins|health-ins|healthins|health pol|health care|health-care|healthcare|medicaid|insurance|insured|beneficiary|assur|tessera|maladie',
  ),
);

/** Numbers of patients and insured people, and of those who treat them, behind the word for them. */
export const HEALTH_FORMS: readonly PersonalForm[] = [
  insured('us_npi', 'npi|national provider(?: identifier| id)?', {
    digits: 10,
    needs: hasOne(TEN),
    pattern: form(String.raw`[12]\d{9}`),
    isValid: isProvider,
  }),
  insured(
    'de_health_insurance',
    'kvnr|kv-nr\\.?|(?:kranken)?versicherten-?(?:nummer|nr)\\.?|krankenversicherungs-?(?:nummer|nr)\\.?|krankenkassen-?(?:nummer|nr)\\.?',
    {
      digits: 9,
      needs: hasOne(NINE),
      pattern: form(String.raw`[A-Z]\d{9}`),
      isValid: isInsuredPatient,
    },
  ),
  insured('ca_health_number', 'ohip|ontario health(?: card)?|health card', {
    digits: 10,
    needs: hasOne(TEN | FOUR),
    pattern: form(String.raw`\d{10}(?:[ -]?[A-Z]{2}(?![\p{L}]))?|\d{4}([ -])\d{3}\1\d{3}(?:[ -]?[A-Z]{2}(?![\p{L}]))?`),
    isValid: (code) => luhn(code.slice(0, 10)),
  }),
  insured('ca_health_number', 'ramq|nam(?=[ :])|assurance[ -]maladie|health (?:card|insurance)', {
    digits: 8,
    needs: hasOne(FOUR | EIGHT),
    pattern: form(String.raw`[A-Z]{4} ?\d{4} ?\d{4}`),
  }),
  insured('ca_health_number', 'phn|personal health|care ?card|health card', {
    digits: 10,
    needs: hasOne(TEN | FOUR),
    pattern: form(String.raw`9\d{3}([ -]?)\d{3}\1\d{3}`),
    isValid: isColumbian,
  }),
  insured('nz_nhi', 'nhi|national health index', {
    digits: 2,
    needs: hasOne(FOUR | TWO),
    pattern: form(String.raw`[A-HJ-NP-Z]{3}(?:\d{4}|\d{2}[A-HJ-NP-Z]{2})`),
    isValid: isNewZealandPatient,
  }),
  insured('health_card', 'ehic|ceam|european health insurance card|health card', {
    digits: 20,
    needs: hasOne(groupOf(20)),
    pattern: form(String.raw`80\d{18}`),
  }),
  insured('br_health_card', 'cns|cart\\p{L}o(?: nacional de sa\\p{L}de| (?:do )?sus)|sus(?=[ :])', {
    digits: 15,
    needs: hasOne(groupOf(15) | THREE),
    pattern: form(String.raw`[12789]\d{14}|[12789]\d{2} \d{4} \d{4} \d{4}`),
    isValid: isBrazilianPatient,
  }),
  insured('in_health_id', 'abha|health id', {
    digits: 14,
    needs: hasOne(FOUR | groupOf(14)),
    pattern: form(String.raw`\d{2}-\d{4}-\d{4}-\d{4}|\d{14}`),
  }),
  insured('ph_philhealth', 'philhealth', {
    digits: 12,
    needs: hasOne(NINE | groupOf(12)),
    pattern: form(String.raw`\d{2}-\d{9}-\d|\d{12}`),
  }),
  insured('es_social_security', 'n\\.?s\\.?s\\.?|n\\.?a\\.?f\\.?|seguridad social|afiliaci\\p{L}n', {
    digits: 12,
    needs: hasOne(groupOf(12) | TEN | EIGHT),
    pattern: form(String.raw`\d{12}|\d{2}([ /-])\d{8}\1\d{2}|\d{2}[ /-]\d{10}`),
    isValid: isInsuredSpaniard,
  }),
  insured('pt_niss', 'niss', {
    digits: 11,
    needs: hasOne(ELEVEN | THREE),
    pattern: form(String.raw`[12]\d{10}|[12]\d{2} \d{3} \d{3} \d{2}`),
    isValid: isInsuredPortuguese,
  }),
  insured('doctor_number', 'lanr|rpps|gmc(?: reference| ref)?', {
    digits: 7,
    needs: hasOne(SEVEN | NINE | ELEVEN),
    pattern: form(String.raw`\d{7}|\d{9}|\d{11}`),
  }),
  treated(
    'medical_record',
    'mrn|medical record|(?:patient|hospital)(?: (?:id(?:entifier)?|record|chart))(?=\\W)|patient(?= ?(?:no|num|#))|hospital(?= ?(?:no|num))|chart(?= ?(?:no|num|#))|patienten-?(?:nummer|nr\\.?|id)|fallnummer|dossier (?:m\\p{L}dical|patient)|historia cl\\p{L}nica|cartella clinica',
    {
      digits: 5,
      needs: ({ once, thrice }) => once >>> 0 >= THREE || (thrice & TWO) !== 0,
      pattern: form(String.raw`(?:[A-Z]{1,4}-?)?\d{5,12}(?:-\d{1,4})?|\d{2,3}-\d{2,3}-\d{2,4}`),
    },
  ),
  treated(
    'health_plan',
    "health[ -]?(?:plan|insurance|policy|care)(?: (?:beneficiary|member|policy|plan|card|subscriber|id))*|medicaid(?: id)?|medical (?:aid|insurance)(?: (?:policy|member|id))*|insurance (?:member|policy|subscriber|card)(?: id)?|insured(?: member)? id|beneficiary(?= (?:id|no|num))(?: id)?|num\\p{L}ro d['’]assur\\p{L}|tessera sanitaria|carte maladie",
    {
      digits: 6,
      needs: ({ once }) => once >>> 0 >= FOUR,
      pattern: form(String.raw`(?=[A-Z\d-]{0,7}\d{5})(?:[A-Z]{1,4}-?)?\d{6,14}(?:-\d{1,3})?(?:[A-Z]{1,2})?`),
    },
  ),
];

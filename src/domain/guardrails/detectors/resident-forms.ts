import { isKuwaiti } from './health-numbers.ts';
import { isHongKongese } from './identity-numbers.ts';
import { beginnings, labelledForms, unspacedForm } from './labelled-form.ts';
import { groupOf } from './number-windows.ts';
import { EIGHT, FOUR, form, hasAll, hasOne, SEVEN, SIX, THREE, TWO, type PersonalForm } from './value-forms.ts';

const FIVE = groupOf(5);
const TEN = groupOf(10);
const TWELVE = groupOf(12);

const labelled = labelledForms(
  beginnings(
    'atin|adoption|ptin|preparer|uan|tan |tan:|elector|eleitor|hkid|hong kong|civil id|pix|iccid|sim n|sim #|sim c|sim s|imsi|meid',
  ),
);
const plated = labelledForms(
  beginnings('plate|kennzeichen|plaque|immatriculation|matr|targa|kenteken|nummerplade|nummerskylt|rejestracyjn|rendsz|placa|spz'),
);

/** A capital beside a digit, or with one sign between. */
const CAPITAL_AND_DIGIT = /[A-ZÄÖÜŠŽČ][ -]?\d|\d[ -]?[A-Z]/;

/** Numbers of taxpayers, voters and residents, of their vehicles and their SIM cards, behind the word for them. */
export const RESIDENT_FORMS: readonly PersonalForm[] = [
  labelled('us_atin', 'atin|adoption taxpayer(?: identification)?', {
    digits: 9,
    needs: hasAll(THREE | TWO | FOUR),
    pattern: form(String.raw`9\d{2}-93-\d{4}`),
  }),
  labelled('us_ptin', 'ptin|preparer(?: tax)?(?: identification)?', {
    digits: 8,
    needs: hasOne(EIGHT),
    pattern: form(String.raw`P\d{8}`),
  }),
  labelled('in_uan', 'uan', { digits: 12, needs: hasOne(TWELVE), pattern: form(String.raw`1\d{11}`) }),
  labelled('in_tan', 'tan(?=[ :])', { digits: 5, needs: hasOne(FIVE), pattern: form(String.raw`[A-Z]{4}\d{5}[A-Z]`) }),
  labelled('mx_voter_key', '(?:clave|credencial) (?:de|del|para votar) ?elector|clave elector', {
    digits: 8,
    needs: hasOne(EIGHT),
    pattern: form(String.raw`[A-ZÑ]{6}\d{8}[HM]\d{3}`),
  }),
  labelled('br_voter_id', 't\\p{L}tulo (?:de eleitor|eleitoral)', {
    digits: 12,
    needs: hasOne(TWELVE | FOUR | TEN),
    pattern: form(String.raw`\d{12}|\d{4} \d{4} \d{4}|\d{10} \d{2}`),
  }),
  labelled('br_pix_key', '(?:chave )?pix(?: aleat\\p{L}ria)?', {
    digits: 1,
    needs: ({ longestRun }) => longestRun >= 12,
    pattern: form('[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}', 'i'),
  }),
  labelled('hk_id_card', 'hkid|hong kong id(?:entity)?(?: card)?', {
    digits: 6,
    needs: hasOne(SIX | SEVEN),
    pattern: form(String.raw`[A-Z]{1,2}\d{6}[\dA]`),
    isValid: isHongKongese,
  }),
  labelled('kw_civil_id', 'civil id', {
    digits: 12,
    needs: hasOne(TWELVE),
    pattern: form(String.raw`[1-3]\d{11}`),
    isValid: isKuwaiti,
  }),
  unspacedForm('kw_civil_id', 'الرقم المدني', {
    digits: 12,
    needs: hasOne(TWELVE),
    pattern: form(String.raw`[1-3]\d{11}`),
    isValid: isKuwaiti,
  }),
  unspacedForm('licence_plate', '(?<!\\p{L})(?:[Гг]осномер|[Гг]ос\\. ?номер)', {
    digits: 3,
    needs: hasOne(THREE),
    pattern: form(String.raw`[АВЕКМНОРСТУХABEKMHOPCTYX]\d{3}[АВЕКМНОРСТУХABEKMHOPCTYX]{2} ?\d{2,3}`, 'i'),
  }),
  unspacedForm('jp_residence_card', '在留カード(?:番号)?|在留番号', {
    digits: 8,
    needs: hasOne(EIGHT),
    pattern: form(String.raw`[A-Z]{2}\d{8}[A-Z]{2}`),
  }),
  unspacedForm('jp_pension_number', '(?:基礎)?年金番号', {
    digits: 10,
    needs: hasOne(FOUR | TEN),
    pattern: form(String.raw`\d{4}-?\d{6}`),
  }),
  unspacedForm('driving_licence', '運転免許(?:証)?(?:の)?|免許証', {
    digits: 12,
    needs: hasOne(TWELVE),
    pattern: form(String.raw`\d{12}`),
  }),
  unspacedForm('driving_licence', '운전\\s?면허(?:증)?(?:\\s?번호)?', {
    digits: 12,
    needs: hasAll(TWO | SIX),
    pattern: form(String.raw`\d{2}-\d{2}-\d{6}-\d{2}`),
  }),
  plated(
    'licence_plate',
    "(?:licen[cs]e|number|registration) plate|(?:kfz-?)?kennzeichen|plaque(?: d['’]immatriculation)?|immatriculation|matr\\p{L}cula|targa|kenteken|nummerplade|nummerskylt|rejestracyjn\\p{L}{1,3}|rendsz\\p{L}m|placas?|spz",
    {
      digits: 1,
      needs: (_, text) => CAPITAL_AND_DIGIT.test(text),
      isValid: (code) => /[A-Z]/.test(code) && /\d/.test(code),
      pattern: form(
        String.raw`(?:[A-ZÄÖÜŠŽČ]{1,3}[ -][A-Z]{1,2} ?\d{1,4}[EH]?|[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2}|\d{4} ?[A-Z]{3}|[A-Z\d]{1,3}-[A-Z\d]{2,3}-[A-Z\d]{1,2}|\d[A-Z]{3}\d{3}|[A-Z]{3}[ -]?\d[A-Z\d]\d{2}|[A-Z]{2,3}[ -]?\d{3,5}[A-Z]?|\d{1,3}[ -]?[A-Z]{1,3}[ -]?\d{2,4})`,
      ),
    },
  ),
  labelled('iccid', 'iccid|sim(?: card)?(?= ?(?:no|num|#|serial))(?: serial)?', {
    digits: 18,
    needs: ({ once }) => once >>> 0 >= FOUR,
    pattern: form(String.raw`89\d{16,18}|89\d{2}(?: \d{4}){3} \d{2,4}`),
  }),
  labelled('imsi', 'imsi', { digits: 14, needs: ({ once }) => once >>> 0 >= groupOf(14), pattern: form(String.raw`[2-7]\d{13,14}`) }),
  labelled('imei', 'meid', { digits: 3, needs: ({ longestRun }) => longestRun >= 14, pattern: form('[A-F][0-9A-F]{13}') }),
];

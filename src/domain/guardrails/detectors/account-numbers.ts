import { mod97, weighted } from './checksums.ts';
import { beginnings } from './labelled-form.ts';
import { CAPITALS, groupOf, holdsRun } from './number-windows.ts';
import { BEHIND } from './open-number.ts';
import { EIGHT, form, FOUR, hasOne, NEVER, SEVEN, SIX, THREE, TWO, type PersonalForm } from './value-forms.ts';

const FIVE = groupOf(5);

/** Words for an account, right before its number. */
const ACCOUNT = String.raw`(?<![\p{L}\p{N}])(?:account|acct|a\/c|acc(?=[ .]?(?:no|num|#))|checking|savings|konto|kontonummer|cuenta|cta\.? ahorros|cta|compte|conto|conta|rekening(?:nummer)?|akaun|hesap|खाता संख्या|계좌(?:번호)?|口座(?:番号)?|חשבון|账号|帐号|帳號)(?: \p{L}{2,12}(?<=bank|은행|銀行|银行|bcp|bbva))?\.?["']?[ _-]?(?:no|nr|num(?:ber|mer|ero|éro)?|número|n[°ºr]|#)?\.?["']?(?:\s(?:is|na|er|corrente|corriente|for [\p{L} ]{2,24}? is))?[\s:=#"',-]{1,4}$`;
/** Words of banks, without which an account may be that of any customer. */
const BANKING = String.raw`(?<!\p{L})(?:routing|aba|ach|rtn|sort[ _-]?code|sortcode|ifsc|bsb|swift(?=[ /]?(?:code|bic)|\s?:)|bic|iban|\p{L}{0,8}bank\p{L}{0,3}|banco|nómina|ahorros|[가-힣]{0,4}은행|[一-鿿]{0,4}銀行|[一-鿿]{0,4}银行|bbva|bcp|checking|savings|current(?= acc)|payroll|direct deposit|wire|payee|beneficiary|blz|bankleitzahl|überweis\p{L}{1,5}|micr|sparkasse|\p{L}{0,6}kasse|clearing|transit|route|agência|agencia|dnb|nordea|swedbank|rbc|transfer|סניף|depósito)(?!\p{L})`;
/** Name of a column of such numbers. */
const BANK_COLUMN = /(?:bank|checking|savings|deposit)[ _-]?(?:account|acct)/i;
const NUMBER = String.raw`\d{6,17}|\d{2,6}(?:[ -]\d{1,8}){1,4}`;
/** How far such a word may be before an account number. */
const NEAR = 60;
/** How far behind it: within what is held back of a stream. */
const SOON = BEHIND - 8;
const LEAST = 6;
const CATEGORY = 'bank_account';
const KEYWORDS = beginnings(
  'bic|swift|ifsc|sort code|sortcode|sort_code|sort-code|s/c|bsb|ag.|agencia|conta|c/c|reg. nr|reg.nr|norek|rek|stk|ccc|cbu|cvu|domiciliacion|transit|ucet|uctu|account|checking|savings|cta|akaun|hesap|acct|a/c|acc no|acc num|acc.|konto|cuenta|compte|conto|conta|rekening|bankacc|checkingacc|savingsacc|depositacc',
);
const SWIFT = /(?<!\p{L})(?:bic|swift)(?:[ /-]?(?:bic|code|id|no|number))*(?!\p{L})/iu;
/** Countries in a bank's code (ISO 9362, ISO 3166-1). */
const COUNTRIES =
  /^(?:A[DEFGILMOQRSTUWXZ]|B[ABDEFGHIJLMNOQRSTVWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]|G[ABDEFGHILMNPQRSTUWY]|H[KMNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]|M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMNRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]|T[CDFGHJKLMNORTVWZ]|U[AGMSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$/;
const CLABE_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether digits are as many as accounts have, and not all the same. */
function isAccount(digits: string): boolean {
  return digits.length >= LEAST && !/^(\d)\1+$/.test(digits);
}

/** A number right behind words that only accounts of banks have. */
function named(words: string, more: Pick<PersonalForm, 'digits' | 'needs' | 'pattern' | 'isValid'>): PersonalForm {
  const label = String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`;
  const context = new RegExp(label, 'iu');
  return {
    category: CATEGORY,
    context,
    words: context,
    beside: {
      before: new RegExp(
        String.raw`${label}["']?(?:\s?(?:no|nr|number|nummer|#)\.?(?!\p{L}))?(?:\s\p{L}{1,12}){0,3}(?:[\s:=#"'()-]{1,8}|[ .…_]{2,10}[:=] ?)$`,
        'iu',
      ),
      behind: NEVER,
    },
    keywords: KEYWORDS,
    ...more,
  };
}

/** Account numbers of banks without a form of their own: behind a word for an account, with another for a bank near it. */
export const ACCOUNT_FORMS: readonly PersonalForm[] = [
  {
    category: CATEGORY,
    digits: 18,
    needs: hasOne(groupOf(18) | FOUR | groupOf(11)),
    pattern: form(String.raw`\d{18}|\d{4}(?: \d{4}){3} \d{2}|\d{3} \d{3} \d{11} \d`),
    // Mexican account number (CLABE).
    isValid: (digits) => weighted(digits, CLABE_WEIGHTS) % 10 === 0,
    context: /clabe/i,
    keywords: ['clabe'],
  },
  named('sort[ _-]?code|s/c', { digits: 6, needs: hasOne(TWO | SIX), pattern: form(String.raw`\d{2}([- ]?)\d{2}\1\d{2}`) }),
  named('bsb', { digits: 6, needs: hasOne(THREE | SIX), pattern: form(String.raw`\d{3}[- ]?\d{3}`) }),
  named('ag[êe]ncia|ag\\.', { digits: 4, needs: hasOne(THREE | FOUR), pattern: form(String.raw`\d{3,4}(?:-[\dX])?`, 'i') }),
  named('conta(?: corrente| poupança)|c/c', { digits: 4, pattern: form(String.raw`\d{1,3}(?:\.\d{3}){1,3}-[\dX]|\d{4,10}-[\dX]`, 'i') }),
  named('kontonr|kontonummer|kontonr\\.', {
    digits: 6,
    pattern: form(String.raw`\d{4}[. ]\d{2}[. ]\d{5}|\d{7,11}|\d{3,4}(?: \d{2,4}){1,3}(?:-\d)?`),
    isValid: isAccount,
  }),
  named('reg\\. ?nr\\.?|registreringsnummer', { digits: 4, needs: hasOne(FOUR), pattern: form(String.raw`\d{4}(?=[ ,.]{1,3}konto)`, 'i') }),
  named('norek|no\\.? rek(?:ening)?|stk|số tài khoản|s[ốo] tk', { digits: 8, pattern: form(String.raw`\d{8,16}`), isValid: isAccount }),
  named('普通(?:預金)?|当座(?:預金)?', { digits: 7, needs: hasOne(SEVEN), pattern: form(String.raw`\d{7}`) }),
  named('ccc(?: \\(\\d{2} dígitos\\))?|domiciliación bancaria', {
    digits: 20,
    pattern: form(String.raw`\d{4}([ -]?)\d{4}\1\d{2}\1\d{10}|\d{4} \d{4} \d{2} \d{4} \d{6}`),
  }),
  named('계좌(?:번호)?: ?(?:국민|신한|우리|하나|농협|기업|카카오(?:뱅크)?|토스)', {
    digits: 10,
    pattern: form(String.raw`\d{2,6}(?:-\d{2,8}){1,3}|\d{10,14}`),
    isValid: isAccount,
  }),
  named('บัญชี[\\p{L}\\p{M}]{0,12}', { digits: 10, pattern: form(String.raw`\d{3}-\d-\d{5}-\d|\d{10}`), isValid: isAccount }),
  named('cbu|cvu', { digits: 22, needs: hasOne(groupOf(22)), pattern: form(String.raw`\d{22}`) }),
  {
    category: CATEGORY,
    digits: 15,
    needs: ({ once, twice }) => (twice & EIGHT) !== 0 || (once & (FOUR | SEVEN | TWO)) === (FOUR | SEVEN | TWO),
    // New Zealand, Hungary.
    pattern: form(String.raw`\d{2}-\d{4}-\d{7}-\d{2,3}|[1-9]\d{7}-\d{8}-\d{8}`),
  },
  {
    // In a text that also has a number, as an account has.
    category: 'swift_code',
    needs: ({ longestRun }, text) => longestRun >= 8 && holdsRun(text, CAPITALS, 8),
    pattern: form(String.raw`[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?`, '', '[A-Z]{6}'),
    isValid: (code) => COUNTRIES.test(code.slice(4, 6)),
    context: SWIFT,
    words: SWIFT,
    beside: { before: new RegExp(String.raw`(?:${SWIFT.source})["']?(?:\s(?:is|ist|est|es|è))?[\s:=#"'-]{1,4}$`, 'iu'), behind: NEVER },
    keywords: KEYWORDS,
  },
  named('ifsc', { digits: 6, pattern: form(String.raw`[A-Z]{4}0[A-Z\d]{6}`) }),
  named('transit', { digits: 8, needs: hasOne(FIVE), pattern: form(String.raw`\d{5}-\d{3}`) }),
  named('čísl[oau] účtu|účet|účtu|cislo uctu', { digits: 6, needs: hasOne(FOUR), pattern: form(String.raw`(?:\d{1,6}-)?\d{2,10}\/\d{4}`) }),
  {
    category: CATEGORY,
    digits: 26,
    needs: ({ once }) => (once & groupOf(26)) !== 0 || (once & (TWO | FOUR)) === (TWO | FOUR),
    // Polish account number (NRB): an IBAN without its country.
    pattern: form(String.raw`\d{2}(?: ?\d{4}){6}`),
    isValid: (digits) => mod97(`PL${digits}`),
  },
  {
    category: CATEGORY,
    digits: LEAST,
    pattern: form(NUMBER),
    isValid: isAccount,
    context: BANK_COLUMN,
    beside: { before: new RegExp(`${BANKING}[^]{0,${NEAR}}?${ACCOUNT}`, 'iu'), behind: NEVER },
    keywords: KEYWORDS,
  },
  {
    category: CATEGORY,
    digits: LEAST,
    pattern: form(String.raw`(?:${NUMBER})(?=[^\p{L}\p{N}][^]{0,${SOON}}?${BANKING})`, 'i'),
    isValid: isAccount,
    context: BANK_COLUMN,
    beside: { before: new RegExp(ACCOUNT, 'iu'), behind: NEVER },
    keywords: KEYWORDS,
  },
];

import { weighted } from './checksums.ts';
import { groupOf } from './number-windows.ts';
import { BEHIND } from './open-number.ts';
import { form, hasOne, NEVER, type PersonalForm } from './value-forms.ts';

/** Words for an account, right before its number. */
const ACCOUNT = String.raw`(?<![\p{L}\p{N}])(?:account|acct|a\/c|acc(?=[ .]?(?:no|num|#))|checking|savings|konto|kontonummer|cuenta|cta\.? ahorros|cta|compte|conto|conta|rekening(?:nummer)?|akaun|hesap|계좌(?:번호)?|口座(?:番号)?|账号|帐号|帳號)(?: \p{L}{2,12}(?<=bank|은행|銀行|银行|bcp|bbva))?\.?["']?[ _-]?(?:no|nr|num(?:ber|mer|ero|éro)?|número|n[°ºr]|#)?\.?["']?(?:\s(?:is|for [\p{L} ]{2,24}? is))?[\s:=#"'-]{1,4}$`;
/** Words of banks, without which an account may be that of any customer. */
const BANKING = String.raw`(?<!\p{L})(?:routing|aba|ach|rtn|sort[ _-]?code|sortcode|ifsc|bsb|swift(?=[ /]?(?:code|bic)|\s?:)|bic|iban|\p{L}{0,8}bank\p{L}{0,3}|banco|nómina|ahorros|[가-힣]{0,4}은행|[一-鿿]{0,4}銀行|[一-鿿]{0,4}银行|bbva|bcp|checking|savings|current(?= acc)|payroll|direct deposit|wire|payee|beneficiary|blz|bankleitzahl|überweis\p{L}{1,5}|micr)(?!\p{L})`;
/** Name of a column of such numbers. */
const BANK_COLUMN = /(?:bank|checking|savings|deposit)[ _-]?(?:account|acct)/i;
const NUMBER = String.raw`\d{6,17}|\d{2,6}(?:[ -]\d{1,8}){1,4}`;
/** How far such a word may be before an account number. */
const NEAR = 60;
/** How far behind it: within what is held back of a stream. */
const SOON = BEHIND - 8;
const LEAST = 6;
const CATEGORY = 'bank_account';
const KEYWORDS = 'account|checking|savings|cta|akaun|hesap|acct|a/c|acc no|acc num|acc.|konto|cuenta|compte|conto|conta|rekening'.split(
  '|',
);
const CLABE_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether digits are as many as accounts have, and not all the same. */
function isAccount(digits: string): boolean {
  return digits.length >= LEAST && !/^(\d)\1+$/.test(digits);
}

/** Account numbers of banks without a form of their own: behind a word for an account, with another for a bank near it. */
export const ACCOUNT_FORMS: readonly PersonalForm[] = [
  {
    category: CATEGORY,
    digits: 18,
    needs: hasOne(groupOf(18)),
    pattern: form(String.raw`\d{18}`),
    // Mexican account number (CLABE).
    isValid: (digits) => weighted(digits, CLABE_WEIGHTS) % 10 === 0,
    context: /clabe/i,
    keywords: ['clabe'],
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

import { PERSONAL_FORMS } from '../detectors/personal-forms.ts';
import { readVariants } from '../normalisation/ascii-variants.ts';

/** Categories whose values depend on their punctuation, or have a single notation. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['ip_address', 'date_of_birth', 'btc_address', 'eth_address', 'wallet_address']);
/** Categories whose values are the same number however it is grouped. */
const NUMBERS: ReadonlySet<string> = new Set(
  ['credit_card', 'phone_number', ...PERSONAL_FORMS.map(({ category }) => category)].filter((category) => !AS_WRITTEN.has(category)),
);

/** Canonical form of a value: `DE89 3704 …` and `de893704…` are the same account. */
export function meaningOf(category: string, value: string): string {
  return NUMBERS.has(category) && /\p{Nd}/u.test(value) ? plainly(value) : value;
}

function plainly(value: string): string {
  return (readVariants(value)?.text ?? value).replaceAll(/<[^<>]*>|[^\p{L}\p{N}+]/gu, '').toUpperCase();
}

/** Returns a predicate: whether a value of a category has the same canonical form as an allowed text. */
export function allowedValues(allow: readonly string[]): (category: string, value: string) => boolean {
  let meanings: Set<string> | undefined;
  return (category, value) => {
    if (!NUMBERS.has(category)) return false;
    meanings ??= new Set(allow.map(plainly));
    return meanings.has(plainly(value));
  };
}

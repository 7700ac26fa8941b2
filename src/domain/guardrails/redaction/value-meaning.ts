import { PERSONAL_FORMS } from '../detectors/personal-forms.ts';

/** Values whose signs say something, or that are written in one way only. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['ip_address', 'date_of_birth', 'btc_address', 'eth_address']);
/** Values that are the same number however it is set in groups. */
const NUMBERS: ReadonlySet<string> = new Set(
  ['credit_card', 'phone_number', ...PERSONAL_FORMS.map(({ category }) => category)].filter((category) => !AS_WRITTEN.has(category)),
);

/** What a value of a category says, however it was spaced: `DE89 3704 …` and `de893704…` are one account. Others say what they are. */
export function meaningOf(category: string, value: string): string {
  return NUMBERS.has(category) && /\d/.test(value) ? plainly(value) : value;
}

function plainly(value: string): string {
  return value.replaceAll(/[^\p{L}\p{N}+]/gu, '').toUpperCase();
}

/** Tells whether a value of a category says what one of some texts says. */
export function allowedValues(allow: readonly string[]): (category: string, value: string) => boolean {
  let meanings: Set<string> | undefined;
  return (category, value) => {
    if (!NUMBERS.has(category)) return false;
    meanings ??= new Set(allow.map(plainly));
    return meanings.has(plainly(value));
  };
}

import metadata from 'libphonenumber-js/min/metadata';
import { createNumberingPlan, type NumberingPlan } from './numbering-plan.ts';

const LONGEST_CALLING_CODE = 3;
/** The numbering plans of the calling codes asked for so far; `undefined` for digits that are none. */
const plans = new Map<string, NumberingPlan | undefined>();

/** Whether a number in international form (`+` and digits, E.164) has a country's code and a length that this country uses. */
export function isTelephone(number: string): boolean {
  for (let end = 2; end <= LONGEST_CALLING_CODE + 1; end += 1) {
    const plan = planOf(number.slice(1, end));
    if (plan !== undefined) return plan(number.slice(end));
  }
  return false;
}

function planOf(callingCode: string): NumberingPlan | undefined {
  let plan = plans.get(callingCode);
  if (plan === undefined && !plans.has(callingCode)) {
    plan = createNumberingPlan(metadata, callingCode);
    plans.set(callingCode, plan);
  }
  return plan;
}

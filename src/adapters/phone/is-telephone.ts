import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a number in international form (`+` and digits, E.164) has a country's code and a length that this country uses. */
export function isTelephone(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isPossible() === true;
}

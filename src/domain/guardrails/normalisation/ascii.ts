/** The ASCII bit set in lower-case letters and clear in capitals; always set in digits and apostrophes. */
export const IN_LOWER_CASE = 32;

/** Whether a UTF-16 code unit is a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a UTF-16 code unit is an ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code);
}

/** Whether a UTF-16 code unit is a letter from a to z, in either case. */
export function isAsciiLetter(code: number): boolean {
  const letter = code | IN_LOWER_CASE;
  return letter >= 97 && letter <= 122;
}

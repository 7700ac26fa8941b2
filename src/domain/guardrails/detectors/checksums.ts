/** Check-digit algorithms. All take digits without separators. */

/** Luhn (ISO/IEC 7812-1): cards, Canadian social insurance numbers. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Weighted sum of the digits. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits.charCodeAt(index) - 48), 0);
}

/** Weighted sum in which each product counts as the sum of its two digits, as in Luhn's. */
export function crossWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => {
    const product = weight * (digits.charCodeAt(index) - 48);
    return sum + Math.floor(product / 10) + (product % 10);
  }, 0);
}

/** Estonian and Lithuanian numbers: the last digit by weights from one, or from three if those leave ten. */
export function isBalticCheck(digits: string): boolean {
  const own = digits.length - 1;
  const weightsFrom = (first: number): number[] => Array.from({ length: own }, (_, index) => ((first - 1 + index) % 9) + 1);
  const rest = weighted(digits, weightsFrom(1)) % 11;
  return (rest === 10 ? (weighted(digits, weightsFrom(3)) % 11) % 10 : rest) === Number(digits.charAt(own));
}

/** Remainder of a decimal number of any length. */
export function remainder(digits: string, divisor: number): number {
  let rest = 0;
  for (let index = 0; index < digits.length; index += 1) rest = (rest * 10 + digits.charCodeAt(index) - 48) % divisor;
  return rest;
}

/** ISO 13616 (IBAN): letters as numbers, the first four characters moved to the end, remainder 1 modulo 97. */
export function mod97(code: string): boolean {
  let rest = 0;
  for (let index = 0; index < code.length; index += 1) {
    // A letter stands for a two-digit number, from A = 10.
    const letter = code.charCodeAt((index + 4) % code.length);
    rest = letter < 58 ? (rest * 10 + letter - 48) % 97 : (rest * 100 + letter - 55) % 97;
  }
  return rest === 1;
}

const PERMUTED = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff (1969): Indian Aadhaar numbers. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    for (let turn = index % 8; turn > 0; turn -= 1) digit = PERMUTED[digit] ?? 0;
    check = dihedral(check, digit);
  }
  return check === 0;
}

/** Product in the dihedral group D5: 0 to 4 are rotations, 5 to 9 reflections. */
function dihedral(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

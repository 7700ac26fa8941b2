/** Whether a name matches a pattern: `*` stands for any characters, `?` for one. Time is at most the product of their lengths. */
export function matchesName(pattern: string, name: string): boolean {
  let [at, index] = [0, 0];
  let [star, behind] = [-1, 0];
  while (index < name.length) {
    const sign = pattern[at];
    if (sign === '*') {
      [star, behind] = [at, index];
      at += 1;
    } else if (sign === '?' || (sign !== undefined && sign === name[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      // Let the last star match one more character.
      at = star + 1;
      behind += 1;
      index = behind;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Whether a name matches any of the patterns; case counts only if `exact`. */
export function isNamed(patterns: readonly string[], name: string, exact = false): boolean {
  const wanted = exact ? name : name.toLowerCase();
  return patterns.some((pattern) => matchesName(exact ? pattern : pattern.toLowerCase(), wanted));
}

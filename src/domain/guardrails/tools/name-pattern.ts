/** Whether a name matches a glob: `*` stands for any characters, `?` for one. Takes time at most the product of the two lengths. */
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
      // Backtrack: let the last star match one more character.
      at = star + 1;
      behind += 1;
      index = behind;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Whether a name matches any of the patterns, case-sensitively only if `exact`. */
export function isNamed(patterns: readonly string[], name: string, exact = false): boolean {
  const wanted = exact ? name : name.toLowerCase();
  return patterns.some((pattern) => matchesName(exact ? pattern : pattern.toLowerCase(), wanted));
}

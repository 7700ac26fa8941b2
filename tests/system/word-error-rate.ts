/** Lower-case letters, apostrophes and single spaces: what transcripts are compared by. */
function normaliseWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z' ]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** Word errors (substitutions, insertions, deletions) of a transcript against what was said. */
export function wordErrors(said: string, heard: string): { readonly errors: number; readonly words: number } {
  const expected = normaliseWords(said);
  const actual = normaliseWords(heard);
  let previous = Array.from({ length: actual.length + 1 }, (_, index) => index);
  for (const [row, word] of expected.entries()) {
    const current = [row + 1];
    for (const [column, other] of actual.entries()) {
      current.push(
        Math.min((previous[column] ?? 0) + (word === other ? 0 : 1), (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1),
      );
    }
    previous = current;
  }
  return { errors: previous[actual.length] ?? 0, words: expected.length };
}

/** A word, and what stands in front of it in its text: a space, or nothing where the language has none between words. */
export type Gapped<T> = T & { readonly gap: string };

interface Word {
  readonly text: string;
}

/** The words of a text with what stands in front of each; a space where the text does not have the word next. */
export function withGaps<T extends Word>(text: string, words: readonly T[]): Gapped<T>[] {
  let at = 0;
  return words.map((word) => {
    const place = text.indexOf(word.text, at);
    if (place === -1) return { ...word, gap: ' ' };
    const gap = text.slice(at, place);
    at = place + word.text.length;
    return { ...word, gap: gap.trim() === '' ? gap : ' ' };
  });
}

/** Neighbouring words of a text, as they stand in it. */
export function joinGapped(words: readonly Gapped<Word>[]): string {
  return words.map(({ text, gap }, index) => (index === 0 ? text : gap + text)).join('');
}

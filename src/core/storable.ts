/** Lone surrogates and NUL, which the text columns of a database cannot carry, become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/**
 * One thing to say. A word is lower case, a-z and apostrophes; a letter is one of a-z said by its name, as in
 * an acronym. `pronunciation` (ARPAbet with stress digits, separated by spaces, as the CMU dictionary writes it)
 * settles what spelling cannot, such as «read» in the past. A break is a pause with the melody its mark asks for.
 */
export type SpokenToken =
  | { readonly kind: 'word'; readonly text: string; readonly pronunciation?: string }
  | { readonly kind: 'letter'; readonly text: string }
  | { readonly kind: 'break'; readonly mark: ',' | ';' | ':' | '.' | '?' | '!' | '\u2026' | '\u2014' };

/** A sentence ready to be spoken: what a person would say aloud, token by token; the last is a break. */
export interface SpokenSentence {
  readonly tokens: readonly SpokenToken[];
}

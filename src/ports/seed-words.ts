/** The lists of words that the seed phrases of wallets are drawn from (BIP-39), one a language. */
export interface SeedWords {
  /** The lists that have a word in lower case, one bit each; 0 if none has. */
  readonly listsWith: (word: string) => number;
}

/** The lists of words that the seed phrases of wallets are drawn from (BIP-39), one a language. */
export interface SeedWords {
  /** The lists that have a word in lower case, one bit each; 0 if none has. */
  listsWith: (word: string) => number;
  /** Whether words in lower case, all of the same `lists`, end in their checksum in one of them, as those of a wallet do. */
  isValid: (words: readonly string[], lists: number) => boolean;
}

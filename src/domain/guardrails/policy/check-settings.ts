/** One word or phrase of a list, and how much it counts towards the list's threshold. */
export interface WeightedPhrase {
  readonly text: string;
  /** By default 1. */
  readonly weight?: number;
}

/** A named list of words and phrases; the name is the category of its findings. */
export interface PhraseList {
  readonly name: string;
  readonly phrases: readonly (string | WeightedPhrase)[];
  /**
   * Makes the list a topic: a finding's score is the sum of the weights of the different phrases found so far, divided by this
   * number. Without it every phrase found scores 1.
   */
  readonly threshold?: number;
}

/** What a policy tells its checks besides rules; each field is for one check. */
export interface CheckSettings {
  /** For `links`: hosts whose URLs pass, and hosts whose URLs score 1, each including its subdomains. */
  readonly hosts?: { readonly allow?: readonly string[]; readonly block?: readonly string[] };
  /** For `phrases`. */
  readonly lists?: readonly PhraseList[];
  /** For `size`: most characters (UTF-16 code units) of one message, of all together, and most messages. */
  readonly limits?: { readonly messageCharacters?: number; readonly requestCharacters?: number; readonly messages?: number };
  /** For `language`: ISO 639-1 codes of the allowed languages, and the shortest text that is checked, in characters. */
  readonly languages?: { readonly allowed: readonly string[]; readonly minCharacters?: number };
}

/** One word or phrase of a list, and how much it counts towards the list's threshold. */
export interface WeightedPhrase {
  readonly text: string;
  /** 1 unless given. */
  readonly weight?: number;
}

/** Words and phrases under a name, which is the category of what is found. */
export interface PhraseList {
  readonly name: string;
  readonly phrases: readonly (string | WeightedPhrase)[];
  /**
   * Makes the list a topic: a finding's score is the sum of the weights of the different phrases found so far over this
   * number. Without it every phrase found scores 1.
   */
  readonly threshold?: number;
}

/** What a policy tells its checks beside rules; each part is for one check. */
export interface CheckSettings {
  /** Of `links`: hosts whose URLs pass, and hosts whose URLs never do, each with every host below it. */
  readonly hosts?: { readonly allow?: readonly string[]; readonly block?: readonly string[] };
  /** Of `phrases`. */
  readonly lists?: readonly PhraseList[];
  /** Of `size`: most characters (UTF-16 code units) of one message, of all of them, and most messages. */
  readonly limits?: { readonly messageCharacters?: number; readonly requestCharacters?: number; readonly messages?: number };
  /** Of `language`: ISO 639-1 codes of those that are allowed, and the shortest text that is judged, in characters. */
  readonly languages?: { readonly allowed: readonly string[]; readonly minCharacters?: number };
}

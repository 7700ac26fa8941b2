/** A word or phrase of a list, and how much it contributes to the list's threshold. */
export interface WeightedPhrase {
  readonly text: string;
  /** 1 by default. */
  readonly weight?: number;
}

/** A named list of words and phrases; its name is the category of its findings. */
export interface PhraseList {
  readonly name: string;
  readonly phrases: readonly (string | WeightedPhrase)[];
  /**
   * Turns the list into a topic: a finding scores the sum of the weights of the different phrases found so far, divided by this
   * number. Without it every phrase found scores 1.
   */
  readonly threshold?: number;
}

/** A pattern of the operator's own; its name is the category of its findings. */
export interface NamedPattern {
  readonly name: string;
  /** A regular expression without back-references, as `compilePatternSearch` takes it. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** Words or phrases of which one must be near a match. */
  readonly context?: readonly string[];
  /** What each finding scores, above 0 and up to 1; 1 by default. */
  readonly score?: number;
}

/** Settings a policy gives its checks besides rules; each field configures one check. */
export interface CheckSettings {
  /** For `links`: hosts whose URLs pass and hosts whose URLs score 1, each with its subdomains. */
  readonly hosts?: { readonly allow?: readonly string[]; readonly block?: readonly string[] };
  /** For `phrases`. */
  readonly lists?: readonly PhraseList[];
  /** For `patterns`. */
  readonly patterns?: readonly NamedPattern[];
  /**
   * For `size`: limits on the characters (UTF-16 code units) of one message, on those of all messages together, and on the number
   * of messages.
   */
  readonly limits?: { readonly messageCharacters?: number; readonly requestCharacters?: number; readonly messages?: number };
  /** For `language`: ISO 639-1 codes of the allowed languages, and the minimum length in characters of a text that is checked. */
  readonly languages?: { readonly allowed: readonly string[]; readonly minCharacters?: number };
}

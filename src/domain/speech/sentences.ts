/** Titles and abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|no|fig|gen|col|sgt|capt|lt|rev|hon|approx|dept|est|e\.g|i\.e|[a-z])\.\s*$/i;

/** Where an over-long sentence may be split, best first: after a clause, then at a space. */
const CUTS = [/^[\s\S]*[,;:–—]\s/, /^[\s\S]*\s/];

/**
 * Splits text into sentences for synthesis, in order and trimmed; empty for blank text. A sentence of more than `maxCharacters` is split
 * after a clause, or else after a word, or else anywhere.
 */
export function splitSentences(text: string, maxCharacters = 400): string[] {
  return wholeSentences(text).flatMap((sentence) => cut(sentence, maxCharacters));
}

/** The sentences of a text as they are written, with the space behind each; joined they are the text. */
export function wholeSentences(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    open += segment;
    if (ABBREVIATION.test(open) && !/\n\s*$/.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  return open === '' ? sentences : [...sentences, open];
}

function cut(sentence: string, maxCharacters: number): string[] {
  const pieces: string[] = [];
  let rest = sentence.trim().replace(/\s+/g, ' ');
  while (rest.length > maxCharacters) {
    const window = rest.slice(0, maxCharacters);
    const head = CUTS.map((pattern) => pattern.exec(window)?.[0]).find((found) => found !== undefined) ?? wholeCharacters(window);
    pieces.push(head.trim());
    rest = rest.slice(head.length).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Drops an unpaired surrogate at the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) && text.length > 1 ? text.slice(0, -1) : text;
}

/** The text's leading sentences that fit into `maxCharacters`; at least the beginning of the first one. */
export function leadingSentences(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  let kept = '';
  for (const sentence of splitSentences(text, maxCharacters)) {
    const longer = kept === '' ? sentence : `${kept} ${sentence}`;
    if (longer.length > maxCharacters) break;
    kept = longer;
  }
  return kept;
}

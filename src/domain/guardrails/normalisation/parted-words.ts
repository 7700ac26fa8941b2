/** What stands within words or literals and is read over. */
interface Parting {
  /** Signs of which one is there. */
  readonly hints: readonly string[];
  readonly within: RegExp;
  /** What is left out of the text where enough words are parted. */
  readonly all: RegExp;
}

const PARTINGS: readonly Parting[] = [
  {
    hints: ['<'],
    within: /(?<=\p{L})(?:<!--[^<>]{0,40}-->|<[a-zA-Z]{1,6}>)(?=\p{L})/gu,
    all: /(?<=[\p{L}>])(?:<!--[^<>]{0,40}-->|<\/?[a-zA-Z]{1,6}>)|<\/?[a-zA-Z]{1,6}>(?=\p{L})/gu,
  },
  ...['**', '__', '``', '~~'].map((sign) => ({
    hints: [sign],
    within: new RegExp(`(?<=\\p{L})${sign.replaceAll('*', '\\*')}(?=\\p{L})`, 'gu'),
    all: new RegExp(sign.replaceAll('*', '\\*'), 'gu'),
  })),
  { hints: ['+'], within: /["'`]\s?\+\s?["'`]/g, all: /["'`]\s?\+\s?["'`]/g },
  {
    // Emoji begin with one of these.
    hints: ['\ud83c', '\ud83d', '\ud83e'],
    within: /(?<=\p{L})\p{Extended_Pictographic}\uFE0F?(?=\p{L})/gu,
    all: /(?<=\p{L})\p{Extended_Pictographic}\uFE0F?(?=\p{L})/gu,
  },
];
/** Fewer say nothing. */
const LEAST = 4;
/** An array of literals that is joined. */
const JOINED = /\.join\(\s?["'`]{2}\s?\)/;
const BETWEEN = /["'`]\s?,\s?["'`]/g;

/** Quick filter: whether a text might have markup within words, or literals that are put together. No false negatives. */
export function mayBeParted(text: string): boolean {
  return PARTINGS.some((parting) => isParted(text, parting)) || text.includes('.join(');
}

/** A text without the markup and the emoji within its words, and with its literals put together; undefined if there are few. */
export function withoutPartings(text: string): string | undefined {
  let whole = text;
  for (const parting of PARTINGS) if (isParted(whole, parting)) whole = whole.replaceAll(parting.all, '');
  if (whole.includes('.join(') && JOINED.test(whole)) whole = whole.replaceAll(BETWEEN, '');
  return whole === text ? undefined : whole;
}

function isParted(text: string, { hints, within }: Parting): boolean {
  return hints.some((hint) => text.includes(hint)) && (text.match(within)?.length ?? 0) >= LEAST;
}

/** Words that do not say what a question is about: function words, question words and verbs of asking. */
const IGNORED: ReadonlySet<string> = new Set(
  `a about above according actually after again all also am an and any anybody anyone anything are as ask at be because been before
  being below between both but by can cannot could did do does doing done down during each else ever few for from further get gets give
  given had has have having he her here hers him his how however i if in into is it its itself just know let like many may me might more
  most much must my myself no nor not now of off ok okay on once one only or other our ours out over own please same say says shall she
  should show so some somebody someone something still such tell than thank thanks that the their theirs them then there these they this
  those through to too under until up upon us very was we were what whatever when where whether which while who whom whose why will with
  within without would yes you your yours answer question explain describe define mean means mention mentioned text context document
  passage following find list called`.split(/\s+/),
);

/** The content words of a text, in order, in lower case and stemmed. */
export function contentTerms(text: string): string[] {
  return words(text)
    .filter((word) => !IGNORED.has(word))
    .map(stem);
}

/** The words of a text, lower case, without possessive endings. */
export function words(text: string): string[] {
  const found =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:(?<=\p{N})[.,](?=\p{N})\p{N}+)*(?:'\p{L}+)*/gu) ?? [];
  return found.map((word) => word.replace(/(?:'s|'re|'m|'ve|'ll|'d|n't)$/, ''));
}

/** Whether two stems match: equal, or one begins with the other (`found`, `founder`), but `room12` is not `room123`. */
export function isRelated(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 5 && long.startsWith(short) && !/\p{N}/u.test(long);
}

/** Longer runs of letters are not words and stay as they are. */
const LONGEST_WORD = 40;

/** A word without the commonest English endings. Light on purpose: it must not make different words equal. */
export function stem(word: string): string {
  if (word.length <= 3 || word.length > LONGEST_WORD || /\p{N}/u.test(word)) return word;
  return withoutFinalVowel(withoutVerbEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const ending = ['ing', 'ed', 'ly'].find((candidate) => word.endsWith(candidate));
  const rest = ending === undefined ? '' : word.slice(0, -ending.length);
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  return /([^aeioulsz])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function withoutFinalVowel(word: string): string {
  if (word.length <= 3) return word;
  return word.replace(/e$/, '').replace(/y$/, 'i');
}

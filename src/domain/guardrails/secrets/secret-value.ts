/** What documentation writes where a secret would stand. */
const PLACEHOLDER =
  /example|placeholder|change[_-]?me|(?:^|[^a-z])your[_-]?|dummy|redacted|insert[_-]|<[^>]*>|\$\{|\{\{|%\(|x{5}|X{5}|\*{4}|\.{3}|0{8}|(?:0123456789|1234567890)|123456789|abcdefgh|deadbeef|lorem|foobar|sample|todo|test[_-]?(?:key|token|secret)$/i;
/** Expressions of programs and names of variables that stand where a secret would. */
const EXPRESSION =
  /^(?:os\.|process\.|env\.|env\[|self\.|this\.|config\.|settings\.|secrets?\.|vault\.|var\.|local\.|data\.|module\.|import|get|null$|none$|nil$|true$|false$|undefined$|string$|\$|%|\[|\(|\{|@|\*+$|#)|\(|\)$|^[a-z]+(?:[._-][a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+$|^https?:|^arn:aws/i;
/** A digest or an identifier that everybody may know. */
const PUBLIC = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|sha\d{3}-.*|[0-9a-f]{40}|sha256:.*)$/i;
/** Words of sentences about passwords. */
const TALK =
  /^(?:required|incorrect|invalid|expired|changed|important|correct|protected|encrypted|hashed|stored|optional|missing|wrong)\b/i;

/** Whether a value is one word, which no key and hardly a password is. */
export function isWord(value: string): boolean {
  return /^[A-Za-z_:.,-]*$/.test(value);
}

/** Whether a value is what documentation writes in the place of one. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** Whether a value is an expression, a name, a digest or an identifier. */
export function isPublic(value: string): boolean {
  return EXPRESSION.test(value) || PUBLIC.test(value);
}

/** Whether people choose such passwords. Behind a word of a sentence it must look like no other word; in a field it may. */
export function isChosen(value: string, place: 'word' | 'field'): boolean {
  if (TALK.test(value)) return false;
  const isMixed = /\d/.test(value) && /\p{L}/u.test(value);
  if (place === 'field') return value.length >= 6 || isMixed;
  if (/^v?\d+(?:\.\d+)+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(value)) return false;
  return isMixed || (/[^\p{L}\p{N}_.'’-]/u.test(value) && /\p{L}/u.test(value));
}

/** Without the full stop or bracket that ends the sentence or the call a value stands in, and without what follows it in a query. */
export function withoutSentenceEnd(value: string, kind: 'chosen' | 'made' | 'random'): string {
  if (kind === 'random') return value;
  if (kind === 'made') return value.replace(/[.;:?!)\]}]+$/, '');
  // People end passwords with exclamation marks.
  return value.replace(/&[\w.-]{1,30}=.*$/, '').replace(/[.;:?)\]}]+$/, '');
}

/** Shannon entropy of the characters, in bits a character. */
export function bits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / value.length) * Math.log2(count / value.length);
  return sum;
}

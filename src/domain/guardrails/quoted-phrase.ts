/** Limits on a question about a phrase and on the quoted phrase itself, in UTF-16 code units. */
const LONGEST = 200;
const LONGEST_PHRASE = 80;

const LANGUAGES =
  'english german french spanish italian portuguese dutch polish czech russian ukrainian greek latin turkish arabic hebrew persian hindi chinese ' +
  'mandarin japanese korean thai vietnamese indonesian swedish danish norwegian finnish hungarian romanian welsh irish ' +
  'englische? deutsche? französische? spanische? italienische? portugiesische? polnische? russische? türkische? griechische? lateinische? ' +
  'chinesische? japanische? anglais allemand espagnol italien portugais russe turc grec chinois japonais arabe polonais ' +
  'inglés alemán francés italiano portugués ruso turco griego chino japonés inglese tedesco francese spagnolo portoghese russo ' +
  'inglês alemão francês espanhol английский немецкий французский испанский итальянский';
const LANGUAGE = `(?:${LANGUAGES.replaceAll(' ', '|')})`;
const PHRASE = `(?:"[^"]{1,${LONGEST_PHRASE}}"|“[^”]{1,${LONGEST_PHRASE}}”|„[^“”]{1,${LONGEST_PHRASE}}[“”]|« ?[^»]{1,${LONGEST_PHRASE}}»)`;

/** Questions about a phrase and requests to translate it, which must make up the whole text. */
const REQUESTS: readonly string[] = [
  `(?:please )?translate (?:the (?:phrase|sentence|words) )?${PHRASE} (?:in)?to ${LANGUAGE}(?:,? please)?`,
  `(?:please )?translate (?:in)?to ${LANGUAGE}: ?${PHRASE}`,
  `how (?:do|would|can) (?:you|i|we) say ${PHRASE} in ${LANGUAGE}`,
  `how is ${PHRASE} said in ${LANGUAGE}`,
  `what(?:'s|’s| is) ${PHRASE} in ${LANGUAGE}`,
  `what does ${PHRASE} mean`,
  `is ${PHRASE} (?:grammatical|correct|correct english|grammatically correct)`,
  `(?:bitte )?übersetze (?:bitte )?${PHRASE} (?:ins|auf) ${LANGUAGE}`,
  `(?:wie|was) (?:lautet|heißt|bedeutet|sagt man) ${PHRASE}(?: (?:auf|in) ${LANGUAGE})?`,
  `tradui(?:s|sez) ${PHRASE} en ${LANGUAGE}`,
  `comment dit-on ${PHRASE} en ${LANGUAGE}`,
  `que (?:signifie|veut dire) ${PHRASE}`,
  `(?:traduce|traduza|traduci) ${PHRASE} (?:al|en|in|para o|para) ${LANGUAGE}`,
  `¿?(?:cómo|como) (?:se dice|si dice) ${PHRASE} (?:en|em|in) ${LANGUAGE}`,
  `¿?(?:qué significa|o que significa|cosa significa) ${PHRASE}`,
  `(?:переведи|переведите|как перевести) ${PHRASE} на ${LANGUAGE}`,
  `как перевести на ${LANGUAGE} ${PHRASE}`,
  `что значит ${PHRASE}`,
];
const REQUEST = new RegExp(`^\\s*(?:${REQUESTS.join('|')})\\s*[.?!]?\\s*$`, 'iu');
const QUOTED = new RegExp(PHRASE, 'u');
/** A run too long for a word, so probably encoded text. */
const CODE = /[^\s"“”„«»]{25}/;

/**
 * Blanks out a quoted phrase that is only discussed as language: `Translate "go away" into German.` is not an order to leave.
 * Undefined for any other text, even with one word more, and if the phrase looks encoded. Linear in the length of the text.
 */
export function withoutQuotedPhrase(text: string): string | undefined {
  if (text.length > LONGEST || !REQUEST.test(text) || CODE.test(text)) return undefined;
  return text.replace(QUOTED, (phrase) => ' '.repeat(phrase.length));
}

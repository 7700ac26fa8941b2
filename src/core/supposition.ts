const LEAD = String.raw`^(?:(?:and|so|but|ok|okay|now|then|well|please|just)[\s,]+)*`;
/** "Suppose my name is Bob", "let's say I live in Rome": what follows is not claimed. */
const SUPPOSED = new RegExp(
  `${LEAD}(?:let['’]?s (?:say|pretend|suppose|imagine|assume)|suppose|supposing|imagine|pretend|assume|assuming|say (?:that )?(?:i|my|we|our)|what if|if only)\\b`,
  'i',
);
const WISHED = new RegExp(`${LEAD}(?:i|we) wish\\b`, 'i');
/** "If I were a pilot, I would live in Dubai." */
const CONDITION = /\b(?:if|unless|were|had) (?:i|we|my|our)\b/i;
const CONSEQUENCE = /\b(?:would|wouldn['’]?t|could|might)\b|\b(?:i|we)['’]d\b/i;

/** Requests to work on a text; what they contain, or what follows a colon, is the text and says nothing about the user. */
const WORK_ORDER =
  /^(?:please,? )?(?:(?:can|could|would|will) you |i (?:want|need) you to )?(?:write|translate|rewrite|rephrase|paraphrase|draft|compose|proofread|correct|fix|edit|continue|complete|improve|shorten|summari[sz]e|repeat|spell|transcribe|act|pretend|role-?play|classify|extract|analy[sz]e)\b/i;

/** Whether an English sentence supposes, wishes or imagines what it says instead of claiming it. */
export function isSupposition(sentence: string): boolean {
  return SUPPOSED.test(sentence) || WISHED.test(sentence) || (CONDITION.test(sentence) && CONSEQUENCE.test(sentence));
}

/** Whether an English sentence asks to work on a text, as to translate it or to write one. */
export function isWorkOrder(sentence: string): boolean {
  return WORK_ORDER.test(sentence);
}

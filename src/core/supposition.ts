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

/** Whether an English sentence supposes, wishes or imagines what it says instead of claiming it. */
export function isSupposition(sentence: string): boolean {
  return SUPPOSED.test(sentence) || WISHED.test(sentence) || (CONDITION.test(sentence) && CONSEQUENCE.test(sentence));
}

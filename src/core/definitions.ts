/** A question for what something is, in English: "What is a broker?", "Who was Ada Lovelace?", "Define superconductivity". */
const QUESTION =
  /^\s*(?:(?:what|who)(?:['’]s| is| are| was| were)|(?:please )?(?:define|what does the (?:word|term)))\s+(?:(?:an?|the|meant by)\s+)?["“']?([\p{L}\p{N}][\p{L}\p{N}' ’.+#/-]{0,60}?)["”']?(?:\s+mean)?\s*[?.!]*\s*$/iu;

/**
 * A test for texts that say what something is ("Superconductivity is a set of …"), where that is asked; undefined for other questions.
 */
export function definesWhatIsAsked(question: string): ((text: string) => boolean) | undefined {
  const thing = QUESTION.exec(question)?.[1]?.trim();
  if (thing === undefined) return undefined;
  const name = thing
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.+/]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const definition = new RegExp(
    String.raw`(?:^|[.!?:\n]\s{0,4})(?:an?\s|the\s)?[*_"“]{0,3}${name}[*_"”]{0,3}(?:\s\([^()\n]{1,80}\))?,?\s+(?:is|are|was|were|means|refers\sto|describes)\s+(?!not\b)(?:an?|the|one|any|how|what|when|where|[a-z]{2,20}\s(?:of|that|which|who))\b`,
    'iu',
  );
  return (text) => definition.test(text);
}

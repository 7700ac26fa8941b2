/** What stands before a name: "Dr. Patel", "St. James". */
const BEFORE_NAME =
  /(?<![\p{L}\p{N}.])(?:Adm|Brig|Capt|Cmdr|Col|Cpl|[Dd]r|Fr|Ft|Gen|Gov|Hon|Lt|Maj|Messrs|Mlle|Mme|[Mm]r|[Mm]rs|[Mm]s|Msgr|Mt|Mx|Pres|[Pp]rof|Rep|Rev|Sen|Sgt|Sra?|[Ss]te?|Supt)\.$/u;
/** What stands before a number: "No. 5", "Dec. 12". */
const BEFORE_NUMBER =
  /(?<=\S\s+\(?)(?:[Aa]pt|[Aa]pprox|Art|Aug|ca|[Cc]h|Dec|[Ee]xt|Feb|[Ff]ig|Jan|Jul|Jun|Mar|max|Nos?|Nov|Nr|Oct|p|pp|Sept?|[Tt]el|[Vv]ol)\.$/u;
/** The number of a house at the start of an address: "No. 5, High Street". */
const HOUSE = /^No\.$/;
const HOUSE_NUMBER = /^\d{1,5}\p{L}?,\s/u;
/** What a sentence never ends in. */
const NEVER_LAST = /(?<![\p{L}\p{N}.])(?:aka|cf|e\.g|i\.e|incl|vs|viz)\.$/iu;
/** The initials of a name ("J. R. Tolkien"), and of a country before its army ("the U.S. Navy"). */
const INITIAL = /(?<![\p{L}\p{N}.’'])(?:\p{Lu}|(?:e\.u|u\.k|u\.n|u\.s)(?:\.a)?)\.$/iu;
/** Words that begin a sentence rather than a name. */
const BEGINNING =
  /^["'“‘(]*(?!\p{L}\.\s)(?:a|actually|after|all|also|although|an|and|another|anyway|are|as|at|because|before|both|but|by|can|could|did|do|does|each|even|every|finally|first|for|from|good|great|has|have|he|hello|her|here|hi|his|how|however|i|i['’]\p{L}+|if|in|instead|is|it|it['’]s|its|last|later|let|many|maybe|most|my|next|no|nobody|not|now|of|oh|ok|okay|on|once|one|only|or|our|people|perhaps|please|say|she|should|since|so|some|sometimes|soon|still|tell|thank|thanks|that|that['’]s|the|their|then|there|there['’]s|these|they|this|those|to|today|tomorrow|two|until|was|we|we['’]\p{L}+|well|were|what|what['’]s|when|where|which|while|who|why|will|with|would|yes|yesterday|yet|you|you['’]\p{L}+|your)(?![\p{L}’'])/iu;
/** A name with a mark in it, and words that go on with its sentence but begin none. */
const MARKED_NAME = /\s\p{Lu}[\p{L}\p{N}]*[!?]$/u;
const GOING_ON = /^(?:and|as|at|by|for|from|in|into|is|near|of|on|or|since|until|was|where|which|who|with)(?!\p{L})/u;

/**
 * Whether a sentence goes on behind a mark that looks like its end, as in "Dr. Patel", "No. 5" or "Yahoo! in London". `before` ends in the
 * mark, `after` is what follows it, spaces aside.
 */
export function goesOn(before: string, after: string): boolean {
  const said = before.trimEnd().slice(-LOOKED_AT);
  const next = after.trimStart().slice(0, LOOKED_AT);
  if (next === '') return false;
  if (/[!?]$/.test(said)) return MARKED_NAME.test(said) && GOING_ON.test(next);
  if (!said.endsWith('.')) return false;
  if (NEVER_LAST.test(said)) return true;
  if (/^\p{N}/u.test(next)) return BEFORE_NUMBER.test(said) || (HOUSE.test(said.trimStart()) && HOUSE_NUMBER.test(next));
  return /^["'“‘(]*\p{Lu}/u.test(next) && (BEFORE_NAME.test(said) || INITIAL.test(said)) && !BEGINNING.test(next);
}

/** How many characters on either side of a mark tell what it is. */
const LOOKED_AT = 24;

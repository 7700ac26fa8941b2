import { areAkin, contentWords } from './content-words.ts';
import { sentencesOf } from './text-sentences.ts';

/** What a user asks to be forgotten. */
export interface ForgetRequest {
  /** Each thing in the words of the user. */
  readonly things: readonly string[];
  /** Whether all that is known about the user is to be forgotten. */
  readonly everything: boolean;
  /** What else the text says; empty if nothing. */
  readonly rest: string;
}

const POLITE =
  "^(?:(?:and|so|but|well|ok|okay|now|hey|hi|hello|please|also|then|sorry|no|oh|actually|parley)[\\s,!.]+)*(?:(?:can|could|would|will) you |i(?:['’]d| would)? (?:want|need|like) you to |you (?:can|may|should|must|have to|need to) )?(?:(?:please|kindly|just) ){0,2}";
const MEMORY = '(?:from|in) (?:your )?(?:memory|memories|notes|records)';
const ERASE = '(?:clear|delete|erase|purge|remove|wipe)';
const KNOW =
  "(?:that )?you(?:['’]ve| have)? (?:ever )?(?:collected|gathered|got|have(?: stored| saved)?|hold|keep|kept|know|learn(?:ed|t)|noted|recorded|remember(?:ed)?|saved|stored)(?: down)?";
const NOTES = '(?:data|details|facts|info|information|knowledge|memories|memory|notes|records|things)';
const ON = '(?:about|concerning|of|on|regarding)';
const FORGET = new RegExp(`${POLITE}(?:forget|unlearn) (?:about (?=my|our|that|what|everything))?(?!about\\b|to\\b)(.+)`, 'is');
const DELETE = new RegExp(
  `${POLITE}${ERASE} (?:(.+) ${MEMORY}|(?:what|whatever|everything|all|anything|(?:all|any|the|every|each|your)(?: of)?(?: the| your)? ${NOTES}|your ${NOTES})(?: ${KNOW})?(?: ${ON})? (.+))`,
  'is',
);
/** Without memory or what is known being named, it may be a text of which something is to be deleted. */
const OF_MEMORY = new RegExp(`\\b(?:${KNOW}|(?:your|my) (?:memory|memories)|${MEMORY})\\b|${ON} (?:my|our)\\b`, 'i');
const NEVER = new RegExp(
  `${POLITE}(?:do not|don['’]?t|never|stop) (?:(?:remember|remembering|memori[sz]e) (?!where|when|who|how|if|whether|why|what (?!i|you))|(?:store|storing|save|saving|note) (?=my\\b|our\\b|that\\b|this[:,]|what (?:i|you)))(.+)`,
  'is',
);
/** What stands before a thing, and behind it. */
const BEFORE =
  /^(?:(?:that|this|the fact that|(?:all|everything|anything|what|whatever)(?: (?:that )?(?:i|you)(?: have|['’]ve)?(?: just| ever)? (?:told you|(?:said|wrote)(?: to you)?|know|remember|stored|saved|noted))?(?: (?:about|of|on))?)\b[\s:,]*)+/i;
const BEHIND = new RegExp(`(?:,? (?:please|thanks|thank you|again|now|${MEMORY})){0,4}(?<![.!?])[.!?]*$`, 'i');

const ABOUT_ME = `${ON} (?:me|myself)`;
const AT_ONCE = `(?:,? (?:please|thanks|thank you|now|right now|right away|immediately|at once|completely|entirely|altogether|permanently|for good|forever|${MEMORY})| and start (?:afresh|again|anew|from scratch|over))*[\\s.!?]*$`;
const ALL = '(?:absolutely |literally )?(?:everything|all|anything|what|whatever)(?: else)?';
const GONE = '(?:deleted|erased|forgotten|removed|wiped)';
/** Requests to forget the user: "Forget everything you know about me", "Wipe your memory". */
const WHOLE: readonly RegExp[] = [
  `(?:forget|unlearn|${ERASE}) ${ALL}(?: (?:${KNOW}|(?:that )?i(?:['’]ve| have)? (?:ever )?(?:told|said to) you))? ${ABOUT_ME}`,
  `(?:forget|unlearn|${ERASE}) (?:(?:all|any|every|each)(?: of)? )?(?:the |your |my )?(?:personal |stored |saved )*${NOTES}(?: ${KNOW})? ${ABOUT_ME}`,
  `${ERASE} ${ALL} ${KNOW}`,
  `${ERASE} (?:all )?(?:of )?(?:my|your) (?:entire |whole |personal |own |stored |saved |long-term )*(?:data|information|memory|memories)(?: ${ABOUT_ME})?`,
  `(?:forget|unlearn) (?:me|who i am)`,
]
  .map((request) => `${POLITE}${request}${AT_ONCE}`)
  .concat(
    `^(?:please,? )?i(?:['’]d| would)? (?:want|like|need) (?:${ALL}|(?:all )?(?:the |my )?${NOTES})(?: ${KNOW})?(?: ${ABOUT_ME})? (?:to be |to get )?${GONE}${AT_ONCE}`,
    `^(?:please,? )?${ALL} ${KNOW} ${ABOUT_ME} (?:has to|must|needs to|should) be ${GONE}${AT_ONCE}`,
  )
  .map((request) => new RegExp(request, 'i'));

/** A sentence that asks to forget or delete something, whether it can be told what or not; no figure of speech. */
const ASKING = new RegExp(
  `${POLITE}(?:(?:forget|unlearn) (?!(?:about )?(?:it|that|this)\\b|about\\b)|${ERASE} .*\\b(?:about me|my|${MEMORY}|your memory|you (?:know|remember))\\b)`,
  'i',
);

/** A longer sentence asks for nothing that could be told. */
const MAX_SENTENCE = 20_000;

/** Whether a text asks to forget something, though not so that it is understood what. */
export function isVagueRequest(text: string): boolean {
  return (
    forgetRequest(text) === undefined && sentencesOf(text).some((sentence) => sentence.length <= MAX_SENTENCE && ASKING.test(sentence))
  );
}

/** Reads what an English text asks to be forgotten, or not to be remembered: "Please forget my locker code". */
export function forgetRequest(text: string): ForgetRequest | undefined {
  const things: string[] = [];
  let everything = false;
  let isAnnounced = false;
  const rest = sentencesOf(text).filter((sentence) => {
    const isLong = sentence.length > MAX_SENTENCE;
    if (!isLong && WHOLE.some((request) => request.test(sentence))) {
      everything = true;
      return false;
    }
    const [asked, thing] = isAnnounced ? ['', sentence] : isLong ? ['', ''] : askedIn(sentence);
    const parts = thing.split(/,? and (?=(?:all|everything|my|our)\b)|, (?=(?:my|our)\b)/i);
    const named = parts.filter((part) => !/^(?:me|myself|us|it|them|you)$/i.test(part) && contentWords(part).size > 0);
    everything ||= parts.length > 1 && parts.some((part) => WHOLE.some((request) => request.test(`forget ${part}`)));
    things.push(...named);
    // "Don't remember this:" is about all that stands below it.
    if (named.length === 0) isAnnounced ||= asked.endsWith(':');
    return named.length === 0 && !isAnnounced;
  });
  return things.length === 0 && !everything ? undefined : { things, everything, rest: rest.join(' ') };
}

/** What a sentence asks with, and the thing to be forgotten; empty if it asks for nothing of the kind. */
function askedIn(sentence: string): readonly [asked: string, thing: string] {
  const erased = OF_MEMORY.test(sentence) ? DELETE.exec(sentence) : null;
  const [asked = '', one, other] = FORGET.exec(sentence) ?? erased ?? NEVER.exec(sentence) ?? [];
  return [asked, (one ?? other ?? '').replace(BEHIND, '').replace(BEFORE, '')];
}

/** How somebody has, is or does what is called theirs: "my allergies" for "I'm allergic to nuts". */
const OWNED =
  /(?<!\p{L})(?:i|we)(?:['’](?:m|re|ve)| am| are| have| had| was| got| get| became| suffer| take| use| own| drive| rent| booked| bought)(?: got| from)?((?: (?!and\b|but\b|her\b|his\b|my\b|our\b|that\b|their\b|to\b|who|your\b)[\p{L}-]+){1,3})/giu;
const DONE = /(?<!\p{L})(?:i|we)(?: \p{L}+ly| also| always| now| still| usually)? (\p{L}+)/giu;

/**
 * Whether a text tells of a thing: it has all of its words, in whatever form, and "my code" as it stands or as something that its speaker
 * has, is or does, so that it is not somebody else's.
 */
export function tellsOf(text: string, thing: string): boolean {
  const own = /^(?:my|our) (.+)$/i.exec(thing)?.[1]?.toLowerCase();
  const said = [...contentWords(text)];
  const words = [...contentWords(thing)];
  const [word] = words;
  // Names have no other forms: Martina is not Martin.
  const names = contentWords(thing.match(/\p{Lu}[\p{L}'’-]*/gu)?.join(' ') ?? '');
  if (word === undefined || !words.every((one) => said.some((other) => (names.has(one) ? one === other : areAkin(one, other)))))
    return false;
  if (own === undefined || words.length > 1) return true;
  if (new RegExp(`\\b(?:my|our) (?:\\p{L}+ )?${own.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}(?!\\p{L}|['’]s)`, 'iu').test(text)) return true;
  return [OWNED, DONE].some((pattern) =>
    [...text.matchAll(pattern)].some(([, having = '']) => [...contentWords(having)].some((one) => areAkin(word, one))),
  );
}

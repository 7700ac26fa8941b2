import { sentencesOf } from '../../core/text-sentences.ts';
import { contentWords } from './words.ts';

/** What a user asks to be forgotten. */
export interface ForgetRequest {
  /** Each thing in the words of the user. */
  readonly things: readonly string[];
  /** What else the text says; empty if nothing. */
  readonly rest: string;
}

const POLITE =
  "^(?:(?:and|so|but|well|ok|okay|now|hey|hi|hello|please|also|then|sorry|no|oh|actually|parley)[\\s,!.]+)*(?:(?:can|could|would|will) you |i(?:['’]d| would)? (?:want|need|like) you to |you (?:can|may|should|must) )?(?:please )?";
const MEMORY = '(?:from|in) (?:your )?(?:memory|memories|notes|records)';
const FORGET = new RegExp(`${POLITE}(?:forget|unlearn) (?:about (?=my|our|that|what|everything))?(?!about\\b|to\\b)(.+)`, 'is');
const DELETE = new RegExp(
  `${POLITE}(?:delete|erase|remove|wipe) (?:(.+) ${MEMORY}|(?:what|everything|all|anything) (?:that )?you (?:know|remember|have stored|stored|noted) (?:about )?(.+))`,
  'is',
);
const NEVER = new RegExp(
  `${POLITE}(?:do not|don['’]?t|never|stop) (?:(?:remember|remembering|memori[sz]e) (?!where|when|who|how|if|whether|why|what (?!i|you))|(?:store|storing|save|saving|note) (?=my\\b|our\\b|that\\b|this[:,]|what (?:i|you)))(.+)`,
  'is',
);
/** What stands before a thing, and behind it. */
const BEFORE =
  /^(?:(?:that|this|the fact that|(?:all|everything|anything|what)(?: (?:that )?(?:i|you)(?: have|['’]ve)?(?: just)? (?:told you|(?:said|wrote)(?: to you)?|know|remember))?(?: (?:about|of|on))?)\b[\s:,]*)+/i;
const BEHIND = new RegExp(`(?:,? (?:please|thanks|thank you|again|now|${MEMORY})){0,4}(?<![.!?])[.!?]*$`, 'i');

/** Reads what an English text asks to be forgotten, or not to be remembered: "Please forget my locker code". */
export function forgetRequest(text: string): ForgetRequest | undefined {
  const things: string[] = [];
  let isAnnounced = false;
  const rest = sentencesOf(text).filter((sentence) => {
    const [asked, one, other] = FORGET.exec(sentence) ?? DELETE.exec(sentence) ?? NEVER.exec(sentence) ?? [];
    const thing = isAnnounced ? sentence : (one ?? other ?? '').replace(BEHIND, '').replace(BEFORE, '');
    const isThing = contentWords(thing).size > 0;
    if (isThing) things.push(thing);
    // "Don't remember this:" is about all that stands below it.
    else isAnnounced ||= asked?.endsWith(':') === true;
    return !isThing && !isAnnounced;
  });
  return things.length === 0 ? undefined : { things, rest: rest.join(' ') };
}

/** Whether a text tells of a thing: it has all of its words, and "my code" as it stands, so that it is not somebody else's. */
export function tellsOf(text: string, thing: string): boolean {
  const own = /^(?:my|our) (.+)$/i.exec(thing)?.[1]?.toLowerCase();
  const said = contentWords(text);
  const words = [...contentWords(thing)];
  if (words.length === 0 || !words.every((word) => said.has(word))) return false;
  return (
    own === undefined ||
    words.length > 1 ||
    new RegExp(`\\b(?:my|our) (?:\\p{L}+ )?${own.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}(?!\\p{L}|['’]s)`, 'iu').test(text)
  );
}

import type { MemoryFact } from '../../ports/memory.ts';
import { contentWords, isDenial } from './words.ts';

/** What says that all of a sentence has come to an end, and what says so of the words behind it. */
const ENDED = /\b(?:no longer|any ?more|any longer|died|passed away)\b/i;
const ENDING =
  /\b(?:stopped|quit|gave up|given up|sold|left|moved (?:out|away)|resigned|cancell?ed|called off|gave away|got rid|switched|lost)\s+(?:of\s+|from\s+)?(.+?)(?=\s+(?:in|at|on|when|because|and|but|so|after|before|last|this|yesterday)\b|[,.;!]|$)/i;
/** Verbs that say how somebody stands to a thing, and those that say that it has ended. */
const FRAME: ReadonlySet<string> = new Set(
  `live liv move mov reside resid work job have own drive driv use us am be been call nam name long stopp stop quit gave given give up sold sell
  left leave leav out away resign cancell cancel off brok broke break split died die di pass rid switch lost lose there here back
  year month week day last start begin`.split(/\s+/),
);

/** The known facts that a sentence says to have ended: all their things are in it. */
export function endedFacts(sentence: string, known: readonly MemoryFact[]): MemoryFact[] {
  const ended = ENDED.test(sentence) ? sentence : ENDING.exec(sentence)?.[1];
  if (ended === undefined) return [];
  const things = objectsOf(ended);
  return known.filter(({ text, kind }) => {
    if (kind === 'event' || isDenial(text) || ENDED.test(text) || ENDING.test(text)) return false;
    const own = objectsOf(text);
    return own.size > 0 && [...own].every((word) => things.has(word));
  });
}

/** The content words of a sentence without its frame. */
export function objectsOf(text: string): Set<string> {
  return new Set([...contentWords(text)].filter((word) => !FRAME.has(word)));
}

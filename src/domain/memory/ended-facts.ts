import { contentWords } from '../../core/content-words.ts';
import { namedRelations, ownRelations } from '../../core/relations.ts';
import type { MemoryFact } from '../../ports/memory.ts';
import { endsWithPartner, isCouplesNews } from './partners.ts';
import { changedPlans, planChanged } from './plans.ts';
import { resolveDate } from './resolve-dates.ts';
import { isDenial } from './words.ts';

/** What says that all of a sentence has come to an end. */
const ENDED =
  /\b(?:no longer|any ?more(?! (?!after|and|at|because|but|either|in|now|on|since|so|these|with)\p{L}{2})|any longer|died|passed away)\b/iu;
const UP_TO = String.raw`(?!(?:at|by|for|in|off|on|out|to|with)\b)(.+?)(?=\s+(?:in|at|on|when|because|and|but|so|after|before|last|this|yesterday|today)\b|[,.;!]|$)`;
/** What says so of the thing behind it: that somebody does it no more, has left it, has it no more, or has something else for it. */
const ENDINGS = {
  done: new RegExp(
    String.raw`\b(?:stopped|quit|gave up|given up|dropped|finished|completed|moved out of)\s+(?:of\s+|from\s+)?${UP_TO}`,
    'i',
  ),
  left: new RegExp(String.raw`\b(?:left|moved (?:out|away)|resigned|called off)\s+(?:of\s+|from\s+)?${UP_TO}`, 'i'),
  gone: new RegExp(
    String.raw`\b(?:sold|gave away|given away|got rid of|threw (?:away|out)|donated|traded in|scrapped|returned|cancell?ed|lost)\s+${UP_TO.replace('(?:in|', '(?:to|for|in|')}`,
    'i',
  ),
  taken:
    /\b(?:my|our|the) ((?:[\p{L}\p{N}'’-]+ ){1,4})(?:was|were|got|has been|have been|is|are) (?:\p{L}+ly )?(?:sold|stolen|scrapped|totall?ed|written off|given away|destroyed|donated|gone|over|healed|cured)\b/iu,
  away: /\b(?:g[ai]ven?|put) (\p{Lu}[\p{L}’'-]+) (?:away|down|to sleep)\b/u,
  switched:
    /\b(?:(?:switched|changed|upgraded|moved|migrated|went)(?: (?:my|our) \p{L}+)? from|(?:swapped|traded(?: in)?|exchanged|replaced|upgraded)) (.{1,60}?)(?= (?:to|for|with|by|against)\b)/iu,
} as const satisfies Record<string, RegExp>;
const NOT_SO = /(?:\b(?:not|never|almost|nearly|before|until|unless)|n['’]t)(?: \p{L}+)?\s*$/iu;
const PET = /^(?:cat|dog|hamster|horse|kitten|parrot|pet|puppy|rabbit)$/;
/** Somebody else who does something: "my brother sold". */
const FIRST = /\b(?:i|we)\b/i;

/** Verbs that say how somebody stands to a thing, and those that say that it has ended. */
const FRAME: ReadonlySet<string> = new Set(
  `live liv move mov reside resid work job have own drive driv use us am be been call nam name long stopp stop quit gave given give up sold sell
  left leave leav out away resign cancel cancell off brok broke break split died die di pass rid switch lost lose there here back
  year month week day last start begin go goe goes went attend`.split(/\s+/),
);
const ADVERBS = '(?:(?:also|always|currently|mostly|now|often|only|really|still|usually) )*';
/** What somebody has, uses or does: "I drive a blue Volvo". */
const HAVING = new RegExp(
  `^(?:(?:and|so|well|now),? )?(?:i|we)(?:['’](?:ve|m|re)| have| am| are)? ${ADVERBS}(attend|(?:do|drink|driv|eat|go|hav|leas|learn|own|play|practi[cs]|read|rent|rid|smok|study|subscrib|tak|train|us|teach|writ)(?:e|ing)?|got|bought)(?: (?:at|for|in|to|with))? (.+?)(?= (?:at|because|called|every|for|from|in|named|on|since|that|to|when|which|who|with)\\b|[,.;!]|$)`,
  'i',
);
/** What a thing of somebody's is: "my phone is a Pixel 8"; names and favourites stay what they are. */
const BEING =
  /^(?:my|our) (?!.*\bfavou?rite\b|(?:home ?town|birthday|name)\b)((?:\p{L}+ ){1,3})(?:is|are) (?:now )?(.+?)(?= (?:because|in|since|that|which|with)\b|[,;!]|\.(?! \p{Lu})|$)/iu;

/** The known facts that a sentence, said at a time, says to have ended or changed. */
export function endedFacts(sentence: string, known: readonly MemoryFact[], saidAt: Date): MemoryFact[] {
  const isOver = endOf(sentence, known);
  if (isOver === undefined && !isCouplesNews(sentence) && planChanged(sentence).length === 0) return [];
  const said = resolveDate(sentence, saidAt);
  // "I got divorced in 2010" is about an earlier marriage than one that was told of since.
  const year = said?.isRelative === false && said.date.length === 4 ? said.date : undefined;
  const isLater = ({ validFrom }: MemoryFact): boolean => year !== undefined && String(validFrom.getUTCFullYear()) > year;
  const open = known.filter((fact) => fact.kind !== 'event' && !isDenial(fact.text) && !isEnding(fact.text) && !isLater(fact));
  const gone = new Set([...changedPlans(sentence, open, saidAt), ...endsWithPartner(sentence, open)]);
  return open.filter((fact) => gone.has(fact) || isOver?.(fact.text) === true);
}

function isEnding(text: string): boolean {
  return ENDED.test(text) || Object.values(ENDINGS).some((pattern) => pattern.test(text));
}

/** What tells whether a sentence ends what a text says, if it ends anything; a name stands for who is known by it. */
function endOf(sentence: string, known: readonly MemoryFact[]): ((text: string) => boolean) | undefined {
  if (ENDED.test(sentence)) {
    const things = objectsOf(sentence);
    return (text) => hasAll(things, objectsOf(text)) || isThing(text, things);
  }
  for (const [how, pattern] of Object.entries(ENDINGS)) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const before = sentence.slice(0, match.index);
    if (NOT_SO.test(before)) continue;
    const thing = match[1] ?? '';
    const relation = how === 'away' || how === 'gone' ? (namedRelations(known.map(({ text }) => text)).get(thing.toLowerCase()) ?? '') : '';
    // A person whom somebody lost was perhaps lost in a crowd.
    const things = objectsOf(how === 'away' || PET.test(relation) ? `${thing} ${relation}` : thing);
    const others = FIRST.test(before) ? [] : ownRelations(before);
    if (others.length > 0)
      return (text) => ownRelations(text).some((one) => others.includes(one)) && hasAll(objectsOf(sentence), objectsOf(text));
    // Who left a thing behind still has it.
    if (how === 'left') return (text) => hasAll(things, objectsOf(text)) && !HAVING.test(text) && !BEING.test(text);
    const [, doing, done] = /^(\p{L}{2,})ing (.+)/u.exec(thing) ?? [];
    if (doing !== undefined) return (text) => hasAll(things, objectsOf(text)) || isThing(text, objectsOf(done ?? ''), doing);
    return (text) => hasAll(things, objectsOf(text)) || isThing(text, things) || isOwnThing(text, things, how === 'switched');
  }
  return undefined;
}

function hasAll(things: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  return own.size > 0 && [...own].every((word) => things.has(word));
}

/** Whether what somebody has or does is the thing, told in more words: "a blue Volvo" and "the Volvo"; if it is done as said. */
function isThing(text: string, things: ReadonlySet<string>, doing?: string): boolean {
  const [, verb = '', having] = HAVING.exec(text) ?? [];
  if (having === undefined || /\band\b/i.test(having) || things.size === 0) return false;
  return (doing === undefined || verb.toLowerCase().startsWith(doing.toLowerCase())) && isSame([...objectsOf(having)], things);
}

/** Whether a text tells what a thing of the speaker's is, and it is the one that is gone: "my car" or "the Volvo" for "my car is a Volvo". */
function isOwnThing(text: string, things: ReadonlySet<string>, mayBeSomebody: boolean): boolean {
  const [, subject = '', value = ''] = BEING.exec(text) ?? [];
  if (subject === '' || things.size === 0 || (!mayBeSomebody && ownRelations(text).length > 0)) return false;
  const [own, told] = [objectsOf(subject), objectsOf(value)];
  if (hasAll(things, own) && [...things].every((word) => own.has(word) || told.has(word))) return true;
  return !/\band\b/i.test(value) && isSame([...told], things);
}

/** Whether words in their order are a thing: all of its words are among them, with the last one that is no number. */
function isSame(words: readonly string[], things: ReadonlySet<string>): boolean {
  const noun = words.findLast((word) => !/^\d/.test(word));
  return noun !== undefined && things.has(noun) && [...things].every((word) => words.includes(word));
}

/** The content words of a sentence without its frame. */
export function objectsOf(text: string): Set<string> {
  return new Set([...contentWords(text)].filter((word) => !FRAME.has(word)));
}

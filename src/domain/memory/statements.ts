import { sentencesOf } from '../../core/text-sentences.ts';
import { isBareName } from './bare-names.ts';
import { APPOINTMENT } from './fact-patterns.ts';
import { withOwnSubjects } from './shared-subject.ts';
import { MOVED } from './tense.ts';
import { capitalised } from './words.ts';

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|ll|d)|my|mine|me|myself|we|we['’](?:re|ve|ll)|our|ours)\b/i;
const LEAD_IN =
  /^(?:(?:and|so|but|well|ok|okay|yes|yeah|no|oh|wow|also|btw|by the way|actually|please|thanks|thank you|hey|hi|hello)[\s,!.]+)+/i;
const REQUEST =
  /^(?:(?:can|could|would|will|should|shall|may|do|does|did|is|are|was|were|have|has|had|who|what|when|where|which|why|how|am) |tell|explain|describe|summari[sz]e|list|give|show|write|translate|find|define|repeat|answer|help|make|create|suggest|recommend|remind|let me|let['’]s|compare|calculate|draft|rewrite|fix|check|look|add|send|ask|act|behave|pretend|forget|delete|erase|remove|wipe|clear|never mind|don['’]?t|stop|use|keep|say|read|play|open|turn|set|search|google|book|order|schedule|cancel|correct|proofread)\b|^(?:you|your)\b/i;
/** What somebody is asked for politely; what follows is no statement unless it has a subject. */
const PLEA = /^please,? (?!i\b|i['’]|my\b|we\b|we['’]|our\b)/i;
const WISH =
  /^i(?:['’]d| would)? (?:want|like|need|wish)(?: for)? you\b|^i(?:['’]d| would) like to (?:know|ask|hear|see|talk)|^i (?:want|need) to (?:know|ask)\b/i;
const EMPTY =
  /^(?:i (?:think|guess|see|agree|know|understand|mean|wonder|do|did|am|hope|suppose|have a question|don['’]?t (?:know|think|understand)|appreciate it|can['’]?t wait)(?: so| that| it)?|i['’]?m (?:fine|good|ok(?:ay)?|great|sorry|not sure|done|back|here|glad|so (?:glad|happy|sorry)|doing (?:well|great|good|fine))|me too|my (?:bad|pleasure|goodness|god)|i (?:love|like) (?:it|that|this|you))\W*$/i;
const REMEMBER =
  /^(?:please,? )?(?:remember|note|keep in mind|don['’]?t forget|do not forget)(?: that\b| this\b(?=:))?[:,]? +(?!to\b|when\b|how\b|what\b)(.+)$/is;
/** A thing without what is said of it: "my dad's birthday", "me". */
const BARE = /^(?:me|us|it|that|this)[.!]*$|^(?:my|our|the)(?: (?!(?:is|are|was|were|has|have)\b)[\p{L}'’]+){1,3}[.!]*$/iu;
const JOINT = /(?:,|;)?\s+(?:and|but|so)\s+(?=(?:i|my|we|our)\b)|;\s+(?=(?:i|my|we|our)\b)/gi;
/** "The meeting with Dana is on Friday", which is about the speaker's days. */
const PLAN = new RegExp(
  `^the ${APPOINTMENT} .*\\b(?:\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|noon|midnight|next (?:week|month|year)|january|february|march|april|may|june|july|august|september|october|november|december)\\b|^the ${APPOINTMENT} (?:has been|was|is|got) (?:now )?(?:${MOVED}|cancell?ed|called off)\\b`,
  'iu',
);
const MIN_WORDS = 3;

/** A sentence or clause that says something about its speaker. */
export interface Statement {
  readonly text: string;
  /** Whether the speaker asked to remember it. */
  readonly isOrdered: boolean;
}

/**
 * What an English text says about its speaker: statements in the first person, and what the speaker asks to remember. Questions,
 * requests and empty phrases are left out. Statements joined by "and" are separated. The people that are `known` by name may be spoken
 * of in the third person.
 */
export function statementsOf(text: string, maxLength: number, known: ReadonlySet<string> = new Set()): Statement[] {
  return sentencesOf(text).flatMap((sentence): Statement[] => {
    if (sentence.length > maxLength || /\?["'”’)]*$/u.test(sentence)) return [];
    const ordered = REMEMBER.exec(sentence.replace(LEAD_IN, ''))?.[1];
    if (ordered !== undefined && BARE.test(ordered)) return [];
    if (ordered !== undefined) return [{ text: capitalised(ordered.trim()), isOrdered: true }];
    return clausesOf(sentence)
      .filter((clause) => tells(clause) || isOf(clause, known))
      .map((clause) => ({ text: capitalised(clause), isOrdered: false }));
  });
}

/** An English text without the statements that are gone; what was joined to them becomes a sentence of its own. */
export function withoutStatements(text: string, isGone: (statement: string) => boolean): string {
  return sentencesOf(text)
    .flatMap((sentence): string[] => {
      if (isGone(REMEMBER.exec(sentence.replace(LEAD_IN, ''))?.[1]?.trim() ?? sentence)) return [];
      const clauses = clausesOf(sentence);
      const left = clauses.filter((clause) => !isGone(clause));
      if (left.length === clauses.length) return [sentence];
      const kept = left.join(' and ');
      return left.length === 0 ? [] : [`${capitalised(kept)}${/[.!?…]$/.test(kept) ? '' : '.'}`];
    })
    .join(' ');
}

/** Whether the subject of a clause is somebody who is known by name; a second name behind the first makes it somebody else. */
function isOf(clause: string, known: ReadonlySet<string>): boolean {
  const name = /^(\p{Lu}[\p{L}'’-]*?)(?:['’]s \p{Ll}| \p{Ll})/u.exec(clause.replace(LEAD_IN, ''))?.[1];
  return name !== undefined && known.has(name.toLowerCase()) && wordCount(clause) >= MIN_WORDS;
}

function tells(clause: string): boolean {
  const bare = clause.replace(LEAD_IN, '');
  const isGreeting = /^(?:hi|hello|hey)\b/i.test(clause);
  if (wordCount(bare) < MIN_WORDS && !isGreeting) return false;
  return (
    (FIRST_PERSON.test(bare) || PLAN.test(bare)) &&
    !REQUEST.test(bare) &&
    !PLEA.test(clause) &&
    !/^[Cc]all me \p{Ll}/u.test(bare) &&
    !WISH.test(bare) &&
    !EMPTY.test(bare)
  );
}

/** Separated only if every part is a sentence of its own; what only names somebody belongs to its neighbour: "My wife Anna and I live in Bath". */
function clausesOf(sentence: string): string[] {
  const ends = Array.from(sentence.matchAll(JOINT), ({ index, 0: joint }) => ({
    end: index,
    next: index + joint.length,
    hasComma: /^[,;]/.test(joint),
  }));
  const parts: string[] = [];
  let start = 0;
  for (const [place, { end, next, hasComma }] of ends.entries()) {
    const follows = ends[place + 1]?.end;
    // "…, and my wife and I": the name behind the comma belongs to what follows it.
    const isObject = isBareName(sentence.slice(next, follows)) && (follows === undefined || !hasComma);
    if (isObject || isBareName(sentence.slice(start, end).replace(LEAD_IN, ''))) continue;
    parts.push(sentence.slice(start, end));
    start = next;
  }
  const clauses = [...parts, sentence.slice(start)].flatMap((part) => withOwnSubjects(part.trim()));
  return clauses.every((part) => wordCount(part) >= MIN_WORDS) ? clauses : [sentence];
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

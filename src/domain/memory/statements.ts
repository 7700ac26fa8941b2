import { isSupposition, isWorkOrder } from '../../core/supposition.ts';
import { sentencesOf } from './words.ts';

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|ll|d)|my|mine|me|myself|we|we['’](?:re|ve|ll)|our|ours)\b/i;
const LEAD_IN =
  /^(?:(?:and|so|but|well|ok|okay|yes|yeah|no|oh|wow|also|btw|by the way|actually|sorry|oops|please|thanks|thank you|hey|hi|hello)[\s,!.]+)+/i;
const REQUEST =
  /^(?:(?:can|could|would|will|should|shall|may|do|does|did|is|are|was|were|have|has|who|what|when|where|which|why|how|am) |tell|explain|describe|summari[sz]e|list|give|show|write|translate|find|define|repeat|answer|help|make|create|suggest|recommend|remind|forget|let me|let['’]s|compare|calculate|draft|rewrite|fix|check|look|add|send|ask)\b/i;
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/gu;
const WISH =
  /^i(?:['’]d| would)? (?:want|like|need|wish)(?: for)? you\b|^i(?:['’]d| would) like to (?:know|ask|hear|see|talk)|^i (?:want|need) to (?:know|ask)\b/i;
const EMPTY =
  /^(?:i (?:think|guess|see|agree|know|understand|mean|wonder|do|did|am|hope|suppose|have a question|don['’]?t (?:know|think|understand)|appreciate it|can['’]?t wait)(?: so| that| it)?|i['’]?m (?:fine|good|ok(?:ay)?|great|sorry|not sure|done|back|here|glad|so (?:glad|happy|sorry)|doing (?:well|great|good|fine))|me too|my (?:bad|pleasure|goodness|god)|i (?:love|like) (?:it|that|this|you))\W*$/i;
const REMEMBER =
  /^(?:please,? )?(?:remember|note|keep in mind|don['’]?t forget|do not forget)(?: that)?[:,]? +(?!to\b|when\b|how\b|what\b)(.+)$/is;
/** "Correction: the meeting is on Friday." */
const CORRECTED = /^(?:correction|update)(?: to (?:that|this))?: +(.+)$/is;
const JOINT = /(?:,|;)?\s+(?:and|but|so)\s+(?=(?:i|my|we|our)\b)|;\s+(?=(?:i|my|we|our)\b)/gi;
const MIN_WORDS = 3;

/** A sentence or clause that says something about its speaker. */
export interface Statement {
  readonly text: string;
  /** Whether the speaker asked to remember it. */
  readonly isOrdered: boolean;
}

/**
 * What an English text says about its speaker: statements in the first person, and what the speaker asks to remember. Questions,
 * requests, the texts that are to be worked on, suppositions, the words of others and empty phrases are left out. Statements joined by
 * "and" are separated.
 */
export function statementsOf(text: string, maxLength: number): Statement[] {
  return ownSentences(sentencesOf(text)).flatMap((sentence): Statement[] => {
    if (isWork(sentence)) return [];
    if (sentence.length > maxLength || /\?["'”’)]*$/u.test(sentence)) return [];
    const ordered = orderedIn(sentence);
    if (ordered !== undefined) return [{ text: capitalised(ordered.trim()), isOrdered: true }];
    return clausesOf(sentence)
      .filter(tells)
      .map((clause) => ({ text: capitalised(clause), isOrdered: false }));
  });
}

/** An English text without the statements that are gone; what was joined to them becomes a sentence of its own. */
export function withoutStatements(text: string, isGone: (statement: string) => boolean): string {
  return sentencesOf(text)
    .flatMap((sentence): string[] => {
      if (isGone(orderedIn(sentence)?.trim() ?? sentence)) return [];
      const clauses = clausesOf(sentence);
      const left = clauses.filter((clause) => !isGone(clause));
      if (left.length === clauses.length) return [sentence];
      const kept = left.join(' and ');
      return left.length === 0 ? [] : [`${capitalised(kept)}${/[.!?…]$/.test(kept) ? '' : '.'}`];
    })
    .join(' ');
}

function tells(clause: string): boolean {
  const bare = clause.replace(LEAD_IN, '');
  const isGreeting = /^(?:hi|hello|hey)\b/i.test(clause);
  if (wordCount(bare) < MIN_WORDS && !isGreeting) return false;
  if (REQUEST.test(bare) || WISH.test(bare) || EMPTY.test(bare) || isSupposition(bare)) return false;
  return FIRST_PERSON.test(unquoted(bare));
}

/** What a sentence asks to remember. */
function orderedIn(sentence: string): string | undefined {
  const bare = sentence.replace(LEAD_IN, '');
  return (REMEMBER.exec(bare) ?? CORRECTED.exec(bare))?.[1];
}

function isWork(sentence: string): boolean {
  return isWorkOrder(sentence.replace(LEAD_IN, ''));
}

/** An English text without requests to work on a text, and without that text: what an order with a colon leads up to. */
export function withoutMaterial(text: string): string {
  const all = sentencesOf(text);
  if (!all.some(isWork)) return text;
  return ownSentences(all)
    .filter((sentence) => !isWork(sentence))
    .join(' ');
}

function ownSentences(all: readonly string[]): readonly string[] {
  const material = all.findIndex((sentence) => isWork(sentence) && sentence.includes(':'));
  return material < 0 ? all : all.slice(0, material);
}

/** A sentence without what it quotes, which somebody else may have said. */
export function unquoted(sentence: string): string {
  return sentence.replace(QUOTED, ' ');
}

/** Separated only if every part is a sentence of its own. */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(JOINT).map((part) => part.trim());
  return parts.every((part) => wordCount(part) >= MIN_WORDS) ? parts : [sentence];
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

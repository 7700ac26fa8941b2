import type { ChatMessage } from '../../ports/language.ts';
import { isAsking, type Question } from './question.ts';
import { splitSentences } from './sentences.ts';
import { isOwnPhrase } from './small-talk.ts';
import { contentTerms, words } from './terms.ts';

/** A sentence that may be an answer. */
export interface Source {
  readonly text: string;
  readonly terms: readonly string[];
  /** Index among all sentences of the conversation. */
  readonly order: number;
  /** How recent its message is, 0 (first) to 1 (newest). */
  readonly recency: number;
  /** Index in its message, from 0. */
  readonly place: number;
  /** What users say about themselves is quoted, not stated as a fact. */
  readonly isPersonal: boolean;
}

/** A system message's instructions to the model are not facts. */
const ORDER =
  /^(?:you (?:are|must|should|will|can|may|shall)|your (?:task|job|role|goal)|always|never|do not|don't|be|please|answer|respond|reply|use|keep|write|act|if (?:you|the user|asked))\b/i;
/** The frame around a passage of a file. */
const FRAME = /^<\/?passage\b/;
const FIRST_PERSON = /\b(?:i|my|me|mine|we|our|us|i'm|i've)\b/i;
const QUOTE = /^You said: /;

/**
 * All statements of a conversation, as sentences in order: those beside the question in its own message, and those of the messages
 * before it. Questions, instructions, repetitions and the model's own phrases are left out.
 */
export function collectSources(messages: readonly ChatMessage[], newest: number, question: Question): Source[] {
  const asked = new Set(question.sentences.map((sentence) => plain(sentence)));
  const seen = new Set<string>();
  const sources: Source[] = [];
  for (const [index, message] of messages.entries()) {
    const sentences = index === newest ? question.given : splitSentences(message.content);
    for (const [place, text] of sentences.entries()) {
      const key = plain(text);
      const terms = contentTerms(text);
      if (terms.length === 0 || seen.has(key) || asked.has(key) || !tells(message, text)) continue;
      seen.add(key);
      const recency = messages.length < 2 ? 1 : index / (messages.length - 1);
      const isPersonal = message.role === 'user' && FIRST_PERSON.test(text);
      sources.push({ text, terms, order: sources.length, recency, place, isPersonal });
    }
  }
  return sources;
}

function tells({ role }: ChatMessage, sentence: string): boolean {
  if (isAsking(sentence)) return false;
  if (role === 'system' || role === 'developer') return !ORDER.test(sentence) && !FRAME.test(sentence);
  return role !== 'assistant' || !(isOwnPhrase(sentence) || QUOTE.test(sentence));
}

function plain(sentence: string): string {
  return words(sentence).join(' ');
}

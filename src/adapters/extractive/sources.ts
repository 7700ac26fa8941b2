import { actualSentences, isSupposed } from '../../core/actual-words.ts';
import { NOTES_HEADING, readNoteLine } from '../../core/memory-note.ts';
import type { ChatMessage } from '../../ports/language.ts';
import { answersFor } from './personal.ts';
import { isAsking, type Question } from './question.ts';
import { withRecords } from './records.ts';
import { splitSentences } from './sentences.ts';
import { isOwnPhrase } from './small-talk.ts';
import { contentTerms, words } from './terms.ts';

/** A sentence that may be an answer. */
export interface Source {
  readonly text: string;
  readonly terms: readonly string[];
  /** Terms of the headings and columns above it, where it is of a passage of a file. */
  readonly about: readonly string[];
  /** Index among all sentences of the conversation. */
  readonly order: number;
  /** How recent its message is, 0 (first) to 1 (newest). */
  readonly recency: number;
  /** Index in its message, from 0. */
  readonly place: number;
  /** What users say about themselves is quoted, not stated as a fact. */
  readonly isPersonal: boolean;
  /** Whether it tells what was so once where the question asks what is so now: an answer only if nothing else is. */
  readonly isOver: boolean;
}

/** A system message's instructions to the model are not facts. */
const ORDER =
  /^(?:you (?:are|must|should|will|can|may|shall)|your (?:task|job|role|goal)|always|never|do not|don't|be|please|answer|respond|reply|use|keep|write|act|if (?:you|the user|asked))\b/i;
/** The frame around a passage of a file. */
const FRAME = /^<\/?passage\b/;
const FIRST_PERSON = /\b(?:i|my|me|mine|we|our|us|i'm|i've)\b/i;
/** What people say about themselves, and the words in which it is asked for. */
const IMPLIED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:moved|moving|relocated|reside|residing|based|living|live) (?:back )?(?:to|in|at|near)\b/i, 'live home city'],
  [/\bwork(?:ing)? (?:as|at|for|in)\b|\bstarted (?:working )?(?:at|as|for)\b|\bjoined\b|\bjob\b/i, 'work job employer'],
  [/\b[Cc]all me \p{Lu}/u, 'name'],
  [/^(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,!. ]+(?:[Ii]['’]m|[Ii] am|[Tt]his is) \p{Lu}/u, 'name'],
  [/\bborn on\b/i, 'birthday'],
  [
    /\bi(?:['’]m| am| turned|['’]ve turned| just turned) (?:now |already )?\d{1,3}(?! ?(?:kg|cm|kilos?|pounds|m|minutes|km|%))\b/i,
    'old age',
  ],
  [
    /\bi(?:['’]m| am) (?:now |currently )?(?:an? |the )?(?:\p{L}+ ){0,2}?(?:accountant|actor|actress|analyst|architect|artist|assistant|baker|barber|biologist|builder|carpenter|cashier|chef|chemist|cleaner|clerk|coach|cook|consultant|dentist|designer|developer|doctor|driver|economist|editor|electrician|engineer|farmer|firefighter|fisherman|florist|gardener|guide|hairdresser|hygienist|janitor|journalist|judge|lawyer|lecturer|librarian|manager|mechanic|midwife|musician|nurse|officer|optician|painter|paramedic|pharmacist|photographer|physicist|pilot|plumber|postman|producer|professor|programmer|psychologist|receptionist|researcher|salesman|scientist|secretary|singer|surgeon|tailor|teacher|technician|therapist|translator|veterinarian|vet|waiter|waitress|welder|writer)\b/iu,
    'work job profession occupation',
  ],
  [/\b(?:is|are) \p{L}+(?:-\p{L}+)? years old\b/iu, 'age'],
  [/\b(?:kids?|child(?:ren)?|sons?|daughters?)\b/i, 'kid kids child children'],
  [/\b(?:mum|mom|mother)\b/i, 'mum mom mother'],
  [/\b(?:dad|father)\b/i, 'dad father'],
  [/\b(?:called|named)\b/i, 'name'],
];
/** What makes a request to remember of a statement, which is a note itself. */
const REMEMBERING = /^(?:please,? )?(?:remember|note)(?: that)?[:,]? +(?=(?:i|my|we|our|the)\b)/i;
const INSERTED_DATE = / \(\d{4}(?:-\d{2}){0,2}\)/g;
const QUOTE = /^You said: /;

/**
 * All statements of a conversation, as sentences in order: those beside the question in its own message, and those of the messages
 * before it. Questions, instructions, repetitions and the model's own phrases are left out, as is what users said about others than those
 * the question is about.
 */
export function collectSources(messages: readonly ChatMessage[], newest: number, question: Question): Source[] {
  const asked = new Set(question.sentences.map((sentence) => plain(sentence)));
  const seen = new Set<string>();
  const found: { readonly source: Omit<Source, 'isOver'>; readonly isTold: boolean }[] = [];
  for (const [index, given] of messages.entries()) {
    for (const { message, place, text, about = '', isNote = false } of index === newest ? own(given, question.given) : statements(given)) {
      const key = plain(text);
      // The same words in another section tell of something else.
      const said = `${key}\n${about}`;
      const isPersonal = message.role === 'user' && FIRST_PERSON.test(text);
      const terms = [...contentTerms(text), ...(isPersonal ? impliedTerms(text) : [])];
      if (terms.length === 0 || seen.has(said) || asked.has(key) || !tells(message, text)) continue;
      // What is supposed beside the question is a part of it.
      if (isPersonal && index !== newest && isSupposed(text)) continue;
      seen.add(said);
      const recency = messages.length < 2 ? 1 : index / (messages.length - 1);
      found.push({
        source: { text, terms, about: contentTerms(about), order: found.length, recency, place, isPersonal },
        isTold: isPersonal || isNote,
      });
    }
  }
  const told = found.filter(({ isTold }) => isTold).map(({ source }) => source.text);
  const { canAnswer, isOver } = answersFor(question.sentences.join(' '), told);
  return found
    .filter(({ source, isTold }) => !isTold || canAnswer(source.text))
    .map(({ source, isTold }) => ({ ...source, isOver: isTold && isOver(source.text) }));
}

/** Terms of questions that a person's words about themselves answer without using them. */
function impliedTerms(text: string): string[] {
  return IMPLIED.flatMap(([pattern, terms]) => (pattern.test(text) ? contentTerms(terms) : []));
}

interface Statement {
  readonly message: ChatMessage;
  readonly place: number;
  readonly text: string;
  /** What the frame of its passage says of it. */
  readonly about?: string;
  /** Whether it is quoted from an earlier conversation. */
  readonly isNote?: boolean;
}

function own(message: ChatMessage, sentences: readonly string[]): Statement[] {
  return sentences.map((text, place) => ({ message, place, text }));
}

/** The sentences of a message; notes on the user are read as what their speakers said in earnest. */
function statements(message: ChatMessage): Statement[] {
  if (message.role !== 'system' || !message.content.startsWith(NOTES_HEADING))
    return holdsPassages(message)
      ? withRecords(message.content).map((sentence, place) => ({ message, place, ...sentence }))
      : own(message, splitSentences(message.content));
  return message.content.split('\n').flatMap((line) => {
    const note = readNoteLine(line);
    if (note === undefined) return [];
    const role = note.speaker === 'user' ? 'user' : 'assistant';
    const sentences = role === 'user' ? actualSentences(note.text).map((one) => one.replace(REMEMBERING, '')) : [note.text];
    const text = sentences.join('\n\n');
    return own({ role, content: note.text }, splitSentences(text)).map((one) => ({ ...one, isNote: true }));
  });
}

/** Whether passages of files may be in a message: before the conversation, or as the result of a search. */
function holdsPassages({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'tool';
}

function tells(message: ChatMessage, sentence: string): boolean {
  const { role } = message;
  if (isAsking(sentence) || (holdsPassages(message) && FRAME.test(sentence))) return false;
  if (role === 'system' || role === 'developer') return !ORDER.test(sentence);
  return role !== 'assistant' || !(isOwnPhrase(sentence) || QUOTE.test(sentence));
}

/** A sentence for comparison: without marks, and without a date that memory inserted. */
function plain(sentence: string): string {
  return words(sentence.replaceAll(INSERTED_DATE, '')).join(' ');
}

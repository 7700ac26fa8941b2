import { plainlyAsked } from './personal.ts';
import { isClosed, splitSentences } from './sentences.ts';
import { contentTerms } from './terms.ts';

const LEAD_IN = /^(?:(?:and|so|but|well|ok|okay|hey|hi|hello|then|now|please|parley)[\s,]+)+/i;
const ASKING =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|may|any)\b/i;
const REQUEST =
  /^(?:(?:can|could|would|will) you |i (?:want|would like|need) (?:you )?to )?(?:tell|explain|describe|summari[sz]e|sum up|list|give|show|name|find|define|repeat|answer|use)\b/i;
const SUMMARY = /\b(?:summari[sz]e|summary|sum up|main points?|key points?|tl;?dr|in short)\b/i;
const POINTS_BACK = /\b(?:it|its|he|him|his|she|her|they|them|their|that|this|these|those|there)\b/i;

/** Most terms of a question that are used; more only cost time. */
const MAX_TERMS = 48;

/** A user's question. */
export interface Question {
  /** The sentences that ask, as written. */
  readonly sentences: readonly string[];
  /** The other sentences of the same message, which may contain the answer. */
  readonly given: readonly string[];
  readonly terms: readonly string[];
  readonly kind: 'question' | 'summary' | 'statement';
  /** Whether it refers to what was said before ("and when was it built?"). */
  readonly pointsBack: boolean;
}

/** Whether a sentence asks or requests rather than states. Without punctuation its first word decides. */
export function isAsking(sentence: string): boolean {
  if (/\?["'”’)\]]*$/u.test(sentence)) return true;
  const bare = sentence.replace(LEAD_IN, '');
  return REQUEST.test(bare) || (!isClosed(sentence) && ASKING.test(bare));
}

/** Splits a user's newest message into sentences that ask and sentences that state. */
export function readQuestion(message: string): Question {
  const sentences = splitSentences(message).flatMap((sentence) => splitRequest(sentence));
  const asking = sentences.filter((sentence) => isAsking(sentence));
  // A short note without punctuation is what people type into a search box.
  const last = sentences.at(-1);
  const searching = asking.length === 0 && last !== undefined && !isClosed(last) ? [last] : asking;
  const searched = new Set(searching);
  const text = searching.join(' ');
  return {
    sentences: searching,
    given: sentences.filter((sentence) => !searched.has(sentence)),
    terms: [...new Set(contentTerms(plainlyAsked(text)))].slice(0, MAX_TERMS),
    kind: searching.length === 0 ? 'statement' : SUMMARY.test(text) ? 'summary' : 'question',
    pointsBack: POINTS_BACK.test(text),
  };
}

/** Splits "Summarise this: Parley is …" into the request and its text. */
function splitRequest(sentence: string): string[] {
  const colon = sentence.indexOf(': ');
  if (colon < 0 || colon > 80 || !REQUEST.test(sentence.replace(LEAD_IN, ''))) return [sentence];
  return [sentence.slice(0, colon), sentence.slice(colon + 2)];
}

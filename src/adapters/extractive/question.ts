import { plainlyAsked } from './personal.ts';
import { isClosed, splitSentences } from './sentences.ts';
import { contentTerms } from './terms.ts';

const LEAD_IN = /^(?:(?:and|so|but|well|ok|okay|hey|hi|hello|then|now|please|parley)[\s,]+)+/i;
const ASKING =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|may|any)\b/i;
const YES_NO = /^(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|may)\b/i;
const REQUEST =
  /^(?:(?:can|could|would|will) you |i (?:want|would like|need) (?:you )?to )?(?:tell|explain|describe|summari[sz]e|sum up|list|give|show|name|find|define|repeat|answer|use)\b/i;
const SUMMARY =
  /\b(?:summari[sz]e|summary|sum (?:it |this |that |the text |everything )?up|main points?|key points?|tl;?dr|in short)\b|\bwhat(?: is|['’]s| was| are)(?: (?:the|this|that|it|these))?(?: (?:text|texts|document|article|passage|story|conversation|message|file))? (?:all )?about\W*$/i;
/** How many sentences or points are asked for. */
const ASKED_NUMBER =
  /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?: \p{L}+){0,2}? (?:sentences?|points?|bullets?|lines?)\b/iu;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** "Eva's" in "What is Eva's job?". */
const OWNER =
  /(?<![\p{L}\p{N}])(?!(?:it|that|this|there|here|what|who|where|when|how|why|let|he|she|name)['’]s)([\p{L}\p{N}]+)['’]s(?![\p{L}\p{N}])/giu;
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
  /** Terms of those whose things are asked about ("my sister's name"): without them nothing is an answer. */
  readonly owners: readonly string[];
  /** How many sentences a summary may have, if the request says so. */
  readonly sentencesAsked?: number;
  /** Whether it can be answered with yes or no. */
  readonly isYesNo: boolean;
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
  const asked = askedNumber(text);
  return {
    sentences: searching,
    given: sentences.filter((sentence) => !searched.has(sentence)),
    terms: [...new Set(contentTerms(plainlyAsked(text)))].slice(0, MAX_TERMS),
    kind: searching.length === 0 ? 'statement' : SUMMARY.test(text) ? 'summary' : 'question',
    owners: Array.from(text.matchAll(OWNER)).flatMap(([, owner = '']) => contentTerms(owner)),
    ...(asked === undefined ? {} : { sentencesAsked: asked }),
    isYesNo: YES_NO.test(searching.at(-1)?.replace(LEAD_IN, '') ?? ''),
    pointsBack: POINTS_BACK.test(text),
  };
}

function askedNumber(text: string): number | undefined {
  const word = ASKED_NUMBER.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const number = /\d/.test(word) ? Number(word) : NUMBERS.indexOf(word);
  return number > 0 ? number : undefined;
}

/** Splits "Summarise this: Parley is …" into the request and its text. */
function splitRequest(sentence: string): string[] {
  const colon = sentence.indexOf(': ');
  if (colon < 0 || colon > 80 || !REQUEST.test(sentence.replace(LEAD_IN, ''))) return [sentence];
  return [sentence.slice(0, colon), sentence.slice(colon + 2)];
}

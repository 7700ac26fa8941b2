import { definesWhatIsAsked } from '../../core/definitions.ts';
import type { Question } from './question.ts';
import { isClosed } from './sentences.ts';
import type { Source } from './sources.ts';
import { isRelated, words } from './terms.ts';

/**
 * A source with its score; `coverage` is the share of the question's terms in it, 0..1. A term that much of the text has counts less: it
 * is what the text is about, not what is asked.
 */
export interface Ranked {
  readonly source: Source;
  readonly score: number;
  readonly coverage: number;
}

/** BM25 (Robertson and Zaragoza, 2009): term saturation and length normalisation. */
const K1 = 1.2;
const B = 0.75;

/** In fewer sentences no word is known to be their common topic. */
const MIN_SOURCES = 5;

/** Bonus for a source that contains the kind of thing that was asked for, as a share of its score. */
const KIND_BONUS = 0.15;
/** Bonus for a source that says what something is, where that was asked for. */
const DEFINITION_BONUS = 1;
/** Bonus for the newest message over the first, and for a message's first sentence over later ones, as a share of the score. */
const RECENCY_BONUS = 0.04;
const PLACE_BONUS = 0.03;

/** Sources by how well they answer, best first. `context` are terms of earlier questions, with half the weight. */
export function rankSources(sources: readonly Source[], question: Question, context: readonly string[]): Ranked[] {
  const averageLength = sum(sources.map(({ terms }) => terms.length)) / Math.max(1, sources.length);
  const weights = new Map(context.map((term) => [term, 0.5]));
  for (const term of question.terms) weights.set(term, 1);
  const wanted = question.terms.length > 0 ? question.terms : context;
  const scored = [...weights].map(([term, weight]) => {
    const frequencies = sources.map((source) => occurrences(source, term));
    const containing = frequencies.filter((count) => count > 0).length;
    const isCommon = (count: number): boolean => sources.length >= MIN_SOURCES && count > 1 && count > sources.length / 4;
    const idf = (count: number): number => Math.log(1 + (sources.length - count + 0.5) / (count + 0.5));
    return { term, frequencies, weight: weight * idf(containing), telling: isCommon(containing) ? idf(containing) / idf(1) : 1 };
  });
  const all = sum(scored.filter(({ term }) => wanted.includes(term)).map(({ telling }) => telling));
  const isKind = kindOf(question);
  const defines = definesWhatIsAsked(question.sentences.join(' '));
  const ranked = sources.map((source, index) => {
    const length = 1 - B + (B * source.terms.length) / averageLength;
    const present = scored.filter(({ frequencies }) => (frequencies[index] ?? 0) > 0);
    const score = sum(
      present.map(({ frequencies, weight }) => {
        const frequency = frequencies[index] ?? 0;
        return (weight * frequency * (K1 + 1)) / (frequency + K1 * length);
      }),
    );
    const kind = defines?.(source.text) === true ? DEFINITION_BONUS : isKind(source.text) ? KIND_BONUS : 0;
    const bonus = kind + RECENCY_BONUS * source.recency + PLACE_BONUS / (1 + source.place);
    const covered = sum(present.filter(({ term }) => wanted.includes(term)).map(({ telling }) => telling));
    const hasOwners = question.owners.every((owner) => source.terms.some((term) => isRelated(term, owner)));
    const isAnswer = hasOwners && !repeats(source, question);
    return { source, score: score * (1 + bonus), coverage: !isAnswer || all === 0 ? 0 : covered / all };
  });
  return ranked.toSorted((a, b) => b.score - a.score || a.source.order - b.source.order);
}

/** Sources by how much they share with all others, best first, for summaries. */
export function rankCentral(sources: readonly Source[]): Ranked[] {
  const frequency = new Map<string, number>();
  for (const source of sources) for (const term of new Set(source.terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const ranked = sources.map((source) => {
    const terms = [...new Set(source.terms)];
    const shared = sum(terms.map((term) => frequency.get(term) ?? 0)) / Math.sqrt(terms.length);
    return { source, score: shared * (1 + 0.3 / (1 + source.place)), coverage: 1 };
  });
  return ranked.toSorted((a, b) => b.score - a.score || a.source.order - b.source.order);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Whether a heading or label, other than a row of a table, has no other word than the question. */
function repeats(source: Source, question: Question): boolean {
  if (question.isYesNo || isClosed(source.text) || /[|\n]/.test(source.text)) return false;
  return source.terms.every((term) => question.terms.some((asked) => isRelated(asked, term)));
}

/** How often a term occurs in a source; once if only what stands above it has the term. */
function occurrences(source: Source, term: string): number {
  const times = source.terms.filter((candidate) => isRelated(candidate, term)).length;
  return times > 0 || !isAbove(source, term) ? times : 1;
}

/** Whether the headings or columns above a source have a term. */
function isAbove({ about }: Source, term: string): boolean {
  return about.some((candidate) => isRelated(candidate, term));
}

/**
 * Of sources that answer, those of the section of the best one, if the question names it: without a term that its headings have another
 * one tells of something else.
 */
export function ofNamedSection(ranked: readonly Ranked[], question: Question): Ranked[] {
  const [best] = ranked;
  if (best === undefined) return [];
  const named = question.terms.filter((term) => isAbove(best.source, term));
  return ranked.filter(({ source }) => named.every((term) => occurrences(source, term) > 0));
}

const NUMBER = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million)\b/i;
const TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|morning|noon|evening|midnight|today|tomorrow|yesterday)\b/i;
const PLACE = /\b(?:in|at|on|near|under|behind|beside|inside|next to|opposite|above|below)\s/i;
const NAME = /\s\p{Lu}\p{Ll}/u;
const REASON = /\b(?:because|since|due|so that|in order|therefore|reason)\b/i;

/** A test for the kind of thing that a question asks for: a person, a time, a place, a number or a reason. */
function kindOf(question: Question): (text: string) => boolean {
  const asked = words(question.sentences.join(' '));
  const text = asked.join(' ');
  const pattern = /\bhow (?:many|much|long|old|far|tall|big|high|often)\b/.test(text)
    ? NUMBER
    : /\bwhen\b|\bwhat (?:time|date|day|year)\b/.test(text)
      ? TIME
      : /\bwhere\b/.test(text)
        ? PLACE
        : /\bwh(?:o|om|ose)\b/.test(text)
          ? NAME
          : /\bwhy\b/.test(text)
            ? REASON
            : undefined;
  return (candidate) => pattern?.test(candidate) ?? false;
}

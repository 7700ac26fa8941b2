import { forgetRequest, isVagueRequest } from '../../core/forget-request.ts';
import { isUnfinished } from '../../core/wrapped-lines.ts';
import type { ChatMessage } from '../../ports/language.ts';
import { readQuestion } from './question.ts';
import { ofNamedSection, rankCentral, rankSources, type Ranked } from './rank.ts';
import { isClosed } from './sentences.ts';
import { FORGETS, NOTHING, smallTalk, UNDERSTOOD, VAGUE } from './small-talk.ts';
import { collectSources, type Source } from './sources.ts';
import { stem, words } from './terms.ts';

/** Least share of the question's terms in an answer. */
const MIN_COVERAGE = 0.5;
/** Further sentences are included if they score at least this share of the best one. */
const NEAR_BEST = 0.8;
const MAX_SENTENCES = 3;

/**
 * The reply to a conversation, made of its own sentences only. The same conversation always gets the same reply. Files in a message are
 * read as what a tool found before it.
 */
export function composeReply(given: readonly ChatMessage[]): string {
  const messages = given.flatMap((one) => [...(one.files ?? []).map(({ text }) => found(text)), one]);
  const newest = messages.findLastIndex((message) => message.role === 'user');
  const message = messages[newest];
  if (message === undefined) return NOTHING;
  const talk = smallTalk(message.content);
  if (talk !== undefined) return talk;
  const request = forgetRequest(message.content);
  const question = readQuestion(request?.rest ?? message.content);
  if (request !== undefined && (request.rest === '' || question.kind === 'statement')) return FORGETS;
  if (question.kind === 'statement' && isVagueRequest(message.content)) return VAGUE;
  if (question.kind === 'statement') return UNDERSTOOD;
  const sources = collectSources(messages, newest, question);
  if (question.kind === 'summary' && question.terms.every((term) => SUMMARY_TERMS.has(term) || /^\d{1,2}$/.test(term))) {
    return join(rankCentral(sources).slice(0, question.sentencesAsked ?? MAX_SENTENCES));
  }
  const context = question.pointsBack || question.terms.length === 0 ? earlierTerms(messages, newest) : [];
  const fitting = rankSources(sources, question, context).filter(({ coverage, score }) => coverage >= MIN_COVERAGE && score > 0);
  const ranked = fitting.some(({ source }) => !source.isOver) ? fitting.filter(({ source }) => !source.isOver) : fitting;
  const best = ranked[0]?.score ?? 0;
  return join(withoutRepeats(ofNamedSection(ranked, question).filter(({ score }) => score >= best * NEAR_BEST)).slice(0, MAX_SENTENCES));
}

/** A sentence that a better one contains, or that contains it, says the same. */
function withoutRepeats(ranked: readonly Ranked[]): Ranked[] {
  const kept: { readonly ranked: Ranked; readonly said: string }[] = [];
  for (const one of ranked) {
    const said = ` ${words(one.source.text).join(' ')} `;
    if (!kept.some((other) => other.said.includes(said) || said.includes(other.said))) kept.push({ ranked: one, said });
  }
  return kept.map(({ ranked: one }) => one);
}

/** Stems of requests for a summary; with other stems a request is about something. */
const SUMMARY_TERMS: ReadonlySet<string> = new Set(
  `summarise summarize summary sum main key point short tl dr tldr conversation sentence bullet line paragraph word brief quick quickly
  article story message file everything two three four five six seven eight nine ten`
    .split(/\s+/)
    .map(stem),
);

/** What the user asked about before, which "it" in a question refers to. */
function earlierTerms(messages: readonly ChatMessage[], newest: number): readonly string[] {
  const before = messages.slice(0, newest).findLast((message) => message.role === 'user');
  return before === undefined ? [] : readQuestion(before.content).terms;
}

function join(ranked: readonly Ranked[]): string {
  if (ranked.length === 0) return NOTHING;
  const sources = ranked.map(({ source }) => source).toSorted((a, b) => a.order - b.order);
  return sources
    .map((source, index) => `${index === 0 ? '' : isLine(source) || isLine(sources[index - 1]) ? '\n' : ' '}${phrase(source)}`)
    .join('');
}

/** Records and rows of tables are lines of their own, without a period. */
function isLine(source: Source | undefined): boolean {
  return source !== undefined && /\n|\s\|\s|[|:;{}*/]$/.test(source.text);
}

function phrase(source: Source): string {
  const { text, isPersonal } = source;
  if (isPersonal) return `You said: “${text}”`;
  if (isClosed(text) || isLine(source)) return text;
  return isUnfinished(text) ? `${text.replace(/[\s,–—-]+$/u, '')} …` : `${text}.`;
}

/** A file as the passage of a search, in which records are read as such. */
function found(text: string): ChatMessage {
  return { role: 'tool', content: `<passage>\n\n${text.replaceAll(/<(?=\/?passage\b)/gi, '‹')}\n</passage>` };
}

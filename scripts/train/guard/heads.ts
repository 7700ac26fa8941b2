import {
  doubtFrom,
  isInDoubt,
  isLonger,
  jointLogOdds,
  leastSettled,
  probability,
  refined,
  settled,
  type ChannelHead,
  type ForeignShift,
  type SecondHead,
} from '../../../src/domain/guardrails/attack/attack-model.ts';
import type { Channel } from '../../../src/ports/guard.ts';
import { fitToLength } from './length-fit.ts';
import { logisticRegression } from './logistic-regression.ts';
import { areaUnderCurve } from './measures.ts';
import { PROMPTS_FOLD, type Sample } from './rows.ts';
import type { LeftOut, OutOfFold } from './validate.ts';

type Signal = Exclude<keyof ChannelHead, 'bias' | 'length' | 'ordinary' | 'planted' | 'foreign'>;

/** What each channel's head looks at: a long document's mean says more about its kind than about an attack. */
const SIGNALS: Readonly<Record<Channel, readonly Signal[]>> = {
  user: ['best', 'phrases'],
  tool: ['best', 'mean', 'topThree', 'phrases'],
  document: ['best', 'phrases'],
};

/** The score at which the default policy blocks in each channel. */
export const BLOCKS_AT: Readonly<Record<Channel, number>> = { user: 0.6, tool: 0.8, document: 0.85 };

/** Where the first stage alone blocks as many harmless rows as it may; of a tool's words the policy asks it to be surer. */
const FIRST_AT: Readonly<Record<Channel, number>> = { ...BLOCKS_AT, tool: 0.6 };

/** What share of harmless rows may be blocked: of plain ones by channel, and of hard ones. */
interface Allowed {
  readonly plain: Readonly<Record<Channel, number>>;
  readonly hard: number;
}

/** What either stage may block of them. */
const ALLOWED: Readonly<Record<'first' | 'second', Allowed>> = {
  first: { plain: { user: 0.0022, tool: 0.0056, document: 0.009 }, hard: 0.028 },
  second: { plain: { user: 0.0025, tool: 0.005, document: 0.008 }, hard: 0.025 },
};

/**
 * What share of harmless texts in other languages either stage may block. The data has few of them, of few kinds, and the encoder, which
 * knows English, errs more on other kinds.
 */
const FOREIGN = { first: 0.009, second: 0.005 } as const;

/** At least so much is taken off of data in other languages where the encoder has a say: sayings and verses are not in the data. */
const LEAST_FOREIGN_DATA = 2;

/**
 * Down to this score something is taken off in other languages: above it the guard reports findings, below it the order of texts counts
 * alone. Of the other channels nearly every text is read by the encoder, whose share of it falls with the first estimate.
 */
const LEAST: Readonly<Partial<Record<Channel, number>>> = { user: 0.25 };

/** The same for users' messages about which the encoder is asked: what it makes suspicious in other languages stays a finding. */
const LEAST_SETTLED = 0.5;

const NONE: Omit<ChannelHead, 'ordinary'> = { bias: 0, best: 0, whole: 0, mean: 0, topThree: 0, length: 0, phrases: 0 };

/** How many tokens the rows of a channel have: of longer texts the heads know nothing by themselves. */
const ORDINARY: Readonly<Record<Channel, number>> = { user: 120, tool: 400, document: 400 };

/** The heads of the three channels, by logistic regression on rows whose fold their model never saw, and what longer texts need beside. */
export function fitHeads({ rows, long }: LeftOut): Record<Channel, ChannelHead> {
  const fit = (channel: Channel): ChannelHead => {
    const own = rows.filter(({ sample }) => sample.row.channel === channel);
    const learned = own.filter(({ sample }) => sample.row.fold !== PROMPTS_FOLD);
    const longOnes = long.filter(({ sample }) => sample.row.channel === channel);
    const cut = (head: ChannelHead): number =>
      cutOf(channel, own, ALLOWED.first, (row) => logit(probability(head, row.scores, row.sample.phraseScore)));
    return fitToLength(fitHead(learned, channel), { rows: learned, long: longOnes, plainShare: ALLOWED.first.plain[channel], cutOf: cut });
  };
  return { user: fit('user'), tool: fit('tool'), document: fit('document') };
}

/** What a head says of a row. */
export function headScore(heads: Readonly<Record<Channel, ChannelHead>>, { sample, scores }: OutOfFold): number {
  return probability(heads[sample.row.channel], scores, sample.phraseScore, sample.isForeign);
}

/** The heads moved so that the default policy's thresholds block no more harmless rows than they may. */
export function calibrate(heads: Readonly<Record<Channel, ChannelHead>>, leftOut: LeftOut): Record<Channel, ChannelHead> {
  const { rows } = leftOut;
  const moved = (channel: Channel): ChannelHead => {
    const head = heads[channel];
    const own = rows.filter(({ sample }) => sample.row.channel === channel);
    const cut = cutOf(channel, own, ALLOWED.first, (row) => logit(headScore(heads, row)));
    const by = logit(FIRST_AT[channel]) - cut - 1e-3;
    const { planted } = head;
    return {
      ...head,
      bias: head.bias + by,
      ...(planted === undefined ? {} : { planted: { ...planted, bias: planted.bias + by } }),
    };
  };
  const placed = { user: moved('user'), tool: moved('tool'), document: moved('document') };
  const foreign = (channel: Channel): ForeignShift => {
    const own = [...rows, ...leftOut.moved].filter(({ sample }) => sample.row.channel === channel && isOrdinaryForeign(sample));
    const by = above(own, FOREIGN.first, (row) => logit(headScore(placed, row))) - logit(FIRST_AT[channel]) + 1e-3;
    const least = LEAST[channel];
    return { less: Math.max(0, by), ...(least === undefined ? {} : { least: logit(least) }) };
  };
  const withForeign = (channel: Channel): ChannelHead => ({ ...placed[channel], foreign: foreign(channel) });
  return { user: withForeign('user'), tool: withForeign('tool'), document: withForeign('document') };
}

/** Whether a row is an ordinary text in another language. */
function isOrdinaryForeign({ row, isForeign }: Sample): boolean {
  return isForeign && row.label === 'benign';
}

/** The log odds that only such a share of the rows lies above. */
function above<R extends OutOfFold>(rows: readonly R[], share: number, scoreOf: (row: R) => number): number {
  return rows.map(scoreOf).toSorted((a, b) => b - a)[Math.floor(share * rows.length)] ?? -Infinity;
}

/** The log odds that no more harmless rows of a channel lie above than may be blocked; those of other languages are moved by themselves. */
function cutOf<R extends OutOfFold>(channel: Channel, rows: readonly R[], { plain, hard }: Allowed, scoreOf: (row: R) => number): number {
  const atLabel = (label: string, share: number): number => {
    const scores = rows.filter(({ sample }) => sample.row.label === label && !sample.isForeign).map(scoreOf);
    return scores.toSorted((a, b) => b - a)[Math.floor(share * scores.length)] ?? 0;
  };
  return Math.max(atLabel('benign', plain[channel]), atLabel('benign-hard', hard));
}

/** A row with the log odds of an encoder that never saw its fold. */
export interface TwiceRead extends OutOfFold {
  readonly logOdds: number;
}

/**
 * What share of the plain harmless rows of a channel the encoder may be asked about; what their first estimates lie under
 * is not read again. With half as many users' messages a point less of the plainly worded attacks is found at 1 % false alarms;
 * more of them cost time and gain little. Of tool results and documents six tenths put harmless texts and attacks of all channels
 * in less order (AUC 0.928 instead of 0.933), with eight tenths more plain documents are blocked.
 */
const ASKED: Readonly<Record<Channel, number>> = { user: 0.08, tool: 0.7, document: 0.7 };

/** Users' messages of more characters take the encoder several milliseconds, and fewer of them are worth that. */
const LONG: Readonly<Partial<Record<Channel, { readonly characters: number; readonly asked: number }>>> = {
  user: { characters: 400, asked: 0.003 },
};

/**
 * What the log odds of the first estimate and of the encoder count. Not fitted by likelihood: that goes by the many rows that
 * are plain to either, and lets the first stage's own false alarms through. More of the first stage helps on plainly worded
 * attacks and costs on planted ones. Their sizes say how steep a channel's scores are, by which texts of all channels come into
 * one order: with the encoder at 1 in each channel AUC is 0.927 instead of 0.948 for `/v1/analyze`.
 */
const COUNTS: Readonly<Record<Channel, Pick<SecondHead, 'first' | 'encoder'>>> = {
  user: { first: 1.33, encoder: 0.7 },
  tool: { first: 0.6, encoder: 1.2 },
  document: { first: 0.56, encoder: 1.4 },
};

/** From here on the first estimate needs no second. */
const SURE = 0.995;

/** The longest of users' messages in other languages, in letters, about which the encoder is asked: it knows English, and of prose it errs. */
const FOREIGN_MESSAGE = 160;

/** The second heads of the three channels, placed so that the default policy's thresholds block no more harmless rows than they may. */
export function fitSecondHeads(heads: Readonly<Record<Channel, ChannelHead>>, rows: readonly TwiceRead[]): Record<Channel, SecondHead> {
  const fit = (channel: Channel): SecondHead => {
    const own = rows.filter(({ sample }) => sample.row.channel === channel);
    const first = own.map((row) => headScore(heads, row));
    const plain = first.filter((_, index) => own[index]!.sample.row.label === 'benign').toSorted((a, b) => b - a);
    const estimateAt = (asked: number): number => plain[Math.floor(asked * plain.length)] ?? 0;
    const from = estimateAt(ASKED[channel]);
    const long = LONG[channel];
    const head: SecondHead = {
      bias: 0,
      ...COUNTS[channel],
      from,
      to: SURE,
      shift: SHIFTS[0],
      ...(long === undefined ? {} : { long: { characters: long.characters, from: Math.min(estimateAt(long.asked), BLOCKS_AT[channel]) } }),
    };
    const least = leastSettled(from);
    const at = logit((BLOCKS_AT[channel] - least) / (1 - least));
    const placed = { ...head, bias: at - cutOf(channel, own, ALLOWED.second, (row) => askedLogOdds(heads[channel], head, row)) - 1e-3 };
    const letters = channel === 'user' ? FOREIGN_MESSAGE : Infinity;
    const ordinary = own.filter(({ sample }) => isOrdinaryForeign(sample) && !isLonger(sample.row.text, letters));
    const by = above(ordinary, FOREIGN.second, (row) => askedLogOdds(heads[channel], placed, row)) - at + 1e-3;
    if (channel !== 'user') return { ...placed, foreign: { less: Math.max(LEAST_FOREIGN_DATA, by) } };
    // Of users' messages the encoder is asked about so few ordinary ones in other languages that they say too little.
    const less = Math.max(by, heads.user.foreign?.less ?? 0);
    return { ...placed, foreign: { less, least: logit((LEAST_SETTLED - least) / (1 - least)), letters: FOREIGN_MESSAGE } };
  };
  const document = fit('document');
  const tool = fit('tool');
  // The data has few tool results in other languages.
  const foreign = { less: Math.max(tool.foreign?.less ?? 0, document.foreign?.less ?? 0) };
  return inOneOrder(heads, { user: fit('user'), tool: { ...tool, foreign }, document }, rows);
}

/** By how much the log odds of what is refined may be shifted; the first is that of tool results. */
const SHIFTS: readonly [number, ...number[]] = [5, 2, 2.5, 3, 3.5, 4, 4.5, 5.5];

/** The second heads with the shifts that best put harmless rows and attacks of all channels in one order. */
function inOneOrder(
  heads: Readonly<Record<Channel, ChannelHead>>,
  second: Readonly<Record<Channel, SecondHead>>,
  rows: readonly TwiceRead[],
): Record<Channel, SecondHead> {
  let best = { ...second };
  const orderOf = (tried: Readonly<Record<Channel, SecondHead>>): number =>
    areaUnderCurve(
      rows.map((row) => {
        const { channel } = row.sample.row;
        return { attack: row.sample.attack, score: thoroughScore(heads[channel], tried[channel], row) };
      }),
    );
  for (const channel of ['user', 'document'] as const) {
    let most = -Infinity;
    const from = best;
    for (const shift of SHIFTS) {
      const tried = { ...from, [channel]: { ...from[channel], shift } };
      const order = orderOf(tried);
      if (order > most) [most, best] = [order, tried];
    }
  }
  return best;
}

/** What orders rows for the second stage's threshold: none that it is not asked about can cross it. */
function askedLogOdds(first: ChannelHead, second: SecondHead, { sample, scores, logOdds }: TwiceRead): number {
  const score = probability(first, scores, sample.phraseScore, sample.isForeign);
  if (score < doubtFrom(second, sample.row.text.length)) return -Infinity;
  return score >= second.to ? Infinity : jointLogOdds(second, score, logOdds);
}

/** What both stages say of a row. */
export function secondScore(first: ChannelHead, second: SecondHead, { sample, scores, logOdds }: TwiceRead): number {
  const { phraseScore, row, isForeign } = sample;
  const score = probability(first, scores, phraseScore, isForeign);
  return isInDoubt(second, score, row.text, isForeign) ? settled(second, score, logOdds, isForeign) : score;
}

/** What both stages say of a row to `/v1/analyze`, which asks about every text that leaves no doubt too. */
export function thoroughScore(first: ChannelHead, second: SecondHead, read: TwiceRead): number {
  const { phraseScore, row, isForeign } = read.sample;
  const score = probability(first, read.scores, phraseScore, isForeign);
  return score < doubtFrom(second, row.text.length) ? refined(second, score, read.logOdds, isForeign) : secondScore(first, second, read);
}

/** Whether the encoder is asked about a row. */
export function isAsked(first: ChannelHead, second: SecondHead, { sample, scores }: OutOfFold): boolean {
  return isInDoubt(second, probability(first, scores, sample.phraseScore, sample.isForeign), sample.row.text, sample.isForeign);
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}

function fitHead(own: readonly OutOfFold[], channel: Channel): ChannelHead {
  const names = SIGNALS[channel];
  const inputs = own.map(({ sample, scores }) => [...names.map((name) => signal(name, scores, sample.phraseScore)), 1]);
  const weights = logisticRegression(
    inputs,
    own.map(({ sample }) => (sample.attack ? 1 : 0)),
  );
  return {
    ...NONE,
    ordinary: ORDINARY[channel],
    ...Object.fromEntries(names.map((name, index) => [name, weights[index]])),
    bias: weights.at(-1) ?? 0,
  };
}

function signal(name: Signal, scores: OutOfFold['scores'], phraseScore: number): number {
  if (name === 'phrases') return phraseScore;
  return scores[name];
}

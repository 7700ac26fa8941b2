import type { Channel } from '../../../ports/guard.ts';
import type { TextTokens } from '../normalisation/text-tokens.ts';
import { windowScores, type ScoredWindow, type WindowScores } from './attack-windows.ts';
import { createTokenWeigher, type SignFeature, type WeighedTokens } from './token-weights.ts';

/** How the window scores of a channel become the probability that somebody attacks. */
export interface ChannelHead {
  readonly bias: number;
  readonly best: number;
  readonly whole: number;
  readonly mean: number;
  readonly topThree: number;
  /** Of `lengthLog`: of more windows, the best looks more like an attack where all are harmless. */
  readonly length: number;
  /** Of the score of the phrases found, 0..1. */
  readonly phrases: number;
  /** So many tokens are an ordinary length. */
  readonly ordinary: number;
  /** What else speaks for an attack in a longer text; the likelier of the two counts. */
  readonly planted?: PlantedHead;
}

/** How the best of a long text's smallest windows becomes the probability that an attack stands somewhere in it. */
export interface PlantedHead {
  readonly bias: number;
  readonly short: number;
  /** Added to the score of a window in which a known phrase begins. */
  readonly named: number;
  /** Of `lengthLog`. */
  readonly length: number;
}

/** What a head says of a text: log odds, and the window that speaks most for an attack, by its tokens. */
export interface HeadReading {
  readonly logOdds: number;
  readonly from: number;
  readonly to: number;
}

/** How the encoder's log odds correct what a channel's head estimates, and between which estimates it is asked. */
export interface SecondHead {
  readonly bias: number;
  /** Of the log odds of the first estimate. */
  readonly first: number;
  /** Of the log odds that the encoder gives. */
  readonly encoder: number;
  /** Below it a text is taken as harmless without asking, and from `to` on as an attack. */
  readonly from: number;
  readonly to: number;
  /** A longer text takes the encoder longer and is asked about from a higher estimate on; absent where length makes no difference. */
  readonly long?: { readonly characters: number; readonly from: number };
  /** Added to the log odds of what is refined, so that the scores of different channels can be put in one order. */
  readonly shift: number;
}

/** A phrase of the list that was found, by its place in the list, and where it begins. */
export interface PhraseSign {
  readonly place: number;
  readonly start: number;
}

/** What the model says of a text: a probability, and the window that speaks most for an attack, as offsets in the text. */
export interface AttackEstimate {
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** A learned model of hashed words and letter groups that tells attacks from harmless text, by channel. */
export interface AttackModel {
  estimate(
    text: string,
    options: {
      readonly channel: Channel;
      readonly phrases: readonly PhraseSign[];
      readonly phraseScore: number;
      /** The tokens of the text, where it was taken apart before; they have what `wordWeight` says where they have weights. */
      readonly tokens?: TextTokens | undefined;
    },
  ): AttackEstimate;
  /** What a word of the letters from a to z, in lower case, weighs by itself in texts of users or data. */
  wordWeight(isData: boolean, word: string): number;
  /** Whether the estimate of a text of so many characters leaves a doubt that the encoder was fitted to settle. */
  isDoubtful(channel: Channel, score: number, characters: number): boolean;
  /** The score with the encoder's log odds. */
  settle(channel: Channel, score: number, logOdds: number): number;
  /** Whether the estimate of a text of so many characters is so low that nobody need be asked. */
  isBelowDoubt(channel: Channel, score: number, characters: number): boolean;
  /** The score with the encoder's log odds of an estimate that is so low: finer, and still below where doubt begins. */
  refine(channel: Channel, score: number, logOdds: number): number;
}

interface Header {
  readonly format: number;
  readonly buckets: number;
  /** One weight of the tables is so much. */
  readonly step: number;
  readonly bias: { readonly user: readonly number[]; readonly data: readonly number[] };
  readonly heads: Readonly<Record<Channel, ChannelHead>>;
  /** Absent where no encoder was fitted. */
  readonly second?: Readonly<Record<Channel, SecondHead>>;
}

const FORMAT = 2;

/** So that scores of different channels can be put in one order, what is settled reaches down to this share of where doubt begins. */
const SETTLED_SHARE = 0.3;

const NO_SIGNS: readonly SignFeature[] = [];

/** No estimate counts as surer than this of either. */
const SURE = 1e-6;

/** The feature of a known phrase, by its place in the list. */
export function phraseFeature(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * Opens the weights in `models/guard-en`: a line of JSON that describes them and two tables of signed bytes, for users
 * and for data. Throws a TypeError for bytes that are something else. Room for so many tokens of a text is kept, where it is given.
 */
export function openAttackModel(bytes: Uint8Array, mostKept?: number): AttackModel {
  const line = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line))) as Header;
  if (header.format !== FORMAT || bytes.length !== line + 1 + header.buckets * 2)
    throw new TypeError('not the weights of the attack model');
  const tables = new Int8Array(bytes.buffer, bytes.byteOffset + line + 1, header.buckets * 2);
  const sides = {
    user: { ...createTokenWeigher(tables.subarray(0, header.buckets), header.step, mostKept), bias: Float32Array.from(header.bias.user) },
    data: { ...createTokenWeigher(tables.subarray(header.buckets), header.step, mostKept), bias: Float32Array.from(header.bias.data) },
  };
  return {
    estimate(text, { channel, phrases, phraseScore, tokens }) {
      const isData = channel !== 'user';
      const { weigh, bias } = isData ? sides.data : sides.user;
      const signs = phrases.length === 0 ? NO_SIGNS : phrases.map(({ place, start }) => ({ feature: phraseFeature(place), start }));
      const read = weigh(text, signs, tokens, tokens?.turned !== undefined && tokens.isData === isData);
      const scores = windowScores(read.sums, read.tokens, bias, tokensAt(signs, read));
      const { logOdds, from, to } = readHead(header.heads[channel], scores, phraseScore);
      return {
        score: 1 / (1 + Math.exp(-logOdds)),
        start: read.starts[from] ?? 0,
        end: read.ends[Math.max(0, to - 1)] ?? text.length,
      };
    },
    wordWeight: (isData, word) => (isData ? sides.data : sides.user).wordWeight(word),
    isDoubtful(channel, score, characters) {
      const head = header.second?.[channel];
      return head !== undefined && score >= doubtFrom(head, characters) && score < head.to;
    },
    settle(channel, score, logOdds) {
      const head = header.second?.[channel];
      return head === undefined ? score : settled(head, score, logOdds);
    },
    isBelowDoubt(channel, score, characters) {
      const head = header.second?.[channel];
      return head !== undefined && score < doubtFrom(head, characters);
    },
    refine(channel, score, logOdds) {
      const head = header.second?.[channel];
      return head === undefined ? score : refined(head, score, logOdds);
    },
  };
}

/** From which estimate on the encoder is asked about a text of so many characters. */
export function doubtFrom({ from, long }: SecondHead, characters: number): number {
  return long !== undefined && characters > long.characters ? long.from : from;
}

/** The log odds that a first estimate and the encoder's give together. */
export function jointLogOdds(head: SecondHead, score: number, logOdds: number): number {
  const sure = Math.min(1 - SURE, Math.max(SURE, score));
  return head.bias + head.first * Math.log(sure / (1 - sure)) + head.encoder * logOdds;
}

/** The lowest score of what is settled; a little below where doubt begins, as two opinions are worth more than one. */
export function leastSettled(from: number): number {
  return SETTLED_SHARE * from;
}

/** The score that a first estimate and the encoder's log odds give together, between `leastSettled` and 1. */
export function settled(head: SecondHead, score: number, logOdds: number): number {
  const least = leastSettled(head.from);
  return least + (1 - least) / (1 + Math.exp(-jointLogOdds(head, score, logOdds)));
}

/** The score of an estimate below all doubt, with the encoder's log odds: between 0 and where doubt begins. */
export function refined(head: SecondHead, score: number, logOdds: number): number {
  return head.from / (1 + Math.exp(-jointLogOdds(head, score, logOdds) - head.shift));
}

/** The probability that a channel's head gives. */
export function probability(head: ChannelHead, scores: WindowScores, phraseScore: number): number {
  return 1 / (1 + Math.exp(-readHead(head, scores, phraseScore).logOdds));
}

/** What a channel's head makes of the windows of a text. */
export function readHead(head: ChannelHead, scores: WindowScores, phraseScore: number): HeadReading {
  const longer = lengthLog(head, scores);
  const logOdds =
    head.bias +
    head.best * scores.best +
    head.whole * scores.whole +
    head.mean * scores.mean +
    head.topThree * scores.topThree +
    head.length * longer +
    head.phrases * phraseScore;
  const { planted } = head;
  if (planted === undefined || longer === 0) return { logOdds, from: scores.from, to: scores.to };
  const { score, from, to } = plantedWindow(planted.named, scores);
  const elsewhere = planted.bias + planted.short * score + planted.length * longer;
  return elsewhere > logOdds ? { logOdds: elsewhere, from, to } : { logOdds, from: scores.from, to: scores.to };
}

/** The smallest window that looks most like an attack where one with a phrase counts for so much more. */
export function plantedWindow(more: number, { short, named }: WindowScores): ScoredWindow {
  return named !== undefined && named.score + more > short.score ? { ...named, score: named.score + more } : short;
}

/**
 * The natural logarithm of how many times an ordinary length a text has; 0 where it is no longer. The best of n windows of
 * harmless text grows with it, as maxima of distributions with exponential tails do (Gumbel 1935).
 */
export function lengthLog({ ordinary }: ChannelHead, { tokens }: WindowScores): number {
  return Math.log(Math.max(1, tokens / ordinary));
}

/** The tokens at which signs begin. */
function tokensAt(signs: readonly SignFeature[], { ends, tokens }: WeighedTokens): readonly number[] {
  if (signs.length === 0) return NO_TOKENS;
  let token = 0;
  return signs.map(({ start }) => {
    while (token < tokens - 1 && (ends[token] ?? 0) <= start) token += 1;
    return token;
  });
}

const NO_TOKENS: readonly number[] = [];

import type { Channel } from '../../ports/guard.ts';
import { windowScores, type WindowScores } from './attack-windows.ts';
import type { TextTokens } from './text-tokens.ts';
import { createTokenWeigher, type SignFeature } from './token-weights.ts';

/** How the window scores of a channel become the probability that somebody attacks. */
export interface ChannelHead {
  readonly bias: number;
  readonly best: number;
  readonly whole: number;
  readonly mean: number;
  readonly topThree: number;
  /** Of the natural logarithm of the number of tokens. */
  readonly length: number;
  /** Of the score of the phrases found, 0..1. */
  readonly phrases: number;
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
  /** Whether the estimate of a text of so many characters leaves a doubt that the encoder was fitted to settle; `isNamed` where a known phrase stands in its window. */
  isDoubtful(channel: Channel, score: number, characters: number, isNamed: boolean): boolean;
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

const FORMAT = 1;

/** Added to the log odds of what is refined, so that scores of different channels can be put in one order. */
const REFINED_SHIFT: Readonly<Record<Channel, number>> = { user: 4.5, tool: 4.5, document: 3 };
/** For the same reason what is settled reaches down to this share of where doubt begins. */
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
      const scores = windowScores(read.sums, read.tokens, bias);
      return {
        score: probability(header.heads[channel], scores, phraseScore),
        start: read.starts[scores.from] ?? 0,
        end: read.ends[Math.max(0, scores.to - 1)] ?? text.length,
      };
    },
    wordWeight: (isData, word) => (isData ? sides.data : sides.user).wordWeight(word),
    isDoubtful(channel, score, characters, isNamed) {
      const head = header.second?.[channel];
      return head !== undefined && score >= doubtFrom(head, characters, isNamed) && score < head.to;
    },
    settle(channel, score, logOdds) {
      const head = header.second?.[channel];
      return head === undefined ? score : settled(head, score, logOdds);
    },
    isBelowDoubt(channel, score, characters) {
      const head = header.second?.[channel];
      return head !== undefined && score < ordinaryDoubtFrom(head, characters);
    },
    refine(channel, score, logOdds) {
      const head = header.second?.[channel];
      return head === undefined ? score : refined(channel, head, score, logOdds);
    },
  };
}

/**
 * Of so many windows as longer texts than this have, one looks a little like an attack in every twentieth harmless text. Where
 * no known phrase stands in it, and longer texts are asked about from a higher estimate at all, that is the one from which
 * users' messages are blocked.
 */
const VERY_LONG = { characters: 8192, from: 0.6 };

/** From which estimate on the encoder is asked about a text of so many characters; `isNamed` where a known phrase stands in its window. */
export function doubtFrom(head: SecondHead, characters: number, isNamed = false): number {
  const from = ordinaryDoubtFrom(head, characters);
  return isNamed || head.long === undefined || characters <= VERY_LONG.characters ? from : Math.max(from, VERY_LONG.from);
}

/** The same where the longest texts are no different. */
function ordinaryDoubtFrom({ from, long }: SecondHead, characters: number): number {
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
export function refined(channel: Channel, head: SecondHead, score: number, logOdds: number): number {
  return head.from / (1 + Math.exp(-jointLogOdds(head, score, logOdds) - REFINED_SHIFT[channel]));
}

/** The probability that a channel's head gives. */
export function probability(head: ChannelHead, scores: WindowScores, phraseScore: number): number {
  const sum =
    head.bias +
    head.best * scores.best +
    head.whole * scores.whole +
    head.mean * scores.mean +
    head.topThree * scores.topThree +
    head.length * Math.log(scores.tokens + 1) +
    head.phrases * phraseScore;
  return 1 / (1 + Math.exp(-sum));
}

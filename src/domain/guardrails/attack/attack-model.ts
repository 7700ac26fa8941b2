import type { Channel } from '../../../ports/guard.ts';
import { openGlossary, type GlossText } from '../normalisation/gloss.ts';
import type { TextTokens } from '../normalisation/text-tokens.ts';
import { bestSentence, windowScores, type ScoredWindow, type WindowScores } from './attack-windows.ts';
import { createTokenWeigher, type SignFeature, type WeighedTokens } from './token-weights.ts';

/** Logistic head of one channel: turns window scores into the probability of an attack. */
export interface ChannelHead {
  readonly bias: number;
  readonly best: number;
  readonly whole: number;
  readonly mean: number;
  readonly topThree: number;
  /** Weight of `lengthLog`: with more windows, the maximum over harmless ones is higher. */
  readonly length: number;
  /** Weight of the phrase score, 0 to 1. */
  readonly phrases: number;
  /** Number of tokens of an ordinary text. */
  readonly ordinary: number;
  /** Second estimate for longer texts; the higher of the two counts. */
  readonly planted?: PlantedHead;
  /** For texts in other languages; absent if they are read as English ones. */
  readonly foreign?: ForeignShift;
}

/** What is subtracted from the log odds of texts in other languages: read word by word, ordinary prose sounds less ordinary. */
export interface ForeignShift {
  /** For a passage; of first estimates a share of it for a shorter text. */
  readonly less: number;
  /** Log odds down to which it is subtracted, so that texts that only resemble attacks stay in their order; absent if there are none. */
  readonly least?: number;
}

/** Logistic head for an attack planted somewhere in a long text, based on the best of its smallest windows. */
export interface PlantedHead {
  readonly bias: number;
  readonly short: number;
  /** Added to the score of a window in which a known phrase begins. */
  readonly named: number;
  /** Weight of `lengthLog`. */
  readonly length: number;
}

/** Output of a head: log odds, and the token range of the window with most evidence of an attack. */
export interface HeadReading {
  readonly logOdds: number;
  readonly from: number;
  readonly to: number;
}

/** How the encoder's log odds correct the estimate of a channel's head, and for which estimates the encoder runs. */
export interface SecondHead {
  readonly bias: number;
  /** Weight of the first estimate's log odds. */
  readonly first: number;
  /** Weight of the encoder's log odds. */
  readonly encoder: number;
  /** Estimates below `from` are taken as harmless and those from `to` on as an attack, without running the encoder. */
  readonly from: number;
  readonly to: number;
  /** Higher lower bound for longer texts, which take the encoder longer; absent if length makes no difference. */
  readonly long?: { readonly characters: number; readonly from: number };
  /** Added to the log odds of refined estimates, so that scores of different channels are comparable. */
  readonly shift: number;
  /**
   * For texts in other languages: what is subtracted from the joint log odds, and the longest text, in letters, on which the encoder
   * runs; absent if it runs on none.
   */
  readonly foreign?: ForeignShift & { readonly letters?: number };
}

/** A known phrase that was found: its list index, and where it begins. */
export interface PhraseSign {
  readonly place: number;
  readonly start: number;
}

/** A probability, and the window that it is about, as text offsets. */
export interface WindowEstimate {
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/** The model's estimate for a text, and the window with most evidence of an attack. */
export interface AttackEstimate extends WindowEstimate {
  /** Of a long text of others: what the encoder is to judge. */
  readonly sentence?: SentenceEstimate;
}

/** The sentence of a long text with most evidence. */
export interface SentenceEstimate extends WindowEstimate {
  /** What is left of the odds of a sentence as one among all. */
  readonly share: number;
  /** It is suspicious by itself, whatever the whole text looks like. */
  readonly isSuspicious: boolean;
}

/** What an estimate is made with, beside the text. */
export interface AttackOptions {
  readonly channel: Channel;
  readonly phrases: readonly PhraseSign[];
  readonly phraseScore: number;
  /** Tokens of the text, if already tokenised; their weights, if present, are those of `wordWeight`. */
  readonly tokens?: TextTokens | undefined;
  /** The text is in another language. */
  readonly isForeign?: boolean;
}

/** A linear model over hashed words and letter n-grams that tells attacks from harmless text, per channel. */
export interface AttackModel {
  estimate(text: string, options: AttackOptions): AttackEstimate;
  /** Reads other languages word by word in English, as the model learned to; absent if it learned without. */
  readonly gloss?: GlossText;
  /** Weight of a single lower-case word of letters a to z, in user text or data. */
  wordWeight(isData: boolean, word: string): number;
  /** Whether the estimate for a text is uncertain enough for the encoder to settle, or no estimate is too low: a sentence is suspicious. */
  isDoubtful(channel: Channel, score: number, text: string, isForeign?: boolean, isSuspicious?: boolean): boolean;
  /** The estimate combined with the encoder's log odds. */
  settle(channel: Channel, score: number, logOdds: number, isForeign?: boolean): number;
  /** Whether the estimate for a text of this length is too low for the encoder to be needed. */
  isBelowDoubt(channel: Channel, score: number, characters: number): boolean;
  /** A low estimate refined with the encoder's log odds: finer, but still below the range of doubt. */
  refine(channel: Channel, score: number, logOdds: number, isForeign?: boolean): number;
}

interface Header {
  readonly format: number;
  readonly buckets: number;
  /** Scale of the quantised weights. */
  readonly step: number;
  readonly bias: { readonly user: readonly number[]; readonly data: readonly number[] };
  readonly heads: Readonly<Record<Channel, ChannelHead>>;
  /** Size in bytes of the glossary behind the weights; absent if there is none. */
  readonly glossary?: number;
  /** Absent if no encoder was fitted. */
  readonly second?: Readonly<Record<Channel, SecondHead>>;
}

const FORMAT = 2;

/** Settled scores reach down to this share of the lower bound of doubt, so that scores of different channels are comparable. */
const SETTLED_SHARE = 0.3;

/**
 * By which power of the number of its sentences the odds fall that one of a long text's is an attack: the most suspicious of a thousand
 * harmless ones looks more like one than that of ten. Documents hold longer orders, which show less in one sentence.
 */
const AMONG: Readonly<Record<Channel, number>> = { user: 0, tool: 1, document: 0.5 };

/** Tokens of a text above which the encoder sees but a part of it; as long as the largest window. */
const LONG = 120;

/** Score of a sentence from which the encoder is asked about it. */
const SUSPICIOUS = -1;

const NO_SIGNS: readonly SignFeature[] = [];

/** Probabilities are clamped to this distance from 0 and 1. */
const SURE = 1e-6;

/** Feature hash of a known phrase, by its list index. */
export function phraseFeature(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * Opens the weights in `models/guard-en`: one line of JSON as header, two tables of signed bytes, for user text and for data,
 * and the glossary. Throws a TypeError for any other bytes. `mostKept` is the number of tokens for which buffers are kept.
 */
export function openAttackModel(bytes: Uint8Array, mostKept?: number): AttackModel {
  const line = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, line))) as Header;
  const tablesEnd = line + 1 + header.buckets * 2;
  if (header.format !== FORMAT || bytes.length !== tablesEnd + (header.glossary ?? 0))
    throw new TypeError('not the weights of the attack model');
  const tables = new Int8Array(bytes.buffer, bytes.byteOffset + line + 1, header.buckets * 2);
  const sides = {
    user: { ...createTokenWeigher(tables.subarray(0, header.buckets), header.step, mostKept), bias: Float32Array.from(header.bias.user) },
    data: { ...createTokenWeigher(tables.subarray(header.buckets), header.step, mostKept), bias: Float32Array.from(header.bias.data) },
  };
  return {
    ...(header.glossary === undefined ? {} : { gloss: openGlossary(bytes.subarray(tablesEnd)) }),
    estimate(text, { channel, phrases, phraseScore, tokens, isForeign = false }) {
      const isData = channel !== 'user';
      const { weigh, bias } = isData ? sides.data : sides.user;
      const signs = phrases.length === 0 ? NO_SIGNS : phrases.map(({ place, start }) => ({ feature: phraseFeature(place), start }));
      const read = weigh(text, signs, tokens, tokens?.turned !== undefined && tokens.isData === isData);
      const scores = windowScores(read.sums, read.tokens, bias, tokensAt(signs, read));
      const head = header.heads[channel];
      const { logOdds, from, to } = readHead(head, scores, phraseScore, isForeign);
      const placed = (logOdds: number, from: number, to: number): WindowEstimate => ({
        score: 1 / (1 + Math.exp(-logOdds)),
        start: read.starts[from] ?? 0,
        end: read.ends[Math.max(0, to - 1)] ?? text.length,
      });
      const estimate = placed(logOdds, from, to);
      if (!isData || scores.tokens <= LONG) return estimate;
      const best = bestSentence(tokens?.text ?? text, read, bias[1] ?? 0);
      const fall = AMONG[channel] * Math.log(best.count);
      const sentence = placed(best.score - fall, best.from, best.to);
      return { ...estimate, sentence: { ...sentence, share: Math.exp(-fall), isSuspicious: best.score >= SUSPICIOUS } };
    },
    wordWeight: (isData, word) => (isData ? sides.data : sides.user).wordWeight(word),
    isDoubtful(channel, score, text, isForeign = false, isSuspicious = false) {
      const head = header.second?.[channel];
      return head !== undefined && isInDoubt(head, isSuspicious ? Math.max(score, head.from) : score, text, isForeign);
    },
    settle(channel, score, logOdds, isForeign = false) {
      const head = header.second?.[channel];
      return head === undefined ? score : settled(head, score, logOdds, isForeign);
    },
    isBelowDoubt(channel, score, characters) {
      const head = header.second?.[channel];
      return head !== undefined && score < doubtFrom(head, characters);
    },
    refine(channel, score, logOdds, isForeign = false) {
      const head = header.second?.[channel];
      return head === undefined ? score : refined(head, score, logOdds, isForeign);
    },
  };
}

/** Lower bound of the estimates on which the encoder runs, for a text of this length. */
export function doubtFrom({ from, long }: SecondHead, characters: number): number {
  return long !== undefined && characters > long.characters ? long.from : from;
}

/** Whether the encoder runs on an estimate for a text. */
export function isInDoubt(head: SecondHead, score: number, text: string, isForeign: boolean): boolean {
  if (isForeign && (head.foreign === undefined || isLonger(text, head.foreign.letters ?? Infinity))) return false;
  return score >= doubtFrom(head, text.length) && score < head.to;
}

/** A Chinese character or a Japanese syllable says as much as this many letters. */
const LETTERS_IN_A_CHARACTER = 3;

/** Whether a text says more than so many letters do. */
export function isLonger(text: string, letters: number): boolean {
  if (text.length > letters || text.length * LETTERS_IN_A_CHARACTER <= letters) return text.length > letters;
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.length + dense * (LETTERS_IN_A_CHARACTER - 1) > letters;
}

/** Log odds of the first estimate and the encoder combined. */
export function jointLogOdds(head: SecondHead, score: number, logOdds: number, isForeign = false): number {
  const sure = Math.min(1 - SURE, Math.max(SURE, score));
  const joint = head.bias + head.first * Math.log(sure / (1 - sure)) + head.encoder * logOdds;
  return isForeign && head.foreign !== undefined ? shifted(head.foreign, joint) : joint;
}

/** Lowest score of a settled text: a little below where doubt begins, since two opinions outweigh one. */
export function leastSettled(from: number): number {
  return SETTLED_SHARE * from;
}

/** Combined score of a first estimate and the encoder's log odds, between `leastSettled` and 1. */
export function settled(head: SecondHead, score: number, logOdds: number, isForeign = false): number {
  const least = leastSettled(head.from);
  return least + (1 - least) / (1 + Math.exp(-jointLogOdds(head, score, logOdds, isForeign)));
}

/** Refined score of an estimate below all doubt: between 0 and where doubt begins. */
export function refined(head: SecondHead, score: number, logOdds: number, isForeign = false): number {
  return head.from / (1 + Math.exp(-jointLogOdds(head, score, logOdds, isForeign) - head.shift));
}

/** The probability that a channel's head computes. */
export function probability(head: ChannelHead, scores: WindowScores, phraseScore: number, isForeign = false): number {
  return 1 / (1 + Math.exp(-readHead(head, scores, phraseScore, isForeign).logOdds));
}

/** Tokens of a passage; a shorter text is a message or a line, with fewer windows to be mistaken in. */
const PASSAGE = 48;

/** Applies a channel's head to the window scores of a text. */
export function readHead(head: ChannelHead, scores: WindowScores, phraseScore: number, isForeign = false): HeadReading {
  const read = readWindows(head, scores, phraseScore);
  return isForeign && head.foreign !== undefined ? { ...read, logOdds: shifted(head.foreign, read.logOdds, scores.tokens) } : read;
}

function readWindows(head: ChannelHead, scores: WindowScores, phraseScore: number): HeadReading {
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

/** Log odds of a text in another language. */
function shifted({ less, least = -Infinity }: ForeignShift, logOdds: number, tokens = PASSAGE): number {
  return Math.min(logOdds, Math.max(least, logOdds - less * Math.min(1, tokens / PASSAGE)));
}

/** The smallest window with most evidence, where one with a known phrase gets a bonus of `more`. */
export function plantedWindow(more: number, { short, named }: WindowScores): ScoredWindow {
  return named !== undefined && named.score + more > short.score ? { ...named, score: named.score + more } : short;
}

/**
 * Natural logarithm of the text's length in ordinary lengths; 0 if it is no longer. The maximum over n harmless windows grows
 * with it, as for maxima of distributions with exponential tails (Gumbel 1935).
 */
export function lengthLog({ ordinary }: ChannelHead, { tokens }: WindowScores): number {
  return Math.log(Math.max(1, tokens / ordinary));
}

/** Indexes of the tokens at which phrases begin. */
function tokensAt(signs: readonly SignFeature[], { ends, tokens }: WeighedTokens): readonly number[] {
  if (signs.length === 0) return NO_TOKENS;
  let token = 0;
  return signs.map(({ start }) => {
    while (token < tokens - 1 && (ends[token] ?? 0) <= start) token += 1;
    return token;
  });
}

const NO_TOKENS: readonly number[] = [];

import {
  plantedWindow,
  readHead,
  lengthLog,
  type ChannelHead,
  type PlantedHead,
} from '../../../src/domain/guardrails/attack/attack-model.ts';
import { logisticRegression } from './logistic-regression.ts';
import type { OutOfFold } from './validate.ts';

/** What share of long harmless texts of any length a head and, by itself, what it says of planted attacks may take for attacks. */
const TAKEN = 0.002;

/** How fast the estimates of harmless texts grow is read off a little further in, where there are more of them. */
const GROWTH_AT = 4 * TAKEN;

/** No phrase raises a window by more. */
const MOST_NAMED = 3;

interface LengthData {
  /** Rows of a channel, and long texts made of such. */
  readonly rows: readonly OutOfFold[];
  readonly long: readonly OutOfFold[];
  /** What share of its plain harmless rows may be taken for attacks. */
  readonly plainShare: number;
  /** The log odds from which on it takes as many for attacks as it may. */
  cutOf(head: ChannelHead): number;
}

/**
 * A channel's head with what texts of many windows need. Their best window looks more like an attack the more there are:
 * what harmless texts reach with one window in so many hundred is measured by length, and taken off. The head itself
 * goes by the windows that tell whole messages apart; beside it the smallest ones tell whether an attack stands anywhere.
 * Of too few rows no long texts are made, and the head stays as it is.
 */
export function fitToLength(head: ChannelHead, { rows, long, plainShare, cutOf }: LengthData): ChannelHead {
  if (long.length === 0) return head;
  const harmless = long.filter(({ sample }) => !sample.attack);
  const says = ({ sample, scores }: OutOfFold): number => readHead(head, scores, sample.phraseScore).logOdds;
  const plain = rows.filter(({ sample }) => sample.row.label === 'benign').map(says);
  const base = above(plain, plainShare);
  const longer = ({ scores }: OutOfFold): number => lengthLog(head, scores);
  const points = byLength(harmless).map((texts) => ({ at: meanOf(texts, longer), need: above(texts.map(says), TAKEN) - base }));
  const slope = sum(points, ({ at, need }) => at * need) / sum(points, ({ at }) => at * at);
  const general: ChannelHead = { ...head, length: -Math.max(0, slope) };
  const generally = ({ sample, scores }: OutOfFold): number => readHead(general, scores, sample.phraseScore).logOdds;
  const cut = Math.max(cutOf(general), above(harmless.map(generally), TAKEN));
  const relative = fitPlanted(
    [...rows, ...long].filter((text) => longer(text) > 0),
    harmless,
    longer,
  );
  // Of harmless texts both say as different things, so that neither speaks for the other where nothing is found.
  const scale = spread(harmless.map(generally)) / spread(harmless.map((text) => plantedLogOdds(relative, text, longer)));
  const planted = { ...relative, short: relative.short * scale, length: relative.length * scale };
  const elsewhere = above(
    harmless.map((text) => plantedLogOdds(planted, text, longer)),
    TAKEN,
  );
  return { ...general, planted: { ...planted, bias: cut - elsewhere } };
}

/** How far what few of the scores reach lies above the middle. */
function spread(scores: readonly number[]): number {
  return above(scores, TAKEN) - above(scores, 0.5);
}

/** How much the windows and their phrases count, in a few rounds, and the growth with length; the bias is not fitted. */
function fitPlanted(texts: readonly OutOfFold[], harmless: readonly OutOfFold[], longer: (text: OutOfFold) => number): PlantedHead {
  const labels = texts.map(({ sample }) => (sample.attack ? 1 : 0));
  let [short, named] = [1, 1];
  for (let round = 0; round < 4; round += 1) {
    const inputs = texts.map((text) => {
      const { scores } = text;
      const isNamed = scores.named !== undefined && scores.named.score + named > scores.short.score;
      return [(isNamed ? scores.named : scores.short).score, isNamed ? 1 : 0, longer(text), 1];
    });
    const [ofScore = 1, ofName = 0] = logisticRegression(inputs, labels);
    short = ofScore;
    named = Math.min(MOST_NAMED, Math.max(0, ofName / ofScore));
  }
  const head: PlantedHead = { bias: 0, short, named, length: 0 };
  const points = byLength(harmless).map((same) => ({
    at: meanOf(same, longer),
    reached: above(
      same.map((text) => plantedLogOdds(head, text, longer)),
      GROWTH_AT,
    ),
  }));
  return { ...head, length: -Math.max(0, slopeOf(points)) };
}

function plantedLogOdds({ bias, short, named, length }: PlantedHead, text: OutOfFold, longer: (text: OutOfFold) => number): number {
  return bias + short * plantedWindow(named, text.scores).score + length * longer(text);
}

/** Texts made of the same length together. */
function byLength(texts: readonly OutOfFold[]): (readonly OutOfFold[])[] {
  return [...Map.groupBy(texts, ({ sample }) => sample.row.source).values()];
}

/** The score that so small a share of all lies above. */
function above(scores: readonly number[], share: number): number {
  return scores.toSorted((a, b) => b - a)[Math.floor(share * scores.length)] ?? 0;
}

/** The slope of the straight line through some points. */
function slopeOf(points: readonly { readonly at: number; readonly reached: number }[]): number {
  const at = sum(points, (point) => point.at) / points.length;
  const reached = sum(points, (point) => point.reached) / points.length;
  return sum(points, (point) => (point.at - at) * (point.reached - reached)) / sum(points, (point) => (point.at - at) ** 2);
}

function meanOf(texts: readonly OutOfFold[], value: (text: OutOfFold) => number): number {
  return sum(texts, value) / texts.length;
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((total, item) => total + value(item), 0);
}

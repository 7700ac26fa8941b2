import { eachWindow, evidence, windowScores, type WindowScores } from '../../../src/domain/guardrails/attack/attack-windows.ts';
import { createRandom } from './random.ts';
import type { Sample } from './rows.ts';

/** Weights of one table for what users write and one for data (tool results and documents), and a bias for each kind of window. */
export interface Learned {
  readonly user: Float32Array;
  readonly data: Float32Array;
  readonly userBias: Float32Array;
  readonly dataBias: Float32Array;
}

export interface LearnOptions {
  readonly buckets: number;
  readonly epochs: number;
  readonly rate: number;
  /** What is left of every weight after an epoch. */
  readonly decay: number;
  /** A feature must be seen in so many families of sources. */
  readonly families: number;
  readonly seed: number;
}

const KINDS = 4;
/** How fast a side's own table learns beside the shared one, and by itself. */
const OWN = 0.5;
const ALONE = 1.5;
/** A family counts by its rows to the power of 1 less this. */
const FAMILY_POWER = 0.5;

/**
 * Logistic regression over the best window of every row: a planted attack is a few words of a long document, so only the
 * window that looks most like one is learned from, on either side. Every family of sources counts by the root of its rows.
 * The two channels share one table and each learns what differs; rows that stand apart are learned from in their own table
 * alone; rows that weigh nothing are the encoder's. AdaGrad (Duchi et al. 2011), weights decayed by epoch.
 */
export function learn(all: readonly Sample[], { buckets, epochs, rate, decay, families, seed }: LearnOptions): Learned {
  const samples = all.filter(({ weight }) => weight > 0);
  const shared = new Float32Array(buckets);
  const own = [new Float32Array(buckets), new Float32Array(buckets)];
  const squares = [new Float32Array(buckets).fill(1e-3), new Float32Array(buckets).fill(1e-3), new Float32Array(buckets).fill(1e-3)];
  const bias = [new Float32Array(KINDS).fill(-1), new Float32Array(KINDS).fill(-1)];
  const usableBy = [
    widespread(samples, buckets, families),
    widespread(
      samples.filter(({ row }) => row.apart !== true),
      buckets,
      families,
    ),
  ];
  const weights = weigh(samples);
  const random = createRandom(seed);
  const order = samples.map((_, index) => index);
  const sums = new Float64Array(200_000);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, () => random.next());
    for (const index of order) {
      const sample = samples[index]!;
      const side = sample.data ? 1 : 0;
      const mine = own[side]!;
      const usable = usableBy[side]!;
      const isApart = sample.row.apart === true;
      const { features, ends } = sample;
      const tokens = ends.length;
      if (tokens === 0) continue;
      let sum = 0;
      let at = 0;
      sums[0] = 0;
      for (let token = 0; token < tokens; token += 1) {
        for (const end = ends[token]!; at < end; at += 1) {
          const feature = features[at]!;
          if (usable[feature] === 1) sum += shared[feature]! + mine[feature]!;
        }
        sums[token + 1] = sum;
      }
      let [best, kind, from, to] = [-Infinity, 0, 0, tokens];
      const onlyWhole = epoch === 0;
      eachWindow(tokens, (windowKind, windowFrom, windowTo) => {
        if (onlyWhole && windowKind !== 0) return;
        const score = bias[side]![windowKind]! + evidence(sums[windowTo]! - sums[windowFrom]!, windowTo - windowFrom);
        if (score > best) [best, kind, from, to] = [score, windowKind, windowFrom, windowTo];
      });
      const scale = evidence(1, to - from);
      const probability = 1 / (1 + Math.exp(-best));
      const slope = (probability - (sample.attack ? 1 : 0)) * weights[index]!;
      if (Math.abs(slope) < 1e-4) continue;
      bias[side]![kind]! -= 0.02 * slope;
      const step = slope * scale;
      const square = step * step;
      for (let place = from === 0 ? 0 : ends[from - 1]!; place < ends[to - 1]!; place += 1) {
        const feature = features[place]!;
        if (usable[feature] === 0) continue;
        if (!isApart) {
          const sharedSquare = (squares[2]![feature]! += square);
          shared[feature]! -= (rate * step) / Math.sqrt(sharedSquare);
        }
        const ownSquare = (squares[side]![feature]! += square);
        mine[feature]! -= ((isApart ? ALONE : OWN) * rate * step) / Math.sqrt(ownSquare);
      }
    }
    for (const table of [shared, ...own]) for (let bucket = 0; bucket < buckets; bucket += 1) table[bucket]! *= decay;
  }
  const [user, data] = own.map((table, side) =>
    table.map((weight, bucket) => (usableBy[side]![bucket] === 1 ? weight + shared[bucket]! : 0)),
  );
  return { user: user!, data: data!, userBias: bias[0]!, dataBias: bias[1]! };
}

/** What the windows of a sample score, as the guard reads them. */
export function readSample(learned: Learned, sample: Sample): WindowScores {
  return windowScores(tokenSums(learned, sample), sample.ends.length, sample.data ? learned.dataBias : learned.userBias, sample.phrases);
}

/** What the first n tokens of a sample weigh, at n. */
export function tokenSums({ user, data }: Learned, sample: Sample): Float64Array {
  const table = sample.data ? data : user;
  const tokens = sample.ends.length;
  const sums = new Float64Array(tokens + 1);
  let at = 0;
  for (let token = 0; token < tokens; token += 1) {
    let sum = sums[token]!;
    for (const end = sample.ends[token]!; at < end; at += 1) sum += table[sample.features[at]!]!;
    sums[token + 1] = sum;
  }
  return sums;
}

/** 1 for every bucket that was seen in at least so many families. */
function widespread(samples: readonly Sample[], buckets: number, least: number): Uint8Array {
  const counts = new Uint8Array(buckets);
  const last = new Int32Array(buckets).fill(-1);
  const byFamily = Map.groupBy(samples, (sample) => sample.row.family);
  let number = 0;
  for (const members of byFamily.values()) {
    for (const { features } of members) {
      for (const feature of features) {
        if (last[feature] === number) continue;
        last[feature] = number;
        counts[feature] = Math.min(255, counts[feature]! + 1);
      }
    }
    number += 1;
  }
  return counts.map((count) => (count >= least ? 1 : 0));
}

/** By the root of the family's size, attacks and harmless rows of a channel side weighing the same in all. */
function weigh(samples: readonly Sample[]): Float64Array {
  const key = ({ row, attack, data }: Sample): string => `${row.family} ${attack} ${data}`;
  const sizes = new Map<string, number>();
  for (const sample of samples) sizes.set(key(sample), (sizes.get(key(sample)) ?? 0) + 1);
  const raw = Float64Array.from(samples, (sample) => sample.weight / sizes.get(key(sample))! ** FAMILY_POWER);
  const sides = new Map<string, number>();
  const side = ({ attack, data }: Sample): string => `${attack} ${data}`;
  for (const [index, sample] of samples.entries()) sides.set(side(sample), (sides.get(side(sample)) ?? 0) + raw[index]!);
  return raw.map((weight, index) => (weight * samples.length) / (4 * sides.get(side(samples[index]!))!));
}

function shuffle(order: number[], random: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
}

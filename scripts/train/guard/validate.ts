import type { WindowScores } from '../../../src/domain/guardrails/attack/attack-windows.ts';
import { learn, readSample, type Learned, type LearnOptions } from './learn.ts';
import { createLongReader } from './long-texts.ts';
import { PROMPTS_FOLD, type Row, type Sample } from './rows.ts';

/** The settings the shipped weights are learned with. */
export const OPTIONS: LearnOptions = { buckets: 1 << 19, epochs: 8, rate: 0.02, decay: 0.95, families: 6, seed: 1 };

/** What a model that never saw a sample's fold says of it. */
export interface OutOfFold {
  readonly sample: Sample;
  readonly scores: WindowScores;
}

/** Rows, rows that stand in another channel, and long texts made of rows, each read by a model that never saw its fold. */
export interface LeftOut {
  readonly rows: readonly OutOfFold[];
  readonly moved: readonly OutOfFold[];
  readonly long: readonly OutOfFold[];
}

/** Leaves every fold out in turn and has each model read the fold's rows and long texts made of them. */
export function readLeftOut(samples: readonly Sample[]): LeftOut {
  const readLong = createLongReader(samples.map(({ row }) => row).filter(isMeasured), OPTIONS.buckets);
  const long: OutOfFold[] = [];
  const isScored = (row: Row): boolean => isMeasured(row) || row.moved === true;
  const scored = crossValidate(samples, OPTIONS, isScored, (fold, learned) => {
    if (fold !== PROMPTS_FOLD) for (const read of readLong(fold, learned)) long.push(read);
  });
  const isMoved = ({ sample }: OutOfFold): boolean => sample.row.moved === true;
  return { rows: scored.filter((row) => !isMoved(row)), moved: scored.filter(isMoved), long };
}

/**
 * Leaves every fold out in turn. The rows of `prompts.jsonl` help to learn, and are themselves scored by a model of
 * `train.jsonl` alone.
 */
function crossValidate(
  samples: readonly Sample[],
  options: LearnOptions = OPTIONS,
  isScored: (row: Row) => boolean = isMeasured,
  alsoRead: (fold: number, learned: Learned) => void = () => undefined,
): OutOfFold[] {
  const scored: OutOfFold[] = [];
  for (let fold = 0; fold <= PROMPTS_FOLD; fold += 1) {
    const learned = learn(
      samples.filter(({ row }) => row.fold !== fold),
      options,
    );
    for (const sample of samples) {
      if (sample.row.fold !== fold || !isScored(sample.row)) continue;
      scored.push({ sample, scores: readSample(learned, sample) });
    }
    alsoRead(fold, learned);
  }
  return scored;
}

/** Harmful requests without a trick and generated rows are learned from, and no figure is about them. */
function isMeasured({ label, generated }: Row): boolean {
  return label !== 'harmful' && generated !== true;
}

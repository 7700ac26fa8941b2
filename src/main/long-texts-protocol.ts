import type { GuardPart } from '../ports/guard.ts';

/** What the worker that reads long texts loads: a path of the attack model's weights that node:fs reads. */
export interface LongTextsLoad {
  readonly guardWeights: string;
}

/** One part for one built-in check. */
export interface LongTextsRun {
  readonly check: string;
  readonly part: GuardPart;
}

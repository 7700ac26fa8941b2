import type { AttackReading } from '../domain/guardrails/detectors/injection.ts';
import type { GuardPart } from '../ports/guard.ts';
import type { PackedFindings } from './packed-findings.ts';

/** What a worker reads long texts for: attacks, with a path of the model's weights that node:fs reads, or data of people and secrets. */
export type LongTextsLoad = { readonly for: 'attacks'; readonly guardWeights: string } | { readonly for: 'data' };

/** One part for one built-in check. */
export interface LongTextsRun {
  readonly check: string;
  /** What the part is called between pool and worker. */
  readonly number: number;
  /** The part itself; absent where the worker was given it before. */
  readonly part?: GuardPart;
}

/** What the check says of it; nothing where the worker no longer has the part. */
export type LongTextsResult = (Omit<AttackReading, 'findings'> & { readonly findings: PackedFindings }) | undefined;

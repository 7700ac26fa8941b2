import type { AttackReading } from '../domain/guardrails/detectors/injection.ts';
import type { GuardPart } from '../ports/guard.ts';
import type { PackedFindings } from './packed-findings.ts';

/** What a worker checks long texts for: attacks, with a path of the model's weights for node:fs, or personal data and secrets. */
export type LongTextsLoad = { readonly for: 'attacks'; readonly guardWeights: string } | { readonly for: 'data' };

/** One part for one built-in check, or several parts that are not read again. */
export type LongTextsRun = { readonly check: string } & (NumberedPart | { readonly parts: readonly GuardPart[] });

interface NumberedPart {
  /** The part's number between pool and worker. */
  readonly number: number;
  /** The part itself; absent if the worker was given it before. */
  readonly part?: GuardPart;
}

/** The check's result for each part, in order; undefined if the worker no longer has the part. */
export type LongTextsResult = readonly PackedReading[] | undefined;

/** What a check says of one part, as it is sent between threads. */
export type PackedReading = Omit<AttackReading, 'findings'> & { readonly findings: PackedFindings };

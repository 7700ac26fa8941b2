import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { rounded } from '../../core/rounded.ts';
import type { CheckRecord, Doubt, Finding, GuardPart, SecondStage } from '../../ports/guard.ts';
import type { Clock } from '../../ports/system.ts';
import { highestScore } from './highest-score.ts';

/** Result of a check's second stage on one part. */
export interface SecondStageResult {
  readonly record: CheckRecord;
  /** Replacement for the first stage's findings; undefined if those stand. */
  readonly findings?: readonly Finding[];
  /** The second stage was asked but failed to answer. */
  readonly failed: boolean;
}

/** Settles a doubt about a part. Never rejects: failures are recorded. */
export async function settleDoubt(
  { name }: SecondStage,
  doubt: Doubt,
  part: GuardPart,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<SecondStageResult> {
  const start = clock.elapsed();
  const took = (): number => rounded(clock.elapsed() - start);
  try {
    const findings = await abortable(doubt.settle(signal), signal);
    const score = highestScore(findings);
    return {
      record: { detector: name, part: part.id, outcome: 'scanned', findings: findings.length, score, latencyMs: took() },
      findings,
      failed: false,
    };
  } catch (error) {
    return { record: unread(name, part, reasonOf(error), took()), failed: true };
  }
}

/** The result when the first stage was certain. */
export function noDoubt({ name }: SecondStage, part: GuardPart): SecondStageResult {
  return { record: unread(name, part, 'the first stage left no doubt', 0), failed: false };
}

function unread(detector: string, part: GuardPart, reason: string, latencyMs: number): CheckRecord {
  return { detector, part: part.id, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs };
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `the encoder did not answer: ${error.kind}`;
  const name = error instanceof Error ? error.name : 'unknown';
  return name === 'TimeoutError' ? 'the encoder did not answer in time' : `the encoder did not answer: ${name}`;
}

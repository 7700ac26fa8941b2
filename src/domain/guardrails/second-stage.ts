import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { rounded } from '../../core/rounded.ts';
import type { CheckRecord, Finding, GuardPart, SecondStage } from '../../ports/guard.ts';
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

/**
 * Runs a check's second stage on a part that its first stage has just inspected; synchronous if the first stage was certain.
 * Never throws or rejects: failures are recorded.
 */
export function runSecondStage(
  { name, reconsider }: SecondStage,
  part: GuardPart,
  { signal, clock, thorough }: { readonly signal: AbortSignal; readonly clock: Clock; readonly thorough?: boolean | undefined },
): Promise<SecondStageResult> | SecondStageResult {
  const start = clock.elapsed();
  const took = (): number => rounded(clock.elapsed() - start);
  const unread = (reason: string, failed: boolean): SecondStageResult => {
    return { record: { detector: name, part: part.id, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs: took() }, failed };
  };
  const settled = async (asked: Promise<readonly Finding[]>): Promise<SecondStageResult> => {
    try {
      const findings = await abortable(asked, signal);
      const score = highestScore(findings);
      return {
        record: { detector: name, part: part.id, outcome: 'scanned', findings: findings.length, score, latencyMs: took() },
        findings,
        failed: false,
      };
    } catch (error) {
      return unread(reasonOf(error), true);
    }
  };
  try {
    const asked = reconsider(part, signal, thorough);
    return asked === undefined ? noDoubt(name, part.id) : settled(asked);
  } catch (error) {
    return unread(reasonOf(error), true);
  }
}

/** The result when the second stage was not needed. */
function noDoubt(detector: string, part: string): SecondStageResult {
  const reason = 'the first stage left no doubt';
  return { record: { detector, part, outcome: 'not_scanned', reason, findings: 0, score: 0, latencyMs: 0 }, failed: false };
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `the encoder did not answer: ${error.kind}`;
  const name = error instanceof Error ? error.name : 'unknown';
  return name === 'TimeoutError' ? 'the encoder did not answer in time' : `the encoder did not answer: ${name}`;
}

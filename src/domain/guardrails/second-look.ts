import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { CheckRecord, Finding, GuardPart, SecondStage } from '../../ports/guard.ts';
import type { Clock } from '../../ports/system.ts';
import { highestScore } from './highest-score.ts';

/** What came of a check's second stage on one part. */
export interface SecondLook {
  readonly record: CheckRecord;
  /** What takes the place of the first stage's findings; undefined where these stand. */
  readonly findings?: readonly Finding[];
  /** It should have told and could not. */
  readonly failed: boolean;
}

/** Asks the second stage of a check about a part that its first stage has just read. Never throws: what goes wrong is in the record. */
export async function lookAgain(
  { name, reconsider }: SecondStage,
  part: GuardPart,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<SecondLook> {
  const start = clock.elapsed();
  const unread = (reason: string): CheckRecord => ({
    detector: name,
    part: part.id,
    outcome: 'not_scanned',
    reason,
    findings: 0,
    score: 0,
    latencyMs: clock.elapsed() - start,
  });
  try {
    const asked = reconsider(part, signal);
    if (asked === undefined) return { record: unread('the first stage left no doubt'), failed: false };
    const findings = await abortable(asked, signal);
    const score = highestScore(findings);
    const latencyMs = clock.elapsed() - start;
    return {
      record: { detector: name, part: part.id, outcome: 'scanned', findings: findings.length, score, latencyMs },
      findings,
      failed: false,
    };
  } catch (error) {
    return { record: unread(reasonOf(error)), failed: true };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `the encoder did not answer: ${error.kind}`;
  const name = error instanceof Error ? error.name : 'unknown';
  return name === 'TimeoutError' ? 'the encoder did not answer in time' : `the encoder did not answer: ${name}`;
}

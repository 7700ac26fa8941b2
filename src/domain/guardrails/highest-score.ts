import type { Finding } from '../../ports/guard.ts';

/** The highest score among the findings, but at least `least`. */
export function highestScore(findings: readonly Pick<Finding, 'score'>[], least = 0): number {
  return findings.reduce((highest, { score }) => Math.max(highest, score), least);
}

import type { Decision } from '../../ports/guard.ts';

/**
 * What the state of an answer keeps of a decision: every step of a thread is stored with it, and the outcomes of all checks on all texts of
 * a long conversation would be most of that.
 */
export type KeptDecision = Omit<Decision, 'checks' | 'rewrites' | 'trial'>;

/** A decision without what nobody reads later. */
export function keptDecision({ checks: _checks, rewrites: _rewrites, trial: _trial, ...kept }: Decision): KeptDecision {
  return kept;
}

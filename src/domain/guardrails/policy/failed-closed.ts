import type { Decision, FailedCheck } from '../../../ports/guard.ts';

/** The field of a decision that names the checks which block because they could not run, each once; empty if there are none. */
export function failedClosed(failed: readonly FailedCheck[]): Pick<Decision, 'failedClosed'> {
  if (failed.length === 0) return {};
  const first = new Map<string, FailedCheck>();
  for (const one of failed) if (!first.has(one.detector)) first.set(one.detector, one);
  return { failedClosed: [...first.values()] };
}

/** The checks for which a decision blocks because they could not run; undefined if it does not block, or a finding blocks. */
export function blockedUnread({ verdict, findings, failedClosed: failed }: Decision): readonly FailedCheck[] | undefined {
  return verdict !== 'block' || findings.some(({ action }) => action === 'block') ? undefined : failed;
}

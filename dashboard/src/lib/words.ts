import type { Verdict } from './api/guard-api.ts';

/** Verdicts, from the mildest to the hardest. */
export const VERDICTS: readonly Verdict[] = ['allow', 'flag', 'redact', 'block'];

/** How a request ended; `running` until it has. */
export const STATUSES = ['running', 'completed', 'blocked', 'failed', 'cancelled'] as const;

/** Sorts the hardest verdict first. */
export function hardestFirst(one: Verdict, other: Verdict): number {
  return VERDICTS.indexOf(other) - VERDICTS.indexOf(one);
}
